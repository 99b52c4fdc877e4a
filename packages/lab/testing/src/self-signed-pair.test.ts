import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { it } from 'node:test';
import { selfSignedPair } from './self-signed-pair.ts';

it('A pair for tests is a certificate that its own key has signed, good today, and never the same twice', () => {
  const { cert, key } = selfSignedPair('kite.test');
  const certificate = new X509Certificate(cert);
  assert.equal(certificate.subject, 'CN=kite.test');
  assert.ok(certificate.verify(certificate.publicKey));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(key)));
  const now = Date.now();
  assert.ok(Date.parse(certificate.validFrom) < now && now < Date.parse(certificate.validTo));
  assert.notEqual(selfSignedPair().cert, selfSignedPair().cert);
});
