import { existsSync } from 'node:fs';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** Soon enough for somebody who has just deleted the file. */
const LOOK_EVERY_S = 10;

export interface FirstKeyWatchDeps {
  /** Where the first key was written at the first start. */
  readonly file: string;
  readonly realTime: Clock;
  readonly notifications: Pick<Notifications, 'set'>;
}

/** Reminds by notification that the key with all scopes still lies in a file. */
export function watchFirstKey({ file, realTime, notifications }: FirstKeyWatchDeps): Cancel {
  const look = () => notifications.set('FIRST_KEY_IN_FILE', existsSync(file));
  look();
  return every(realTime, LOOK_EVERY_S * US_PER_S, look);
}
