import Type, { type Static } from 'typebox';
import { named, Text, Timestamp } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';
import type { ByVersion } from '../versions.ts';
import { ClientIpAddress } from './client-ip-address.ts';

const clientProperties = {
  plugin_id: Type.Optional(Text('Plugin of the client.', '7d444840-9dc0-41d1-b245-5ffdce74fad2')),
  plugin_name: Type.Optional(Text('Name of that plugin.', 'vms')),
  session_id: Text('Session of the client.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  session_name: Type.Optional(Text('Name the client gave its token (`token_name`).', 'desk 2')),
  operator_name: Text('Person at the client; empty when it gave no name.', 'M. Rossi'),
};

/** Only where the client has given it. */
const WITH_IP_ADDRESS: ByVersion<SchemaDifference> = { '0.5.0': { with: { ip_address: ClientIpAddress } } };

export const ControllingClient = named(
  'ControllingClient',
  'The client in control.',
  {
    ...clientProperties,
    last_change: Type.Optional(Timestamp('Since when it has been in control.')),
  },
  WITH_IP_ADDRESS,
);
export type ControllingClient = Static<typeof ControllingClient>;

export const RequestingClient = named(
  'RequestingClient',
  'A client in the queue for control.',
  {
    ...clientProperties,
    last_change: Type.Optional(Timestamp('Since when it has waited; a repeated request does not change it.')),
  },
  WITH_IP_ADDRESS,
);
export type RequestingClient = Static<typeof RequestingClient>;

export const HandoffState = named('HandoffState', 'The client in control and the queue.', {
  controlling_client: Type.Union([ControllingClient, Type.Null()], {
    description: 'The client in control, or null: then every client with the scope may command.',
  }),
  requesting_clients: Type.Array(RequestingClient, {
    description: 'Queue of waiting clients, the next one first. A place lasts 60 s unless the request is repeated.',
  }),
});
export type HandoffState = Static<typeof HandoffState>;
