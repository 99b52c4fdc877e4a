import { parseTimestamp } from '@kitestring/base/timestamp.ts';

const US_PER_MIN = 60_000_000;

/** A local time with its offset: `20260616_132946_+0200`. */
const ID = /^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)_([+-]\d\d)(\d\d)$/;
/**
 * The format of earlier releases, still read for existing folders: `2026-03-01T093000Z`, with `-2` for the second
 * recording in that second.
 */
const OLD_ID = /^(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d{1,9})?$/;

/**
 * Writes the id of a recording: the local time at which it started, with its offset from UTC.
 * @param timeUs microseconds since 1970-01-01 UTC; parts of a second are cut
 * @param offset of the place at that time, `+02:00`
 */
export function recordingIdAt(timeUs: number, offset: string): string {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const localUs = timeUs + (offset.startsWith('-') ? -minutes : minutes) * US_PER_MIN;
  const [date = '', time = ''] = new Date(Math.floor(localUs / 1000)).toISOString().split('T');
  return `${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}_${offset.slice(0, 6).replace(':', '')}`;
}

/** Start of a recording from its id, microseconds since 1970-01-01 UTC; undefined for a text that is no such id. */
export function recordingStart(id: string): number | undefined {
  const match = ID.exec(id) ?? OLD_ID.exec(id);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, offsetHours = '+00', offsetMinutes = '00'] = match;
  return parseTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${second}${offsetHours}:${offsetMinutes}`);
}
