import type { DroneIdErrorCode } from '../system/system-state.ts';
import type { REMOTE_ID_NOTIFICATIONS } from './dictionary/remote-id.ts';

type WithoutPrefix<Code extends string> = Code extends `${'ERROR' | 'WARNING'}_${infer Rest}` ? Rest : never;
export type RemoteIdNotificationName = `REMOTE_ID_${WithoutPrefix<DroneIdErrorCode>}` &
  keyof typeof REMOTE_ID_NOTIFICATIONS;

/** The notification that goes with a Remote ID error. */
export const remoteIdNotification = (code: DroneIdErrorCode): RemoteIdNotificationName =>
  `REMOTE_ID_${code.replace(/^(?:ERROR|WARNING)_/, '')}` as RemoteIdNotificationName;
