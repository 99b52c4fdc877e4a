import { csvCell } from '@kitestring/base/csv-cell.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import {
  NOTIFICATION_SEVERITIES,
  type Notification,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';
import type { PastFlight } from '@kitestring/station-contract/station/notification-page.ts';
import type { EndedHistory } from './ended-history.ts';
import { keyOf, type NotificationLists } from './notification-feed.ts';

/** Time range of the history, hours; `all` is everything that the station stores. */
const RANGES = { hour: 1, day: 24, week: 168, all: undefined } as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as readonly RangeName[];

export interface HistoryFilter {
  readonly severity: NotificationSeverity | 'any';
  /** Part of the message, or the code. */
  readonly search: string;
  /** Only those active during this flight. */
  readonly flight?: PastFlight | undefined;
}

/** Query for the station. @param nowMs station time; without it everything is requested */
export function fromTime(range: RangeName, nowMs: number | undefined): string {
  const hours = RANGES[range];
  if (hours === undefined || nowMs === undefined) return formatTimestamp(0);
  return formatTimestamp(Math.round(nowMs - hours * 3_600_000) * 1000);
}

/** Ended notifications, newest first: from the station, and those that ended since. */
export function historyRows(
  told: Pick<EndedHistory, 'fromTime' | 'notifications'> | undefined,
  feed: Pick<NotificationLists, 'ended'>,
  filter: HistoryFilter,
): readonly Notification[] {
  const rows = new Map<string, Notification>();
  const after = told?.fromTime ?? '';
  for (const notification of [...(told?.notifications ?? []), ...feed.ended]) {
    const isOver = notification.end_time !== undefined && notification.end_time >= after;
    if (isOver && matches(notification, filter)) rows.set(keyOf(notification), notification);
  }
  return [...rows.values()].toSorted(byEnd);
}

export const ORDER_NAMES = ['newest', 'oldest', 'severity', 'longest'] as const;
export type HistoryOrder = (typeof ORDER_NAMES)[number];

/** Sorts rows, which are newest first; equal ones stay newest first. */
export function inOrder(rows: readonly Notification[], order: HistoryOrder): readonly Notification[] {
  if (order === 'newest') return rows;
  if (order === 'oldest') return rows.toReversed();
  const rank = order === 'severity' ? severityRank : durationUs;
  // There may be ten thousand: each is ranked once, not with each comparison.
  const ranked = rows.map((row) => ({ row, rank: rank(row) }));
  return ranked.sort((a, b) => b.rank - a.rank).map(({ row }) => row);
}

const severityRank = ({ severity }: Notification): number => NOTIFICATION_SEVERITIES.indexOf(severity);

/** The station writes all its times alike, so that they can be compared as text. */
const byEnd = ({ end_time: a = '' }: Notification, { end_time: b = '' }: Notification): number =>
  a === b ? 0 : a < b ? 1 : -1;

const durationUs = ({ begin_time, end_time = '' }: Notification): number =>
  (parseTimestamp(end_time) ?? 0) - (parseTimestamp(begin_time) ?? 0);

function matches(notification: Notification, { flight, search, severity }: HistoryFilter): boolean {
  if (severity !== 'any' && notification.severity !== severity) return false;
  if (flight !== undefined && !isDuring(notification, flight)) return false;
  const wanted = search.trim().toLowerCase();
  const { code, message } = notification;
  return wanted === '' || message.toLowerCase().includes(wanted) || String(code).startsWith(wanted);
}

const isDuring = (
  { begin_time, end_time = '' }: Notification,
  { began_time, ended_time = begin_time }: PastFlight,
): boolean => end_time >= began_time && begin_time <= ended_time;

type ExportFormat = 'csv' | 'json';

const COLUMNS = ['severity', 'code', 'message', 'begin_time', 'end_time', 'parameters'] as const;

/** These notifications as a file, in their order. */
export function exportText(notifications: readonly Notification[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(notifications, undefined, 2)}\n`;
  const rows = notifications.map((notification) => COLUMNS.map((column) => csvCell(notification[column])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** The file for the browser to save, with a byte order mark, by which spreadsheets recognise UTF-8. */
export const exportFile = (notifications: readonly Notification[], format: ExportFormat): Blob =>
  new Blob([...(format === 'csv' ? ['\uFEFF'] : []), exportText(notifications, format)], {
    type: MEDIA_TYPES[format],
  });

/** A name that is valid on every file system. */
export const exportName = (stationName: string, format: ExportFormat): string =>
  `${stationName.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}_notifications.${format}`;
