import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, Whole } from '../schema.ts';

/** Maximum number of entries: more than an operator can process. */
export const REFUSED_REQUESTS_MAX = 50;

export const RefusedRequest = named(
  'RefusedRequest',
  'A token request of a disabled plugin. Requests of the same plugin from the same address share one entry with their count.',
  {
    plugin_id: Text('The plugin that made the requests.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
    plugin_name: Text('Its name.', 'vms'),
    token_name: Type.Optional(Text('The `token_name` of its last request.', 'desk 2')),
    address: Type.Optional(Text('Address of the client; behind a proxy, that of the proxy.', '192.0.2.7')),
    count: Whole('Number of requests.', 12, { minimum: 1 }),
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
