/**
 * Subprotocols of the station's WebSockets: how a browser, which cannot set headers, sends its token, and the format of
 * messages.
 */
export const BEARER_SUBPROTOCOL_PREFIX = 'bearer.';
/**
 * Messages as without any subprotocol. If it is offered together with a token, the answer need not repeat the token.
 */
export const PLAIN_SUBPROTOCOL = 'kitestring.v1';
export const ENVELOPE_SUBPROTOCOL = 'kitestring.topics.v1';
