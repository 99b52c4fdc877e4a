/**
 * What the page knows of the turns in the tether. The station tells them when its warning begins, and then no more; from
 * there the page counts on by the Kite's heading, as long as it has seen the heading without a gap. Before a warning, or
 * after a gap, it says what it knows and no more.
 */
import { FLIGHT_NOTIFICATIONS } from '@kitestring/contract/notifications/dictionary/flight.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { wrap180 } from './angles.ts';

export type TwistKnowledge =
  /** Nothing has been heard from the station yet. */
  | { readonly kind: 'unread' }
  /** No warning: fewer turns than it warns of. */
  | { readonly kind: 'belowWarning' }
  /** A warning lasts that the page has not counted on from: so many turns or more. Positive is clockwise. */
  | { readonly kind: 'atLeast'; readonly turns: number; readonly limitTurns: number }
  | { readonly kind: 'counted'; readonly turns: number; readonly limitTurns: number };

/** The heading as it was last seen, without a gap since `sinceStationMs`. */
interface Sight {
  readonly headingDeg: number;
  readonly isOnGround: boolean;
  readonly atMs: number;
  readonly sinceStationMs: number;
}

interface Warning {
  /** Which occurrence it is. */
  readonly beginTime: string;
  readonly turns: number;
  readonly limitTurns: number;
}

export interface TwistTrack {
  readonly knowledge: TwistKnowledge;
  readonly sight: Sight | undefined;
  readonly warning: Warning | undefined;
}

export const NO_TWIST_TRACK: TwistTrack = { knowledge: { kind: 'unread' }, sight: undefined, warning: undefined };

/** Half a turn takes a Kite 7 s at its fastest; half of that without its heading and the count may be wrong. */
const GAP_MS = 3000;
const CODES: readonly number[] = [
  FLIGHT_NOTIFICATIONS.TETHER_TWIST_CRITICAL.code,
  FLIGHT_NOTIFICATIONS.TETHER_TWIST_WARNING.code,
];

export interface HeadingSeen {
  readonly headingDeg: number;
  /** In its cradle a Kite is turned without winding the tether. */
  readonly isOnGround: boolean;
  /** Time of the page. */
  readonly atMs: number;
  readonly stationMs: number;
}

/** The heading has been seen. */
export function withHeading(track: TwistTrack, { atMs, headingDeg, isOnGround, stationMs }: HeadingSeen): TwistTrack {
  const before = track.sight;
  const isWhole = before !== undefined && (isOnGround || atMs - before.atMs <= GAP_MS);
  const sight = { headingDeg, isOnGround, atMs, sinceStationMs: isWhole ? before.sinceStationMs : stationMs };
  if (!isWhole) return { ...track, sight, knowledge: withoutCount(track) };
  if (track.knowledge.kind !== 'counted' || isOnGround || before.isOnGround) return { ...track, sight };
  const turned = wrap180(headingDeg - before.headingDeg) / 360;
  return { ...track, sight, knowledge: { ...track.knowledge, turns: track.knowledge.turns + turned } };
}

/** @param active what the station warns of now */
export function withNotifications(track: TwistTrack, active: readonly Notification[]): TwistTrack {
  const warning = warningOf(active);
  if (warning === undefined) return { ...track, warning, knowledge: afterWarning(track) };
  if (warning.beginTime === track.warning?.beginTime) return track;
  const { limitTurns, turns } = warning;
  const kind = beganInSight(track, warning) ? 'counted' : 'atLeast';
  return { ...track, warning, knowledge: { kind, turns, limitTurns } };
}

/** The worst of the two, where both are active for a moment. */
function warningOf(active: readonly Notification[]): Warning | undefined {
  const found = CODES.map((code) => active.find((notification) => notification.code === code)).find(Boolean);
  const { limit, turns } = found?.parameters ?? {};
  if (found === undefined || typeof turns !== 'number' || typeof limit !== 'number') return undefined;
  return { beginTime: found.begin_time, turns, limitTurns: limit };
}

function beganInSight({ sight }: TwistTrack, { beginTime }: Warning): boolean {
  const beganUs = parseTimestamp(beginTime);
  return sight !== undefined && beganUs !== undefined && beganUs / 1000 >= sight.sinceStationMs;
}

/** The warning is over, or there was none. Unwound in sight, the tether has just the turns that are warned of. */
function afterWarning({ knowledge, sight, warning }: TwistTrack): TwistKnowledge {
  if (knowledge.kind === 'counted') return knowledge;
  const isOfWarningLevel = warning !== undefined && Math.abs(warning.turns) < warning.limitTurns - 0.5;
  if (knowledge.kind !== 'atLeast' || sight === undefined || !isOfWarningLevel) return { kind: 'belowWarning' };
  return { ...knowledge, kind: 'counted' };
}

/** What is left of the knowledge when the heading was out of sight. */
function withoutCount({ knowledge, warning }: TwistTrack): TwistKnowledge {
  if (knowledge.kind !== 'counted') return knowledge;
  if (warning === undefined) return { kind: 'belowWarning' };
  return { kind: 'atLeast', turns: warning.turns, limitTurns: warning.limitTurns };
}

/** Less than this is no twist, turns. */
export const UNWOUND_TURNS = 0.05;

/** Half of what the tether takes, or more. */
export const isNearLimit = (knowledge: TwistKnowledge): boolean =>
  'turns' in knowledge && Math.abs(knowledge.turns) >= knowledge.limitTurns / 2;

/** Which way unwinds: 1 clockwise, -1 counter-clockwise, 0 when there is nothing to unwind, as far as is known. */
export function unwindingWay(knowledge: TwistKnowledge): -1 | 0 | 1 {
  if (knowledge.kind !== 'counted' && knowledge.kind !== 'atLeast') return 0;
  if (Math.abs(knowledge.turns) < UNWOUND_TURNS) return 0;
  return knowledge.turns > 0 ? -1 : 1;
}

/** At full speed while there is much to unwind, slower at the end, degrees per second. */
export function unwindingDps(knowledge: TwistKnowledge, fastestDps: number, slowestDps: number): number {
  const way = unwindingWay(knowledge);
  if (way === 0) return 0;
  const leftDeg = knowledge.kind === 'counted' ? Math.abs(knowledge.turns) * 360 : Number.POSITIVE_INFINITY;
  return way * Math.max(slowestDps, Math.min(fastestDps, leftDeg / 2));
}
