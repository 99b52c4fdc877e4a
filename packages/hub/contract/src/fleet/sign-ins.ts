import { operation } from '@kitestring/station-contract/operation.ts';
import { named, OneOf, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { ADMINISTERS, IdParams } from './operations.ts';

/** Maximum of sign-ins in one answer. */
export const SIGN_INS_SHOWN_MAX = 1000;

export const FleetOpenSignIn = named('FleetOpenSignIn', 'A browser that is signed in.', {
  id: Text('Id of the sign-in.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  kind: OneOf(
    ['key', 'person', 'link'],
    '`key`: with an API key. `person`: by the provider. `link`: with a link for administrators.',
  ),
  who: Type.String({ description: 'Id of the key or the person; `admin-link` for a link.' }),
  name: Text('Name of the key or the person.', 'Anna Example'),
  opened: Timestamp('Begin of the sign-in.'),
  used: Timestamp('Last use, recorded once a minute.'),
  is_own: Type.Boolean({ description: 'Whether the caller is signed in by it.' }),
});
export type FleetOpenSignIn = Static<typeof FleetOpenSignIn>;

export const FleetOpenSignInList = named(
  'FleetOpenSignInList',
  'Browsers that are signed in, most recently used first.',
  {
    sign_ins: Type.Array(FleetOpenSignIn, { maxItems: SIGN_INS_SHOWN_MAX, description: 'Each of them once.' }),
  },
);

export const listSignIns = operation({
  ...ADMINISTERS,
  id: 'fleet.sign_ins',
  path: '/sign-ins',
  summary: 'Open sign-ins',
  description: 'Browsers that are signed in at this hub, at any replica. Requests with a key have no sign-in.',
  replies: { 200: FleetOpenSignInList },
  errors: ['STORE_UNUSABLE'],
});

export const endSignIn = operation({
  ...ADMINISTERS,
  id: 'fleet.sign_ins.end',
  method: 'DELETE',
  path: '/sign-ins/{id}',
  summary: 'End a sign-in',
  description:
    'Its cookie becomes invalid at once, at every replica, and its WebSockets are closed. The key or the account can be used for another sign-in: remove the key, or the role, to prevent that.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const SIGN_IN_OPERATIONS = [listSignIns, endSignIn] as const;
