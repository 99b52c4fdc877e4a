import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import { type RecordingRecord, VIDEO_FILE_IDS } from '@kitestring/station-core/ports';
import { PARTS_MAX } from '@kitestring/video-process/record/part-name.ts';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export const TELEMETRY_FILE_ID = 'telemetry.mcap';
export const PICTURE_FILE_ID = 'main.jpg';

export const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** As long as the station lets them be, and longer: what an earlier or later release wrote is read all the same. */
export const KeptIncident = Type.Object({
  number: Type.String({ maxLength: 1000 }),
  title: Type.String({ maxLength: 1000 }),
});
const Kept = Type.Object({
  started_us: whole,
  stopped_us: Type.Optional(whole),
  flight_us: Type.Optional(whole),
  incident: Type.Optional(KeptIncident),
  // `storage_full` was written by earlier releases.
  end: Type.Optional(Type.Enum(['stopped', 'disk_full', 'storage_full', 'write_error', 'no_pictures', 'killed'])),
  videos: Type.Array(
    Type.Object({
      file_id: Type.Enum(Object.values(VIDEO_FILE_IDS)),
      type: Type.Enum(['color', 'thermal']),
      stream_id: Type.String({ maxLength: 64 }),
    }),
    { maxItems: 2 },
  ),
  films: Type.Optional(
    Type.Array(
      Type.Object({
        file_id: Type.String({ maxLength: 64 }),
        // `started_us`, in UTC, was written by earlier releases.
        started_us: Type.Optional(whole),
        started_utc_us: Type.Optional(whole),
        started_station_us: Type.Optional(whole),
        duration_s: Type.Number({ minimum: 0 }),
      }),
      { maxItems: 2 * PARTS_MAX },
    ),
  ),
});
/** Compiled with the first record that is read. */
let kept: Validator | undefined;

export const recordText = ({
  end,
  films,
  flightUs,
  incident,
  startedUs,
  stoppedUs,
  videos,
}: RecordingRecord): string => {
  const value: Static<typeof Kept> = {
    started_us: startedUs,
    ...(stoppedUs !== undefined && { stopped_us: stoppedUs }),
    ...(flightUs !== undefined && { flight_us: flightUs }),
    ...(incident !== undefined && { incident }),
    ...(end !== undefined && { end }),
    videos: videos.map(({ fileId, streamId, type }) => ({ file_id: fileId, type, stream_id: streamId })),
    ...(films !== undefined && {
      films: films.map(({ durationS, fileId, startedStationUs, startedUtcUs }) => ({
        file_id: fileId,
        started_utc_us: startedUtcUs,
        ...(startedStationUs !== undefined && { started_station_us: startedStationUs }),
        duration_s: durationS,
      })),
    }),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
};

/** Undefined for an invalid record: a file may be damaged. */
export function parseRecord(id: string, text: string): RecordingRecord | undefined {
  const value = parsed(text);
  kept ??= Compile(Kept);
  if (!kept.Check(value)) return undefined;
  const {
    end,
    films,
    flight_us: flightUs,
    incident,
    started_us: startedUs,
    stopped_us: stoppedUs,
    videos,
  } = value as Static<typeof Kept>;
  return {
    id,
    startedUs,
    ...(stoppedUs !== undefined && { stoppedUs }),
    ...(flightUs !== undefined && { flightUs }),
    ...(incident !== undefined && { incident }),
    ...(end !== undefined && {
      end: (end === 'storage_full' ? 'disk_full' : end) as NonNullable<RecordingRecord['end']>,
    }),
    ...(films !== undefined && {
      films: films.map((film) => ({
        fileId: film.file_id,
        startedUtcUs: film.started_utc_us ?? film.started_us ?? 0,
        ...(film.started_station_us !== undefined && { startedStationUs: film.started_station_us }),
        durationS: film.duration_s,
      })),
    }),
    videos: videos.map(({ file_id: fileId, stream_id: streamId, type }) => ({
      fileId,
      streamId,
      type: type as VideoFile['type'],
    })),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
