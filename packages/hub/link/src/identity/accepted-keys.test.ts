import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { hubKeyText } from '@kitestring/hub-contract/signed-texts.ts';
import { acceptedKeys } from './accepted-keys.ts';

const made = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { kid, x: String(publicKey.export({ format: 'jwk' }).x), privateKey };
};
type Made = ReturnType<typeof made>;
const plain = ({ kid, x }: Made): HubKey => ({ kid, x });
const vouched = (key: Made, by: Made): HubKey => ({
  ...plain(key),
  by: by.kid,
  sig: sign(null, Buffer.from(hubKeyText(key.kid, key.x)), by.privateKey).toString('base64url'),
});

describe('keys of the hub’s commands', () => {
  const [a, b, c] = [made('a'), made('b'), made('c')];

  it('a new one is taken when a pinned one has signed it, and a pinned one goes when it is no longer named', () => {
    assert.deepEqual(acceptedKeys([plain(a)], [plain(a), vouched(b, a)]), [plain(a), plain(b)]);
    assert.deepEqual(acceptedKeys([plain(a), plain(b)], [plain(b)]), [plain(b)]);
    assert.equal(acceptedKeys([plain(a)], [plain(a)]), undefined);
  });

  it('no key is taken that nobody or a stranger has signed, and none in place of a pinned one', () => {
    for (const offered of [
      [plain(b)],
      [vouched(b, c)],
      [{ ...vouched(b, a), x: c.x }],
      [vouched({ ...b, kid: 'a' }, a)],
      [{ ...plain(b), by: 'a', sig: 'A'.repeat(86) }],
    ]) {
      assert.equal(acceptedKeys([plain(a)], offered), undefined);
    }
  });
});
