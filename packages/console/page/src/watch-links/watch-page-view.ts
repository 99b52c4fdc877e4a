import { clockFormat } from '@kitestring/console-ui/time-text.ts';
import { REACHES_M } from '../situation/scales.ts';
import type { Situation } from '../situation/situation.ts';

/** A wall display cannot be scrolled. */
const SHOWN_MAX = 4;

/** The most urgent notifications, and the number of others. @param active most urgent first */
export const notificationsOnWatchPage = <Item>(
  active: readonly Item[],
): { shown: readonly Item[]; hidden: number } => ({
  shown: active.slice(0, SHOWN_MAX),
  hidden: Math.max(0, active.length - SHOWN_MAX),
});

const USUAL_REACH_M = 50;
/** Distance beyond which a footprint would make the Kite a dot on the map. */
const FURTHEST_REACH_M = 500;
/** Margin around the relevant area. */
const MARGIN = 1.25;

/** Radius of the map: covers the Kite and the aimed point, since it cannot be zoomed. */
export function watchReachM({ footprint, kite }: Pick<Situation, 'footprint' | 'kite'>): number {
  const distances = [kite, footprint?.center].map((at) => (at === undefined ? 0 : Math.hypot(at.eastM, at.northM)));
  const within = distances.filter((distanceM) => distanceM * MARGIN <= FURTHEST_REACH_M);
  const neededM = Math.max(USUAL_REACH_M, ...within.map((distanceM) => distanceM * MARGIN));
  return REACHES_M.find((reachM) => reachM >= neededM) ?? FURTHEST_REACH_M;
}

/** Station time in the time zone of the screen, with its name. */
export function stationTimeText(nowMs: number | undefined, locale: string, timeZone?: string) {
  if (nowMs === undefined) return undefined;
  const format = clockFormat({ locale, isUtc: false, ...(timeZone !== undefined && { zone: timeZone }) });
  const parts = format.formatToParts(nowMs);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const time = parts.filter(({ type }) => ['hour', 'minute', 'second'].includes(type)).map(({ value }) => value);
  return { time: time.join(':'), zone };
}
