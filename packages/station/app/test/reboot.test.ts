import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, it } from 'node:test';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { openSocket, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const REBOOT_S = 10;

/** Error code of an attempt to connect. */
async function refusal({ port }: TestStation): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1');
  const [error] = (await Promise.race([once(socket, 'error'), once(socket, 'connect')])) as [
    NodeJS.ErrnoException | undefined,
  ];
  socket.destroy();
  return error?.code;
}

async function reboot(client: TestClient, duration = REBOOT_S): Promise<void> {
  const { status, body } = await client.post('/sim/v1/reboot', { duration });
  assert.equal(status, 202, JSON.stringify(body));
}

/** Lets the restart pass, and the first sample after it. */
async function passReboot(station: TestStation, seconds = REBOOT_S): Promise<void> {
  station.advance(seconds + 0.1);
  await station.running.settled();
}

async function takeOff(station: TestStation, client: TestClient): Promise<void> {
  const { status, body } = await client.post('flight/control/take_off');
  assert.equal(status, 202, JSON.stringify(body));
  station.advance(40);
  assert.equal(await flightState(client), 'Flying');
}

const flight = async (client: TestClient) =>
  (await client.get('flight/state')).body as { flight_state: string; altitude: number };
const flightState = async (client: TestClient) => (await flight(client)).flight_state;

