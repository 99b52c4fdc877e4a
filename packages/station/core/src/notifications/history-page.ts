import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification, NotificationsObject } from '@kitestring/station-contract/notifications/notification.ts';
import type { EndedRecords, NotificationRecord } from '../ports/notification-store.ts';
import { toNotification } from './shown-notification.ts';

interface HistoryQuery {
  /** Microseconds since 1970; undefined for the active ones only. */
  readonly fromUs: number | undefined;
  readonly toUs: number;
  /** Maximum number of notifications. */
  readonly limit: number;
  readonly active: readonly Notification[];
}

/** Notifications that ended in [`fromUs`, `toUs`), the latest of them, in order of their end, then the active ones. */
export function historyPage<R extends NotificationRecord>(
  store: EndedRecords<R>,
  { active, fromUs, limit, toUs }: HistoryQuery,
  show: (record: R) => Notification = toNotification,
): NotificationsObject {
  if (fromUs === undefined) return { to_time: formatTimestamp(toUs), notifications: [...active] };
  const room = Math.max(0, limit - active.length);
  // One more than the limit, to detect truncation.
  const found = store.endedBetween(fromUs, toUs, room + 1);
  const ended = found.slice(Math.max(0, found.length - room));
  const coveredFromUs = ended.length < found.length ? (ended[0]?.endUs ?? toUs) : fromUs;
  return {
    from_time: formatTimestamp(coveredFromUs),
    to_time: formatTimestamp(toUs),
    notifications: [...ended.map(show), ...active],
  };
}
