import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { TelemetryRecord } from '../channels/telemetry.ts';
import type { FlightSample, StateSpan } from '../read/flight.ts';

/** The extreme of one quantity, and when it was reached. */
export interface Extreme {
  readonly value: number;
  readonly timeUs: number;
}

/** Summary of a flight. A figure without measurements is undefined. */
export interface FlightFigures {
  /** From leaving StandBy until the return to it. */
  readonly airborneS: number;
  readonly altitudeM: Extreme | undefined;
  readonly tetherOutM: Extreme | undefined;
  readonly windMps: Extreme | undefined;
  /** Strongest true gust of a simulated flight. */
  readonly gustMps: Extreme | undefined;
  readonly tensionN: Extreme | undefined;
  readonly driftM: Extreme | undefined;
  readonly airframeTiltDeg: Extreme | undefined;
  /** Motion of the base in both directions, in a simulated flight. */
  readonly baseRollDeg: Extreme | undefined;
  readonly baseHeaveM: Extreme | undefined;
  readonly thrustPercent: Extreme | undefined;
  readonly kiteC: Extreme | undefined;
  readonly supplyLowV: Extreme | undefined;
  readonly batteryLowPercent: Extreme | undefined;
}

export type SampleReader = (sample: FlightSample) => number | undefined;

const of =
  (
    name: {
      [Name in keyof TelemetryRecord]: TelemetryRecord[Name] extends number | undefined ? Name : never;
    }[keyof TelemetryRecord] &
      string,
  ): SampleReader =>
  ({ telemetry }) =>
    telemetry[name] as number | undefined;

const ON_GROUND: readonly FlightStateName[] = ['StandBy', 'Unknown'];

export const isOffGround = (state: FlightStateName): boolean => !ON_GROUND.includes(state);

type FigureName = Exclude<keyof FlightFigures, 'airborneS'>;
type IsFurther = (a: number, b: number) => boolean;
const greatest = (read: SampleReader) => ({ read, isFurther: (a, b) => a > b }) satisfies Rule;
const least = (read: SampleReader) => ({ read, isFurther: (a, b) => a < b }) satisfies Rule;

interface Rule {
  readonly read: SampleReader;
  readonly isFurther: IsFurther;
}

const RULES: Readonly<Record<FigureName, Rule>> = {
  altitudeM: greatest(of('altitude_m')),
  tetherOutM: greatest(of('tether_length_m')),
  windMps: greatest(of('wind_mps')),
  gustMps: greatest(({ truth }) => truth?.wind.speed_mps),
  tensionN: greatest(of('tether_tension_n')),
  driftM: greatest(of('drift_m')),
  airframeTiltDeg: greatest(of('lean_deg')),
  baseRollDeg: greatest(({ truth }) => truth?.base && Math.abs(truth.base.roll_deg)),
  baseHeaveM: greatest(({ truth }) => (truth?.base?.up_m ? Math.abs(truth.base.up_m) : undefined)),
  thrustPercent: greatest(of('thrust_percent')),
  kiteC: greatest(of('kite_c')),
  supplyLowV: least(of('kite_supply_v')),
  batteryLowPercent: least(of('kite_battery_percent')),
};
const NAMES = Object.keys(RULES) as readonly FigureName[];

/** Figures of a flight, from its samples one after the other: of a long flight not all are kept. */
export class FigureRecord {
  readonly #extremes: Partial<Record<FigureName, Extreme>> = {};

  /** A sample from off the ground. */
  add(sample: FlightSample): void {
    for (const name of NAMES) {
      const { isFurther, read } = RULES[name];
      const value = read(sample);
      const found = this.#extremes[name];
      if (value === undefined || (found !== undefined && !isFurther(value, found.value))) continue;
      this.#extremes[name] = { value, timeUs: sample.timeUs };
    }
  }

  figures(states: readonly StateSpan[]): FlightFigures {
    const flown = states.filter(({ state }) => isOffGround(state));
    const airborneS = flown.reduce((sum, { fromUs, toUs }) => sum + (toUs - fromUs) / 1e6, 0);
    const extremes = NAMES.map((name) => [name, this.#extremes[name]] as const);
    return { airborneS, ...(Object.fromEntries(extremes) as Record<FigureName, Extreme | undefined>) };
  }
}
