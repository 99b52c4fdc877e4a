/** NIST SP 800-63B requires 8 characters with a second factor and 15 without; OWASP recommends 12. */
export const PASSWORD_MIN = 12;
/** Bounds the cost of hashing; a passphrase is shorter. */
export const PASSWORD_MAX = 128;
