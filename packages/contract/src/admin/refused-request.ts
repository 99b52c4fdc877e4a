import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';

/** Maximum number of entries: more than an operator can process. */
export const REFUSED_REQUESTS_MAX = 50;

export const RefusedRequest = named(
  'RefusedRequest',
  'A token request of a disabled plugin. Requests of the same plugin from the same address share one entry with their count.',
  {
    plugin_id: Type.String({
      description: 'The plugin that made the requests.',
      examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
    }),
    plugin_name: Type.String({ description: 'Its name.', examples: ['vms'] }),
    token_name: Type.Optional(
      Type.String({ description: 'The `token_name` of its last request.', examples: ['desk 2'] }),
    ),
    address: Type.Optional(
      Type.String({
        description: 'Address of the client; behind a proxy, that of the proxy.',
        examples: ['192.0.2.7'],
      }),
    ),
    count: Type.Integer({ minimum: 1, description: 'Number of requests.', examples: [12] }),
    first_time: Timestamp('The first of them.'),
    last_time: Timestamp('The last of them.'),
  },
);
export type RefusedRequest = Static<typeof RefusedRequest>;

export const RefusedRequestList = named(
  'RefusedRequestList',
  'Token requests of disabled plugins since the station started, latest first.',
  {
    requests: Type.Array(RefusedRequest, {
      maxItems: REFUSED_REQUESTS_MAX,
      description: 'Entries are removed when their plugin is enabled or removed',
    }),
  },
);
export type RefusedRequestList = Static<typeof RefusedRequestList>;
