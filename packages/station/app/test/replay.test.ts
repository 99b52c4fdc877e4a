import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { listRecordings } from '@kitestring/station-contract/recordings/operations.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { getSystemInfo } from '@kitestring/station-contract/system/operations.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { openShift } from '@kitestring/station-flightlog/replay';
import { SHIFT_FACTS, shiftTime, WINDY_MINUTE, writtenShift } from '@kitestring/station-flightlog/test/support';
import { startReplay } from '../src/replay/start-replay.ts';
import { PATIENT_DEADLINES, settingsWith, TEST_KEY } from './support/test-station.ts';

const PAUSED = { speed: 1, isPaused: true, isLooped: false };

/** A replay of the windy minute on a free port, by a clock that stands still until it is moved. */
async function replaying(apiVersion: ApiVersion = '1.1.2', facts = SHIFT_FACTS) {
  const folder = new TestFolder();
  const file = path.join(folder.path, 'shift.mcap');
  writeFileSync(file, await writtenShift(WINDY_MINUTE, { facts }));
  const shift = await openShift(file);
  const clock = new VirtualClock();
  const limits = { commandsBurst: 1000, tokenRequestsBurst: 1000 };
  const settings = settingsWith({ apiVersion, limits }, path.join(folder.path, 'data'));
  const running = await startReplay(settings, {
    ...PAUSED,
    log: SILENT_LOG,
    realTimeClock: clock,
    deadlines: PATIENT_DEADLINES,
    shift,
  });
  const client = async (scope?: string) => {
    const stranger = new TestClient(running.url, undefined, apiVersion);
    const { body } = await stranger.post('auth/token/request', { client_secret: TEST_KEY, ...(scope && { scope }) });
    return new TestClient(running.url, (body as { access_token: string }).access_token, apiVersion);
  };
  const stop = async () => {
    await running[Symbol.asyncDispose]();
    shift[Symbol.dispose]();
    folder[Symbol.dispose]();
  };
  return { ...running, clock, client, [Symbol.asyncDispose]: stop };
}

const concrete = (operation: Operation) =>
  fullPath(operation)
    .replace('{category}', 'flight')
    .replace('{endpoint}', 'state')
    .replaceAll(/\{\w+\}/g, 'zoom');

