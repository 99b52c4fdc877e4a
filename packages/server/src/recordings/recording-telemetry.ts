import { join } from 'node:path';
import type { Facts } from '@kitestring/flightlog/mcap/file-head.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Station } from '@kitestring/station/station.ts';
import { FlightLog } from '../flight-log/flight-log.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS } from '../flight-log/flight-log-settings.ts';
import type { SimulatedSources } from '../flight-log/station-scribe.ts';
import type { Log } from '../http/log.ts';
import { TELEMETRY_FILE_ID } from './recording-record.ts';

export interface TelemetryParts {
  readonly clock: Clock;
  readonly realTime: Clock;
  readonly simulated: SimulatedSources | undefined;
  readonly facts: Facts;
  readonly log: Log;
}

/** Writes what the station measures beside the pictures of one recording, as a flight log of its own. */
export class RecordingTelemetry {
  readonly #flightLog: FlightLog;

  constructor(parts: TelemetryParts, station: Station, folder: string) {
    const settings = { ...DEFAULT_FLIGHT_LOG_SETTINGS, isOn: false };
    this.#flightLog = new FlightLog({ ...parts, settings, folder });
    this.#flightLog.attach(station);
    this.#flightLog.startNow(join(folder, TELEMETRY_FILE_ID));
  }

  /** Kept when the file is complete. */
  async end(): Promise<void> {
    await this.#flightLog.stop();
  }
}
