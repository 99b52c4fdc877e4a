import { Nothing, operation } from '@kitestring/station-contract/operation.ts';
import Type from 'typebox';
import { FLEET_BASE } from './operations.ts';
import { FleetSession, FleetSignIn, NewFleetSession, SESSION_COOKIE, SIGN_IN_FAULTS } from './session.ts';

const SESSION = { base: FLEET_BASE, path: '/session' } as const;

export const readSignIn = operation({
  base: FLEET_BASE,
  id: 'fleet.sign_in',
  path: '/sign-in',
  access: 'open',
  summary: 'Ways to sign in',
  description: 'Ways to sign in, for a page before the sign-in.',
  replies: { 200: FleetSignIn },
});

export const openSession = operation({
  ...SESSION,
  id: 'fleet.session.open',
  method: 'POST',
  access: 'key',
  summary: 'Sign in with an API key',
  description: `Sets a cookie (\`${SESSION_COOKIE.secure}\`; over plain HTTP \`${SESSION_COOKIE.plain}\`) that replaces the key in later requests of this browser, so that a page need not store the key. Every change and every WebSocket with the cookie must come from a page of this hub. It ends after 8 hours, after 30 minutes without use, or when the key is removed. After 5 wrong keys each further one takes longer.`,
  body: NewFleetSession,
  replies: { 201: FleetSession },
  errors: ['INVALID_API_KEY', 'FOREIGN_PAGE', 'TOO_MANY_WRONG_KEYS', 'RATE_LIMITED', 'STORE_UNUSABLE'],
});

export const readSession = operation({
  ...SESSION,
  id: 'fleet.session',
  access: 'any-token',
  summary: 'The current sign-in',
  description: 'Name and rights of the caller, by cookie or by key.',
  replies: { 200: FleetSession },
});

export const endSession = operation({
  ...SESSION,
  id: 'fleet.session.end',
  method: 'DELETE',
  access: 'any-token',
  summary: 'Sign out',
  description: 'The cookie becomes invalid at once, at every replica of the hub, and its WebSockets are closed.',
  errors: ['NOT_FOUND', 'FOREIGN_PAGE', 'STORE_UNUSABLE'],
});

const ReturnTo = Type.Optional(
  Type.String({
    maxLength: 1000,
    pattern: '^/(?![/\\\\])[^\\s\\\\]*$',
    description: 'Path of a page of the hub to return to; `/` when absent.',
  }),
);

export const startOidc = operation({
  base: FLEET_BASE,
  id: 'fleet.sign_in.oidc',
  path: '/sign-in/oidc',
  access: 'open',
  summary: 'Sign in by the provider',
  description: `For browsers: redirects to the provider (authorization code with PKCE, state and nonce). A failed sign-in returns with \`sign_in\` in the query: ${SIGN_IN_FAULTS.map((fault) => `\`${fault}\``).join(', ')}.`,
  query: Type.Object({ return_to: ReturnTo }),
  replies: { 303: Nothing },
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'SIGN_IN_PROVIDER_AWAY', 'STORE_UNUSABLE'],
});

export const finishOidc = operation({
  base: FLEET_BASE,
  id: 'fleet.sign_in.oidc.callback',
  path: '/sign-in/oidc/callback',
  access: 'open',
  summary: 'Return of the provider',
  description: 'The redirect address of this hub, to be registered at the provider.',
  replies: { 303: Nothing },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const logoutOidc = operation({
  base: FLEET_BASE,
  id: 'fleet.sign_in.oidc.logout',
  method: 'POST',
  path: '/sign-in/oidc/logout',
  access: 'open',
  summary: 'Sign-out at the provider',
  description: 'Back-channel logout (OpenID Connect Back-Channel Logout 1.0): ends the sign-ins named by the token.',
  body: Type.Object({ logout_token: Type.String({ maxLength: 10_000, description: 'Signed by the provider.' }) }),
  bodyTypes: ['application/x-www-form-urlencoded'],
  unknownProperties: 'ignore',
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'SIGN_IN_PROVIDER_AWAY', 'STORE_UNUSABLE'],
});

export const SESSION_OPERATIONS = [
  ...[readSignIn, openSession, readSession, endSession],
  ...[startOidc, finishOidc, logoutOidc],
];
