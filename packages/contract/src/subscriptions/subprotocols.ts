/** Subprotocols of the station's WebSockets: how a browser, which cannot set headers, shows its token, and the form of messages. */
export const BEARER_SUBPROTOCOL_PREFIX = 'bearer.';
export const ENVELOPE_SUBPROTOCOL = 'kitestring.topics.v1';
