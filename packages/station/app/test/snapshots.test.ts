import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { randomStream } from '@kitestring/aircraft-simulator/noise/rng.ts';
import { every, US_PER_S } from '@kitestring/base/clock.ts';
import { StateArchive } from '@kitestring/base/state-archive.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS } from '@kitestring/settings/records-settings.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { FAULTS, type FaultDefinition, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { SNAPSHOTS_MAX } from '@kitestring/station-contract/sim/snapshot-operations.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { WebSocket } from 'ws';
import { StationSnapshotFault } from '../src/snapshot/snapshot-fault.ts';
import { parsedSnapshot, snapshotFile } from '../src/snapshot/snapshot-file.ts';
import type { StationSnapshot } from '../src/snapshot/station-snapshot.ts';
import { startTestStation, TEST_KEY, type TestStation, type TestStationOptions } from './support/test-station.ts';

const SEED = Number(process.env.KITESTRING_SNAPSHOT_SEED ?? 1);

/** Two clients of the original. */
type Crew = readonly [Caller, Caller];

async function signInCrew(station: TestStation): Promise<Crew> {
  const one = async () => {
    const caller = station.station.auth.authenticate((await station.client()).token ?? '');
    return caller.ok ? caller.value : assert.fail();
  };
  return [await one(), await one()];
}

const OPTIONS: readonly TestStationOptions[] = [
  { simulation: { windSpeedMps: 8, turbulence: 'moderate' }, station: { installation: 'Rooftop Box' } },
  { simulation: { seaState: 3 }, station: { installation: 'Tray Mount' } },
];

/** `ground_station_reboot` ends the computer of which the snapshot is. */
const TYPES = (Object.keys(FAULTS) as FaultType[]).filter((type) => type !== 'ground_station_reboot');

/** Sixty steps of random inputs and the same for the same seed: commands of two clients, faults, weather, time. */
function* act({ running, station }: TestStation, seed: number, [alice, bob]: Crew): Generator<void> {
  const { aircraft } = running.world;
  const random = randomStream(seed, 'inputs');
  const between = (low: number, high: number) => low + (high - low) * random.uniform();
  const one = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)] as T;
  const who = () => (random.uniform() < 0.8 ? alice : bob);
  const operator_position = { latitude: 47.4, longitude: 8.5 };
  const acts: readonly (() => unknown)[] = [
    () => station.flight.takeOff(who()),
    () => station.flight.takeOff(who()),
    () => station.flight.setAltitude(who(), { altitude: between(5, 40) }),
    () => station.flight.setAltitudeSoftMax(who(), { altitude: between(10, 45) }),
    () => station.flight.abort(who()),
    () => station.flight.land(who()),
    () => station.camera.rotateByAngle(who(), { pan: between(-700, 700) }),
    () => station.camera.rotateWithSpeed(who(), { pan_speed: 20, tilt_speed: -5, duration: 3 }),
    () => station.handoff.request(who(), { operator_name: 'Anna', operator_position } as never),
    () => station.handoff.release(who()),
    () => station.system.openRtbLids(who()),
    () => station.incident.set(who(), { number: '17', title: 'Barn fire' }),
    () => station.signatures.sign(who(), { name: 'Anna', revision: station.readiness().revision }),
    () => aircraft.setWind({ speedMps: between(0, 14), fromDeg: between(0, 360), turbulence: 'light' }),
    () => aircraft.setSafetyLandButton(random.uniform() < 0.3),
    () => aircraft.faults.clearAll(),
  ];
  for (let turn = 0; turn < 30; turn += 1) {
    one(acts)();
    if (random.uniform() < 0.3) {
      const type = one(TYPES);
      const definition: FaultDefinition = FAULTS[type];
      const severity = definition.severity === undefined ? {} : { severity: between(0.1, 1) };
      aircraft.faults.inject({ type, at: between(0, 3), duration: between(1, 25), ...severity });
    }
    running.world.clock.advance(between(0.3, 8));
    yield;
  }
}

