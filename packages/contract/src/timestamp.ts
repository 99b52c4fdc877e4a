/**
 * Writes a moment as the API does: RFC 3339, microseconds, offset `+00:00`.
 * @param timeUs microseconds since 1970-01-01 UTC, an integer
 */
export function formatTimestamp(timeUs: number): string {
  const wholeMs = Math.floor(timeUs / 1000);
  const us = String(timeUs - wholeMs * 1000).padStart(3, '0');
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${us}+00:00`;
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads an RFC 3339 moment.
 * @returns microseconds since 1970-01-01 UTC (digits beyond are cut), or undefined if the text is no such moment
 */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', offset = 'Z'] = match;
  const zone = offset === 'z' ? 'Z' : offset;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  // Date.parse rolls 31 February over into March; a date that does not exist is refused here.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined;
  return ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
