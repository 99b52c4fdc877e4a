import { errorTable } from './error-definition.ts';

/** Authentication and authorization: 401, 403. */
export const NO_ACCESS_ERRORS = errorTable(403, {
  MISSING_TOKEN: {
    status: 401,
    meaning: 'The request carries no token.',
    remedy: 'Send `Authorization: Bearer <token>`; a token comes from auth/token/request.',
    message: 'the request carries no token; send Authorization: Bearer <token>',
  },
  INVALID_TOKEN: {
    status: 401,
    meaning: 'The token is unknown, expired or invalidated.',
    remedy: 'Request a new token.',
    message: {
      unknown: 'the token is unknown, expired or invalidated',
      sessionGone: 'the session {session} no longer exists',
      sessionEnded: 'the session has ended',
    },
  },
  MISSING_API_KEY: {
    status: 401,
    meaning: 'The token request carries no API key.',
    remedy: 'Send the key as `client_secret` or as HTTP Basic password.',
    message: 'the request carries no API key; send it as client_secret or as password of HTTP Basic',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The station, or the hub, does not know this API key.',
    remedy: 'Check the key; `kitestring plugin rotate` creates a new one.',
    message: 'the API key is unknown',
  },
  INVALID_SIGN_IN: {
    status: 401,
    meaning: 'Login or password is wrong. An unknown login is answered in the same way.',
    remedy: 'Check both; an administrator can set a new password.',
    message: {
      wrong: 'login or password is wrong',
      passkey: 'the passkey was not accepted',
    },
  },
  WRONG_PASSWORD: {
    meaning: 'The current password, required for this change of one’s own account, is wrong. The session continues.',
    remedy: 'Type it again; an administrator can set a new one.',
    message: 'the current password is wrong',
  },
  ACCOUNT_DISABLED: {
    meaning: 'The account may not sign in.',
    remedy: 'Ask an administrator to enable it.',
    message: 'the account {account} is disabled',
    sample: { account: 'Maria Rossi' },
  },
  INVALID_WATCH_LINK: {
    status: 401,
    meaning: 'No watch link has this secret.',
    remedy: 'Check the address for completeness, or ask for a new link.',
    message: {
      unknown: 'there is no such link',
      missing: 'the request carries no secret of a watch link',
    },
  },
  WATCH_LINK_ENDED: {
    meaning: 'The watch link has expired or was revoked.',
    remedy: 'Ask for a new link.',
    message: {
      revoked: 'the link {link} was revoked',
      expired: 'the link {link} has expired',
    },
    sample: { link: 'Command post' },
  },
  INSUFFICIENT_SCOPE: {
    meaning: 'The token lacks a scope that this operation needs.',
    remedy: 'Request a token with that scope, if the plugin has it.',
    message: {
      operation: 'this needs the scope {needed}, the token has {held}',
      scenario: 'the scenario’s client {client} needs the scope {needed}, the token has {held}',
      component: '{client} needs the scope {needed}',
      role: 'the account {account} operates the camera and does not fly',
      hub: 'this needs the role {needed} for these stations, {name} has {held}',
      elsewhere: 'this token is for the API of the station {station}',
    },
    sample: { needed: 'control', held: 'read' },
  },
  SCOPE_NOT_GRANTED: {
    meaning: 'The request names a scope that the plugin does not have.',
    remedy: 'Request fewer scopes, or have the plugin granted more.',
    message: 'this plugin may request the scopes {granted}; scope also has {got}',
    sample: { granted: 'read, control', got: 'can_override' },
  },
  PLUGIN_DISABLED: {
    meaning: 'The plugin is disabled.',
    remedy: 'Ask the operator to enable it.',
    message: 'the plugin {plugin} is disabled',
    sample: { plugin: 'vms' },
  },
  FOREIGN_PAGE: {
    meaning: 'A web page of another origin requested a token, or used the cookie of a sign-in.',
    remedy: 'Add the origin of the page to the setting `cors.origins` if it is allowed to sign in.',
    message: {
      token: 'a web page of another origin must not request tokens; name its origin in cors.origins if it may',
      cookie: 'a sign-in by cookie may make changes from a page of this hub only; the request has the origin {origin}',
    },
    sample: { origin: 'https://other.example' },
  },
  CONTROL_TAKEN: {
    meaning: 'Another client is in control.',
    remedy: 'Request control and wait for it, or override with the scope `can_override`.',
    message: {
      taken: '{client} is in control',
      queueFull: '{client} is in control, and the queue is full ({most})',
    },
    sample: { client: 'M. Rossi (vms)' },
  },
  CONNECTION_OF_ANOTHER_SESSION: {
    meaning: 'The WebSocket named by the cookie was opened by another session.',
    remedy: 'Use the token that opened it.',
    message: 'the WebSocket was opened by another session',
  },
});