/** All that clients, the simulator's owner and the data folder show, and all that is saved. */
function everything({ dataDir, running, station }: TestStation) {
  const { aircraft, clock } = running.world;
  using store = openStore(dataDir, { lock: false });
  const { camera, flight, handoff, system } = station.topics;
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  return {
    timeUs: clock.nowUs(),
    topics: [flight, camera, system, handoff].map(({ bytes }) => text(bytes)),
    notifications: station.notifications.state(),
    history: station.notifications.history(0),
    figures: station.flightFigures(),
    info: station.flight.info(),
    readiness: station.readiness(),
    trends: station.trends(60),
    documents: [station.incident.value, station.signatures.list(), station.cameraPresets.list(), station.pins.list()],
    truth: aircraft.truth(),
    faults: aircraft.faults.list(),
    store: store.save(),
    state: deserialize(serialize(StateArchive.save(aircraft, station))) as unknown,
  };
}

/** A station in its own time and real time, on which no flight log waits for the disk. */
const start = (options: TestStationOptions, snapshot?: StationSnapshot, dataDir?: string) =>
  startTestStation({
    ...options,
    flightLog: { ...DEFAULT_FLIGHT_LOG_SETTINGS, isOn: false },
    ...(dataDir !== undefined && { dataDir }),
    start: { realTimeClock: new VirtualClock(), ...(snapshot !== undefined && { snapshot }) },
  });

function takeSnapshot({ running }: TestStation): StationSnapshot {
  running.snapshots.take('moment');
  return parsedSnapshot(Buffer.from(running.snapshots.file('moment') ?? []), 'moment');
}

describe('a snapshot of a station', () => {
  for (const [index, options] of OPTIONS.entries()) {
    it(`is continued to the byte, by the original, by a fork, and after a reset (${options.station?.installation})`, async () => {
      for (let seed = SEED + index; seed < SEED + 6; seed += OPTIONS.length) {
        await using original = await start({ ...options, simulation: { ...options.simulation, seed } });
        original.advance(6);
        const crew = await signInCrew(original);
        const turns = 5 + Math.floor(25 * randomStream(seed, 'moment').uniform());
        const before = act(original, seed, crew);
        for (let turn = 0; turn < turns; turn += 1) before.next();
        const snapshot = takeSnapshot(original);
        const then = everything(original);
        await using fork = await start({ simulation: { speed: 3 } }, snapshot);
        assert.deepEqual(everything(fork), then, `seed ${seed}: at the moment of the snapshot`);

        const course: ReturnType<typeof everything>[] = [];
        const [flown, forked] = [act(original, seed + 100, crew), act(fork, seed + 100, crew)];
        for (let turn = 0; !flown.next().done; turn += 1) {
          forked.next();
          course.push(everything(original));
          assert.deepEqual(everything(fork), course.at(-1), `seed ${seed}: turn ${turn} of the fork`);
        }

        const moment = await original.running.snapshots.reset('moment');
        assert.ok(moment !== undefined && !('reason' in moment));
        assert.deepEqual(everything(original), then, `seed ${seed}: reset`);
        const again = act(original, seed + 100, crew);
        for (const [turn, seen] of course.entries()) {
          again.next();
          assert.deepEqual(everything(original), seen, `seed ${seed}: turn ${turn} after the reset`);
        }
      }
    });
  }
});

