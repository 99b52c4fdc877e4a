import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { Station } from '@kitestring/station/station.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import type { StoreFaults } from '@kitestring/store/store-faults.ts';
import type { Core } from './core.ts';
import { restoreTrends } from './station-trends.ts';

/** Poll interval for changes of the store by another process (the plugin command), seconds. */
const FOLLOW_STORE_S = 1;

/** Poll interval for the recovery of a failed store, seconds. */
const LOOK_AT_STORE_S = 1;

/** The station between two starts of its computer: all decisions, without its network. */
export interface BootedStation {
  readonly station: Station;
  /** Saves persistent state and releases aircraft, clock and store. */
  stop(): void;
}

/** Completes synchronously, so that a restart takes exactly its time. @throws what the store throws */
export function bootStation({
  bugs,
  flightLog,
  flights,
  log,
  onStoreFault,
  systemClock,
  recordings,
  secrets,
  settings,
  store,
  storeFaults,
  realTimeClock,
  world,
}: Core): BootedStation {
  const { aircraft, clock } = world;
  const onBug = bugs.report;
  const time = { clock, realTimeClock };
  const station = new Station({ aircraft, ...time, secrets, settings: settings.station, store, onStoreFault, onBug });
  const letGoOfStore = followStore(store, station, realTimeClock, onStoreFault);
  const letGoOfFaults = showStoreFaults(storeFaults, station, systemClock);
  const letGoOfLog = flightLog.attach(station);
  const letGoOfTrends = restoreTrends(station, { flightLog, flights, log });
  const letGoOfRecordings = recordings.attach(station);
  const stop = () => {
    letGoOfRecordings();
    letGoOfTrends();
    letGoOfLog();
    letGoOfFaults();
    letGoOfStore();
    station.stop();
  };
  return { station, stop };
}

/** Raises a notification while the store cannot be written: nothing else would show it in flight. */
function showStoreFaults(faults: StoreFaults, station: Station, systemClock: Clock): Cancel {
  return every(systemClock, LOOK_AT_STORE_S * US_PER_S, () => {
    faults.look();
    const { reason } = faults;
    station.notifications.set('STORE_UNUSABLE', reason !== undefined, { reason: reason ?? '' });
  });
}

/** Reloads the plugins after changes by another process. */
function followStore(
  store: SqliteStore,
  station: Station,
  realTimeClock: Clock,
  onFault: (fault: unknown) => void,
): Cancel {
  let version = store.dataVersion();
  return every(realTimeClock, FOLLOW_STORE_S * US_PER_S, () => {
    try {
      const now = store.dataVersion();
      if (now !== version) station.auth.reload();
      version = now;
    } catch (fault) {
      onFault(fault);
    }
  });
}
