/*
 * Signed texts other than segments. Each begins with its purpose and has spaces, so that none can be confused with
 * another, nor with a nonce of the broker.
 */

/** Signed by a station’s new key at enrolment. `host` is the hub’s host with port, as in its URL. */
export const enrolmentText = (host: string, code: string, key: string, nonce: string): string =>
  `kitestring enrolment 1 ${host} ${code} ${key} ${nonce}`;

/** Signed by a station’s key and by its new one, for a renewal. */
export const renewalText = (sid: string, key: string, newKey: string | undefined, nonce: string): string =>
  `kitestring renewal 1 ${sid} ${key} ${newKey ?? '-'} ${nonce}`;

/** Signed by a station’s key: a request to the hub. @param name last token of its subject */
export const requestText = (sid: string, name: string, request: string): string =>
  `kitestring request 1 ${sid} ${name} ${request}`;

/** Signed by an older command key of the hub, to certify a newer one. */
export const hubKeyText = (kid: string, x: string): string => `kitestring hub key 1 ${kid} ${x}`;

/** Nonces of a broker that a station signs: those of nats-server have 15 characters of base64url. */
export const isBrokerNonce = (nonce: string): boolean => /^[A-Za-z0-9_-]{8,64}$/.test(nonce);
