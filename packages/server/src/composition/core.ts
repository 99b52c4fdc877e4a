import { writeFileSync } from 'node:fs';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import { Station } from '@kitestring/station/station.ts';
import { firstKeyFile } from '../config/data-folder.ts';
import type { Log } from '../http/log.ts';
import { nodeSecrets } from '../secrets.ts';
import type { ServerSettings } from '../server-settings.ts';
import { openStore } from '../store/open-store.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { WallClock } from '../wall-clock.ts';
import { type SimulatedWorld, simulatedWorld } from './simulated-world.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';

/** How often is looked whether another process (the plugin command) has changed the store, seconds. */
const FOLLOW_STORE_S = 1;

export interface CoreOptions {
  readonly log: Log;
  /** Real time for limits and pace, where a test wants another one. */
  readonly wall?: Clock;
}

/** The station without its network: what decides, what flies, what is kept. */
export interface Core {
  readonly settings: ServerSettings;
  readonly log: Log;
  /** Time for limits and pace. */
  readonly wall: Clock;
  /** Time for sockets, which know no other. */
  readonly realTime: Clock;
  readonly store: SqliteStore;
  readonly secrets: Secrets;
  readonly world: SimulatedWorld;
  readonly station: Station;
  /** The key of the first plugin if this start has made it. */
  readonly firstKey: string | undefined;
}

/** @param begun gets what ends each part again. @throws StoreFault */
export async function startCore(
  settings: ServerSettings,
  { log, wall }: CoreOptions,
  begun: AsyncDisposableStack,
): Promise<Core> {
  const realTime = begun.adopt(new WallClock(), (clock) => clock.stop());
  const time = { wall: wall ?? realTime, realTime };
  const store = begun.adopt(openStore(settings.dataDir, { lock: true }), (it) => it.close());
  const secrets = secretsOf(store, settings);
  const world = simulatedWorld(settings, stationStartUs(store, time.wall.nowUs()));
  world.clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const onStoreFault = (fault: unknown) => log.error({ err: fault }, 'the store cannot be used');
  begun.defer(keepStationTime(store, world.clock, time.wall, onStoreFault));
  const { aircraft, clock } = world;
  const parts = { aircraft, clock, secrets, settings: settings.station, store, onStoreFault };
  const station = begun.adopt(new Station(parts), (it) => it.stop());
  const firstKey = await ensureFirstKey(station, settings);
  begun.defer(followStore(store, station, time.wall, onStoreFault));
  return { settings, log, ...time, store, secrets, world, station, firstKey };
}

function secretsOf({ keySalt: salt }: SqliteStore, { keyHashCost: cost }: ServerSettings): Secrets {
  return nodeSecrets(cost === undefined ? { salt } : { salt, cost });
}

async function ensureFirstKey(station: Station, { apiKey, dataDir }: ServerSettings): Promise<string | undefined> {
  const made = await station.auth.ensureFirstPlugin(apiKey === undefined ? {} : { key: apiKey });
  if (made !== undefined) writeFileSync(firstKeyFile(dataDir), `${made}\n`, { mode: 0o600 });
  return made;
}

/** Lets the station know when another process has changed its plugins. */
function followStore(store: SqliteStore, station: Station, wall: Clock, onFault: (fault: unknown) => void): Cancel {
  let version = store.dataVersion();
  return every(wall, FOLLOW_STORE_S * US_PER_S, () => {
    try {
      const now = store.dataVersion();
      if (now !== version) station.auth.reload();
      version = now;
    } catch (fault) {
      onFault(fault);
    }
  });
}
