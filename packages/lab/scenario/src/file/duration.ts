const SECONDS_OF = { ms: 0.001, s: 1, min: 60, h: 3600 } as const;
type DurationUnit = keyof typeof SECONDS_OF;

/** One or more numbers with units, largest unit first: `90 s`, `8 h`, `1 h 30 min`. */
export const DURATION_PATTERN = '\\d+(?:\\.\\d+)? ?(?:ms|s|min|h)(?: ?\\d+(?:\\.\\d+)? ?(?:ms|s|min|h))*';
const WHOLE = new RegExp(`^${DURATION_PATTERN}$`);
const PART = /(\d+(?:\.\d+)?) ?(ms|min|s|h)/g;

/** Longer than any shift; a typing error must not run for days. */
const MAX_DURATION_S = 7 * 24 * 3600;

const DURATION_ALLOWED = 'a time with its unit (ms, s, min, h), such as 12 s, 5 min, 8 h';

/** Seconds of a duration; undefined for an invalid text. */
export function readDuration(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let seconds = 0;
  for (const [, figure, unit] of text.matchAll(PART)) seconds += Number(figure) * SECONDS_OF[unit as DurationUnit];
  return seconds;
}

/** Error message of a duration; undefined when valid. */
export function wrongDuration(text: string): string | undefined {
  const seconds = readDuration(text);
  if (seconds === undefined) {
    const unit = /^\d+(?:\.\d+)? ?([a-z]*)$/i.exec(text)?.[1];
    if (unit === 'm') return `got ${text}, where m is metres, allowed: ${DURATION_ALLOWED}`;
    return `got ${text}, allowed: ${DURATION_ALLOWED}`;
  }
  return seconds > MAX_DURATION_S ? `got ${text}, allowed: at most 7 days` : undefined;
}

/** A duration as text: `12.3 s`, `8 h 0 min`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
