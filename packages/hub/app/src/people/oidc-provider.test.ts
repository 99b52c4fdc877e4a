import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { type OidcFlow, OidcProvider } from './oidc-provider.ts';

const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** A provider that says what a test wants it to say; a real one is in `test/people.test.ts`. */
describe('what a hub believes of its sign-in provider', () => {
  // Without an end of idle connections, which a hub may use at that moment on a busy machine.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => answer(request, response));
  let issuer: string;
  let key: CryptoKey;
  let kid = 'first';
  let others: CryptoKey;
  let provider: OidcProvider;
  /** ID token of the next answer. */
  let idToken: (flow: OidcFlow) => Promise<string> | string;
  let flow: OidcFlow;
  let isGone = false;
  /** Status of the next answers to a question for a token. */
  let tokenStatus = 200;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ({ privateKey: key } = await generateKeyPair('ES256', { extractable: true }));
    ({ privateKey: others } = await generateKeyPair('ES256'));
    provider = new OidcProvider({
      issuer,
      clientId: 'hub',
      clientSecret: undefined,
      scopes: 'openid',
      rolesClaim: 'realm.roles',
      // A busy machine may be slower than a hub waits.
      audience: 'fleet',
      nowMs: Date.now,
      timeoutS: 180,
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    const begun = await provider.begin('http://127.0.0.1/callback');
    assert.ok(begun.kind === 'ok');
    ({ flow } = begun.value);
    const { searchParams } = begun.value.url;
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'nonce', 'state'].map((name) => searchParams.get(name)),
      ['code', 'S256', flow.nonce, flow.state],
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const { d: _, ...jwk } = await exportJWK(key);
    if (isGone) response.destroy();
    else if (request.url === '/jwks') say({ keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] });
    else if (request.url === '/token' && tokenStatus !== 200) {
      response.statusCode = tokenStatus;
      say({ error: 'too_many_requests' });
    } else if (request.url === '/token') {
      say({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await idToken(flow) });
    } else {
      say({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256', 'none'],
      });
    }
  }

  const claims = (more: Readonly<Record<string, unknown>> = {}): JWTPayload => {
    const nowS = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: 'hub', sub: 'anna', iat: nowS, exp: nowS + 60, nonce: flow.nonce };
    return { ...all, name: 'Anna', realm: { roles: ['pilot', 7, ''] }, ...more };
  };
  const signed = (payload: JWTPayload, by = key) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(by);
  const finish = (query = `code=c&state=${flow.state}`) => provider.finish(query, flow);

  it('takes name and roles from a token that is in order', async () => {
    idToken = () => signed(claims({ sid: 's' }));
    assert.deepEqual(await finish(), {
      kind: 'ok',
      value: { issuer, subject: 'anna', name: 'Anna', claims: ['pilot'], oidcSid: 's' },
    });
  });

  it('keeps half a character out of a name that is too long', async () => {
    idToken = () => signed(claims({ name: `${'a'.repeat(99)}\u{1f681}` }));
    const finished = await finish();
    assert.ok(finished.kind === 'ok');
    assert.equal(finished.value.name, `${'a'.repeat(99)}\ufffd`);
  });

  it('takes a provider that is asked too often for one that is away, until it answers', async () => {
    idToken = () => signed(claims({ nonce: undefined }));
    for (const [status, kind] of [
      [429, 'away'],
      [400, 'refused'],
    ] as const) {
      tokenStatus = status;
      assert.equal((await provider.refresh('token', 'anna')).kind, kind);
    }
    assert.match(provider.awayReason ?? '', /too_many_requests/);
    tokenStatus = 200;
    assert.equal((await provider.refresh('token', 'anna')).kind, 'ok');
    assert.equal(provider.awayReason, undefined);
  });

  it('sends no browser to a provider that has gone, and goes on once it is back', async () => {
    const beganMs = Date.now();
    let aheadMs = 0;
    const asked = new OidcProvider({
      issuer,
      clientId: 'hub',
      clientSecret: undefined,
      scopes: 'openid',
      rolesClaim: 'groups',
      audience: undefined,
      nowMs: () => beganMs + aheadMs,
    });
    const begin = async () => (await asked.begin('http://127.0.0.1/callback')).kind;
    assert.deepEqual([await begin(), asked.awayReason], ['ok', undefined]);
    isGone = true;
    aheadMs = 11_000;
    assert.equal(await begin(), 'away');
    assert.match(asked.awayReason ?? '', /does not answer as a provider/);
    isGone = false;
    assert.equal(await begin(), 'away', 'not asked again yet');
    aheadMs = 14_000;
    assert.deepEqual([await begin(), asked.awayReason], ['ok', undefined]);
  });

  const wrong: Readonly<Record<string, () => Promise<string> | string>> = {
    'with another nonce': () => signed(claims({ nonce: 'x' })),
    'without a nonce': () => signed(claims({ nonce: undefined })),
    'for another client': () => signed(claims({ aud: 'other' })),
    'of another issuer': () => signed(claims({ iss: 'https://other.example' })),
    'that has expired': () => signed(claims({ exp: Math.floor(Date.now() / 1000) - 60 })),
    'without a signature (alg none)': () => new UnsecuredJWT(claims()).encode(),
    'signed by another key': () => signed(claims(), others),
    'signed with the public key as a secret': async () => {
      const secret = Buffer.from(JSON.stringify(await exportJWK(key)));
      return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    },
    'that is none': () => 'x',
  };
  for (const [what, token] of Object.entries(wrong)) {
    it(`refuses an ID token ${what}`, async () => {
      idToken = token;
      assert.equal((await finish()).kind, 'refused');
    });
  }

  it('refuses another state, none, two, and the answer of another provider', async () => {
    idToken = () => signed(claims());
    for (const query of ['code=c&state=x', 'code=c', `code=c&state=${flow.state}&state=x`, `state=${flow.state}`]) {
      assert.equal((await finish(query)).kind, 'refused', query);
    }
    assert.equal((await finish(`code=c&state=${flow.state}&iss=https%3A%2F%2Fother.example`)).kind, 'refused');
  });

  it('follows a change of the keys, and says that the provider is away when it is', async ({ mock }) => {
    ({ privateKey: key } = await generateKeyPair('ES256', { extractable: true }));
    kid = 'second';
    idToken = () => signed(claims());
    // An unknown key makes the keys be fetched again, at most each 2 s.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 3000 });
    assert.equal((await finish()).kind, 'ok');
    mock.timers.reset();
    const nowhere = new OidcProvider({
      issuer: 'http://127.0.0.1:1',
      clientId: 'hub',
      clientSecret: undefined,
      scopes: 'openid',
      rolesClaim: 'groups',
      audience: undefined,
      nowMs: Date.now,
    });
    assert.equal((await nowhere.begin('http://127.0.0.1/callback')).kind, 'away');
    assert.match(nowhere.awayReason ?? '', /^http:\/\/127\.0\.0\.1:1 does not answer as a provider/);
  });

  it('takes access tokens for its own audience only, and ID tokens never', async () => {
    const kind = async (payload: JWTPayload, by = key) =>
      (await provider.ofAccessToken(await signed(payload, by))).kind;
    assert.equal(await kind(claims({ aud: 'fleet' })), 'ok');
    assert.equal(await kind(claims()), 'refused');
    assert.equal(await kind(claims({ aud: 'fleet', exp: undefined })), 'refused');
    assert.equal(await kind(claims({ aud: 'fleet' }), others), 'refused');
  });

  it('ends sign-ins by logout tokens only', async () => {
    const logout = { jti: 'j', events: LOGOUT, nonce: undefined };
    const kindOf = async (more: Readonly<Record<string, unknown>>, by = key) =>
      provider.ofLogoutToken(await signed(claims(more), by));
    const value = { issuer, subject: 'anna', oidcSid: 's' };
    assert.deepEqual(await kindOf({ ...logout, sid: 's' }), { kind: 'ok', value });
    const none: readonly Readonly<Record<string, unknown>>[] = [
      { ...logout, events: {} },
      { ...logout, events: undefined },
      { ...logout, nonce: 'n' },
      { ...logout, sub: undefined },
      { ...logout, aud: 'other' },
      { ...logout, iat: Math.floor(Date.now() / 1000) - 3600 },
    ];
    for (const more of none) assert.equal((await kindOf(more)).kind, 'refused', JSON.stringify(more));
    assert.equal((await kindOf(logout, others)).kind, 'refused');
  });
});
