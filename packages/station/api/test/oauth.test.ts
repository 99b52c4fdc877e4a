import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storeFault } from '@kitestring/base/store-fault.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

const ISSUER_OPTIONS = { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true } as const;

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('A generic OAuth 2.0 library', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation();
  });
  after(() => station[Symbol.asyncDispose]());

  async function discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(station.url);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, ISSUER_OPTIONS));
  }

  async function grant(authentication: oauth.ClientAuth, parameters: Record<string, string> = {}) {
    const server = await discover();
    const client: oauth.Client = { client_id: 'vms desk/2' };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      parameters,
      ISSUER_OPTIONS,
    );
    return oauth.processClientCredentialsResponse(server, client, response);
  }

  for (const [name, authentication] of [
    ['HTTP Basic', oauth.ClientSecretBasic(TEST_KEY)],
    ['the body', oauth.ClientSecretPost(TEST_KEY)],
  ] as const) {
    it(`finds the token endpoint and gets a token with the key in ${name}`, async () => {
      const { access_token, token_type, expires_in, scope } = await grant(authentication, { scope: 'read control' });
      assert.equal(token_type, 'bearer');
      assert.equal(expires_in, 86_400);
      assert.equal(scope, 'read control');
      const answer = await station.stranger().get('flight/state', { authorization: `Bearer ${access_token}` });
      assert.equal(answer.status, 200);
    });
  }

  it('of a higher level discovers the station, gets a token, calls the API with it, and reads a refusal', async () => {
    const options: openid.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
    const client = await openid.discovery(new URL(station.url), 'vms desk/2', TEST_KEY, undefined, options);
    const { access_token, claims, expiresIn, scope } = await openid.clientCredentialsGrant(client, { scope: 'read' });
    assert.equal(claims(), undefined);
    assert.equal(scope, 'read');
    assert.ok(Number(expiresIn()) > 86_000);
    const state = new URL(`${station.url}/api/v1/flight/state`);
    assert.equal((await openid.fetchProtectedResource(client, access_token, state, 'GET')).status, 200);
    const takeOff = new URL(`${station.url}/api/v1/flight/control/take_off`);
    const refused = openid.fetchProtectedResource(client, access_token, takeOff, 'POST');
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof openid.WWWAuthenticateChallengeError);
      assert.equal(error.cause[0]?.parameters.error, 'insufficient_scope');
      return true;
    });
    await assert.rejects(openid.clientCredentialsGrant(client, { scope: 'flying' }), { error: 'invalid_scope' });
  });

  it('reads our errors as those of RFC 6749', async () => {
    await assert.rejects(grant(oauth.ClientSecretPost('kite_wrong')), (error) => {
      return (
        error instanceof oauth.WWWAuthenticateChallengeError || (error as { error?: string }).error === 'invalid_client'
      );
    });
    await assert.rejects(grant(oauth.ClientSecretPost(TEST_KEY), { scope: 'read flying' }), (error) => {
      return error instanceof oauth.ResponseBodyError && error.error === 'invalid_scope' && error.status === 403;
    });
  });
});

