/**
 * The short name and the offset of a time zone at one moment.
 * @param timezone IANA name
 * @param timeUs microseconds since 1970-01-01 UTC: daylight saving decides
 */
export function timeZoneAt(timezone: string, timeUs: number): { readonly shortName: string; readonly offset: string } {
  const date = new Date(timeUs / 1000);
  const part = (style: 'short' | 'longOffset') =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeZoneName: style })
      .formatToParts(date)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  // longOffset is `GMT+01:00`, or bare `GMT` for zero.
  return { shortName: part('short'), offset: part('longOffset').slice(3) || '+00:00' };
}