describe('A restart of the Ground Station', () => {
  it('ends every connection, refuses new ones for its time, and is back at the same address', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    const webSocket = await client.subscribe('flight/state');
    const resting = [false, true].map((secure) => openSocket(station.port, secure));
    for (const socket of resting) {
      socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
      assert.equal((await readAnswer(socket)).status, 200);
    }
    const ended = resting.map((socket) => once(socket.resume(), 'close'));
    await reboot(client);
    assert.equal((await webSocket.closed).code, 1001);
    await Promise.all(ended);
    assert.equal(await refusal(station), 'ECONNREFUSED');
    station.advance(REBOOT_S - 0.1);
    await station.running.settled();
    assert.equal(await refusal(station), 'ECONNREFUSED');
    await passReboot(station, 0.1);
    assert.equal(await refusal(station), undefined);
    assert.equal((await fetch(`${station.url}/api/health`)).status, 200);
    const secure = openSocket(station.port, true);
    secure.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal((await readAnswer(secure)).status, 200);
    secure.destroy();
  });

  it('leaves a flying Kite in the air, finds it there, and can bring it down', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    await takeOff(station, client);
    assert.equal((await client.post('flight/control/altitude', { altitude: 20 })).status, 202);
    station.advance(2);
    const before = await flight(client);
    await reboot(client);
    await passReboot(station);
    const after = await flight(client);
    assert.equal(after.flight_state, 'Flying');
    assert.ok(after.altitude > before.altitude + 4, `it stayed at ${after.altitude} m`);
    assert.equal((await client.post('flight/control/land')).status, 202);
    station.advance(60);
    assert.equal(await flightState(client), 'StandBy');
  });

  it('keeps sessions, plugins and flight hours, and forgets control and the soft maximum', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    await takeOff(station, client);
    const info = async () =>
      (await client.get('flight/info')).body as { altitude_soft_max: number; total_kite_flight_hours: number };
    assert.equal((await client.post('handoff/control/request', { operator_name: 'M. Rossi' })).status, 201);
    assert.equal((await client.post('flight/control/altitude_soft_max', { altitude: 30 })).status, 204);
    const hours = (await info()).total_kite_flight_hours;
    assert.ok(hours > 0);
    await reboot(client);
    await passReboot(station);
    assert.equal((await info()).altitude_soft_max, 45);
    assert.ok((await info()).total_kite_flight_hours >= hours);
    const { body } = await client.get('handoff/state');
    assert.equal((body as { controlling_client: unknown }).controlling_client, null);
    assert.equal((await station.client()).token === undefined, false);
  });

  it('ends a notification and begins it again while its cause is there, and none is lost', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    assert.equal((await client.post('/sim/v1/payload', { online: false })).status, 200);
    station.advance(5);
    const codes = async (path: string) => {
      const { notifications } = (await client.get(path)).body as {
        notifications: { code: number; end_time?: string }[];
      };
      return notifications.map(({ code, end_time }) => `${code} ${end_time === undefined ? 'active' : 'ended'}`);
    };
    const [first] = await codes('notifications/state');
    assert.match(first ?? '', /^4\d{4} active$/);
    await reboot(client);
    await passReboot(station);
    station.advance(5);
    assert.deepEqual(await codes('notifications/state'), [first]);
    assert.deepEqual(
      (await codes('notifications/history?from_time=1970-01-01T00:00:00Z')).filter((one) =>
        one.startsWith(String(first).slice(0, 5)),
      ),
      [String(first).replace('active', 'ended'), first],
    );
  });

  it('is over at once while the clock is paused, because nobody could let time pass', async () => {
    await using station = await startTestStation({ start: { drive: true } });
    const client = await station.client();
    assert.equal((await client.post('/sim/v1/clock', { paused: true })).status, 200);
    const startUs = station.station.clock.nowUs();
    await reboot(client, 3600);
    await untilBack(station);
    const { body } = await client.get('/sim/v1/clock');
    assert.equal((body as { paused: boolean }).paused, true);
    const passedS = (station.station.clock.nowUs() - startUs) / 1e6;
    assert.ok(passedS >= 3600 && passedS < 3601, `${passedS} s have passed`);
    assert.notEqual(await flightState(client), 'Unknown');
  });

  it('in the middle of an advance takes its time within it, and the answer comes when the station is back', async () => {
    await using station = await startTestStation({ start: { drive: true } });
    const client = await station.client();
    await client.post('/sim/v1/clock', { paused: true });
    const startUs = station.station.clock.nowUs();
    const fault = { type: 'ground_station_reboot', at: 5, duration: 10 };
    assert.equal((await client.post('/sim/v1/faults', fault)).status, 201);
    const { status, body } = await client.post('/sim/v1/clock/advance', { seconds: 60 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(station.station.clock.nowUs() - startUs, 60e6);
    assert.notEqual(await flightState(client), 'Unknown');
    const faults = (await client.get('/sim/v1/faults')).body as { faults: { status: string }[] };
    assert.deepEqual(
      faults.faults.map(({ status }) => status),
      ['expired'],
    );
  });

  it('can happen again and again', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    for (let round = 0; round < 3; round += 1) {
      await reboot(client, 1);
      await passReboot(station, 1);
      assert.equal(await flightState(client), 'StandBy');
    }
  });

  it('tries again when somebody has taken the port meanwhile', async () => {
    await using station = await startTestStation();
    station.advance(1);
    const client = await station.client();
    await reboot(client);
    const thief = createServer().listen(station.port, '127.0.0.1');
    await once(thief, 'listening');
    station.advance(REBOOT_S + 0.1);
    await untilLogged(station, 'the Ground Station could not start again');
    thief.close();
    await station.running.settled();
    assert.equal(await flightState(client), 'StandBy');
  });

  it('does not keep the process from stopping', async () => {
    await using station = await startTestStation();
    station.advance(1);
    await reboot(await station.client());
    await station.running.stop();
    assert.equal(await refusal(station), 'ECONNREFUSED');
  });
});

/** The restart takes no station time that anybody here could let pass: it is waited for in turns of the event loop. */
async function untilBack(station: TestStation): Promise<void> {
  const deadlineMs = performance.now() + 180_000;
  do {
    assert.ok(performance.now() < deadlineMs, 'it did not come back');
    await new Promise(setImmediate);
  } while ((await refusal(station)) !== undefined);
}

async function untilLogged(station: TestStation, wanted: string): Promise<void> {
  const deadlineMs = performance.now() + 180_000;
  while (!station.log.some(({ message }) => message === wanted)) {
    assert.ok(performance.now() < deadlineMs, `never logged: ${wanted}`);
    await new Promise(setImmediate);
  }
}
