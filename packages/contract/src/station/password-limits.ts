/** NIST SP 800-63B asks for 8 where a second factor is there, for 15 where none is; OWASP for 12. */
export const PASSWORD_MIN = 12;
/** Bounds the work of a hash; a passphrase is shorter. */
export const PASSWORD_MAX = 128;
