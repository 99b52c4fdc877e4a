/** Subprotocols of the station's WebSockets: how a browser, which cannot set headers, shows its token, and the form of messages. */
export const BEARER_SUBPROTOCOL_PREFIX = 'bearer.';
/** Messages as without any subprotocol. Whoever offers it beside its token need not have the token repeated in the answer. */
export const PLAIN_SUBPROTOCOL = 'kitestring.v1';
export const ENVELOPE_SUBPROTOCOL = 'kitestring.topics.v1';
