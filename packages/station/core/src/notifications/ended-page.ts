import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATION_PAGE, type NotificationPage } from '@kitestring/station-contract/station/notification-page.ts';
import type { EndedRecords, NotificationPlace, NotificationRecord } from '../ports/notification-store.ts';
import { toNotification } from './shown-notification.ts';

export interface EndedQuery {
  readonly limit?: number | undefined;
  /** Place at which another page ended, as that one named it. */
  readonly before?: string | undefined;
  /** Only those that ended then or later, microseconds since 1970. */
  readonly fromUs?: number | undefined;
}

/** Notifications that have ended, the newest first. A place is one of the order, not a row: it outlives its record. */
export function endedPage<R extends NotificationRecord>(
  store: EndedRecords<R>,
  { before, fromUs = 0, limit = NOTIFICATION_PAGE }: EndedQuery,
  show: (record: R) => Notification = toNotification,
): Pick<NotificationPage, 'notifications' | 'next_before'> {
  // One more than wanted tells whether more follow.
  const found = store.endedBetween(fromUs, Number.MAX_SAFE_INTEGER, limit + 1, parseCursor(before));
  const page = found.slice(-limit).reverse();
  const last = page.at(-1);
  return {
    notifications: page.map(show),
    ...(found.length > limit && last !== undefined && { next_before: cursorText(last) }),
  };
}

const cursorText = ({ beginUs, code, endUs }: NotificationRecord): string => `${endUs}_${beginUs}_${code}`;

function parseCursor(name: string | undefined): NotificationPlace | undefined {
  if (name === undefined) return undefined;
  const [endUs = 0, beginUs = 0, code = 0] = name.split('_').map(Number);
  return { endUs, beginUs, code };
}
