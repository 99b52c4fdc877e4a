import type {
  Notification,
  NotificationSeverity,
  NotificationsObject,
} from '@kitestring/contract/notifications/notification.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { keyOf, type NotificationFeed } from './notification-feed.ts';

/** How far back the history goes, hours; `all` is what the station keeps. */
export const RANGES = { hour: 1, day: 24, week: 168, all: undefined } as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as readonly RangeName[];

export interface HistoryFilter {
  readonly severity: NotificationSeverity | 'any';
  /** Part of the message, or the code. */
  readonly search: string;
}

/** What to ask the station for. @param nowMs station time; without it everything is asked for */
export function fromTimeOf(range: RangeName, nowMs: number | undefined): string {
  const hours = RANGES[range];
  if (hours === undefined || nowMs === undefined) return formatTimestamp(0);
  return formatTimestamp(Math.round(nowMs - hours * 3_600_000) * 1000);
}

/** What ended, the newest first: what the station has told, and what has ended since. */
export function historyRows(
  told: NotificationsObject | undefined,
  feed: Pick<NotificationFeed, 'ended'>,
  filter: HistoryFilter,
): readonly Notification[] {
  const rows = new Map<string, Notification>();
  const after = told?.from_time ?? '';
  for (const notification of [...(told?.notifications ?? []), ...feed.ended]) {
    const isOver = notification.end_time !== undefined && notification.end_time >= after;
    if (isOver && matches(notification, filter)) rows.set(keyOf(notification), notification);
  }
  return [...rows.values()].toSorted((a, b) => endOf(b) - endOf(a));
}

/** Whether more matched than one answer holds: then it begins later than asked. */
export const isCut = (told: NotificationsObject | undefined, askedFrom: string | undefined): boolean =>
  told?.from_time !== undefined && told.from_time !== askedFrom;

const endOf = ({ end_time }: Notification): number => parseTimestamp(end_time ?? '') ?? 0;

function matches({ code, message, severity }: Notification, filter: HistoryFilter): boolean {
  if (filter.severity !== 'any' && severity !== filter.severity) return false;
  const search = filter.search.trim().toLowerCase();
  return search === '' || message.toLowerCase().includes(search) || String(code).startsWith(search);
}
