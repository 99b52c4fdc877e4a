import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoxServer, EquippedAircraft, LineEquipment } from '@kitestring/aircraft-ground';
import { BoxTrial } from '@kitestring/aircraft-ground/test/support/scripted-box.ts';
import { Line } from '@kitestring/aircraft-mavlink/test/support/line.ts';
import { ScriptedAutopilot } from '@kitestring/aircraft-mavlink/test/support/scripted-autopilot.ts';
import { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { LossyLink } from '@kitestring/mavlink-link/testing.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { AircraftSample, GroundOutcome } from '@kitestring/station-core/ports';
import { SimulatedBox } from '../src/ground/simulated-box.ts';
import { startStationIn } from '../src/start.ts';
import { settingsWith, TEST_KEY } from './support/test-station.ts';

type Json = Readonly<Record<string, unknown>>;

/** A whole station whose aircraft is an autopilot at the end of one line, with a box at the end of another, in virtual time. */
async function station(cleanup: AsyncDisposableStack) {
  const folder = cleanup.use(new TestFolder()).path;
  const line = cleanup.use(await Line.begin());
  const autopilot = await ScriptedAutopilot.begin(line, 'ArduCopter');
  const ground = cleanup.use(await BoxTrial.begin({ seed: 1 }, line.clock));
  const step = line.onStep;
  line.onStep = (nowUs) => {
    step(nowUs);
    ground.box.move(0.05);
    // The line follows the Kite by the winch's own control.
    if (autopilot.altitudeM + 1 > ground.box.lengthM) ground.box.lengthM = autopilot.altitudeM + 1;
  };
  const aircraft = new EquippedAircraft(line.aircraft, ground.watched);
  const world = {
    aircraft,
    equipment: ground.watched,
    clock: line.clock,
    scene: () => assert.fail('no synthetic picture'),
  };
  const settings = settingsWith({ station: { installation: 'Rooftop Box' } }, folder);
  const running = cleanup.use(await startStationIn(() => world, settings, { log: SILENT_LOG }));
  const { body } = await new TestClient(running.url).post('auth/token/request', { client_secret: TEST_KEY });
  const client = new TestClient(running.url, (body as { access_token: string }).access_token);
  await line.run(5);
  const get = async (path: string) => (await client.get(path)).body as Json;
  const codes = () => running.station.notifications.active().map(({ code }) => code);
  const until = async (what: string, isTrue: () => boolean, withinS = 60) => {
    assert.ok((await line.until(isTrue, withinS)) !== undefined, `${what}: ${codes()}`);
  };
  return { line, ground, client, get, codes, until, running };
}

describe('a station with ground equipment of its own', () => {
  it('publishes what the box measures, and nothing that it does not', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { get, ground, line } = await station(cleanup);
    const state = await get('system/state');
    assert.deepEqual(
      [state.rtb_lids_state, state.rtb_external_safety_land_button_state, state.rtb_parking_brake_state],
      ['Closed', 'NotPressed', undefined],
    );
    assert.equal(state.gs_input_voltage, 230);
    assert.equal((await get('/station/v1/flight')).tether_out, 10);
    const shown = await get('/station/v1/ground');
    assert.deepEqual([shown.link, shown.name, shown.tether_voltage, shown.supply], ['Heard', 'Winch 3', 385, 'Mains']);
    const { lids, safetyLandButtonPressed, supply, tetherPower, ...rest } = ground.box.reported;
    ground.box.reported = rest;
    ground.box.capabilities = { ...ground.box.capabilities, lids: false };
    await line.run(1);
    const { supply: gone, tether_voltage } = await get('/station/v1/ground');
    assert.deepEqual([gone, tether_voltage], [undefined, undefined]);
    assert.equal((await get('system/state')).rtb_lids_state, undefined);
  });

  it('opens its lids, flies, lands by its reactions, and closes them', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { client, codes, ground, running, until } = await station(cleanup);
    const { flight } = running.station.topics;
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    await until('flying', () => flight.value.flight_state === 'Flying');
    assert.equal(ground.box.reported.lids, 'Opened');
    ground.box.reported = { ...ground.box.reported, kiteInCradle: false };
    assert.equal((await client.post('flight/control/altitude', { altitude: 5 })).status, 202);
    await until('five metres', () => Math.abs((flight.value.altitude ?? 0) - 5) < 0.3);
    ground.box.reported = { ...ground.box.reported, supply: { source: 'Battery' } };
    await until('a safety landing', () => flight.value.flight_state === 'SafetyLanding');
    assert.ok(codes().includes(10040));
    await until('the ground', () => flight.value.flight_state === 'StandBy');
  });

  it('tells of a winch that does not move, and of a box that is silent, with the reactions of the existing ones', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { client, codes, get, ground, until } = await station(cleanup);
    ground.box.isJammed = true;
    const ordered = await client.post('/station/v1/ground/line', { order: 'tension', tension: 10 });
    assert.deepEqual([ordered.status, (ordered.body as Json).code], [400, 'NOT_FITTED']);
    const accepted = ground.watched.order({ kind: 'lineLength', lengthM: 20 });
    await until('a stuck spool', () => codes().includes(10060));
    assert.deepEqual(await accepted, { outcome: 'Accepted' });
    ground.box.isJammed = false;
    await until('a spool that turns', () => !codes().includes(10060));
    ground.line.isCut = true;
    await until('a silent box', () => codes().includes(10071));
    const refused = await client.post('flight/control/take_off');
    assert.deepEqual([refused.status, (refused.body as Json).code], [409, 'KITE_FAULT']);
    assert.deepEqual(
      [(await get('/station/v1/ground')).link, (await get('system/state')).gs_input_voltage],
      ['Lost', undefined],
    );
    ground.line.isCut = false;
    await until('a box again', () => !codes().includes(10071));
  });
});

