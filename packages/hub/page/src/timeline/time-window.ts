/** The displayed period, Unix milliseconds. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Shortest and longest window. */
const SPAN_MS = { least: 5 * MINUTE_MS, most: 31 * DAY_MS };
export const FIRST_SPAN_MS = 6 * HOUR_MS;

/** Readable intervals of ticks. */
const STEPS_MS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7].map((days) => days * DAY_MS),
];

/** Scales the window by a factor; the time at `share` of it stays in place. It never ends after `nowMs`. */
export function zoomed({ fromMs, toMs }: TimeWindow, factor: number, share: number, nowMs: number): TimeWindow {
  const spanMs = Math.min(SPAN_MS.most, Math.max(SPAN_MS.least, (toMs - fromMs) * factor));
  const fixedMs = fromMs + (toMs - fromMs) * share;
  return notAfter({ fromMs: fixedMs - spanMs * share, toMs: fixedMs + spanMs * (1 - share) }, nowMs);
}

/** Moves it by a share of its length. */
export const moved = ({ fromMs, toMs }: TimeWindow, share: number, nowMs: number): TimeWindow =>
  notAfter({ fromMs: fromMs + (toMs - fromMs) * share, toMs: toMs + (toMs - fromMs) * share }, nowMs);

function notAfter({ fromMs, toMs }: TimeWindow, nowMs: number): TimeWindow {
  const beyondMs = Math.max(0, toMs - nowMs);
  return { fromMs: fromMs - beyondMs, toMs: toMs - beyondMs };
}

const FIT = { leastMs: 15 * MINUTE_MS, marginShare: 0.04 };

/** The window from the first of these times to now, with a margin; undefined without any. */
export function fitted(timesMs: readonly number[], nowMs: number): TimeWindow | undefined {
  const firstMs = Math.min(...timesMs);
  if (!Number.isFinite(firstMs)) return undefined;
  const spanMs = Math.min(SPAN_MS.most, Math.max(FIT.leastMs, (nowMs - firstMs) * (1 + FIT.marginShare)));
  return { fromMs: nowMs - spanMs, toMs: nowMs };
}

/** Relative position of a time: 0 to 1 inside, otherwise outside. */
export const shareOf = ({ fromMs, toMs }: TimeWindow, atMs: number): number => (atMs - fromMs) / (toMs - fromMs);

/** Round times in it, at most `most` of them. @param offsetMs offset of the time zone from UTC */
export function ticksOf({ fromMs, toMs }: TimeWindow, most: number, offsetMs: number): readonly number[] {
  const stepMs = STEPS_MS.find((step) => (toMs - fromMs) / step <= most) ?? 7 * DAY_MS;
  const ticks: number[] = [];
  const first = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs;
  for (let at = first; at <= toMs; at += stepMs) ticks.push(at);
  return ticks;
}
