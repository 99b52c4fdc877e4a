import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { FlightTotals } from '@kitestring/station-contract/station/flight-figures.ts';

/** Display of a value outside its normal range. */
type Tone = 'warn' | 'bad';

const CODES = {
  kite: [NOTIFICATIONS.KITE_BATTERY_LEVEL_LOW.code, NOTIFICATIONS.KITE_BATTERY_VOLTAGE.code],
  station: [NOTIFICATIONS.GS_BATTERY_LEVEL_LOW.code, NOTIFICATIONS.GS_BATTERY_VOLTAGE.code],
} as const;

/** The station decides when it is low; the figure uses the colour of that notification. */
export function batteryTone(of: keyof typeof CODES, active: readonly Notification[]): Tone | undefined {
  const told = active.filter(({ code }) => CODES[of].some((own) => own === code));
  if (told.length === 0) return undefined;
  return told.every(({ severity }) => severity === 'Warning') ? 'warn' : 'bad';
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Unit of a charge, with the time until it is used up at the rate of the last minutes: in the same line, so that nothing
 * moves when it begins to discharge.
 */
export function batteryUnit(leftS: number | undefined): string {
  if (leftS === undefined) return '%';
  return leftS < 2 * HOUR_S ? `% ≈${Math.floor(leftS / MINUTE_S)} min` : `% ≈${Math.floor(leftS / HOUR_S)} h`;
}

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

/** Long enough that noise of the altitude is not a climb, seconds. */
const WINDOW_S = 2;
/** A shorter span is too short for a rate, seconds. */
const SPAN_MIN_S = 0.8;

/** A message and its time of arrival: see `TopicSnapshot`. */
interface Arrival {
  readonly receivedAtMs: number;
  readonly stationTimeUs?: number | undefined;
}

/**
 * Time of the altitude in a message, seconds: from its timestamp, because messages may be late and arrive together.
 * After the last message the altitude counts as constant, by the local clock. @param nowMs now, as in `receivedAtMs`
 */
export function altitudeTimeS({ receivedAtMs, stationTimeUs }: Arrival, nowMs: number): number {
  const sinceS = (nowMs - receivedAtMs) / 1000;
  return stationTimeUs === undefined ? receivedAtMs / 1000 + sinceS : stationTimeUs / 1e6 + sinceS;
}

/** Climb rate from successive altitudes: the change over the last two seconds. */
export class ClimbRate {
  #samples: readonly { readonly timeS: number; readonly altitudeM: number }[] = [];

  /**
   * @param timeS time of the altitude; after a gap the estimate starts again
   * @returns metres per second, positive up; undefined with too little data
   */
  after(timeS: number, altitudeM: number | undefined): number | undefined {
    if (altitudeM === undefined) {
      this.#samples = [];
      return undefined;
    }
    const kept = this.#samples.filter((one) => one.timeS < timeS && one.timeS >= timeS - WINDOW_S);
    this.#samples = [...kept, { timeS, altitudeM }];
    const first = kept[0];
    if (first === undefined || timeS - first.timeS < SPAN_MIN_S) return undefined;
    return (altitudeM - first.altitudeM) / (timeS - first.timeS);
  }
}
