import { createHash } from 'node:crypto';
import type { Secrets } from '@kitestring/station-core/ports';

/** Secrets for unit tests: shaped like real ones, the same in every run, without the cost of a slow hash. */
export function testSecrets(): Secrets {
  let count = 0;
  const next = (kind: string) => createHash('sha256').update(`${kind} ${count++}`).digest();
  const digest = (key: string) => createHash('sha256').update(`salted ${key}`).digest('hex');
  return {
    newId: () =>
      next('id')
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
    newToken: () => next('token').toString('base64url'),
    newKey: () => `kite_${next('key').toString('base64url')}`,
    hashToken: (token) => createHash('sha256').update(token).digest('hex'),
    hashKey: async (key) => (/^kite_.{43}$/.test(key) ? `fast:${digest(key)}` : digest(key)),
    hashPassword: async (password) => `slow:${digest(password)}`,
    isPassword: async (password, kept) => kept === `slow:${digest(password)}`,
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
    isPasskeyKey: (key) => key.length > 0,
    // A key is sufficient to sign: enough for tests of the surrounding code.
    isSigned: (key, data, signature) =>
      createHash('sha256').update(key).update(data).digest().equals(Buffer.from(signature)),
  };
}
