import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

/** What is known of the flight that goes on: the hours that the Kite had flown before it. */
export interface FlightTime {
  readonly hoursBefore: number | undefined;
  readonly hours: number | undefined;
}

export const NO_FLIGHT_TIME: FlightTime = { hoursBefore: undefined, hours: undefined };

const isOnGround = (state: FlightStateName | undefined) => state === 'StandBy';

/** After another reading of the Kite's flight hours. A page that was opened in mid-flight does not know how long it lasts. */
export function nextFlightTime(
  before: FlightTime,
  hours: number | undefined,
  state: FlightStateName | undefined,
): FlightTime {
  if (hours === undefined) return before;
  return { hours, hoursBefore: isOnGround(state) ? hours : before.hoursBefore };
}

/** How long this flight has lasted, seconds of station time; undefined when its beginning was not seen. */
export const flightTimeS = ({ hours, hoursBefore }: FlightTime): number | undefined =>
  hours === undefined || hoursBefore === undefined ? undefined : Math.max(0, (hours - hoursBefore) * 3600);

/** `7:05`, `1:07:05`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
