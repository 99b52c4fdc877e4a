import type { StationClock } from '@kitestring/client/station-clock.ts';

/** A simulation that runs with the real-time clock is not spoken of, nor is what measuring makes of it. */
const REAL_TIME_TOLERANCE = 0.05;

/** How long the flight was in station time, and how fast that ran. @param startS of the flight, in the time of `clock` */
export function flightSummary(clock: Pick<StationClock, 'elapsedS' | 'speed'>, startS: number): string {
  const { speed = 1 } = clock;
  const seconds = Math.round(clock.elapsedS() - startS);
  if (Math.abs(speed - 1) < REAL_TIME_TOLERANCE) return `${seconds} s of flight.`;
  return `${seconds} s of flight, at ${speed.toFixed(speed < 10 ? 1 : 0)} times real time.`;
}
