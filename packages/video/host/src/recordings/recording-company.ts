import { join } from 'node:path';
import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS } from '@kitestring/settings/records-settings.ts';
import type { RecorderPort } from '@kitestring/station-core/ports';
import type { Accompany } from '@kitestring/station-core/recordings';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Facts } from '@kitestring/station-flightlog/mcap';
import { FlightLog, type SimulatedSources } from '@kitestring/station-flightlog/write';
import { RecordingPicture } from './recording-picture.ts';
import { TELEMETRY_FILE_ID } from './recording-record.ts';

interface RecordingTelemetryDeps {
  readonly clock: Clock;
  readonly realTimeClock: Clock;
  readonly simulated: SimulatedSources | undefined;
  readonly facts: Facts;
  readonly log: Log;
}

/** Writes the station's measurements during a recording, as a separate flight log. */
class RecordingTelemetry {
  readonly #flightLog: FlightLog;

  constructor(deps: RecordingTelemetryDeps, station: Station, folder: string) {
    const settings = { ...DEFAULT_FLIGHT_LOG_SETTINGS, isOn: false };
    this.#flightLog = new FlightLog({ ...deps, settings, folder });
    this.#flightLog.attach(station);
    this.#flightLog.startNow(join(folder, TELEMETRY_FILE_ID));
  }

  /** Resolves when the file is complete. */
  async end(): Promise<void> {
    await this.#flightLog.stop('the recording ended');
  }
}

interface RecordingCompanyDeps {
  readonly telemetry: RecordingTelemetryDeps;
  readonly recorder: Pick<RecorderPort, 'picture'>;
  readonly log: Log;
}

/** Starts telemetry and poster picture of a recording. */
export const accompanyRecordings =
  ({ log, recorder, telemetry: deps }: RecordingCompanyDeps): Accompany =>
  (station, folder, streamId) => {
    const telemetry = new RecordingTelemetry(deps, station, folder);
    const picture = streamId === undefined ? undefined : new RecordingPicture({ recorder, log, folder, streamId });
    picture?.take();
    return {
      resume: () => picture?.take(),
      end: async () => {
        await telemetry.end();
        await picture?.end();
      },
    };
  };
