import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { Station } from '@kitestring/station-core/station.ts';
import { TRENDS_US } from '@kitestring/station-core/trend-record.ts';
import type { FlightArchive } from '@kitestring/station-flightlog/archive/flight-archive.ts';
import type { FlightLog } from '@kitestring/station-flightlog/write';
import { lossText } from '@kitestring/station-store/log-damage.ts';
import type { StoreFaults } from '@kitestring/station-store/store-faults.ts';
import type { Core } from './core.ts';

interface TrendSources {
  readonly flights: FlightArchive;
  readonly flightLog: FlightLog;
  readonly log: Log;
}

/** Fills the trends of a station that has just started from the flight logs, until the returned function is called. */
function restoreTrends(station: Station, { flightLog, flights, log }: TrendSources): Cancel {
  let isWanted = true;
  const restore = async () => {
    await flightLog.recovered;
    const nowUs = station.clock.nowUs();
    await flights.telemetry(nowUs - TRENDS_US, nowUs, (timeUs, telemetry) => {
      if (!isWanted) return;
      station.restoreTrend(timeUs, {
        altitude: telemetry.altitude_m,
        altitude_target: telemetry.altitude_target_m,
        wind_max: telemetry.wind_mps,
        tension_max: telemetry.tether_tension_n,
        kite_battery: telemetry.kite_battery_percent,
        gs_battery: telemetry.gs_battery_percent,
      });
    });
  };
  restore().catch((fault) => log.warn({ err: fault }, 'the trends cannot be restored from the flight logs'));
  return () => {
    isWanted = false;
  };
}

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
  removals,
  damage,
}: Core): BootedStation {
  const { aircraft, clock, equipment } = world;
  const onBug = bugs.report;
  const time = { clock, realTimeClock };
  const flown = { aircraft, equipment };
  const station = new Station({ ...flown, ...time, secrets, settings: settings.station, store, onStoreFault, onBug });
  removals.attach(station.notifications);
  station.notifications.set('STORE_INCOMPLETE', damage !== undefined, {
    reason: damage === undefined ? '' : lossText(damage),
  });
  const letGoOfFaults = showStoreFaults(storeFaults, station, systemClock);
  const letGoOfAircraft = world.attach?.(station, store.documents);
  const letGoOfLog = flightLog.attach(station);
  const letGoOfTrends = restoreTrends(station, { flightLog, flights, log });
  const letGoOfRecordings = recordings.attach(station);
  const stop = () => {
    letGoOfRecordings();
    letGoOfTrends();
    letGoOfLog();
    letGoOfFaults();
    letGoOfAircraft?.();
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
