import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type {
  Notification,
  NotificationSeverity,
  NotificationsObject,
} from '@kitestring/station-contract/notifications/notification.ts';

/** Notifications known to the page. */
export interface NotificationLists {
  /** Active ones, most urgent first. */
  readonly active: readonly Notification[];
  /** Ended while the page was connected, newest first. */
  readonly ended: readonly Notification[];
  /** Increases when some may have ended unnoticed, such as while the station was unreachable: the history then has more. */
  readonly missed: number;
}

export const NO_NOTIFICATIONS: NotificationLists = { active: [], ended: [], missed: 0 };

/** Limit for a page that is open for days; the station stores all of them. */
const ENDED_MAX = 500;

const URGENCY: Readonly<Record<NotificationSeverity, number>> = { Info: 0, Warning: 1, Critical: 2, Fatal: 3 };

/** Identifies one occurrence in all its messages. */
export const keyOf = ({ begin_time, code }: Notification): string => `${code} ${begin_time}`;

/** An event of the topic: an occurrence has begun, changed or ended. */
export function withMessage(feed: NotificationLists, told: Notification): NotificationLists {
  const key = keyOf(told);
  if (isKnownAsEnded(feed, key)) return feed;
  const others = feed.active.filter((notification) => keyOf(notification) !== key);
  if (told.end_time === undefined) return { ...feed, active: byUrgency([...others, told]) };
  return { ...feed, active: others, ended: [told, ...feed.ended].slice(0, ENDED_MAX) };
}

/**
 * The station's list of active ones. Events may overtake it: occurrences known to have ended stay ended, and those that
 * began after the list stay active. After a reset of a simulation the list is all there is: what is known has yet to happen.
 * @param askedAtUs the latest station time known when the list was requested
 */
export function withSnapshot(
  feed: NotificationLists,
  { notifications, to_time }: NotificationsObject,
  askedAtUs = 0,
): NotificationLists {
  const madeUs = parseTimestamp(to_time ?? '') ?? Number.POSITIVE_INFINITY;
  if (madeUs < askedAtUs) return { active: byUrgency(notifications), ended: [], missed: feed.missed + 1 };
  const listed = notifications.filter((notification) => !isKnownAsEnded(feed, keyOf(notification)));
  const keys = new Set(listed.map(keyOf));
  const unlisted = feed.active.filter((notification) => !keys.has(keyOf(notification)));
  const newer = unlisted.filter(({ begin_time }) => (parseTimestamp(begin_time) ?? 0) >= madeUs);
  const missed = feed.missed + (unlisted.length > newer.length ? 1 : 0);
  return { ...feed, active: byUrgency([...listed, ...newer]), missed };
}

/** ORDERED_LANDING and SAFETY_LANDING: the station lands the Kite. */
export const LANDINGS: readonly number[] = [30042, 30040];
/** The Kite descends without control or its position is unknown: people below have seconds. KITE_DATA_MISSING, TETHER_DAMAGED. */
const CLEAR_AT_ONCE: ReadonlySet<number> = new Set([...LANDINGS, 20020, 30030]);
/** Causes of a safety landing: power, spool, motors, heat, sensors, the safety land button. */
const CAUSES: ReadonlySet<number> = new Set([10040, 10060, 10062, 20040, 20050, 20080, 60020]);

/** Priority within a severity. */
const rank = ({ code }: Notification): number => (CLEAR_AT_ONCE.has(code) ? 0 : CAUSES.has(code) ? 1 : 2);

/** Latest station time in a message, microseconds since 1970; 0 without any. */
export const latestUs = (...times: readonly (string | undefined)[]): number =>
  Math.max(0, ...times.map((time) => parseTimestamp(time ?? '') ?? 0));

/** Worst first; within a severity the most urgent, then the latest. */
export const byUrgency = (notifications: readonly Notification[]): readonly Notification[] =>
  notifications.toSorted(
    (a, b) =>
      URGENCY[b.severity] - URGENCY[a.severity] ||
      rank(a) - rank(b) ||
      compareText(b.begin_time, a.begin_time) ||
      b.code - a.code,
  );

/**
 * The notification whose instructions apply instead: while the station lands the Kite, other instructions ("Land, or
 * stay low") no longer apply, and the area must be cleared.
 */
export function instructing(notification: Notification, active: readonly Notification[]): Notification {
  if (rank(notification) < 2 || !active.includes(notification)) return notification;
  return active.find(({ code }) => LANDINGS.includes(code)) ?? notification;
}

/** The most important severity, if only one can be shown. */
export const worstOf = (notifications: readonly Notification[]): NotificationSeverity | undefined =>
  byUrgency(notifications)[0]?.severity;

const isKnownAsEnded = ({ ended }: NotificationLists, key: string): boolean =>
  ended.some((notification) => keyOf(notification) === key);

/** Times of one station have the same format and offset, so that they can be compared as text. */
const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
