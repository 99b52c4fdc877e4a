import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { digestMatcher, readDigest } from './digest.ts';

/** The example of RFC 2617 section 3.5. */
const RFC_2617 =
  'username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", uri="/dir/index.html", qop=auth, ' +
  'nc=00000001, cnonce="0a4f113b", response="6629fae49393a05397450978507c4ef1", opaque="5ccc069c403ebaf9f0171e9517f40e41"';

/** The example of RFC 7616 section 3.9.1. */
const RFC_7616 =
  'username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", ' +
  'qop=auth, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

function matches(text: string, method: string, password: string): boolean {
  const digest = readDigest(text, method);
  assert.ok(digest);
  return digestMatcher(digest)(password);
}

describe('Digest', () => {
  it('accepts the examples of RFC 2617 and RFC 7616', () => {
    assert.equal(matches(RFC_2617, 'GET', 'Circle Of Life'), true);
    assert.equal(matches(RFC_7616, 'GET', 'Circle of Life'), true);
  });

  it('refuses another password, another method, another address', () => {
    assert.equal(matches(RFC_2617, 'GET', 'circle of life'), false);
    assert.equal(matches(RFC_2617, 'PLAY', 'Circle Of Life'), false);
    assert.equal(matches(RFC_2617.replace('/dir/index.html', '/dir'), 'GET', 'Circle Of Life'), false);
  });

  it('accepts clients that count nothing, as RFC 2069 did', () => {
    // MD5 of `HA1:nonce:HA2` for user u, realm r, password p, nonce n, DESCRIBE /zoom, made with md5sum.
    const text = 'username="u", realm="r", nonce="n", uri="/zoom", response="5ecee2f8c7765d6ae96c7bf3c2384264"';
    assert.equal(readDigest(text, 'DESCRIBE')?.counted, undefined);
    assert.equal(matches(text, 'DESCRIBE', 'p'), true);
    assert.equal(matches(text, 'DESCRIBE', 'q'), false);
  });

  const wrong = [
    '',
    'username="u"',
    `${RFC_2617}, realm="twice"`,
    RFC_2617.replace('nc=00000001', 'nc=1'),
    RFC_2617.replace('qop=auth', 'qop=auth-int'),
    `${RFC_2617}, algorithm=MD5-sess`,
    RFC_2617.replace('realm="testrealm', 'realm="testrealm"'),
  ];
  for (const text of wrong) {
    it(`does not understand ${text.slice(0, 20)}...`, () => assert.equal(readDigest(text, 'GET'), undefined));
  }

  it('reads or refuses any text, quickly', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void readDigest(text, 'GET')));
    assert.equal(readDigest(`a="${'\\'.repeat(8000)}`, 'GET'), undefined);
  });
});
