import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAULT_TYPES, FAULTS, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { type RandomStream, randomStream } from '../../src/noise/rng.ts';
import { FaultedFlight } from './faulted-flight.ts';

interface Figure {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly type?: string;
  readonly enum?: readonly string[];
}

const oneOf = <T>(random: RandomStream, values: readonly T[]): T =>
  values[Math.floor(random.uniform() * values.length)] as T;

/** Anything that the definition of a fault allows, ends of the ranges included. */
function anyFigure(random: RandomStream, { minimum = 0, maximum = 0, type, enum: names }: Figure): number | string {
  if (names !== undefined) return oneOf(random, names);
  if (type === 'string') return '';
  const value = oneOf(random, [minimum, maximum, minimum + random.uniform() * (maximum - minimum)]);
  return type === 'integer' ? Math.round(value) : value;
}

function anyFault(random: RandomStream, type: FaultType) {
  const definition = FAULTS[type];
  const figures = Object.entries(definition.parameters.properties as Readonly<Record<string, Figure>>);
  return {
    type,
    at: random.uniform() < 0.5 ? 0 : random.uniform() * 20,
    ...(random.uniform() < 0.7 && { duration: 0.001 + random.uniform() * 30 }),
    ...('severity' in definition && { severity: oneOf(random, [0, 1, random.uniform()]) }),
    parameters: Object.fromEntries(figures.map(([name, figure]) => [name, anyFigure(random, figure)])),
  };
}

function anyCommand(random: RandomStream, { aircraft }: FaultedFlight): void {
  oneOf(random, [
    () => aircraft.takeOff(1),
    () => aircraft.setAltitude(random.uniform() * 45),
    () => aircraft.land(random.uniform() < 0.5 ? 'normal' : 'safety'),
    () => aircraft.reset(),
    () => aircraft.movePan({ kind: 'toAngle', angleDeg: random.normal() * 200 }),
    () => aircraft.openLids(),
    () => aircraft.faults.clear(String(Math.ceil(random.uniform() * 50))),
  ])();
}

/** @returns where a number is none, and what it is; undefined where all are numbers */
function noNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : ` is ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of Object.keys(value)) {
    const found = noNumber((value as Record<string, unknown>)[name]);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}

describe('whatever faults there are, in whatever order and with whatever figures', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`the simulation stays sound, and the aircraft is healthy when they are cleared (seed ${seed})`, () => {
      const random = randomStream(seed, 'any faults');
      const flight = FaultedFlight.at(20, { seed });
      for (let count = 0; count < 150; count += 1) {
        flight.aircraft.faults.inject(anyFault(random, oneOf(random, FAULT_TYPES)));
        anyCommand(random, flight);
        flight.advance(random.uniform() * 8);
        assert.equal(noNumber(flight.sample), undefined, 'sample');
        assert.equal(noNumber(flight.aircraft.truth()), undefined, 'truth');
      }
      flight.aircraft.faults.clearAll();
      flight.until(({ kite }) => kite !== undefined || flight.simulation.body.isOnGround, 300);
      flight.aircraft.land('normal');
      flight.until(() => flight.simulation.body.isOnGround, 300);
      flight.aircraft.faults.clearAll();
      assert.ok(flight.aircraft.faults.list().every(({ status }) => status !== 'active' && status !== 'scheduled'));
      // The Kite is put back into its cradle, wherever it landed, and cools down.
      flight.aircraft.openLids();
      flight.advance(10);
      flight.aircraft.setKitePowered(false);
      flight.advance(1);
      flight.aircraft.setKitePowered(true);
      flight.advance(600);
      flight.assertHealthy();
    });
  }
});
