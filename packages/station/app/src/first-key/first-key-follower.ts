import type { Log } from '@kitestring/base/log.ts';
import type { FollowFirstKey } from '@kitestring/station-api/api/admin/plugin-routes.ts';
import type { Secrets } from '@kitestring/station-core/ports';
import { type FirstKeyPlace, followFirstKey } from './first-key-file.ts';

interface FirstKeyFollowerDeps {
  readonly secrets: Pick<Secrets, 'hashKey'>;
  /** The data folder. */
  readonly folder: string;
  readonly log: Log;
}

/** Keeps the first-key file valid; errors are logged only, because the key has changed already. */
export function firstKeyFollower({ secrets, folder, log }: FirstKeyFollowerDeps): FollowFirstKey {
  const place: FirstKeyPlace = { folder, hashKey: secrets.hashKey };
  return async (before, newKey) => {
    try {
      await followFirstKey(place, before, newKey);
    } catch (fault) {
      log.error({ err: fault }, 'the file of the first key could not be updated');
    }
  };
}
