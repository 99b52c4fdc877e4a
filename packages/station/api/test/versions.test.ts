import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  outcome,
  type RecordingStation,
  record,
  recordingStation,
} from '@kitestring/station-app/test/support/recording-station.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { fullPath, isJson } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { operationsIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import { API_VERSIONS, type ApiVersion, versionPrefix } from '@kitestring/station-contract/versions.ts';
import { Compile } from 'typebox/compile';
import type { TestClient } from './support/test-client.ts';

const OLDER: readonly ApiVersion[] = ['1.0.0', '0.5.0'];
const LIDS = ['system/control/open_rtb_lids', 'system/control/close_rtb_lids'];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const readBody = async (client: TestClient, path: string) =>
  (await client.get(path)).body as Readonly<Record<string, unknown>>;

/** A whole flight over the API alone, as a client of this version flies it. @returns states that it was in */
async function fly(station: TestStation, client: TestClient): Promise<readonly string[]> {
  const states: string[] = [];
  const reach = async (wanted: (state: FlightState) => boolean) => {
    for (let second = 0; second < 200; second += 1) {
      const state = (await client.get('flight/state')).body as FlightState;
      if (states.at(-1) !== state.flight_state) states.push(state.flight_state);
      if (wanted(state)) return;
      station.advance(1);
    }
    assert.fail(`not reached: ${states}`);
  };
  const command = async (path: string, status: number, body?: object) =>
    assert.equal((await client.post(path, body)).status, status, path);
  await command('handoff/control/request', 201, { operator_name: 'M. Rossi' });
  await command('flight/control/take_off', 202);
  await reach(({ flight_state }) => flight_state === 'Flying');
  await command('handoff/control/request', 201, { operator_name: 'M. Rossi' });
  await command('flight/control/altitude', 202, { altitude: 6 });
  await reach(({ is_changing_altitude }) => is_changing_altitude === false);
  await command('camera/control/rotate_by_angle', 202, { pan: 20, tilt: 10 });
  await command('camera/control/rotate_with_speed', 202, { pan_speed: -5, duration: 1 });
  await command('camera/control/rotate_with_speed', 202, { pan_speed: 0, tilt_speed: 0, duration: 1 });
  await reach(({ is_rotating }) => is_rotating === false);
  await command('flight/control/land', 202);
  await reach(({ flight_state }) => flight_state === 'Landing');
  await command('flight/control/abort', 202);
  await reach(({ flight_state }) => flight_state === 'Flying');
  await command('flight/control/land', 202);
  await reach(({ flight_state }) => flight_state === 'StandBy');
  await command('handoff/control/release', 204);
  return states;
}

