import { type Cancel, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { Stations } from '../registry/stations.ts';

/** News may be lost: after this time a replica knows it at the latest. */
const READ_AGAIN_S = 30;

interface SharedRegistry extends Pick<HubDeps, 'news' | 'rights' | 'stations' | 'clock' | 'log'> {
  readonly apiKeys: ApiKeys;
  readonly hasReplicas: boolean;
  /** Another replica has revoked this station. */
  readonly onRevoked: (sid: string) => void;
  /** Another replica has removed this API key. */
  readonly onKeyRemoved: (id: string) => Promise<void>;
}

/** Keeps stations, API keys and roles in the memory of all replicas as they are in the database. @returns a function that ends it */
export function shareRegistry(deps: SharedRegistry): Cancel {
  const { apiKeys, clock, hasReplicas, log, news, rights, stations } = deps;
  if (!hasReplicas) return () => {};
  stations.onChange((sid) => news.tell('station', { sid }));
  apiKeys.onChange(() => news.tell('keys', {}));
  const cancelRights = rights.onChange((place) => place === 'here' && news.tell('rights', {}));
  news.on('station', ({ sid }) => loadStation(deps, sid));
  news.on('keys', () => loadKeys(deps));
  news.on('rights', () => rights.load());
  const readAgain = async () => {
    const revokedBefore = revokedOf(stations);
    await stations.load();
    for (const sid of revokedOf(stations).difference(revokedBefore)) deps.onRevoked(sid);
    await loadKeys(deps);
    await rights.load();
  };
  const cancel = every(clock, READ_AGAIN_S * US_PER_S, () => {
    readAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'stations, API keys and roles could not be read again'),
    );
  });
  return () => {
    cancelRights();
    cancel();
  };
}

async function loadStation({ onRevoked, stations }: SharedRegistry, sid: string): Promise<void> {
  const wasRevoked = stations.get(sid)?.revokedMs !== undefined;
  const station = await stations.load(sid);
  if (station?.revokedMs !== undefined && !wasRevoked) onRevoked(sid);
}

async function loadKeys({ apiKeys, onKeyRemoved }: SharedRegistry): Promise<void> {
  await Promise.all((await apiKeys.load()).map(onKeyRemoved));
}

const revokedOf = (stations: Stations): Set<string> =>
  new Set(stations.list().flatMap(({ revokedMs, sid }) => (revokedMs === undefined ? [] : [sid])));
