import { fillTemplate } from '@kitestring/base/template.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification, NotificationParameters } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATIONS, notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { NotificationRecord } from '../ports/notification-store.ts';

/** An occurrence as the API shows it, with the values filled into its text. */
export function toNotification({ code, beginUs, endUs, parameters }: NotificationRecord): Notification {
  return {
    ...text(code, parameters),
    begin_time: formatTimestamp(beginUs),
    ...(endUs !== undefined && { end_time: formatTimestamp(endUs) }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

function text(code: number, parameters: NotificationParameters): Pick<Notification, 'severity' | 'code' | 'message'> {
  const name = notificationName(code);
  // The store may contain a code of another version of the station.
  if (name === undefined) return { severity: 'Info', code, message: `Notification ${code} of another version.` };
  const { severity, message } = NOTIFICATIONS[name];
  return { severity, code, message: fillTemplate(message, parameters) };
}

export function isSameParameters(a: NotificationParameters, b: NotificationParameters): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}
