import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Sensors } from '@kitestring/station-contract/sim/sensors.ts';
import type { AircraftSample, KiteSample } from '@kitestring/station-core/ports';
import { rounded } from './rounded.ts';

/** Published form of a sample: names in snake case, unknown values absent. */
export function sensorReport({ timeUs, kite, kiteUs: _, ...rest }: AircraftSample): Sensors {
  // A test compares the names of sample and schema, except for case and the mapping in `publishedKite`.
  const sample = kite === undefined ? rest : { kite: publishedKite(kite), ...rest };
  return { time: formatTimestamp(timeUs), ...(rounded(snakeCased(sample)) as Omit<Sensors, 'time'>) };
}

/** The published names of these three differ from those of the port. */
const publishedKite = ({ airframeTiltDeg, headingUnwrappedDeg, landedState, ...kite }: KiteSample) => ({
  contact: landedState === 'OnGround' ? 'Grounded' : 'Airborne',
  ...kite,
  turnedDeg: headingUnwrappedDeg,
  leanDeg: airframeTiltDeg,
});

function snakeCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [snakeCase(name), snakeCased(member)]));
}

/** `climbRateMps` to `climb_rate_mps`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
