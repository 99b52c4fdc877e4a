import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSignedBy, Nkey, userKey } from './nkey.ts';

describe('an NKey', () => {
  const key = Nkey.make('user');

  it('is made again from its seed, and signs what its public key verifies', () => {
    const again = Nkey.fromSeed(key.seed, 'user');
    assert.equal(again.publicKey, key.publicKey);
    assert.match(key.publicKey, /^U[A-Z2-7]{55}$/);
    assert.match(key.seed, /^SU[A-Z2-7]{56}$/);
    const signature = again.sign(Buffer.from('text')).toString('base64url');
    assert.ok(isSignedBy(key.publicKey, 'text', signature));
    assert.ok(!isSignedBy(key.publicKey, 'texts', signature));
    assert.ok(!isSignedBy(Nkey.make('user').publicKey, 'text', signature));
    assert.ok(!isSignedBy(key.publicKey, 'text', ''));
  });

  it('has the form of NATS: key and signature are those that @nats-io/nkeys 2.0.3 has made', () => {
    const known = Nkey.fromSeed('SUACKDILAE4FRT4TL6YWKMBBY2DQXBB7YXE5CENX5O5ZOUJ2RJQWOWHQVU', 'user');
    assert.equal(known.publicKey, 'UAGECJDP2XIUKG64ZGO3OPHY2ETDICU4LOGIHQERNMYXNU447GA2KSR4');
    const signature = 'EgdF668Oe16XFVMkxZOfVqv4fqAWN233aLkXBnfgiqbIc69oTMVdAr_F_flltKCf9AkHY5R1Z-1GVB2kEcWYCg';
    assert.equal(known.sign(Buffer.from('text')).toString('base64url'), signature);
  });

  it('with a wrong character, of another kind or cut off is none', () => {
    for (const text of [`${key.publicKey.slice(0, -1)}${key.publicKey.endsWith('A') ? 'B' : 'A'}`, '', 'U', key.seed]) {
      assert.equal(userKey(text), undefined, text);
    }
    assert.equal(userKey(Nkey.make('account').publicKey), undefined);
    assert.throws(() => Nkey.fromSeed(key.seed, 'account'), /not a seed of a key of kind account/);
    assert.throws(() => Nkey.fromSeed(key.seed.slice(0, -1), 'user'), /damaged/);
    assert.throws(() => Nkey.fromSeed(`${key.seed.slice(0, -1)}1`, 'user'), /base32/);
  });
});
