import { NOTIFICATIONS, remoteIdNotification } from '@kitestring/contract/notifications/notification-dictionary.ts';
import type { DroneIdErrorCode } from '@kitestring/contract/system/system-state.ts';

/** The notification that explains an error of Remote ID. */
export const remoteIdNotificationCode = (error: DroneIdErrorCode): number =>
  NOTIFICATIONS[remoteIdNotification(error)].code;