for (const version of API_VERSIONS) {
  describe(`A station of ${version}`, () => {
    let recording: RecordingStation;
    let station: TestStation;
    let client: TestClient;
    before(async () => {
      recording = await recordingStation({
        apiVersion: version,
        limits: { readsBurst: 1000, commandsBurst: 1000, tokenRequestsBurst: 1000 },
      });
      ({ station, client } = recording);
      station.advance(2);
    });
    after(() => recording[Symbol.asyncDispose]());

    const prefix = versionPrefix(version);
    const isPreview = version === '0.5.0';
    const isOlder = version !== '1.1.2';

    it('says in its health and in the list of versions which it is', async () => {
      const { body } = await station.stranger().get('health');
      assert.deepEqual(body, { status: 'OK', api_version: version });
      assert.equal((await station.stranger().get('/api/health')).status, isPreview ? 404 : 200);
      const { body: list } = await station.stranger().get('/api/versions');
      const { api_version, versions } = list as { api_version: string; versions: { is_served: boolean }[] };
      assert.equal(api_version, version);
      assert.deepEqual(
        versions.filter(({ is_served }) => is_served),
        [{ api_version: version, is_served: true, base_path: `/api${prefix}`, health_path: `/api${prefix}/health` }],
      );
      assert.equal(versions.length, 3);
    });

    it('has each of its operations, and answers 404 for those and the paths of other versions', async () => {
      const concrete = (path: string) =>
        path
          .replace('{category}', 'flight')
          .replace('{endpoint}', 'state')
          .replaceAll(/\{\w+\}/g, 'zoom');
      const served = new Set(operationsIn(version).map(({ id }) => id));
      for (const operation of operationsIn(version).filter(({ id }) => id !== 'auth.token.invalidate')) {
        const { method, replies } = operation;
        const { status, body } = await client.send(concrete(fullPath(operation)), { method });
        const { code } = (body ?? {}) as { code?: string };
        assert.ok(code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED', `${operation.id} ${status} ${code}`);
        const reply = replies[200];
        if (method !== 'GET' || status !== 200 || reply === undefined || !isJson(reply)) continue;
        const errors = [...Compile({ ...reply, ...closed(reply) }).Errors(body)];
        assert.deepEqual(errors, [], operation.id);
      }
      for (const { id, method, path } of OPERATIONS) {
        const other = isPreview ? path : path.replace(/^\/v1/, '/v0');
        if (served.has(id) && other === path && !isPreview) continue;
        if (other === '/versions') continue;
        assert.equal((await client.send(`/api${concrete(other)}`, { method })).status, 404, `${method} ${other}`);
      }
      for (const path of LIDS) assert.equal((await client.post(path)).status, isOlder ? 404 : 202, path);
    });

    it('gives its own documents, with the same paths', async () => {
      for (const name of ['/openapi.json', '/openapi-3.0.json']) {
        const { info, paths, servers } = (await readBody(client, name)) as {
          info: { version: string };
          paths: object;
          servers: readonly { url: string }[];
        };
        assert.deepEqual(servers, [{ url: `${station.url}/api` }], 'absolute, as the client asks');
        assert.equal(info.version, version);
        assert.ok(`${prefix}/flight/state` in paths, name);
        assert.equal(`${prefix}/system/control/open_rtb_lids` in paths, !isOlder);
      }
      const { info, channels, servers } = (await readBody(client, '/asyncapi.json')) as {
        info: { version: string };
        channels: Record<string, { address: string }>;
        servers: object;
      };
      assert.equal(info.version, version);
      assert.equal(channels['flight.state']?.address, `${prefix}/flight/state/subscribe`);
      assert.equal('tls' in servers, !isPreview);
    });

    it('names the token request in its OAuth metadata, and serves it', async () => {
      const { token_endpoint } = await readBody(client, '/.well-known/oauth-authorization-server');
      assert.equal(token_endpoint, `${station.url}/api${prefix}/auth/token/request`);
      const body = `client_secret=${TEST_KEY}&grant_type=client_credentials`;
      for (const path of isPreview ? ['auth/token/request', 'authentication/tokens/request'] : ['auth/token/request']) {
        const answer = await station.stranger().send(path, { method: 'POST', headers: FORM, body });
        assert.equal(answer.status, 200, path);
        assert.equal(answer.headers.has('ratelimit'), !isPreview);
      }
    });

    it('limits the rate of requests, but not in 0.5.0', async () => {
      const { headers } = await client.get('flight/state');
      assert.equal(headers.has('ratelimit'), !isPreview);
      // The families of the station’s own stay as they are.
      assert.ok((await client.get('/station/v1/readiness')).headers.has('ratelimit'));
    });

    it('leaves out what the version does not have', async () => {
      const info = await readBody(client, 'system/info');
      assert.equal(info.installation, isOlder ? 'RTB' : 'Rooftop Box');
      assert.equal('drone_id' in info, !isOlder, 'Remote ID is disabled');
      assert.equal('propeller_model' in info, !isPreview);
      assert.equal('total_kite_flight_hours' in (await readBody(client, 'flight/info')), !isOlder);
      const state = await readBody(client, 'system/state');
      assert.ok('rtb_lids_state' in state);
      assert.equal('rtb_parking_brake_state' in state, !isOlder);
      assert.equal('rtb_external_safety_land_button_state' in state, !isOlder);
      assert.equal('tilt_min' in (await readBody(client, 'camera/info')), !isPreview);
    });

    it('sends over a WebSocket what a GET answers, and adds topics to it', async () => {
      const webSocket = await client.subscribe('system/state');
      const first = await webSocket.next();
      assert.deepEqual(first, await readBody(client, 'system/state'));
      assert.equal('rtb_parking_brake_state' in first, !isOlder);
      const added = await client.post('handoff/state/subscribe', undefined, { cookie: webSocket.cookie });
      assert.equal(added.status, 201);
      // A state is repeated when it has not changed for a while.
      const joined = await webSocket.next<object>((state) => !('rtb_lids_state' in state));
      assert.deepEqual(joined, await readBody(client, 'handoff/state'));
      webSocket.close();
    });

    it('takes plugin updates with the fields of the version', async () => {
      const { body } = await client.get('auth/tokens');
      const own = (body as { plugin_id: string; access_token: string }[]).find(
        ({ access_token }) => access_token === client.token,
      );
      const update = async (fields: object) => {
        const { headers, status } = await client.post('auth/plugin/update', fields);
        return [status, headers.has('deprecation'), headers.has('sunset')];
      };
      const isTold = !isOlder;
      assert.deepEqual(await update({ state: 'Connected' }), [204, isTold, isTold]);
      assert.deepEqual(await update({ plugin_id: own?.plugin_id, state: 'Error' }), [204, isTold, isTold]);
      for (const state of ['Active', 'Warning', 'Fine']) {
        const refused = await outcome(client.post('auth/plugin/update', { state }));
        assert.equal(refused, '422 INVALID_SELF_STATUS', state);
      }
      assert.equal((await update({ plugin_id: 'another' }))[0], 404);
      const status = async () => {
        const { plugins } = (await readBody(client, '/admin/v1/plugins')) as { plugins: { state: string }[] };
        return plugins[0]?.state;
      };
      assert.equal(await status(), 'Error');
      assert.equal((await update({ self_status: 'Warning' }))[0], 204);
      assert.equal(await status(), isOlder ? 'Error' : 'Warning', 'an unknown property is ignored');
      assert.equal((await update({ self_status: 'Fine' }))[0], isOlder ? 204 : 422);
    });

    it('keeps the address that a client gives in 0.5.0, and knows no operator’s position there', async () => {
      const second = await station.client();
      const name = { operator_name: 'M. Rossi' };
      const address = { ip_address: '192.168.2.20', operator_gps_lat: 'not a number' };
      const asked = await client.post('handoff/control/request', { ...name, ...address });
      assert.equal(asked.status, isPreview ? 201 : 400, 'a position that is not looked at');
      await client.post('handoff/control/request', { ...name, ip_address: '192.168.2.20' });
      await second.post('handoff/control/request', { ...name, ip_address: '::1' });
      const addresses = async () => {
        const { controlling_client, requesting_clients } = (await readBody(client, 'handoff/state')) as {
          controlling_client: { ip_address?: string };
          requesting_clients: { ip_address?: string }[];
        };
        return [controlling_client.ip_address, ...requesting_clients.map((one) => one.ip_address)];
      };
      assert.deepEqual(await addresses(), isPreview ? ['192.168.2.20', '::1'] : [undefined, undefined]);
      await second.post('handoff/control/override', { ...name, ip_address: '10.0.0.7' });
      assert.deepEqual(await addresses(), [isPreview ? '10.0.0.7' : undefined]);
      await second.post('handoff/control/request', name);
      assert.deepEqual(await addresses(), [undefined], 'the last request gave none');
      await second.post('auth/token/invalidate');
    });

    it('aborts take-off, landing and, but in 0.5.0, what is under way in flight', async () => {
      const control = () => client.post('handoff/control/request', { operator_name: 'M. Rossi' });
      await control();
      const onGround = await client.post('flight/control/abort');
      assert.equal(onGround.status, 409);
      const { message } = onGround.body as { message: string };
      assert.equal(/SafetyDescending/.test(message), !isPreview, message);
      await client.post('flight/control/take_off');
      assert.equal(await outcome(client.post('flight/control/abort')), '202');
      station.advance(20);
      await control();
      assert.equal(await outcome(client.post('flight/control/take_off')), '202');
      station.advance(30);
      await control();
      assert.equal(await outcome(client.post('flight/control/abort')), isPreview ? '409 WRONG_FLIGHT_STATE' : '202');
      const other = await station.client();
      assert.equal(await outcome(other.post('flight/control/abort')), '403 CONTROL_TAKEN');
      assert.equal(await outcome(client.post('flight/control/land')), '202');
      station.advance(60);
    });

    it('flies a whole flight', async () => {
      const states = await fly(station, client);
      assert.deepEqual(states, ['TakingOff', 'Flying', 'Landing', 'Flying', 'Landing', 'StandBy']);
    });

    it('writes ids of recordings, answers start and stop, and gives files as the version does', async () => {
      await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
      const done = isPreview ? 200 : 201;
      const id = await record(recording, done);
      assert.match(id, isPreview ? /^\d{8}%5F\d{6}%5F%2B\d{4}$/ : /^\d{8}_\d{6}_\+\d{4}$/);
      assert.equal((await readBody(client, 'recordings/state')).recording_id, id);
      const { recording_id, videos } = (await readBody(client, `recordings/${id}`)) as {
        recording_id: string;
        videos: { recording_id: string; file_id: string }[];
      };
      assert.equal(recording_id, id);
      const plain = decodeURIComponent(id);
      assert.equal(videos[0]?.recording_id, plain);
      const ranges = { range: 'bytes=0-9,1000-1009' };
      for (const name of [id, plain, encodeURIComponent(plain), ...(isPreview ? [encodeURIComponent(id)] : [])]) {
        const { headers, status } = await client.get(`recordings/${name}/main.mp4`, ranges);
        assert.equal(status, 206, name);
        assert.match(headers.get('content-type') ?? '', /^multipart\/byteranges/);
      }
      assert.equal((await client.get('recordings/50%25/main.mp4')).status, 404);
      assert.equal((await client.send(`recordings/${id}`, { method: 'DELETE' })).status, 200);
    });

    it(isPreview ? 'never delays wrong keys' : 'delays wrong keys', async () => {
      const wrong = { client_secret: 'kite_wrong' };
      const statuses = new Set<number>();
      for (let tries = 0; tries < 12; tries += 1) {
        statuses.add((await station.stranger().post('auth/token/request', wrong)).status);
      }
      assert.deepEqual([...statuses], isPreview ? [401] : [401, 429]);
    });

    it(isPreview ? 'speaks no HTTPS' : 'speaks HTTPS', async () => {
      const speaks = await fetch(`${station.secureUrl}/api/versions`).then(
        () => 'trusted',
        ({ cause }: { cause?: { code?: string } }) => cause?.code ?? 'none',
      );
      assert.equal(speaks === 'DEPTH_ZERO_SELF_SIGNED_CERT', !isPreview, speaks);
    });
  });
}

/** No property beside those of the schema, as far as it is an object. */
const closed = (schema: object): object => ('properties' in schema ? { additionalProperties: false } : {});

for (const version of OLDER) {
  it(`A station of ${version} with Remote ID tells its mode`, async () => {
    await using station = await startTestStation({ apiVersion: version, station: { regulatoryMode: 'UNKNOWN' } });
    const { drone_id } = await readBody(await station.client(), 'system/info');
    assert.equal((drone_id as { regulatory_mode: string }).regulatory_mode, 'UNKNOWN');
  });
}