describe('the box of a simulated aircraft, for another station', () => {
  it('has its winch, which follows the Kite, is ordered, and follows again', async () => {
    await using cleanup = new AsyncDisposableStack();
    const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0 });
    const clock = new SimulationClock(aircraft);
    let newest: AircraftSample | undefined;
    aircraft.onSample((sample) => {
      newest = sample;
    });
    const line = new LossyLink({ seed: 1, clock });
    const equipment = cleanup.use(await LineEquipment.over('the line', line.ends[0].open, { clock }));
    cleanup.use(await BoxServer.over(line.ends[1].open, new SimulatedBox(aircraft, () => newest), clock));
    const outcomeOf = async (outcome: Promise<GroundOutcome>) => {
      clock.advance(0.5);
      return outcome;
    };
    clock.advance(10);
    assert.deepEqual([equipment.link, equipment.name], ['Heard', 'Kitestring simulator']);
    assert.deepEqual(await outcomeOf(equipment.order({ kind: 'lineLength', lengthM: 5 })), {
      outcome: 'Refused',
      reason: 'the Kite is in its cradle',
    });
    assert.deepEqual(await outcomeOf(equipment.order({ kind: 'lids', end: 'Opened' })), { outcome: 'Accepted' });
    clock.advance(12);
    assert.deepEqual([equipment.reading?.lids, equipment.reading?.kiteInCradle], ['Opened', true]);
    aircraft.takeOff(10);
    clock.advance(40);
    const followedM = equipment.reading?.line?.lengthM ?? 0;
    assert.ok(followedM > 9.5 && followedM < 13, `${followedM} m`);
    assert.deepEqual(await outcomeOf(equipment.order({ kind: 'lineLength', lengthM: 20 })), { outcome: 'Accepted' });
    clock.advance(30);
    const orderedM = equipment.reading?.line?.lengthM ?? 0;
    assert.ok(Math.abs(orderedM - 20) < 0.2, `${orderedM} m`);
    assert.deepEqual(await outcomeOf(equipment.order({ kind: 'lineTension', tensionN: 6 })), { outcome: 'Accepted' });
    clock.advance(40);
    const againM = equipment.reading?.line?.lengthM ?? 0;
    assert.ok(againM < 13, `${againM} m`);
  });
});
