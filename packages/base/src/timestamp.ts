/** Placeholder for a time at which nothing has happened yet. */
export const NEVER = '0001-01-01T00:00:00Z';

// The same few seconds are formatted thousands of times, in turn: now, and the times of what is still shown.
// Marked as without effect: a client only reads times, and its bundle leaves them out.
const KEPT_SECONDS = 64;
const seconds = /* @__PURE__ */ new Float64Array(KEPT_SECONDS).fill(Number.NaN);
const textOfSeconds = /* @__PURE__ */ Array.from({ length: KEPT_SECONDS }, () => '');

/**
 * Formats a time as the API does: RFC 3339, microseconds, offset `+00:00`.
 * @param timeUs microseconds since 1970-01-01 UTC, an integer
 */
export function formatTimestamp(timeUs: number): string {
  const second = Math.floor(timeUs / 1_000_000);
  const place = second & (KEPT_SECONDS - 1);
  if (seconds[place] !== second) {
    textOfSeconds[place] = new Date(second * 1000).toISOString().slice(0, -'.000Z'.length);
    seconds[place] = second;
  }
  return `${textOfSeconds[place]}.${String(timeUs - second * 1_000_000).padStart(6, '0')}+00:00`;
}

const RFC3339 =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})[Tt ]([01]\d|2[0-3]):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * First and last second that RFC 3339 can write in UTC. Clients send the last one for "never ends", which an offset, a
 * leap second or rounding takes beyond the year 9999.
 */
const EARLIEST_US = -62_167_219_200_000_000;
const LATEST_US = Date.UTC(9999, 11, 31, 23, 59, 59) * 1000;

/** The calendar repeats after 400 years; `Date.UTC` takes the years before 100 for others. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year + 400, month, 0)).getUTCDate();

const isStartOfMonth = (ms: number): boolean => /-01T00:00:00/.test(new Date(ms).toISOString());

/**
 * Parses an RFC 3339 time. A leap second, at the end of a month in UTC, has no number of its own: it counts as the next second.
 * @returns microseconds since 1970-01-01 UTC (further digits are truncated), or undefined for an invalid text; exact
 * from 1685 to 2255, within 32 microseconds outside; never before the year 0 or after 9999
 */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second = '', fraction = '', offset = 'Z'] = match;
  // Date.parse rolls 31 February over into March; here a date that does not exist is refused.
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  const leapMs = second === '60' ? 1000 : 0;
  const shown = `${year}-${month}-${day}T${hour}:${minute}:${second.replace('60', '59')}${offset.toUpperCase()}`;
  const ms = Date.parse(shown) + leapMs;
  if (Number.isNaN(ms) || (leapMs > 0 && !isStartOfMonth(ms))) return undefined;
  const timeUs = ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
  return Math.min(LATEST_US, Math.max(EARLIEST_US, timeUs));
}
