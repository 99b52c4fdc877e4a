import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { CoverageKind } from '@kitestring/station-contract/sim/coverage-findings.ts';
import { type Coverage, JOURNAL_MARKS_MAX, type JournalPage } from '@kitestring/station-contract/sim/journal.ts';
import type { WireFaultRequest } from '@kitestring/station-contract/sim/wire-fault.ts';

const JOURNAL = '/sim/v1/journal';

describe('The journal of requests', () => {
  let station: TestStation;
  let controls: TestClient;
  let client: TestClient;
  let key: string;

  before(async () => {
    // Immediate repetitions, and missing reactions after a while, are also judged by real time.
    station = await startTestStation({ start: { realTimeClock: new VirtualClock() } });
    station.advance(15);
    controls = await station.client();
    const added = await station.station.auth.addPlugin({ name: 'app', scopes: ['read', 'control'] });
    key = added.ok ? added.value.key : assert.fail();
  });
  after(() => station[Symbol.asyncDispose]());

  beforeEach(async () => {
    await controls.send(JOURNAL, { method: 'DELETE' });
    client = await station.client('read control', key);
    await mark();
  });

  const mark = async (body: object = {}) => {
    const answer = await controls.post(JOURNAL, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const journal = async (query = '') => (await controls.get(`${JOURNAL}${query}`)).body as JournalPage;
  const coverage = async (query = '?client=app') =>
    (await controls.get(`${JOURNAL}/coverage${query}`)).body as Coverage;
  const met = ({ parts }: Coverage, kind: CoverageKind) =>
    Object.fromEntries(parts.find((part) => part.kind === kind)?.met.map(({ name, count }) => [name, count]) ?? []);
  const operation = ({ operations }: Coverage, id: string) =>
    operations.find((one) => one.operation === id) ?? assert.fail(`no ${id}`);
  const findings = ({ findings: found }: Coverage) =>
    found.map(({ after: reason, finding, operation: id, count }) => `${finding} ${id} ${reason} ${count}`);
  const fault = async (request: WireFaultRequest) =>
    assert.equal((await controls.post('/sim/v1/wire-faults', { client: 'app', count: 1, ...request })).status, 201);

  it('is off at the start, and when it is off again', async () => {
    await controls.send(JOURNAL, { method: 'DELETE' });
    await client.get('flight/state');
    assert.deepEqual(await journal(), {
      is_on: false,
      bodies: false,
      marks: [],
      clients: [],
      first_kept: 0,
      entries: [],
    });
    const off = await controls.get(`${JOURNAL}/coverage`);
    assert.deepEqual([off.status, (off.body as { code: string }).code], [409, 'JOURNAL_OFF']);
    assert.equal((await controls.get(`${JOURNAL}?since=start`)).status, 404);
  });

  it('has each request with its client, answer and time, page by page, without the controls of the simulator', async () => {
    await client.get('flight/state');
    await client.get('flight/state?access_token=in-the-query');
    await client.post('flight/control/land');
    await station.stranger().get('/api/health');
    await controls.get('camera/state');
    const { entries, clients } = await journal();
    const texts = entries.map(({ client: name, code, operation: id, status }) => `${name} ${id} ${status} ${code}`);
    assert.deepEqual(texts, [
      'app flight.state 200 undefined',
      'app flight.state 200 undefined',
      'app flight.control.land 409 WRONG_FLIGHT_STATE',
      'undefined health.get 200 undefined',
      'first camera.state 200 undefined',
    ]);
    assert.deepEqual(clients, ['app', 'first']);
    assert.doesNotMatch(JSON.stringify(entries), /in-the-query/);
    const first = await journal('?client=app&limit=2');
    assert.deepEqual([first.entries.length, first.next_after], [2, 2]);
    const second = await journal(`?client=app&limit=2&after=${first.next_after}`);
    assert.deepEqual([second.entries.map(({ sequence }) => sequence), second.next_after], [[3], undefined]);
  });

  it('counts from a mark, and knows the newest marks', async () => {
    await client.get('flight/state');
    assert.deepEqual(await mark({ mark: 'second' }), {
      name: 'second',
      time: (await journal()).marks.at(-1)?.time,
      sequence: 1,
    });
    await client.get('camera/state');
    await client.get('flight/state');
    const since = await coverage('?client=app&since=second');
    assert.deepEqual([since.requests, operation(since, 'flight.state').requests], [2, 1]);
    assert.deepEqual(met(since, 'flight_states'), { StandBy: 1 });
    assert.equal(operation(await coverage(), 'flight.state').requests, 2);
    assert.deepEqual(
      (await journal('?since=second')).entries.map(({ sequence }) => sequence),
      [2, 3],
    );
    for (let index = 0; index < JOURNAL_MARKS_MAX; index += 1) await mark({ mark: `m${index}` });
    const { marks } = await journal();
    assert.deepEqual([marks.length, marks[0]?.name, marks.at(-1)?.name], [JOURNAL_MARKS_MAX, 'start', 'm31']);
    assert.equal((await controls.get(`${JOURNAL}/coverage?since=second`)).status, 404);
    await mark();
    assert.deepEqual(
      [(await journal()).marks.map(({ name }) => name), (await journal()).entries.length, (await coverage()).requests],
      [['start'], 0, 0],
    );
  });

  it('says what was never exercised, by operation and error', async () => {
    await client.get('flight/state');
    const all = await coverage('');
    assert.ok(all.operations.length > 40);
    assert.deepEqual(operation(all, 'flight.control.land').requests, 0);
    assert.ok(operation(all, 'flight.control.land').never.includes('WRONG_FLIGHT_STATE'));
    const of = await coverage();
    assert.ok(
      !of.operations.some(({ operation: id }) => id === 'health.get'),
      'a request without a token has no client',
    );
    assert.deepEqual(of.clients, [{ name: 'app', requests: 1 }]);
    for (const { kind, met: some, never, total } of of.parts) assert.equal(some.length + never.length, total, kind);
  });

  it('knows the states, notifications, topics and faults that a client has met, and no other client', async () => {
    await client.post('flight/control/take_off');
    const events = await client.subscribe('notifications/state');
    const states = await client.subscribe('flight/state');
    await states.next();
    await controls.post('/sim/v1/faults', { type: 'gps_loss', duration: 5 });
    station.advance(3);
    assert.equal(((await events.next()) as { end_time?: string }).end_time, undefined);
    await client.get('camera/state');
    station.advance(30);
    while (((await events.next()) as { end_time?: string }).end_time === undefined);
    await client.get('flight/state');
    const of = await coverage();
    assert.deepEqual(met(of, 'topics'), { 'flight/state': 1, 'notifications/state': 1 });
    assert.ok('TakingOff' in met(of, 'flight_states'), JSON.stringify(met(of, 'flight_states')));
    assert.ok('GPS_LOST' in met(of, 'notifications') || Object.keys(met(of, 'notifications')).length > 0);
    assert.ok(Object.keys(met(of, 'ended_notifications')).length > 0);
    assert.deepEqual(met(of, 'faults'), { gps_loss: 1 });
    assert.deepEqual(met(await coverage('?client=first'), 'topics'), {});
    for (const { socket } of [events, states]) socket.close();
    await Promise.all([events.closed, states.closed]);
    while ((await coverage()).closes.length === 0) await new Promise(setImmediate);
    await client.post('flight/control/abort');
    station.advance(60);
    await client.post('flight/control/land');
    station.advance(60);
  });

  it('finds a 409 that was repeated at once, and what the client did after other refusals', async () => {
    for (let index = 0; index < 3; index += 1) await client.post('flight/control/land');
    await client.post('flight/control/altitude_soft_max', { altitude: 1000 });
    await client.post('flight/control/altitude_soft_max', { altitude: 22 });
    const of = await coverage();
    assert.deepEqual(findings(of), ['repeated-409 flight.control.land 409 WRONG_FLIGHT_STATE 2']);
    assert.equal(of.findings[0]?.last_sequence, 3);
    const reactions = of.reactions.map(
      ({ after: reason, operation: id, reaction, count }) => `${reason} ${id} ${reaction} ${count}`,
    );
    assert.deepEqual(reactions, [
      '409 WRONG_FLIGHT_STATE flight.control.land repeated_at_once 2',
      '400 SOFT_MAX_OUT_OF_RANGE flight.control.altitude_soft_max changed 1',
      '409 WRONG_FLIGHT_STATE flight.control.land nothing 1',
    ]);
    assert.deepEqual(findings(await coverage('?client=first')), []);
  });

  it('knows whose a token was that is no longer valid, and whether a new one was requested', async () => {
    await fault({ type: 'token_end' });
    assert.equal((await client.get('flight/state')).status, 401);
    assert.equal((await client.get('flight/state')).status, 401);
    assert.deepEqual(findings(await coverage()), ['repeated-401 flight.state 401 INVALID_TOKEN 1']);
    station.advance(6);
    assert.deepEqual(findings(await coverage()), [
      'repeated-401 flight.state 401 INVALID_TOKEN 1',
      'no-token-after-401 flight.state 401 INVALID_TOKEN 1',
    ]);
    await mark({ mark: 'renewed' });
    await station.client('read control', key);
    const of = await coverage('?client=app&since=renewed');
    assert.deepEqual([findings(of), of.reactions.map(({ reaction }) => reaction)], [[], ['new_token']]);
    assert.deepEqual(met(await coverage(), 'wire_faults'), { token_end: 1 });
  });

  it('notes what the client met, not what the handler answered: a lost answer, a gateway’s error', async () => {
    const path = 'flight/control/altitude_soft_max';
    const control = 'flight.control.altitude_soft_max';
    await fault({ type: 'reset', operation: control, parameters: { moment: 'after' } });
    await assert.rejects(client.post(path, { altitude: 23 }));
    await fault({
      type: 'error_status',
      operation: control,
      parameters: { status: 503, retry_after_s: 9, moment: 'after' },
    });
    const again = await fetch(`${station.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: '{"altitude":23}',
    });
    assert.equal(again.status, 503);
    await client.post(path, { altitude: 23 });
    const { entries } = await journal();
    assert.deepEqual(
      entries.map(({ retry_after_s, status, wire_faults }) => [status, retry_after_s, wire_faults]),
      [
        [undefined, undefined, ['reset']],
        [503, 9, ['error_status']],
        [204, undefined, undefined],
      ],
    );
    const of = await coverage();
    assert.deepEqual(findings(of), [
      `repeated-command ${control} no answer 1`,
      `early-after-503 ${control} 503 STATION_BUSY 1`,
    ]);
    assert.equal(operation(of, control).answers[0]?.status, undefined);
  });

  it('finds a close that was ignored, and none that the client began or has healed', async () => {
    const ended = await client.subscribe('camera/state');
    ended.socket.close(1000);
    while ((await coverage()).closes.length === 0) await new Promise(setImmediate);
    const open = await client.subscribe('flight/state');
    await fault({ type: 'websocket_close', parameters: { code: 1011 } });
    await open.closed;
    await fault({ type: 'websocket_close', parameters: { code: 1011, after_messages: 1 } });
    await (await client.subscribe('flight/state')).closed;
    station.advance(6);
    const ignored = await coverage();
    assert.deepEqual(findings(ignored), ['no-reconnect-after-close flight/state close 1011 1']);
    assert.deepEqual(ignored.closes, [
      { code: 1000, closed_by: 'client', count: 1 },
      { code: 1011, closed_by: 'station', count: 2 },
    ]);
    const close = (await journal()).entries.findLast(({ close_code }) => close_code !== undefined);
    assert.deepEqual([close?.close_code, close?.closed_by, close?.topic], [1011, 'station', 'flight/state']);
    const again = await client.subscribe('flight/state');
    const of = await coverage();
    assert.deepEqual([findings(of), of.reactions.at(-1)?.reaction], [[], 'reconnected']);
    again.socket.close();
    await again.closed;
  });

  it('has bodies only when asked, and never a secret', async () => {
    const token = client.token ?? assert.fail();
    await client.post('flight/control/altitude_soft_max', { altitude: 24 });
    await mark({ mark: 'bodies', bodies: true });
    await client.post('flight/control/altitude_soft_max', { altitude: 25 });
    await client.post('flight/control/altitude_soft_max', { altitude: 25, password: 'hunter2', note: `my ${token}` });
    await client.send('flight/control/altitude_soft_max', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"client_secret":"${key}"`,
    });
    await client.get('flight/state');
    await station.client('read', key);
    await client.get('videostreams');
    await client.get('auth/tokens');
    const { entries } = await journal();
    assert.deepEqual(
      entries.map(({ request_body }) => request_body),
      [
        undefined,
        '{"altitude":25}',
        '{"altitude":25,"password":"***","note":"my ***"}',
        '"(no JSON)"',
        ...Array(4).fill(undefined),
      ],
    );
    assert.match(entries[4]?.answer_body ?? '', /^\{"flight_state":"StandBy"/);
    const whole = JSON.stringify(await journal()) + JSON.stringify(await coverage());
    for (const secret of [token, key, 'hunter2']) assert.ok(!whole.includes(secret), secret);
    assert.doesNotMatch(whole, /Bearer|ticket|rtsp/);
  });

  it('outlives a restart of the computer and a reset to a snapshot', async () => {
    await client.get('flight/state');
    await controls.post('/sim/v1/snapshots', { name: 'before' });
    await client.get('flight/state');
    assert.ok((await controls.post('/sim/v1/snapshots/before/reset', {})).status < 300);
    await controls.post('/sim/v1/reboot', { duration: 1 });
    station.advance(2);
    await station.running.settled();
    await client.get('flight/state');
    assert.equal(operation(await coverage(), 'flight.state').requests, 3);
  });
});
