import type { Telemetry } from '../channels/telemetry.ts';
import type { Flight, FlightSample } from '../read/flight.ts';

/** The extreme of one quantity, and when it was reached. */
export interface Extreme {
  readonly value: number;
  readonly timeUs: number;
}

/** What a flight comes down to. A figure that was never measured is undefined. */
export interface Figures {
  /** From leaving StandBy to being back in it. */
  readonly airborneS: number;
  readonly altitudeM: Extreme | undefined;
  readonly windMps: Extreme | undefined;
  /** The strongest gust that there really was, in a simulated flight. */
  readonly gustMps: Extreme | undefined;
  readonly tensionN: Extreme | undefined;
  readonly driftM: Extreme | undefined;
  readonly leanDeg: Extreme | undefined;
  /** Of what the Ground Station stood on, either way, in a simulated flight. */
  readonly baseRollDeg: Extreme | undefined;
  readonly baseHeaveM: Extreme | undefined;
  readonly thrustPercent: Extreme | undefined;
  readonly kiteC: Extreme | undefined;
  readonly supplyLowV: Extreme | undefined;
  readonly batteryLowPercent: Extreme | undefined;
}

type Read = (sample: FlightSample) => number | undefined;

const of =
  (
    name: { [Name in keyof Telemetry]: Telemetry[Name] extends number | undefined ? Name : never }[keyof Telemetry] &
      string,
  ): Read =>
  ({ telemetry }) =>
    telemetry[name] as number | undefined;

const ON_GROUND = ['StandBy', 'Unknown'];

export function figuresOf(flight: Flight): Figures {
  const flown = flight.states.filter(({ state }) => !ON_GROUND.includes(state));
  const inTheAir = flight.samples.filter(({ timeUs }) =>
    flown.some((span) => timeUs >= span.fromUs && timeUs <= span.toUs),
  );
  const greatest = (read: Read) => extreme(inTheAir, read, (a, b) => a > b);
  const least = (read: Read) => extreme(inTheAir, read, (a, b) => a < b);
  return {
    airborneS: flown.reduce((sum, { fromUs, toUs }) => sum + (toUs - fromUs) / 1e6, 0),
    altitudeM: greatest(of('altitude_m')),
    windMps: greatest(of('wind_mps')),
    gustMps: greatest(({ truth }) => truth?.wind.speed_mps),
    tensionN: greatest(of('tether_tension_n')),
    driftM: greatest(of('drift_m')),
    leanDeg: greatest(of('lean_deg')),
    baseRollDeg: greatest(({ truth }) => truth?.base && Math.abs(truth.base.roll_deg)),
    baseHeaveM: greatest(({ truth }) => (truth?.base?.up_m ? Math.abs(truth.base.up_m) : undefined)),
    thrustPercent: greatest(of('thrust_percent')),
    kiteC: greatest(of('kite_c')),
    supplyLowV: least(of('kite_supply_v')),
    batteryLowPercent: least(of('kite_battery_percent')),
  };
}

function extreme(
  samples: readonly FlightSample[],
  read: Read,
  isFurther: (a: number, b: number) => boolean,
): Extreme | undefined {
  let found: Extreme | undefined;
  for (const sample of samples) {
    const value = read(sample);
    if (value === undefined || (found !== undefined && !isFurther(value, found.value))) continue;
    found = { value, timeUs: sample.timeUs };
  }
  return found;
}
