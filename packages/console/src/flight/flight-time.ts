import type { FlightTotals } from '@kitestring/contract/station/flight-figures.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';

/**
 * Duration of the flight, or of the last one, seconds of station time.
 * @param nowMs station time, by which it advances between two readings
 */
export function flightTimeS(
  { began_time, flight_s, in_flight }: FlightTotals,
  nowMs: number | undefined,
): number | undefined {
  const beganUs = began_time === undefined ? undefined : parseTimestamp(began_time);
  if (!in_flight || beganUs === undefined || nowMs === undefined) return flight_s;
  return Math.max(0, nowMs / 1000 - beganUs / 1e6);
}

/** `7:05`, `1:07:05`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
