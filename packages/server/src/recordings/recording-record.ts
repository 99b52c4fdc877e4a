import type { VideoFile } from '@kitestring/contract/recordings/recording.ts';
import type { RecordingEnd } from '@kitestring/media/process/recording-messages.ts';
import { PARTS_MAX } from '@kitestring/media/record/part-name.ts';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** What is kept about a recording beside its files. */
export interface RecordingRecord {
  readonly id: string;
  /** Station time, microseconds since 1970. */
  readonly startedUs: number;
  /** Absent while it runs. */
  readonly stoppedUs?: number;
  readonly videos: readonly RecordedVideo[];
  /** Of files that are complete: when each begins, so that they can be laid side by side. */
  readonly films?: readonly FilmRecord[];
  readonly end?: RecordingEnd | 'killed';
}

/** A finished file of pictures: a stream has several when its pictures change their size. */
export interface FilmRecord {
  readonly fileId: string;
  /** When its first picture was taken, UTC, microseconds since 1970. */
  readonly startedUs: number;
  readonly durationS: number;
}

export interface RecordedVideo {
  readonly fileId: string;
  readonly type: VideoFile['type'];
  readonly streamId: string;
}

/** Colour and thermal, by the names that clients know. */
export const VIDEO_FILE_IDS: Readonly<Record<VideoFile['type'], string>> = { color: 'main.mp4', thermal: 'sub.mp4' };
export const TELEMETRY_FILE_ID = 'telemetry.mcap';
export const PICTURE_FILE_ID = 'main.jpg';

const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Kept = Type.Object({
  started_us: whole,
  stopped_us: Type.Optional(whole),
  // `storage_full` is what earlier releases said.
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
        started_us: whole,
        duration_s: Type.Number({ minimum: 0 }),
      }),
      { maxItems: 2 * PARTS_MAX },
    ),
  ),
});
const kept = Compile(Kept);

export const recordText = ({ end, films, startedUs, stoppedUs, videos }: RecordingRecord): string => {
  const value: Static<typeof Kept> = {
    started_us: startedUs,
    ...(stoppedUs !== undefined && { stopped_us: stoppedUs }),
    ...(end !== undefined && { end }),
    videos: videos.map(({ fileId, streamId, type }) => ({ file_id: fileId, type, stream_id: streamId })),
    ...(films !== undefined && {
      films: films.map((film) => ({ file_id: film.fileId, started_us: film.startedUs, duration_s: film.durationS })),
    }),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
};

/** Undefined for what is no such record: a file may have been damaged. */
export function recordOf(id: string, text: string): RecordingRecord | undefined {
  const value = parsed(text);
  if (!kept.Check(value)) return undefined;
  const { end, films, started_us: startedUs, stopped_us: stoppedUs, videos } = value as Static<typeof Kept>;
  return {
    id,
    startedUs,
    ...(stoppedUs !== undefined && { stoppedUs }),
    ...(end !== undefined && {
      end: (end === 'storage_full' ? 'disk_full' : end) as NonNullable<RecordingRecord['end']>,
    }),
    ...(films !== undefined && {
      films: films.map((film) => ({ fileId: film.file_id, startedUs: film.started_us, durationS: film.duration_s })),
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
