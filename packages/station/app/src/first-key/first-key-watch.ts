import { existsSync } from 'node:fs';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Notifications } from '@kitestring/station-core/notifications';

/** Short enough to react when the file has just been deleted. */
const LOOK_EVERY_S = 10;

interface FirstKeyWatchDeps {
  /** File of the first key. */
  readonly file: string;
  readonly realTimeClock: Clock;
  readonly notifications: Pick<Notifications, 'set'>;
}

/** Raises a notification while the key with all scopes is still stored in a file. */
export function watchFirstKey({ file, realTimeClock, notifications }: FirstKeyWatchDeps): Cancel {
  const look = () => notifications.set('FIRST_KEY_IN_FILE', existsSync(file));
  look();
  return every(realTimeClock, LOOK_EVERY_S * US_PER_S, look);
}
