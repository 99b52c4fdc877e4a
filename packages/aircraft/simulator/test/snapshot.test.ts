import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { StateArchive } from '@kitestring/base/state-archive.ts';
import { FAULTS, type FaultDefinition, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { randomStream } from '../src/noise/rng.ts';
import { SimulatedAircraft, type SimulatedAircraftOptions } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';

const TYPES = Object.keys(FAULTS) as FaultType[];

const SETUPS: readonly Partial<SimulatedAircraftOptions>[] = [
  { wind: { speedMps: 9, fromDeg: 250, turbulence: 'moderate' } },
  {
    wind: { speedMps: 5, fromDeg: 10, turbulence: 'light' },
    sea: { seaState: 4, wavesFromDeg: 30 },
    rooftopBox: false,
  },
  { parameters: { tether: { model: 'lumped' }, rtk: { isUsed: true }, sky: { canopyM: 12 } } },
];

const copyOf = (values: readonly unknown[]) => deserialize(serialize(values)) as readonly unknown[];

class Flight {
  readonly aircraft: SimulatedAircraft;
  readonly clock: SimulationClock;

  constructor(seed: number, setup: Partial<SimulatedAircraftOptions>) {
    this.aircraft = new SimulatedAircraft({ seed, startTimeUs: 1_700_000_000_000_000, ...setup });
    this.clock = new SimulationClock(this.aircraft);
    this.aircraft.onSample(() => {});
  }

  /** Every saved value, as it is now. */
  get values(): readonly unknown[] {
    return copyOf(StateArchive.save(this.aircraft));
  }

  restore(values: readonly unknown[]): this {
    StateArchive.restore(copyOf(values), [this.aircraft]);
    return this;
  }
}

/** The same inputs for the same seed. */
function act(flight: Flight, seed: number): void {
  const { aircraft, clock } = flight;
  const random = randomStream(seed, 'inputs');
  const between = (low: number, high: number) => low + (high - low) * random.uniform();
  const acts = [
    () => aircraft.takeOff(3),
    () => aircraft.setAltitude(between(3, 40)),
    () => aircraft.holdAltitude(),
    () => aircraft.land(random.uniform() < 0.5 ? 'normal' : 'safety'),
    () => aircraft.movePan({ kind: 'toAngle', angleDeg: between(-400, 400) }),
    () => aircraft.moveTilt({ kind: 'atRate', rateDps: between(-20, 20), durationS: 4 }),
    () => aircraft.openLids(),
    () => aircraft.reset(),
    () => aircraft.steerBase(between(0, 8), between(0, 360)),
    () => aircraft.setWind({ speedMps: between(0, 12), fromDeg: between(0, 360), turbulence: 'light' }),
    () => aircraft.faults.clearAll(),
  ];
  for (let turn = 0; turn < 12; turn += 1) {
    if (random.uniform() < 0.5) acts[Math.floor(random.uniform() * acts.length)]?.();
    const type = TYPES[Math.floor(random.uniform() * TYPES.length)] as FaultType;
    const [at, duration] = [between(0, 3), random.uniform() < 0.5 ? between(1, 20) : undefined];
    if (random.uniform() < 0.6) {
      const definition: FaultDefinition = FAULTS[type];
      const severity = definition.severity === undefined ? {} : { severity: between(0.1, 1) };
      aircraft.faults.inject({ type, at, ...severity, ...(duration !== undefined && { duration }) });
    }
    clock.advance(between(0.2, 8));
  }
}

describe('a saved aircraft', () => {
  const first = 1 + Math.floor(Number(process.env.KITESTRING_SNAPSHOT_SEED ?? 0));
  for (const [index, setup] of SETUPS.entries()) {
    it(`flies on as it would have, from any moment, in any other aircraft of the same setup (${index})`, () => {
      for (let seed = first + index; seed < first + index + 12; seed += SETUPS.length) {
        const original = new Flight(seed, setup);
        original.aircraft.takeOff(3);
        original.clock.advance(15);
        act(original, seed);
        const saved = original.values;
        // One that is new, and one that has flown itself.
        const fresh = new Flight(seed, setup).restore(saved);
        const used = new Flight(seed, setup);
        act(used, seed + 1000);
        used.restore(saved);
        for (const flight of [original, fresh, used]) {
          assert.deepEqual(flight.values, saved, `seed ${seed}: restored`);
        }
        for (const flight of [original, fresh, used]) act(flight, seed + 500);
        for (const flight of [fresh, used]) {
          assert.deepEqual(flight.aircraft.truth(), original.aircraft.truth(), `seed ${seed}: truth`);
          assert.deepEqual(flight.aircraft.faults.list(), original.aircraft.faults.list(), `seed ${seed}: faults`);
          assert.deepEqual(flight.values, original.values, `seed ${seed}: state`);
        }
      }
    });
  }
});
