/** Format of times: in the locale of the page, in the time zone of the browser or in UTC, always with the zone. */
interface TimeStyle {
  /** BCP 47. */
  readonly locale: string;
  readonly isUtc: boolean;
  /** IANA name; absent: that of the browser. */
  readonly zone?: string;
}

const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;
const DATE = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** `01/03/2026, 10:30:04 CET` */
export const momentFormat = (style: TimeStyle) => format(style, { ...DATE, ...CLOCK });

/** `10:30:04 CET` */
export const clockFormat = (style: TimeStyle) => format(style, CLOCK);

function format({ isUtc, locale, zone }: TimeStyle, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = isUtc ? 'UTC' : zone;
  return new Intl.DateTimeFormat(locale, { ...fields, ...(timeZone !== undefined && { timeZone }) });
}

/**
 * A time for names of files, which sort by it: `2026-03-01T103004+0100`, `2026-03-01T093004Z`.
 * @param offsetMin offset of the zone from UTC
 */
export function fileTime(atMs: number, offsetMin: number): string {
  const local = new Date(atMs + offsetMin * 60_000).toISOString().slice(0, 19).replaceAll(':', '');
  if (offsetMin === 0) return `${local}Z`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const ahead = Math.abs(offsetMin);
  return `${local}${offsetMin > 0 ? '+' : '-'}${two(ahead / 60)}${two(ahead % 60)}`;
}
