import type { StationClock } from '@kitestring/client/station-clock.ts';

/** Tolerance within which a simulation counts as running in real time and its speed is not mentioned. */
const REAL_TIME_TOLERANCE = 0.05;

/**
 * Duration of the flight in station time, and the speed of that time.
 * @param startS start of the flight, in the time of `clock`
 */
export function flightSummary(clock: Pick<StationClock, 'elapsedS' | 'speed'>, startS: number): string {
  const { speed = 1 } = clock;
  const seconds = Math.round(clock.elapsedS() - startS);
  if (Math.abs(speed - 1) < REAL_TIME_TOLERANCE) return `${seconds} s of flight.`;
  return `${seconds} s of flight, at ${speed.toFixed(speed < 10 ? 1 : 0)} times real time.`;
}
