const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A duration in its two largest units: `12 s`, `3 min 05 s`, `2 h 04 min`, `3 d 02 h`. */
export function durationText(seconds: number): string {
  const wholeS = Math.max(0, Math.floor(seconds));
  if (wholeS < MINUTE_S) return `${wholeS} s`;
  if (wholeS < HOUR_S) return `${Math.floor(wholeS / MINUTE_S)} min ${two(wholeS % MINUTE_S)} s`;
  if (wholeS < DAY_S) return `${Math.floor(wholeS / HOUR_S)} h ${two(Math.floor((wholeS % HOUR_S) / MINUTE_S))} min`;
  return `${Math.floor(wholeS / DAY_S)} d ${two(Math.floor((wholeS % DAY_S) / HOUR_S))} h`;
}

const two = (value: number): string => String(value).padStart(2, '0');

const fixed = (value: number, places: number): string => value.toFixed(places);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/**
 * A readable size: `0 B`, `12 kB`, `3.4 MB`, `120 GB`. Units are powers of 1,000. @param number formats numbers for the
 * user
 */
export function bytesText(bytes: number, number = fixed): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const places = unit > 1 && value < 99.95 ? 1 : 0;
  return `${number(value, places)} ${UNITS[unit]}`;
}

/** Decimal degrees, with a point in every language; the fifth decimal is a metre. */
export const positionText = (latDeg: number, lonDeg: number): string => `${latDeg.toFixed(5)}°, ${lonDeg.toFixed(5)}°`;

/** `1 flight`, `2 flights`: for languages with two forms. */
export const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
