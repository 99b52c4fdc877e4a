import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import { FlownStation } from '../support/flown-station.ts';

interface Story {
  readonly fault: FaultRequest;
  readonly states: readonly string[];
  readonly begun: readonly number[];
  /** Seconds from the fault to the first change of state, or to the first notification where the flight goes on. */
  readonly withinS: number;
  readonly runS?: number;
  /** Seconds within which all is well once the fault is over. */
  readonly wellWithinS?: number;
  /** Possible side effects of the fault, by its physics. */
  readonly mayBegin?: readonly number[];
}

const LANDS = ['Flying', 'SafetyLanding', 'StandBy'] as const;
const FLIES_ON = ['Flying'] as const;

const STORIES: Readonly<Record<string, Story>> = {
  'a motor fails': { fault: { type: 'motor_failure' }, states: LANDS, begun: [20040, 30040], withinS: 1 },
  'the main power is lost': { fault: { type: 'main_power_loss' }, states: LANDS, begun: [10040, 30040], withinS: 1 },
  'the line in the tether opens': {
    fault: { type: 'tether_voltage_loss' },
    states: LANDS,
    begun: [30030, 30040],
    withinS: 3,
  },
  'the tether is chafed': {
    fault: { type: 'tether_damage', severity: 0.5 },
    states: LANDS,
    begun: [30030, 30040],
    withinS: 10,
  },
  'the spool is blocked': {
    fault: { type: 'spool_stuck' },
    states: LANDS,
    begun: [10060, 30040],
    withinS: 30,
  },
  'the barometer drifts': {
    fault: { type: 'barometer' },
    states: LANDS,
    begun: [20080, 30040],
    withinS: 30,
    // Estimates based on it are wrong until it is forgotten.
    wellWithinS: 90,
  },
  'it becomes too hot': {
    fault: { type: 'overheating' },
    states: LANDS,
    begun: [20050, 20051, 30040],
    withinS: 480,
    runS: 600,
  },
  'a cell of the Kite’s battery is weak': {
    fault: { type: 'battery_voltage' },
    states: ['Flying', 'Landing', 'StandBy'],
    begun: [20031, 30042],
    withinS: 6,
  },
  'a cell of the Ground Station’s battery is weak': {
    fault: { type: 'battery_voltage', parameters: { battery: 'ground_station' } },
    states: ['Flying', 'Landing', 'StandBy'],
    begun: [10031, 30042],
    withinS: 6,
  },
  'a motor is weak': { fault: { type: 'motor_degraded' }, states: FLIES_ON, begun: [20041], withinS: 5 },
  'the magnetic field is disturbed': {
    fault: { type: 'magnetic_disturbance', parameters: { at_m: 20, source_east_m: 10, source_up_m: 20 } },
    states: FLIES_ON,
    begun: [20061],
    withinS: 8,
  },
  'the receiver sees reflections': {
    fault: { type: 'gps_multipath' },
    states: FLIES_ON,
    begun: [20062],
    withinS: 10,
  },
  'the force sensor is off': {
    fault: { type: 'force_sensor' },
    states: FLIES_ON,
    begun: [10070],
    withinS: 30,
    // Tether and position disagree until it is found out that it is the sensor.
    mayBegin: [20062],
  },
  'a battery is too hot': { fault: { type: 'battery_temperature' }, states: FLIES_ON, begun: [20032], withinS: 1 },
  'a battery is low': { fault: { type: 'battery_charge' }, states: FLIES_ON, begun: [20030], withinS: 1 },
  'the vehicle drives off': {
    fault: { type: 'system_moving', duration: 60 },
    states: FLIES_ON,
    begun: [10050],
    withinS: 5,
  },
  'the secondary autopilot fails': {
    fault: { type: 'secondary_autopilot' },
    states: FLIES_ON,
    begun: [20070],
    withinS: 1,
  },
  'the camera is off': { fault: { type: 'camera_offline' }, states: FLIES_ON, begun: [40010], withinS: 1 },
  'the supply of the box is low': { fault: { type: 'supply_low' }, states: FLIES_ON, begun: [60040], withinS: 1 },
};

const text = (lines: readonly string[]) => `\n${lines.join('\n')}`;

/** Nothing comes back when nothing has for so long. */
const STAYS_WELL_S = 60;

describe('at 20 m', () => {
  for (const [name, { fault, states, begun, withinS, runS = 90, wellWithinS = 30, mayBegin = [] }] of Object.entries(
    STORIES,
  )) {
    it(`${name}: ${states.join(', ')} with ${begun.join(', ')}; all is well again once it is over`, async () => {
      await using flown = await FlownStation.at(20);
      const { story } = flown;
      flown.fault(fault);
      flown.advance(runS);
      const found = story.begun.filter((code) => !mayBegin.includes(code));
      assert.deepEqual(story.states, states, text(story.lines));
      assert.deepEqual(found, begun, text(story.lines));
      assert.ok(story.secondsTo(states[1] ?? `+${begun[0]}`) <= withinS, text(story.lines));
      flown.aircraft.faults.clearAll();
      flown.advance(wellWithinS);
      assert.deepEqual(flown.activeCodes, [], text(story.lines));
      flown.advance(STAYS_WELL_S);
      assert.deepEqual(flown.activeCodes, [], text(story.lines));
      const next = states.length === 1 ? ['altitude', { altitude: 10 }] : ['take_off'];
      assert.equal(await flown.command(`flight/control/${next[0]}`, next[1] as object | undefined), '202');
    });
  }

  it('the safety land button: down at 1.5 m/s, lids closed, reset after 20 s', async () => {
    await using flown = await FlownStation.at(20);
    const { story } = flown;
    flown.aircraft.setSafetyLandButton(true);
    flown.advance(3);
    flown.aircraft.setSafetyLandButton(false);
    flown.advance(27);
    assert.deepEqual(story.states, LANDS, text(story.lines));
    assert.ok(story.secondsTo('StandBy') < 20, text(story.lines));
    assert.match(await flown.command('flight/control/take_off'), /409 RESETTING_AFTER_SAFETY_LANDING/);
    flown.advance(20);
    assert.equal(await flown.command('flight/control/take_off'), '202');
  });

  it('a cut tether: no data after 2 s, the damage stays known, and a person who mends it finds a Kite in StandBy', async () => {
    await using flown = await FlownStation.at(20);
    const { story } = flown;
    const { id } = flown.fault({ type: 'tether_cut' });
    flown.advance(60);
    assert.deepEqual(story.states, ['Flying', 'SafetyLanding', 'Unknown'], text(story.lines));
    assert.deepEqual(flown.activeCodes, [20020, 30030, 40010]);
    assert.ok(flown.aircraft.truth().is_on_ground);
    assert.match(await flown.command('flight/control/take_off'), /409 WRONG_FLIGHT_STATE/);
    flown.aircraft.faults.clear(id);
    flown.advance(60);
    assert.equal((await flown.flight()).flight_state, 'StandBy');
    assert.deepEqual(flown.activeCodes, [], text(story.lines));
  });

  it('a cut tether without GPS: the Kite lands where the wind takes it, and the state is Unknown', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'gps_loss' });
    flown.fault({ type: 'tether_cut', at: 5 });
    flown.advance(80);
    assert.equal((await flown.flight()).flight_state, 'Unknown');
    assert.ok(flown.aircraft.truth().is_on_ground);
    assert.deepEqual(flown.activeCodes, [10010, 20020, 30030, 40010]);
  });
});
