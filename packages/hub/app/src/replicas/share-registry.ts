import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ApiKeys } from '../registry/api-keys.ts';

/** Messages may be lost: a replica learns of new stations within this time. */
const STATIONS_AGAIN_S = 30;
/** The same for rights: small tables, and a revoked right must end soon. */
const RIGHTS_AGAIN_S = 5;

interface SharedRegistry extends Pick<HubDeps, 'news' | 'rights' | 'stations' | 'clock' | 'log'> {
  readonly apiKeys: ApiKeys;
  readonly hasReplicas: boolean;
  /** Another replica has revoked this station. */
  readonly onRevoked: (sid: string) => void;
}

/**
 * Keeps stations, API keys and roles in the memory of all replicas equal to the database. @returns a function that ends
 * it
 */
export function shareRegistry(shared: SharedRegistry): Cancel {
  const { apiKeys, clock, hasReplicas, log, news, onRevoked, rights, stations } = shared;
  if (!hasReplicas) return () => {};
  stations.onChange((sid, place) => {
    if (place === 'here') news.tell('station', { sid });
    else if (stations.get(sid)?.revokedMs !== undefined) onRevoked(sid);
  });
  apiKeys.onChange(() => news.tell('keys', {}));
  const cancelRights = rights.onChange((place) => place === 'here' && news.tell('rights', {}));
  news.on('station', async ({ sid }) => void (await stations.load(sid)));
  news.on('keys', () => apiKeys.follow());
  news.on('rights', () => rights.load());
  const again = (everyS: number, what: string, read: () => Promise<unknown>) =>
    every(clock, everyS * US_PER_S, () => {
      read().catch((error: unknown) => log.warn({ err: error }, `${what} could not be read again`));
    });
  const cancels = [
    cancelRights,
    again(STATIONS_AGAIN_S, 'stations', () => stations.load()),
    again(RIGHTS_AGAIN_S, 'API keys and roles', async () => {
      await apiKeys.follow();
      await rights.load();
    }),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
}
