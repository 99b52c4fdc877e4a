import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { SecretsBusyFault } from '@kitestring/base/secrets-busy-fault.ts';
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
    await assert.rejects(secrets.hashKey('one too many'), SecretsBusyFault);
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
    assert.notEqual(await nodeSecrets({ salt: new Uint8Array(16).fill(8), cost: impossible }).hashKey(key), keyHash);
    assert.notEqual(await secrets.hashKey(secrets.newKey()), keyHash);
    await assert.rejects(secrets.hashKey(`${key}a`), RangeError, 'a key that a person chose is hashed slowly');
  });

  it('hash the key of somebody known before the strangers that wait', async () => {
    const secrets = nodeSecrets({ salt: SALT, cost: { N: 2 ** 12, r: 8, p: 1 } });
    const order: string[] = [];
    const strangers = Array.from({ length: 65 }, (_, index) =>
      secrets.hashKey(`key ${index}`, 'stranger 192.0.2.1').then(() => order.push('stranger')),
    );
    await assert.rejects(secrets.hashKey('one too many', 'stranger 192.0.2.1'), SecretsBusyFault);
    await secrets.hashKey('mine', 'known').then(() => order.push('known'));
    assert.ok(order.length < strangers.length, order.join(' '));
    await Promise.all(strangers);
  });

  it('know a password by a salted hash that tells its cost, whatever the keyboard made of its letters', async () => {
    const secrets = cheap();
    const [one, other] = await Promise.all([
      secrets.hashPassword('Zoë über dem Hafen'),
      secrets.hashPassword('Zoë über dem Hafen'),
    ]);
    assert.notEqual(one, other);
    assert.match(one, /^scrypt\$\d+\$\d+\$\d+\$[\w-]{22}\$[\w-]{43}$/);
    assert.equal(await secrets.isPassword('Zoe\u0308 u\u0308ber dem Hafen', one), true);
    assert.equal(await secrets.isPassword('Zoë über dem hafen', one), false);
    assert.equal(await secrets.isPassword('Zoë über dem Hafen', undefined), false);
    const dearer = nodeSecrets({ salt: SALT, cost: { N: 2 ** 5, r: 4, p: 2 } });
    assert.equal(await dearer.isPassword('Zoë über dem Hafen', one), true, 'hashed before the cost was raised');
  });

  it('hash a password at the cost that OWASP advises', async () => {
    assert.match(await nodeSecrets({ salt: SALT }).hashPassword('wind over the harbour'), /^scrypt\$32768\$8\$3\$/);
  });

  it('work as long for a login that is not there as for a wrong password', async () => {
    // A cost that cannot be met shows that the work is begun.
    const impossible = nodeSecrets({ salt: SALT, cost: { N: 3, r: 1, p: 1 } });
    await assert.rejects(impossible.isPassword('any', undefined), RangeError);
  });

  it('check signatures of P-256, Ed25519 and RSA, and take no other key', () => {
    const secrets = cheap();
    const data = Buffer.from('what was signed');
    for (const [{ privateKey, publicKey }, digest] of [
      [generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256'],
      [generateKeyPairSync('ed25519'), null],
      [generateKeyPairSync('rsa', { modulusLength: 2048 }), 'sha256'],
    ] as const) {
      const spki = publicKey.export({ format: 'der', type: 'spki' });
      const signature = sign(digest, data, privateKey);
      assert.ok(secrets.isPasskeyKey(spki));
      assert.ok(secrets.isSigned(spki, data, signature));
      assert.ok(!secrets.isSigned(spki, Buffer.from('something else'), signature));
      assert.ok(!secrets.isSigned(spki, data, signature.subarray(1)));
    }
    for (const { publicKey } of [
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      generateKeyPairSync('rsa', { modulusLength: 1024 }),
    ]) {
      assert.ok(!secrets.isPasskeyKey(publicKey.export({ format: 'der', type: 'spki' })));
    }
    assert.ok(!secrets.isPasskeyKey(Buffer.from('no key')));
    assert.ok(!secrets.isSigned(Buffer.from('no key'), data, data));
  });

  it('go on after a hash that failed', async () => {
    const impossible = nodeSecrets({ salt: SALT, cost: { N: 3, r: 1, p: 1 } });
    for (let attempt = 0; attempt < 5; attempt += 1) await assert.rejects(impossible.hashKey('a'), RangeError);
  });
});
