import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import { NOTIFICATION_EVENTS_MAX, type NotificationEvents } from '@kitestring/hubcontract/want.ts';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { Topic } from '@kitestring/station/topic.ts';

/**
 * Single notifications as a state, for a link on which the newest message wins: it has the newest changes by number, so that none is
 * missed between two messages.
 */
export function notificationEvents(notifications: Pick<Notifications, 'active' | 'onEvent'>): Topic {
  const events: Notification[] = [];
  let count = 0;
  const topic = new Topic(() => fitting(notifications.active(), events, count));
  notifications.onEvent((notification) => {
    count += 1;
    events.push(notification);
    if (events.length > NOTIFICATION_EVENTS_MAX) events.shift();
    topic.invalidate();
  });
  return topic;
}

/** As many of the newest events as a message can have. */
function fitting(active: readonly Notification[], events: readonly Notification[], count: number): NotificationEvents {
  for (let skipped = 0; ; skipped += 1) {
    const shown = events.slice(skipped);
    const message = { active: [...active], first: count - shown.length + 1, events: shown };
    if (shown.length === 0 || JSON.stringify(message).length < LIMITS.messageBytes / 2) return message;
  }
}