describe('The token request', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation({ limits: { tokenRequestsBurst: 1000, wrongKeysPerMin: 1000 } });
  });
  after(() => station[Symbol.asyncDispose]());

  const ask = (body: string | undefined, headers: Record<string, string>) =>
    station.stranger().send('auth/token/request', { method: 'POST', headers, ...(body !== undefined && { body }) });

  const granted: readonly (readonly [string, string | undefined, Record<string, string>])[] = [
    ['JSON', JSON.stringify({ client_secret: TEST_KEY }), { 'content-type': 'application/json' }],
    [
      'JSON with what it does not know',
      JSON.stringify({ client_secret: TEST_KEY, audience: 'x' }),
      { 'content-type': 'application/json; charset=utf-8' },
    ],
    ['a form', `grant_type=client_credentials&client_secret=${TEST_KEY}&audience=x`, FORM],
    [
      'a form with parameters without a value, which count as absent',
      `grant_type=&client_id=&scope=&token_name=&client_secret=${TEST_KEY}`,
      FORM,
    ],
    ['Basic with a form that has an empty key', 'client_secret=', { ...basic('vms', TEST_KEY), ...FORM }],
    ['Basic without a body', undefined, basic('', TEST_KEY)],
    ['Basic with an empty object', '{}', { ...basic('vms', TEST_KEY), 'content-type': 'application/json' }],
    ['Basic with a form', 'grant_type=client_credentials', { ...basic('vms', TEST_KEY), ...FORM }],
    ['Basic with the password percent-encoded', undefined, basic('vms', TEST_KEY.replaceAll('-', '%2D'))],
  ];
  for (const [name, body, headers] of granted) {
    it(`takes ${name}`, async () => {
      const answer = await ask(body, headers);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const session = answer.body as Record<string, unknown>;
      assert.equal(session.token_type, 'Bearer');
      assert.deepEqual(session.scopes, ['read', 'control', 'can_override', 'experimental', 'internal']);
      assert.ok(String(session.access_token).length >= 27, '160 bits or more');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    });
  }

  const refused: readonly (readonly [string, string | undefined, Record<string, string>, number, string, string])[] = [
    ['no key', '{}', { 'content-type': 'application/json' }, 401, 'MISSING_API_KEY', 'invalid_client'],
    ['nothing at all', undefined, {}, 401, 'MISSING_API_KEY', 'invalid_client'],
    ['an empty key', 'client_secret=', FORM, 401, 'MISSING_API_KEY', 'invalid_client'],
    ['a wrong key', 'client_secret=kite_x', FORM, 401, 'INVALID_API_KEY', 'invalid_client'],
    ['a wrong key as password', undefined, basic('x', 'y'), 401, 'INVALID_API_KEY', 'invalid_client'],
    [
      'another grant',
      `grant_type=password&client_secret=${TEST_KEY}`,
      FORM,
      400,
      'UNSUPPORTED_GRANT_TYPE',
      'unsupported_grant_type',
    ],
    [
      'a scope that the plugin lacks',
      `scope=fly&client_secret=${TEST_KEY}`,
      FORM,
      403,
      'SCOPE_NOT_GRANTED',
      'invalid_scope',
    ],
    [
      'a parameter twice',
      `scope=read&scope=read&client_secret=${TEST_KEY}`,
      FORM,
      400,
      'INVALID_REQUEST',
      'invalid_request',
    ],
    ['a form that is not UTF-8', 'client_secret=%ff', FORM, 400, 'INVALID_REQUEST', 'invalid_request'],
    ['a form with a bare percent sign', 'client_secret=100%', FORM, 401, 'INVALID_API_KEY', 'invalid_client'],
    [
      'a key that is no text',
      '{"client_secret":5}',
      { 'content-type': 'application/json' },
      400,
      'INVALID_REQUEST',
      'invalid_request',
    ],
    ['no JSON', '{', { 'content-type': 'application/json' }, 400, 'MALFORMED_JSON', 'invalid_request'],
    ['XML', '<key/>', { 'content-type': 'text/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE', 'invalid_request'],
  ];
  for (const [name, body, headers, status, code, error] of refused) {
    it(`answers ${name} with ${status} ${code} and ${error}`, async () => {
      const answer = await ask(body, headers);
      const reply = answer.body as Record<string, unknown>;
      assert.equal(answer.status, status, JSON.stringify(reply));
      assert.equal(reply.code, code);
      assert.equal(reply.error, error);
      assert.equal(reply.error_description, reply.message);
      if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="kitestring"/);
    });
  }

  it('refuses a disabled plugin with 403, and tells the operator', async () => {
    const { auth, notifications } = station.station;
    const added = await auth.addPlugin({ name: 'vms', scopes: ['read'] });
    assert.ok(added.ok);
    const { plugin, key } = { plugin: auth.pluginList().find(({ name }) => name === 'vms'), key: added.value.key };
    assert.ok(plugin !== undefined);
    auth.setEnabled(plugin.id, false);
    const answer = await ask(`client_secret=${key}`, FORM);
    assert.equal(answer.status, 403);
    assert.equal((answer.body as { error: string }).error, 'unauthorized_client');
    assert.ok(notifications.isActive('DISABLED_PLUGIN_REQUESTED_TOKEN'));
  });

  it('shows a session its own token only, and ends it when it is given back', async () => {
    const one = await station.client('read');
    const other = await station.client('read');
    const list = (await one.get('auth/tokens')).body as { access_token: string }[];
    assert.equal(list.filter(({ access_token }) => access_token === one.token).length, 1);
    assert.equal(list.filter(({ access_token }) => access_token === other.token).length, 0);
    assert.equal((await one.post('auth/token/invalidate')).status, 200);
    assert.equal((await one.get('flight/state')).status, 401);
    assert.equal((await other.get('flight/state')).status, 200);
  });

  it('answers 503 with Retry-After when more keys come than it can check', async () => {
    const limits = { tokenRequestsBurst: 1000 };
    // A key takes longer to check than a request to come, on a busy machine, too.
    await using busy = await startTestStation({ limits, keyHashCost: { N: 2 ** 13, r: 8, p: 1 } });
    const stranger = busy.stranger();
    const ask = () => stranger.post('auth/token/request', { client_secret: TEST_KEY });
    const answers = await Promise.all(Array.from({ length: 120 }, ask));
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [200, 503]);
    for (const { body, headers } of answers.filter(({ status }) => status === 503)) {
      assert.equal((body as { code: string }).code, 'STATION_BUSY');
      assert.equal((body as { error: string }).error, 'temporarily_unavailable');
      assert.equal(headers.get('retry-after'), '1');
    }
    assert.equal((await ask()).status, 200);
  });

  it('answers 503 when the store cannot be written, and says why in the log only', async () => {
    await using full = await startTestStation();
    const client = await full.client();
    full.station.auth.invalidate = () => {
      throw storeFault('STORE_UNWRITABLE', '/data/station.sqlite', undefined, 'disk full');
    };
    const { status, body } = await client.post('auth/token/invalidate');
    assert.equal(status, 503);
    assert.equal((body as { code: string }).code, 'STORE_UNUSABLE');
    assert.doesNotMatch(JSON.stringify(body), /sqlite/);
    assert.ok(full.log.some(({ message }) => message.startsWith('the store cannot be used')));
  });

  it('marks the use of deprecated fields of the plugin update, and says until when they are accepted', async () => {
    const client = await station.client();
    const told = async (body: object) => {
      const { headers, status } = await client.post('auth/plugin/update', body);
      return [status, headers.get('deprecation'), headers.get('sunset')];
    };
    assert.deepEqual(await told({ self_status: 'Connected' }), [204, null, null]);
    assert.deepEqual(await told({ state: 'Connected' }), [204, '@1735689600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
    assert.equal((await client.post('auth/plugin/update', { self_status: 'Fine' })).status, 422);
    assert.equal((await client.post('auth/plugin/update', { plugin_id: 'another' })).status, 404);
  });

  const json = { 'content-type': 'application/json' };
  const malformed: readonly (readonly [string, string | undefined, Record<string, string>])[] = [
    ['no body', undefined, {}],
    ['an empty body', '', json],
    ['no JSON', '{"self_status": Fine', json],
    ['a text that is no JSON', 'hello', { 'content-type': 'text/plain' }],
    ['a type that is none', '{}', { 'content-type': ';;;' }],
    ['an array', '[]', json],
    ['null', 'null', json],
    ['a number as status', '{"self_status": 5}', json],
    ['null as text', '{"self_status_text": null}', json],
    ['a number as id', '{"plugin_id": 5}', json],
    ['a key given twice', '{"state": "Error", "state": "Error"}', json],
  ];
  for (const [what, body, headers] of malformed) {
    it(`answers a plugin update with ${what} with 422`, async () => {
      const client = await station.client();
      const request = { method: 'POST', headers, ...(body !== undefined && { body }) };
      const answer = await client.send('auth/plugin/update', request);
      assert.deepEqual([answer.status, (answer.body as { code: string }).code], [422, 'MALFORMED_PLUGIN_UPDATE']);
    });
  }

  it('takes a text of a plugin as long as a body can be', async () => {
    const client = await station.client();
    const text = 'x'.repeat(60_000);
    const update = { self_status: 'Error', self_status_text: text };
    assert.equal((await client.post('auth/plugin/update', update)).status, 204);
    assert.equal((await client.post('auth/plugin/update', { self_status_text: 'x'.repeat(65_536) })).status, 413);
  });
});
