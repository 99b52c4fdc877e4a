import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import { type FirstKeyPlace, followFirstKey } from '../../first-key.ts';
import type { Log } from '../../http/log.ts';
import type { FollowFirstKey } from './plugin-routes.ts';

export interface FirstKeyFollowerParts {
  readonly secrets: Pick<Secrets, 'hashKey' | 'hashKeySlowly'>;
  /** The data folder. */
  readonly folder: string;
  readonly log: Log;
}

/** Keeps the file of the first key true; a fault in that is for the log, because the key has changed all the same. */
export function firstKeyFollower({ secrets, folder, log }: FirstKeyFollowerParts): FollowFirstKey {
  const place: FirstKeyPlace = { folder, hashKey: secrets.hashKey, hashKeySlowly: secrets.hashKeySlowly };
  return async (before, newKey) => {
    try {
      await followFirstKey(place, before, newKey);
    } catch (fault) {
      log.error({ err: fault }, 'the file of the first key could not be brought up to date');
    }
  };
}
