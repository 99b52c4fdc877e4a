import type { FlightArchive } from '@kitestring/flightlog/archive/flight-archive.ts';
import type { FlightLog } from '@kitestring/flightlog/write/flight-log.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { Station } from '@kitestring/station/station.ts';
import { TRENDS_US } from '@kitestring/station/trend-record.ts';

interface TrendSources {
  readonly flights: FlightArchive;
  readonly flightLog: FlightLog;
  readonly log: Log;
}

/** Fills the trends of a station that has just started from the flight logs, until the returned function is called. */
export function restoreTrends(station: Station, { flightLog, flights, log }: TrendSources): Cancel {
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
