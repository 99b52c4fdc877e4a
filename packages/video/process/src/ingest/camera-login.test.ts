import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestMatcher, readDigest } from '../rtsp/digest.ts';
import { CameraLogin } from './camera-login.ts';

const LOGIN = { user: 'Mufasa', password: 'Circle Of Life' };
const URI = 'rtsp://10.0.0.9/main';

function answered(...challenges: readonly string[]): string {
  const login = new CameraLogin(LOGIN);
  assert.equal(login.accept(challenges), true);
  return login.headerFor('DESCRIBE', URI) ?? '';
}

const isRight = (header: string): boolean => {
  const credentials = readDigest(header.replace(/^Digest /, ''), 'DESCRIBE');
  return credentials !== undefined && digestMatcher(credentials)(LOGIN.password);
};

describe('who asks a camera', () => {
  it('says nothing before it is asked', () => {
    assert.equal(new CameraLogin(LOGIN).headerFor('OPTIONS', URI), undefined);
  });

  it('answers Digest with MD5 as before RFC 7616, and with a count where it is wanted', () => {
    const plain = answered('Digest realm="cam, era", nonce="abc"');
    assert.ok(isRight(plain));
    assert.doesNotMatch(plain, /qop|algorithm/);
    assert.match(answered('Digest realm="x",nonce="y",qop="auth,auth-int",opaque="z"'), /opaque="z".*nc=00000001/);
    assert.ok(isRight(answered('Digest realm="x",nonce="y",qop="auth"')));
  });

  it('takes the best of what is offered, in one header or several', () => {
    const offers = ['Basic realm="x"', 'Digest realm="x", nonce="y"', 'Digest realm="x", nonce="z", algorithm=SHA-256'];
    for (const challenges of [offers, [offers.join(', ')]]) {
      const header = answered(...challenges);
      assert.match(header, /algorithm=SHA-256/);
      assert.ok(isRight(header));
    }
  });

  it('shows its password by Basic only where nothing else is offered', () => {
    assert.equal(answered('Basic realm="x"'), `Basic ${btoa('Mufasa:Circle Of Life')}`);
  });

  it('gives up when the same is refused again, and tries again with another nonce', () => {
    const login = new CameraLogin(LOGIN);
    assert.equal(login.accept(['Digest realm="x", nonce="1"']), true);
    assert.equal(login.accept(['Digest realm="x", nonce="1"']), false);
    assert.equal(login.accept(['Digest realm="x", nonce="2", stale=true']), true);
    assert.equal(new CameraLogin(undefined).accept(['Basic realm="x"']), false);
  });

  it('does not answer what it cannot, or what would break a request', () => {
    for (const challenge of [
      'Digest realm="x", nonce="y", algorithm=MD5-sess',
      'Digest realm="x", nonce="y", qop="auth-int"',
      'Digest realm="x"',
      'Digest realm="x\r\nX: y", nonce="y"',
      'Negotiate',
      '',
    ]) {
      assert.equal(new CameraLogin(LOGIN).accept([challenge]), false, challenge);
    }
  });
});
