import type { Sensors } from '@kitestring/contract/sim/sensors.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { rounded } from './rounded.ts';

/** A sample as the wire has it: the same names in snake case, values that are unknown left out. */
export function sensorReport({ timeUs, ...sample }: AircraftSample): Sensors {
  // That the names of a sample and of the schema are the same but for their case, a test says.
  return { time: formatTimestamp(timeUs), ...(rounded(snakeCased(sample)) as Omit<Sensors, 'time'>) };
}

function snakeCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [snakeCase(name), snakeCased(member)]));
}

/** `climbRateMps` to `climb_rate_mps`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