describe('snapshots by the controls of the simulator', () => {
  let station: TestStation;
  let client: TestClient;
  before(async () => {
    station = await startTestStation();
    client = await station.client();
    station.advance(6);
  });
  after(() => station[Symbol.asyncDispose]());

  const sim = (path: string, body?: object) =>
    body === undefined ? client.get(`/sim/v1/snapshots${path}`) : client.post(`/sim/v1/snapshots${path}`, body);
  const remove = (name: string) => client.send(`/sim/v1/snapshots/${name}`, { method: 'DELETE' });
  const stateName = async () => ((await client.get('flight/state')).body as { flight_state: string }).flight_state;

  it('reset the whole station, as often as wanted', async () => {
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(30);
    assert.equal(await stateName(), 'Flying');
    const taken = await sim('', { name: 'flying' });
    assert.equal(taken.status, 201);
    const { time, bytes } = taken.body as { time: string; bytes: number };
    assert.deepEqual((await sim('')).body, { snapshots: [{ name: 'flying', time, bytes }] });
    const later = await station.client();
    for (let round = 0; round < 2; round += 1) {
      await client.post('flight/control/land');
      await client.post('/sim/v1/faults', { type: 'gps_loss' });
      station.advance(60);
      assert.equal(await stateName(), 'StandBy');
      const socket = new WebSocket(`${station.url.replace('http', 'ws')}/api/v1/flight/state/subscribe`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      await once(socket, 'message');
      const closed = once(socket, 'close');
      const answer = await sim('/flying/reset', {});
      assert.deepEqual(answer.body, { name: 'flying', time, bytes });
      assert.equal((await closed)[0], 1012);
      assert.equal(await stateName(), 'Flying');
      assert.deepEqual((await client.get('/sim/v1/faults')).body, { faults: [] });
      assert.equal(((await client.get('/sim/v1/clock')).body as { time: string }).time, time);
      assert.equal((await later.get('flight/state')).status, 200, 'a session stays what it is');
    }
  });

  it('leave what the process does in station time at its pace', async () => {
    const { clock } = station.running.world;
    await sim('', { name: 'now' });
    let ticks = 0;
    const cancel = every(clock, 10 * US_PER_S, () => {
      ticks += 1;
    });
    station.advance(65);
    assert.equal(ticks, 6);
    assert.equal((await sim('/now/reset', {})).status, 200);
    station.advance(4.9);
    assert.equal(ticks, 6);
    station.advance(0.2);
    assert.equal(ticks, 7);
    station.advance(30);
    assert.equal(ticks, 10);
    cancel();
  });

  it('do not show for ever that keys were guessed', async () => {
    const { notifications } = station.station;
    notifications.raise('TOO_MANY_WRONG_KEYS', { address: '192.0.2.1' });
    await sim('', { name: 'guessed' });
    notifications.clear('TOO_MANY_WRONG_KEYS');
    assert.equal((await sim('/guessed/reset', {})).status, 200);
    assert.equal(notifications.isActive('TOO_MANY_WRONG_KEYS'), false);
  });

  it('end up in a file that only administrators get, with which any number of stations go on', async () => {
    await sim('', { name: 'flying' });
    const reader = await station.client('experimental');
    assert.equal((await reader.get('/sim/v1/snapshots/flying/file')).status, 403);
    const answer = await fetch(`${station.url}/sim/v1/snapshots/flying/file`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const snapshot = parsedSnapshot(bytes, 'flying');
    for (const secret of [TEST_KEY, client.token ?? '', 'sign_in.known_places']) {
      assert.equal(bytes.includes(secret), false);
      assert.equal(Buffer.from(snapshot.content).includes(secret), false);
    }
    for (let fork = 0; fork < 3; fork += 1) {
      await using other = await startTestStation({ start: { snapshot } });
      assert.equal((await new TestClient(other.url, client.token).get('flight/state')).status, 401);
      const own = await other.client();
      assert.deepEqual((await own.get('flight/state')).body, (await client.get('flight/state')).body);
    }
  });

  it('are refused whole, with the reason, where they cannot be used', async () => {
    await sim('', { name: 'flying' });
    const bytes = Buffer.from(station.running.snapshots.file('flying') ?? []);
    const spoilt = (spoil: (copy: Buffer) => Buffer | undefined) => () => {
      const copy = Buffer.from(bytes);
      return parsedSnapshot(spoil(copy) ?? copy, 'a.snapshot');
    };
    const random = randomStream(1, 'damage');
    for (let round = 0; round < 50; round += 1) {
      const index = 100 + Math.floor(random.uniform() * (bytes.length - 100));
      assert.throws(
        spoilt((copy) => void copy.writeUInt8(copy.readUInt8(index) ^ 1, index)),
        /a\.snapshot is damaged or incomplete: its checksum is wrong; nothing was used of it/,
      );
      assert.throws(
        spoilt((copy) => copy.subarray(0, index)),
        /is damaged or incomplete/,
      );
    }
    assert.throws(
      spoilt((copy) => void copy.write('kitestring-snapshot 3 ')),
      /has the format of another version/,
    );
    assert.throws(
      spoilt(() => Buffer.from('an MCAP')),
      /a\.snapshot is no snapshot of a station/,
    );
    const whole = parsedSnapshot(bytes, 'a.snapshot');
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-refused-'));
    const startFrom = (snapshot: StationSnapshot) => startTestStation({ start: { snapshot }, dataDir: folder });
    await assert.rejects(startFrom({ ...whole, softwareVersion: '9.8.7' }), /taken with version 9\.8\.7 of Kitestring/);
    await assert.rejects(startFrom({ ...whole, layout: '0' }), /another build of version/);
    await assert.rejects(startFrom({ ...whole, content: serialize({ tables: {}, state: [] }) }), /does not fit this/);
    const others = { ...whole.settings, station: { ...whole.settings.station, installation: 'Tray Mount' as const } };
    await assert.rejects(startFrom({ ...whole, settings: others }), StationSnapshotFault);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('sqlite')),
      [],
    );
    await using station2 = await startFrom(whole);
    await assert.rejects(startFrom(whole), /has a station in it: give a new one/);
    assert.equal(station2.station.flight.phase.state, 'Flying');
  });

  it('give nobody back what was taken: keys, tokens, accounts, links, and control of a session that ended', async () => {
    const add = async (scopes: string[]) =>
      (await client.post('/admin/v1/plugins', { name: `with ${scopes.join(' ')}`, scopes })).body as {
        plugin: { id: string };
        key: string;
      };
    const leaked = await add(['read', 'control', 'internal']);
    const token = async (client_secret: string) =>
      ((await station.stranger().post('auth/token/request', { client_secret })).body as { access_token?: string })
        .access_token;
    const intruder = new TestClient(station.url, await token(leaked.key));
    const person = { login: 'gone', name: 'Gone', role: 'admin', password: 'wind over the old harbour' };
    const { id } = (await client.post('/station/v1/accounts', person)).body as { id: string };
    const link = { name: 'Wall', hours: 1 };
    const { secret } = (await intruder.post('/station/v1/watch-links', link)).body as { secret: string };
    assert.equal((await intruder.post('handoff/control/request', { operator_name: 'Intruder' })).status, 201);
    assert.equal((await sim('', { name: 'before' })).status, 201);
    await client.send(`/admin/v1/plugins/${leaked.plugin.id}`, { method: 'DELETE' });
    await client.send(`/station/v1/accounts/${id}`, { method: 'DELETE' });
    const fresh = await add(['read']);
    assert.equal((await sim('/before/reset', {})).status, 200);
    assert.equal(await token(leaked.key), undefined);
    assert.equal((await intruder.get('flight/state')).status, 401);
    assert.equal(
      (await station.stranger().post('/station/v1/sign-in', { login: 'gone', password: person.password })).status,
      401,
    );
    assert.equal((await station.stranger().post('/station/v1/watch-links/open', { secret })).status, 401);
    assert.equal(
      ((await client.get('handoff/state')).body as { controlling_client: unknown }).controlling_client,
      null,
    );
    assert.notEqual(await token(fresh.key), undefined, 'what was given since stays, too');
    await remove('before');
  });

  it('are taken from a file as data alone, and refused in one line where anybody has changed them', async () => {
    await sim('', { name: 'crafted' });
    const whole = parsedSnapshot(Buffer.from(station.running.snapshots.file('crafted') ?? []), 'x');
    const content = () => deserialize(whole.content) as { tables: Record<string, unknown>; state: unknown[] };
    const { settings } = whole;
    const withFlight = (wrong: object) => ({
      ...settings,
      station: { ...settings.station, flight: { ...settings.station.flight, ...wrong } },
    });
    const row = { 'code) VALUES (1); DROP TABLE audit; --': 1 };
    const texts = (value: unknown): unknown => (typeof value === 'number' ? 'x' : value);
    const crafted: readonly Partial<StationSnapshot>[] = [
      { content: serialize({ ...content(), tables: { ...content().tables, notifications: [row] } }) },
      { content: serialize({ ...content(), tables: { ...content().tables, notifications: [{ code: 'x' }] } }) },
      { content: serialize({ ...content(), tables: { plugins: [], notifications: 5 } }) },
      { content: serialize({ ...content(), tables: null }) },
      { content: serialize(5) },
      { content: serialize({ ...content(), state: content().state.map(texts) }) },
      {
        content: serialize({
          ...content(),
          state: content().state.map((one) => (typeof one === 'number' ? Number.NaN : one)),
        }),
      },
      {
        content: serialize({
          ...content(),
          state: content().state.map((one) => (typeof one === 'number' ? 1e308 : one)),
        }),
      },
      ...['{nope', '5', 'null', '[5]'].map((text) => ({
        content: serialize({ ...content(), tables: { ...content().tables, documents: [{ name: 'flights', text }] } }),
      })),
      { settings: { ...settings, simulation: { ...settings.simulation, seed: 'x' as never } } },
      { settings: { ...settings, simulation: { speed: 1 } as never } },
      { settings: { ...settings, simulation: { ...settings.simulation, cameraModel: 'nothing' as never } } },
      { settings: { ...settings, station: { ...settings.station, gsName: '\u202e\n'.repeat(9) } } },
      { settings: withFlight({ altitudeHardMaxM: 5000 }) },
      { settings: withFlight({ altitudeTakeoffM: 30, altitudeMaxWithoutGpsM: 25 }) },
      { settings: { ...settings, station: { ...settings.station, flight: null as never } } },
      { settings: { ...settings, parameters: { nothing: 1 } as never } },
      { settings: undefined as never },
    ];
    for (const [index, change] of crafted.entries()) {
      await assert.rejects(
        async () => {
          const folder = mkdtempSync(join(tmpdir(), 'kitestring-crafted-'));
          const snapshot = parsedSnapshot(Buffer.from(snapshotFile({ ...whole, ...change })), 'crafted');
          await using _ = await startTestStation({ start: { snapshot }, dataDir: folder });
        },
        (error) => error instanceof StationSnapshotFault && !error.message.includes('\n'),
        `crafted file ${index}`,
      );
    }
    await remove('crafted');
  });

  it('have names, and a bound', async () => {
    assert.equal((await sim('/nobody/reset', {})).status, 404);
    assert.equal((await sim('/nobody/file')).status, 404);
    assert.equal((await remove('nobody')).status, 404);
    assert.equal((await sim('', { name: '../x' })).status, 400);
    for (let index = 0; index < SNAPSHOTS_MAX; index += 1) await sim('', { name: `n${index}` });
    const refused = await sim('', { name: 'one-too-many' });
    assert.equal(refused.status, 409);
    assert.match((refused.body as { message: string }).message, /20 snapshots are in memory: delete one first/);
    assert.equal((await remove('n0')).status, 204);
    assert.equal((await sim('', { name: 'one-too-many' })).status, 201);
  });
});
