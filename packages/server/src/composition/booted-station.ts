import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { Station } from '@kitestring/station/station.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import type { StoreFaults } from '../store/store-faults.ts';
import type { Core } from './core.ts';

/** How often is looked whether another process (the plugin command) has changed the store, seconds. */
const FOLLOW_STORE_S = 1;

/** How often is looked whether a store that could not be written can be again, seconds. */
const LOOK_AT_STORE_S = 1;

/** The station as it runs from one start of its computer to the next: everything it decides, without its network. */
export interface BootedStation {
  readonly station: Station;
  /** Saves what must survive and lets go of aircraft, clock and store. */
  stop(): void;
}

/** Complete within the step in which it is called, so that a restart takes exactly its time. @throws what the store throws */
export function bootStation({
  bugs,
  flightLog,
  onStoreFault,
  realTime,
  recordings,
  secrets,
  settings,
  store,
  storeFaults,
  wall,
  world,
}: Core): BootedStation {
  const { aircraft, clock } = world;
  const onBug = bugs.report;
  const time = { clock, realTime: wall };
  const station = new Station({ aircraft, ...time, secrets, settings: settings.station, store, onStoreFault, onBug });
  const letGoOfStore = followStore(store, station, wall, onStoreFault);
  const letGoOfFaults = showStoreFaults(storeFaults, station, realTime);
  const letGoOfLog = flightLog.attach(station);
  const letGoOfRecordings = recordings.attach(station);
  const stop = () => {
    letGoOfRecordings();
    letGoOfLog();
    letGoOfFaults();
    letGoOfStore();
    station.stop();
  };
  return { station, stop };
}

/** People are told while the store cannot be written: nothing else would show it in flight. */
function showStoreFaults(faults: StoreFaults, station: Station, realTime: Clock): Cancel {
  return every(realTime, LOOK_AT_STORE_S * US_PER_S, () => {
    faults.look();
    const { reason } = faults;
    station.notifications.set('STORE_UNUSABLE', reason !== undefined, { reason: reason ?? '' });
  });
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
