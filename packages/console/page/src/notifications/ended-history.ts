import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import {
  NOTIFICATION_PAGE_MAX,
  type NotificationPage,
  type PastFlight,
} from '@kitestring/station-contract/station/notification-page.ts';

/** Notifications that ended since a time, as far as read. */
export interface EndedHistory {
  readonly fromTime: string;
  /** Most recently ended first. */
  readonly notifications: readonly Notification[];
  readonly flights: readonly PastFlight[];
  /** More follow. */
  readonly isPartial: boolean;
}

interface EndedQuery {
  readonly limit: number;
  readonly from_time: string;
  readonly before?: string;
}

/**
 * Reads page after page, back to the oldest stored one. @param onPart called after each page with everything read so
 * far
 */
export async function readEndedHistory(
  list: (query: EndedQuery) => Promise<NotificationPage>,
  fromTime: string,
  onPart: (part: EndedHistory) => void,
): Promise<void> {
  let notifications: readonly Notification[] = [];
  let before: string | undefined;
  do {
    const query = { limit: NOTIFICATION_PAGE_MAX, from_time: fromTime, ...(before !== undefined && { before }) };
    const page = await list(query);
    notifications = [...notifications, ...page.notifications];
    before = page.next_before;
    onPart({ fromTime, notifications, flights: page.flights, isPartial: before !== undefined });
  } while (before !== undefined);
}
