import { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { named, OneOf, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { GroupId } from './groups.ts';
import { FleetRole } from './role.ts';

/** Maximum duration of a sign-in, used or not. */
export const SESSION_MAX_S = 8 * 3600;
/** An unused sign-in ends after this time. An open WebSocket counts as use. */
export const SESSION_IDLE_S = 30 * 60;
/** Time limit for a sign-in by a provider. */
export const SIGN_IN_FLOW_S = 600;

/** Cookie of a sign-in. Browsers accept the prefix only over HTTPS, for one host and all of its paths (RFC 6265bis). */
export const SESSION_COOKIE = { secure: '__Host-ks', plain: 'ks' } as const;
/** Cookie of an unfinished sign-in by a provider. */
export const FLOW_COOKIE = { secure: '__Host-ks-flow', plain: 'ks-flow' } as const;

export const FleetSignIn = named('FleetSignIn', 'The ways to sign in at this hub.', {
  key: Type.Boolean({ description: 'Whether an API key of the hub can be entered.' }),
  oidc: Type.Optional(
    Type.Object(
      {
        name: Text('Name of the provider.', 'Single sign-on'),
        url: Type.String({ description: 'Address that begins the sign-in; `return_to` names a page of the hub.' }),
        state: OneOf(['up', 'away'], '`away`: the provider did not answer the last request.'),
        reason: Type.Optional(Type.String({ description: 'Why it is unavailable.' })),
      },
      { description: 'Sign-in by an OpenID Connect provider; absent: none is configured.' },
    ),
  ),
});
export type FleetSignIn = Static<typeof FleetSignIn>;

export const NewFleetSession = named(
  'NewFleetSession',
  'A sign-in with an API key of the hub, or with the token of `kitestring hub admin-link`.',
  {
    api_key: Type.Optional(Text('The key.', 'kitehub_...', { minLength: 1, maxLength: 200 })),
    admin_link: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The token, which is valid once, for 10 minutes.' }),
    ),
  },
);

/** Values of the parameter `sign_in` in the address to which a failed sign-in returns. */
export const SIGN_IN_FAULTS = ['expired', 'refused', 'away'] as const;
export type SignInFault = (typeof SIGN_IN_FAULTS)[number];

const FleetRight = Type.Object({
  role: FleetRole,
  group: Type.Optional(
    Type.Object(
      { id: GroupId, name: Type.String({ description: 'Name of the group.' }) },
      { description: 'Stations for which the role applies; absent: all of them.' },
    ),
  ),
  scopes: Type.Array(Scope, { description: 'Scopes of the role at the stations: `control` allows commands.' }),
});

export const FleetSession = named('FleetSession', 'The current sign-in with its rights.', {
  kind: OneOf(
    ['key', 'person', 'link'],
    '`key`: with an API key of the hub. `person`: by the provider. `link`: with a link for administrators.',
  ),
  id: Text('Id of the key or the person.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  name: Text('Name of the key or the person.', 'Anna Example'),
  rights: Type.Array(FleetRight, { description: 'All of them apply together; empty: signed in without a role.' }),
  opened: Type.Optional(Timestamp('Begin of the sign-in; absent for a request with a key.')),
  expires: Type.Optional(Timestamp('When the sign-in ends at the latest; absent for a request with a key.')),
  idle_s: Type.Optional(
    Type.Integer({ minimum: 1, description: 'It ends earlier when it is not used for this time, seconds.' }),
  ),
});
export type FleetSession = Static<typeof FleetSession>;
