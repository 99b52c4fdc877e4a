import type { TelemetryName } from '../channels/telemetry.ts';
import type { FlightSample, LoggedFlight } from '../read/flight.ts';
import type { SampleReader } from './figures.ts';

/** Columns of values over time; null without a measurement. */
export interface Series {
  /** Seconds from the beginning of the log. */
  readonly timeS: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

const NUMBERS = [
  'altitude_m',
  'altitude_target_m',
  'climb_mps',
  'heading_deg',
  'wind_mps',
  'drift_m',
  'lean_deg',
  'thrust_percent',
  'tether_length_m',
  'tether_tension_n',
  'tether_angle_deg',
  'kite_supply_v',
  'kite_battery_v',
  'kite_battery_percent',
  'kite_battery_c',
  'kite_c',
  'gs_input_v',
  'gs_battery_v',
  'gs_battery_percent',
  'gs_battery_c',
  'spool_c',
  'camera_tilt_deg',
] as const satisfies readonly TelemetryName[];

const number =
  (name: (typeof NUMBERS)[number]): SampleReader =>
  ({ telemetry }) =>
    telemetry[name];

const READERS: Readonly<Record<string, SampleReader>> = {
  ...Object.fromEntries(NUMBERS.map((name) => [name, number(name)])),
  camera_pan_deg: ({ telemetry: { camera_pan_deg: pan } }) =>
    pan === undefined ? undefined : ((pan % 360) + 360) % 360,
  /** From the true state where available: GPS drift has a metre of noise. */
  east_m: ({ telemetry, truth }) => truth?.position.east_m ?? telemetry.drift_east_m,
  north_m: ({ telemetry, truth }) => truth?.position.north_m ?? telemetry.drift_north_m,
  true_altitude_m: ({ truth }) => truth?.position.up_m,
  true_wind_mps: ({ truth }) => truth?.wind.speed_mps,
  base_roll_deg: ({ truth }) => truth?.base?.roll_deg,
  base_pitch_deg: ({ truth }) => truth?.base?.pitch_deg,
  /** Exactly 0 on land. */
  base_up_m: ({ truth }) => truth?.base?.up_m || undefined,
  base_speed_mps: ({ truth }) => truth?.base && Math.hypot(truth.base.east_mps, truth.base.north_mps),
};

/** Two points per column of a wide screen: more only cost time. */
const ROWS_MAX = 6000;

/** Series of the plots. A long flight is decimated so that minimum and maximum of each interval remain. */
export function reportSeries({ fromUs, samples }: LoggedFlight): Series {
  const stretch = Math.ceil(samples.length / (ROWS_MAX / 2));
  const timeS: number[] = [];
  const values = Object.fromEntries(Object.keys(READERS).map((name) => [name, [] as (number | null)[]]));
  for (let at = 0; at < samples.length; at += stretch) {
    const part = samples.slice(at, at + stretch);
    const rows = stretch < 3 ? part.map((sample) => [sample]) : [part, part];
    for (const [index, row] of rows.entries()) {
      const sample = part[stretch < 3 ? index : index * (part.length - 1)] as FlightSample;
      timeS.push(Math.round((sample.timeUs - fromUs) / 1e4) / 100);
      for (const [name, read] of Object.entries(READERS)) values[name]?.push(rounded(pick(row, read, index === 0)));
    }
  }
  return { timeS, values: withoutEmpty(values) };
}

/** The value of one sample, or minimum and maximum of several, in order of time. */
function pick(samples: readonly FlightSample[], read: SampleReader, isFirst: boolean): number | undefined {
  if (samples.length === 1) return read(samples[0] as FlightSample);
  let [least, greatest] = [-1, -1];
  const found = samples.map(read);
  for (const [index, value] of found.entries()) {
    if (value === undefined) continue;
    if (least < 0 || value < (found[least] as number)) least = index;
    if (greatest < 0 || value > (found[greatest] as number)) greatest = index;
  }
  if (least < 0) return undefined;
  return found[isFirst ? Math.min(least, greatest) : Math.max(least, greatest)];
}

const rounded = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100;

function withoutEmpty(values: Record<string, (number | null)[]>): Record<string, (number | null)[]> {
  return Object.fromEntries(Object.entries(values).filter(([, column]) => column.some((value) => value !== null)));
}
