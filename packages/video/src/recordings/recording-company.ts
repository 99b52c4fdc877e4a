import type { Log } from '@kitestring/station/ports/log.ts';
import type { RecorderPort } from '@kitestring/station/ports/recorder.ts';
import type { Accompany } from '@kitestring/station/recordings/running-recording.ts';
import { RecordingPicture } from './recording-picture.ts';
import { RecordingTelemetry, type RecordingTelemetryDeps } from './recording-telemetry.ts';

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
