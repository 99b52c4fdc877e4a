import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Line } from '@kitestring/aircraft-mavlink/test/support/line.ts';
import { ScriptedAutopilot } from '@kitestring/aircraft-mavlink/test/support/scripted-autopilot.ts';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { warnOfUnsetClock } from '../src/clock/follow-machine-clock.ts';
import { startStationIn } from '../src/start.ts';
import { LaterClock } from '../src/worlds/later-clock.ts';
import type { World } from '../src/worlds/world.ts';
import type { Json } from './support/mavlink-station.ts';
import { settingsWith, TEST_KEY } from './support/test-station.ts';

const YEAR_US = 400 * 86_400 * US_PER_S;
const TAKEN = 'the clock of this machine was set forward: the time of the station is';
const WAITS = 'the clock of this machine was set forward: the station follows when';

/** A station with a real autopilot on a machine whose clock a test sets; all other time is virtual. */
async function stationOnMachine(cleanup: AsyncDisposableStack) {
  let setByUs = 0;
  let later: LaterClock | undefined;
  const stationUs = (linkUs: number) => linkUs + (later?.aheadUs ?? 0);
  const line = cleanup.use(await Line.begin({ seed: 1, stationUs }));
  const clock = new LaterClock(line.clock);
  later = clock;
  await ScriptedAutopilot.begin(line, 'ArduCopter', { holdsBelowM: 0 });
  const { aircraft, link } = line;
  const setForward = (toUs: number) => clock.setForward(toUs);
  const world: World = { aircraft, clock, link, scene: () => assert.fail('no synthetic picture'), setForward };
  const lines: string[] = [];
  const tell = (_: object, text: string) => void lines.push(text);
  const options = {
    log: { ...SILENT_LOG, info: tell, warn: tell },
    realTimeClock: line.clock,
    machineNowUs: () => line.clock.nowUs() + setByUs,
  };
  const folder = cleanup.use(new TestFolder()).path;
  const running = cleanup.use(await startStationIn(() => world, settingsWith({}, folder), options));
  const signedIn = async () => {
    const { body } = await new TestClient(running.url).post('auth/token/request', { client_secret: TEST_KEY });
    return new TestClient(running.url, (body as { access_token: string }).access_token);
  };
  /** Lets time pass, and a restart end. */
  const run = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await line.run(1);
      await Promise.all([running.settled(), line.run(0.2)]);
    }
  };
  await run(5);
  return {
    running,
    line,
    run,
    signedIn,
    setMachineBy: (us: number) => {
      setByUs += us;
    },
    machineUs: options.machineNowUs,
    told: (beginning: string) => lines.filter((text) => text.startsWith(beginning)).length,
  };
}

type StationOnMachine = Awaited<ReturnType<typeof stationOnMachine>>;

const behindS = ({ machineUs, running }: StationOnMachine) =>
  Math.round((machineUs() - running.world.clock.nowUs()) / US_PER_S);

it('a start on a machine whose clock was never set is told', () => {
  const told: string[] = [];
  const log = { warn: (_: object, text: string) => void told.push(text) };
  for (const time of ['1970-01-01T00:00:20Z', '2026-06-01T12:00:00Z', '2106-02-07T06:28:15Z']) {
    warnOfUnsetClock(Date.parse(time) * 1000, log);
  }
  assert.deepEqual(
    told.map((text) => text.match(/not set \((\d{4})-/)?.[1]),
    ['1970', '2106'],
  );
});

describe('a station in real time on a machine whose clock is set', () => {
  it('follows a step forward on the ground, once, and dates what comes after it by the right time', async () => {
    await using cleanup = new AsyncDisposableStack();
    const it = await stationOnMachine(cleanup);
    const before = await it.signedIn();
    assert.equal((await before.get('flight/state')).status, 200);
    const { texts } = it.line;
    it.setMachineBy(YEAR_US);
    const setUs = it.machineUs();
    await it.run(12);
    assert.deepEqual([behindS(it), it.told(TAKEN), it.told(WAITS)], [0, 1, 0]);
    // Its token was for a day.
    assert.equal((await before.get('flight/state')).status, 401);
    const client = await it.signedIn();
    assert.equal(((await client.get('flight/state')).body as Json).flight_state, 'StandBy');
    assert.deepEqual(it.line.texts, texts, 'the link to the aircraft has not noticed');
    const pin = await client.post('/station/v1/pins', {
      latitude: 47.4,
      longitude: 8.5,
      kind: 'hazard',
      name: 'Crane',
    });
    assert.equal(pin.status, 201, JSON.stringify(pin.body));
    const { entries } = (await client.get('/admin/v1/audit?limit=5')).body as { entries: { time: string }[] };
    for (const dated of [(pin.body as { created_time: string }).created_time, entries[0]?.time ?? '']) {
      assert.ok(dated > formatTimestamp(setUs), dated);
    }
    await it.run(60);
    assert.equal(it.told(TAKEN), 1);
  });

  it('never follows in flight, says so once, and follows when the log of the flight has ended', async () => {
    await using cleanup = new AsyncDisposableStack();
    const it = await stationOnMachine(cleanup);
    const client = await it.signedIn();
    const flight = async () => ((await client.get('flight/state')).body as Json).flight_state;
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    await it.run(20);
    assert.equal(await flight(), 'Flying');
    it.setMachineBy(3 * 3600 * US_PER_S);
    await it.run(30);
    assert.deepEqual([behindS(it), it.told(TAKEN), it.told(WAITS), await flight()], [3 * 3600, 0, 1, 'Flying']);
    assert.equal((await client.post('flight/control/land')).status, 202);
    await it.run(60);
    assert.deepEqual([behindS(it), it.told(TAKEN), it.told(WAITS)], [0, 1, 1]);
    assert.equal(await flight(), 'StandBy');
  });

  it('follows neither a step back nor one that is taken back at once', async () => {
    await using cleanup = new AsyncDisposableStack();
    const it = await stationOnMachine(cleanup);
    it.setMachineBy(YEAR_US);
    await it.run(4);
    it.setMachineBy(-YEAR_US);
    await it.run(15);
    it.setMachineBy(-3600 * US_PER_S);
    await it.run(15);
    assert.deepEqual([behindS(it), it.told(TAKEN), it.told(WAITS)], [-3600, 0, 0]);
  });
});
