import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newSecret, recordKey, SessionCookie } from './session-cookie.ts';

it('binds the cookie to one host over HTTPS, and reads only the one of its own name', () => {
  const secret = newSecret();
  const secure = new SessionCookie(true);
  assert.deepEqual(secure.set(secret), [
    'Set-Cookie',
    `__Host-ks=${secret}; Max-Age=28800; Path=/; HttpOnly; SameSite=Lax; Secure`,
  ]);
  assert.equal(secure.read({ cookie: `theme=dark; __Host-ks=${secret}` }), secret);
  // A page of a sister domain or without TLS can set the plain name, but not the prefixed one.
  assert.equal(secure.read({ cookie: `ks=${secret}` }), undefined);
  assert.equal(secure.read({ cookie: `__Host-ks=${secret}; __Host-ks=${newSecret()}` }), undefined);
  assert.match(recordKey(secret), /^[0-9a-f]{64}$/);
});