describe('A replay', () => {
  let replay: Awaited<ReturnType<typeof replaying>>;
  let client: TestClient;
  before(async () => {
    replay = await replaying();
    client = await replay.client();
  });
  after(() => replay[Symbol.asyncDispose]());
  const codeOf = ({ body }: { readonly body: unknown }) => (body as { code?: string } | undefined)?.code;
  const goTo = (atS: number) => client.post('/replay/v1/control', { time: shiftTime(atS) });

  it('answers every operation: from the recording, as any station, or with a refusal of its own', async () => {
    await goTo(30);
    const others = new Map<string, string>();
    for (const operation of [...OPERATIONS, ...STATION_OPERATIONS, ...ADMIN_OPERATIONS]) {
      const { id, method } = operation;
      // It would end the session that asks.
      if (id === 'auth.token.invalidate') continue;
      const answer = await client.send(concrete(operation), { method });
      const code = codeOf(answer) ?? '';
      assert.ok(answer.status < 500 && code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED', `${id}: ${code}`);
      if (code.startsWith('REPLAY') || code === 'NOT_IN_RECORDING') others.set(id, code);
    }
    for (const id of ['flight.control.take_off', 'handoff.control.release', 'recordings.control.start']) {
      assert.equal(others.get(id), 'REPLAY_READ_ONLY', id);
    }
    for (const id of ['camera.info', 'recordings.state', 'station.readiness']) {
      assert.equal(others.get(id), 'NOT_IN_RECORDING', id);
    }
    for (const id of [
      'flight.state',
      'flight.info',
      'system.info',
      'videostreams',
      'notifications.history',
      'health.get',
    ]) {
      assert.equal(others.get(id), undefined, id);
    }
  });

  it('serves states, documents, streams without their addresses, and the latest picture', async () => {
    await goTo(30);
    const flight = await client.get('flight/state');
    assert.deepEqual(flight.body, {
      flight_state: 'Flying',
      altitude: 30,
      is_rotating: false,
      is_changing_altitude: false,
    });
    assert.equal(flight.headers.get('kitestring-aircraft'), 'simulated');
    assert.deepEqual((await client.get('system/info')).body, getSystemInfo.replyExample);
    const [stream] = (await client.get('videostreams')).body as readonly Record<string, unknown>[];
    assert.deepEqual([stream?.stream_id, stream?.can_do_snapshot, stream?.rtsp_url], ['zoom', true, undefined]);
    assert.deepEqual((await client.get('videostreams/zoom/state')).body, { stream_id: 'zoom', is_streaming: false });
    assert.equal(codeOf(await client.get('videostreams/other/state')), 'STREAM_NOT_FOUND');
    const streaming = await client.subscribe('videostreams/zoom/state');
    assert.deepEqual(await streaming.next(), { stream_id: 'zoom', is_streaming: false });
    streaming.close();
    const picture = await client.get('videostreams/zoom/snapshot');
    assert.deepEqual([picture.headers.get('content-type'), picture.body], ['image/jpeg', 'first']);
    await goTo(0);
    assert.equal(codeOf(await client.get('videostreams/zoom/snapshot')), 'NOT_IN_RECORDING');
  });

  it('lists the recordings of video that there were, without their files', async () => {
    const listed = listRecordings.replyExample as readonly Recording[];
    assert.deepEqual((await client.get('recordings')).body, listed);
    const id = listed[0]?.recording_id ?? '';
    assert.deepEqual((await client.get(`recordings/${id}`)).body, listed[0]);
    assert.equal(codeOf(await client.get(`recordings/${id}/main.mp4`)), 'NOT_IN_RECORDING');
    assert.equal(codeOf(await client.get('recordings/other')), 'RECORDING_NOT_FOUND');
    assert.equal(codeOf(await client.get('videostreams/other/snapshot')), 'STREAM_NOT_FOUND');
  });

  it('sends states and notifications in their time, with that time', async () => {
    await goTo(0);
    const socket = await client.subscribe('flight/state', { protocols: ['kitestring.topics.v1'] });
    const add = (topic: string) => client.post(`${topic}/subscribe`, undefined, { cookie: socket.cookie });
    assert.equal((await add('notifications/state')).status, 201);
    await socket.next();
    await client.post('/replay/v1/control', { paused: false });
    replay.clock.advance(20.1);
    const wind = await socket.next<{ topic: string; time: string; data: { message: string } }>(
      ({ topic }) => topic === 'notifications/state',
    );
    assert.equal(wind.data.message, 'The wind is 14 m/s.');
    assert.equal(Date.parse(wind.time), Date.parse(shiftTime(20)));
    const state = await socket.next<{ data: { altitude: number } }>(({ data }) => data.altitude >= 20);
    assert.equal(state.data.altitude, 20);
    await client.post('/replay/v1/control', { paused: true });
    socket.close();
  });

  it('is controlled: time, speed, pause, loop; who listens is told by the end of its WebSocket that time has jumped', async () => {
    const socket = await client.subscribe('flight/state');
    const { body, status } = await client.post('/replay/v1/control', { time: shiftTime(59), speed: 10, looped: true });
    assert.equal(status, 200);
    const { speed, time, looped, is_at_end: isAtEnd } = body as Record<string, unknown>;
    assert.deepEqual([speed, Date.parse(String(time)), looped, isAtEnd], [10, Date.parse(shiftTime(59)), true, false]);
    assert.equal((await socket.closed).code, 1012);
    await client.post('/replay/v1/control', { paused: false });
    replay.clock.advance(0.2);
    const { time: after } = (await client.get('/replay/v1/state')).body as { time: string };
    assert.ok(Date.parse(after) < Date.parse(shiftTime(5)), after);
    await client.post('/replay/v1/control', { paused: true, speed: 1, looped: false });
  });

  it('refuses what it cannot do, and who may only read', async () => {
    const late = await client.post('/replay/v1/control', { time: shiftTime(61) });
    assert.deepEqual([late.status, codeOf(late)], [400, 'REPLAY_TIME_OUT_OF_RANGE']);
    for (const value of [{}, { speed: 0 }, { speed: 1001 }, { time: 'noon' }, { paused: 'yes' }, { pace: 2 }]) {
      assert.equal(codeOf(await client.post('/replay/v1/control', value)), 'INVALID_REQUEST', JSON.stringify(value));
    }
    const reader = await replay.client('read');
    assert.equal((await reader.get('/replay/v1/state')).status, 200);
    assert.equal(codeOf(await reader.post('/replay/v1/control', { paused: false })), 'INSUFFICIENT_SCOPE');
  });

  it('returns ended notifications, page by page', async () => {
    await goTo(60);
    const page = await client.get('/station/v1/notifications?limit=1');
    const { notifications } = page.body as { notifications: readonly { end_time: string }[] };
    assert.deepEqual(
      notifications.map(({ end_time }) => end_time),
      [shiftTime(40)],
    );
  });

  it('documents its controls, and has none of a simulator', async () => {
    assert.equal((await client.get('/replay/v1/openapi.json')).status, 200);
    assert.match(String((await client.get('/docs/replay')).body), /Replay/);
    assert.equal((await client.get('/sim/v1/clock')).status, 404);
  });
});

it('A recording is served in an older version of the API too, and one of that version as it is', async () => {
  for (const facts of [SHIFT_FACTS, { ...SHIFT_FACTS, api_version: '1.0.0' }]) {
    await using replay = await replaying('1.0.0', facts);
    const client = await replay.client();
    assert.equal(((await client.get('flight/state')).body as { altitude: number }).altitude, 0);
    const info = (await client.get('flight/info')).body as Record<string, unknown>;
    assert.equal(info.altitude_hard_max, 45);
    assert.deepEqual((await client.post('flight/control/take_off')).status, 409);
    const socket = await client.subscribe('handoff/state');
    assert.deepEqual(await socket.next(), { controlling_client: null, requesting_clients: [] });
    socket.close();
  }
});
