import { type Cancel, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ApiKeys } from '../registry/api-keys.ts';

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
  const { apiKeys, clock, hasReplicas, log, news, onRevoked, rights, stations } = deps;
  if (!hasReplicas) return () => {};
  stations.onChange((sid, place) => {
    if (place === 'here') news.tell('station', { sid });
    else if (stations.get(sid)?.revokedMs !== undefined) onRevoked(sid);
  });
  apiKeys.onChange(() => news.tell('keys', {}));
  const cancelRights = rights.onChange((place) => place === 'here' && news.tell('rights', {}));
  news.on('station', async ({ sid }) => void (await stations.load(sid)));
  news.on('keys', () => loadKeys(deps));
  news.on('rights', () => rights.load());
  const readAgain = async () => {
    await stations.load();
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

async function loadKeys({ apiKeys, onKeyRemoved }: SharedRegistry): Promise<void> {
  await Promise.all((await apiKeys.load()).map(onKeyRemoved));
}
