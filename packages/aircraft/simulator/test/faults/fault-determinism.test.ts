import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import { SimulatedAircraft } from '../../src/simulated-aircraft.ts';
import { SimulationClock } from '../../src/simulation-clock.ts';
import { START_US } from '../flown-aircraft.ts';

const STEPS_PER_S = 400;

/** Faults of all kinds, asked for at the start, at times that are no whole steps. */
const FAULTS: readonly FaultRequest[] = [
  { type: 'gps_loss', at: 40.0013, duration: 12.3 },
  { type: 'gps_multipath', at: 60.7, duration: 15 },
  { type: 'magnetic_disturbance', at: 70.123, duration: 9.87, parameters: { ramp_s: 3.21 } },
  { type: 'motor_degraded', at: 82, duration: 10, severity: 0.77 },
  { type: 'force_sensor', at: 95, duration: 11, parameters: { mode: 'silent' } },
  { type: 'barometer', at: 110, duration: 14 },
  { type: 'wind_change', at: 125.0009, duration: 20, parameters: { speed_mps: 9, ramp_s: 7 } },
  { type: 'wind_gust', at: 130.5 },
  { type: 'link_degraded', at: 150, duration: 15, parameters: { latency_ms: 333, loss_percent: 25 } },
  { type: 'system_moving', at: 170, duration: 10 },
  { type: 'kite_data_missing', at: 185, duration: 3 },
  { type: 'spool_stuck', at: 195, duration: 6 },
  { type: 'payload_swap', at: 200.3, duration: 4 },
  { type: 'tether_damage', at: 205 },
  { type: 'tether_cut', at: 230.007, duration: 1 },
];

/** Flies five minutes with the faults in chunks of so many steps. @returns hash of all samples, truths and fault states */
function historyHash(stepsPerChunk: number): string {
  const aircraft = new SimulatedAircraft({
    seed: 5,
    startTimeUs: START_US,
    wind: { speedMps: 5, fromDeg: 250, turbulence: 'light' },
    parameters: { rooftopBox: { lidsOpenAtStart: true } },
  });
  const clock = new SimulationClock(aircraft);
  const hash = createHash('sha256');
  aircraft.onSample((sample) => {
    hash.update(JSON.stringify(sample));
    hash.update(JSON.stringify(aircraft.truth()));
  });
  for (const fault of FAULTS) aircraft.faults.inject(fault);
  const at = (atS: number, act: () => void) => clock.schedule(START_US + atS * 1e6, act);
  at(1, () => aircraft.takeOff(1));
  at(10, () => aircraft.setAltitude(20));
  at(155, () => aircraft.setAltitude(15));
  at(198, () => aircraft.setAltitude(12));
  at(120.0031, () => aircraft.faults.clear('6'));
  for (let left = 300 * STEPS_PER_S; left > 0; left -= stepsPerChunk) clock.runSteps(Math.min(left, stepsPerChunk));
  const states = aircraft.faults.list();
  assert.deepEqual(
    states.map(({ status }) => status),
    states.map(({ id, type }) => (id === '6' ? 'cleared' : type === 'tether_damage' ? 'active' : 'expired')),
  );
  hash.update(JSON.stringify(states));
  return hash.digest('hex');
}

describe('determinism with faults', () => {
  const reference = historyHash(1000);
  for (const stepsPerChunk of [1000, 1, 7]) {
    it(`V43: five minutes full of faults are the same in chunks of ${stepsPerChunk}`, () => {
      assert.equal(historyHash(stepsPerChunk), reference);
    });
  }
});
