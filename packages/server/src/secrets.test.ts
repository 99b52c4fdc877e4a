import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SecretsBusy } from './hash-lanes.ts';
import { nodeSecrets } from './secrets.ts';

const CHEAP = { N: 2, r: 1, p: 1 };
const SALT = new Uint8Array(16).fill(7);
const cheap = () => nodeSecrets({ salt: SALT, cost: CHEAP });

describe('secrets', () => {
  it('hash a key as scrypt does (RFC 7914, second test vector, first 32 bytes)', async () => {
    const salt = new TextEncoder().encode('NaCl');
    const secrets = nodeSecrets({ salt, cost: { N: 1024, r: 8, p: 16 } });
    const expected = 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162';
    assert.equal(await secrets.hashKey('password'), expected);
  });

  it('hash a key at the default cost', async () => {
    const secrets = nodeSecrets({ salt: SALT });
    const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((key) => secrets.hashKey(key)));
    assert.match(one ?? '', /^[0-9a-f]{64}$/);
    assert.equal(one, again);
    assert.notEqual(one, other);
  });

  it('hash the same key differently in another data folder', async () => {
    const other = nodeSecrets({ salt: new Uint8Array(16).fill(8), cost: CHEAP });
    assert.notEqual(await cheap().hashKey('a'), await other.hashKey('a'));
  });

  it('hash a token with SHA-256 (FIPS 180-4 example)', () => {
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    assert.equal(cheap().hashToken('abc'), expected);
  });

  it('make ids, tokens and keys of 256 random bits in characters that need no quoting', () => {
    const secrets = cheap();
    assert.match(secrets.newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(secrets.newToken(), /^[A-Za-z0-9_-]{43}$/);
    assert.match(secrets.newKey(), /^kite_[A-Za-z0-9_-]{43}$/);
    const tokens = Array.from({ length: 1000 }, secrets.newToken);
    assert.equal(new Set(tokens).size, 1000);
  });

  it('take 2 keys at a time and 64 that wait, refuse the next, and take more once there is room', async () => {
    const secrets = cheap();
    const taken = Array.from({ length: 66 }, (_, index) => secrets.hashKey(`key ${index}`));
    await assert.rejects(secrets.hashKey('one too many'), SecretsBusy);
    const hashes = await Promise.all(taken);
    assert.equal(new Set(hashes).size, 66);
    assert.match(await secrets.hashKey('later'), /^[0-9a-f]{64}$/);
  });

  it('hash a key of 256 random bits fast, salted, and so that no other key has the same hash', async () => {
    const impossible = { N: 3, r: 1, p: 1 };
    const secrets = nodeSecrets({ salt: SALT, cost: impossible });
    const key = secrets.newKey();
    const keyHash = await secrets.hashKey(key);
    assert.match(keyHash, /^sha256:[0-9a-f]{64}$/);
    assert.ok(secrets.isFastHash(keyHash));
    assert.notEqual(await nodeSecrets({ salt: new Uint8Array(16).fill(8), cost: impossible }).hashKey(key), keyHash);
    assert.notEqual(await secrets.hashKey(secrets.newKey()), keyHash);
    await assert.rejects(secrets.hashKey(`${key}a`), RangeError, 'a key that a person chose is hashed slowly');
  });

  it('hash the key of somebody known while as many strangers wait as may', async () => {
    const secrets = nodeSecrets({ salt: SALT, cost: { N: 2 ** 12, r: 8, p: 1 } });
    const order: string[] = [];
    const strangers = Array.from({ length: 65 }, (_, index) =>
      secrets.hashKey(`key ${index}`, 'stranger').then(() => order.push('stranger')),
    );
    await assert.rejects(secrets.hashKey('one too many', 'stranger'), SecretsBusy);
    await secrets.hashKey('mine', 'known').then(() => order.push('known'));
    assert.ok(order.indexOf('known') <= 2, order.join(' '));
    await Promise.all(strangers);
  });

  it('go on after a hash that failed', async () => {
    const impossible = nodeSecrets({ salt: SALT, cost: { N: 3, r: 1, p: 1 } });
    for (let attempt = 0; attempt < 5; attempt += 1) await assert.rejects(impossible.hashKey('a'), RangeError);
  });
});
