import { createHash } from 'node:crypto';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';

/** Secrets for unit tests: shaped as real ones, the same in every run, and without the cost of a slow hash. */
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
    hashKeySlowly: async (key) => digest(key),
    isFastHash: (hash) => hash.startsWith('fast:'),
  };
}
