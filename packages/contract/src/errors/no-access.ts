import { errorTable } from './error-definition.ts';

/** Who asks, and what they may: 401, 403. */
export const NO_ACCESS_ERRORS = errorTable({
  MISSING_TOKEN: {
    status: 401,
    meaning: 'The request carries no token.',
    remedy: 'Send `Authorization: Bearer <token>`; a token comes from auth/token/request.',
    example: 'the request carries no token',
  },
  INVALID_TOKEN: {
    status: 401,
    meaning: 'The token is unknown, expired or invalidated.',
    remedy: 'Request a new token.',
    example: 'the token is unknown, expired or invalidated',
  },
  MISSING_API_KEY: {
    status: 401,
    meaning: 'The token request carries no API key.',
    remedy: 'Send the key as `client_secret` or as HTTP Basic password.',
    example: 'the request carries no API key',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'No plugin has this API key.',
    remedy: 'Check the key; `kitestring plugin rotate` makes a new one.',
    example: 'no plugin has this API key',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: 'The token lacks a scope that this operation needs.',
    remedy: 'Request a token with that scope, if the plugin has it.',
    example: 'this needs the scope control, the token has read',
  },
  SCOPE_NOT_GRANTED: {
    status: 403,
    meaning: 'A scope was asked for that the plugin does not have.',
    remedy: 'Ask for fewer scopes, or have the plugin given more.',
    example: 'the plugin vms does not have the scope can_override',
  },
  PLUGIN_DISABLED: {
    status: 403,
    meaning: 'The plugin is switched off.',
    remedy: 'Ask the operator to enable it.',
    example: 'the plugin vms is disabled',
  },
  FOREIGN_PAGE: {
    status: 403,
    meaning: 'A web page of another origin asked for a token.',
    remedy: 'Name the origin of the page in the setting `cors.origins` if it may sign in.',
    example: 'a web page of another origin must not request tokens; name its origin in cors.origins if it may',
  },
  CONTROL_TAKEN: {
    status: 403,
    meaning: 'Another client is in control.',
    remedy: 'Request control and wait for it, or override with the scope `can_override`.',
    example: 'M. Rossi (vms) is in control',
  },
  CONNECTION_OF_ANOTHER_SESSION: {
    status: 403,
    meaning: 'The WebSocket named by the cookie was opened by another session.',
    remedy: 'Use the token that opened it.',
    example: 'the WebSocket was opened by another session',
  },
});
