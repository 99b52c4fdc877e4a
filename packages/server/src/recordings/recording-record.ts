import type { VideoFile } from '@kitestring/contract/recordings/recording.ts';
import type { RecordingEnd } from '@kitestring/media/process/recording-messages.ts';
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
  readonly end?: RecordingEnd | 'killed';
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
  end: Type.Optional(Type.Enum(['stopped', 'storage_full', 'write_error', 'no_pictures', 'killed'])),
  videos: Type.Array(
    Type.Object({
      file_id: Type.Enum(Object.values(VIDEO_FILE_IDS)),
      type: Type.Enum(['color', 'thermal']),
      stream_id: Type.String({ maxLength: 64 }),
    }),
    { maxItems: 2 },
  ),
});
const kept = Compile(Kept);

export const recordText = ({ end, startedUs, stoppedUs, videos }: RecordingRecord): string => {
  const value: Static<typeof Kept> = {
    started_us: startedUs,
    ...(stoppedUs !== undefined && { stopped_us: stoppedUs }),
    ...(end !== undefined && { end }),
    videos: videos.map(({ fileId, streamId, type }) => ({ file_id: fileId, type, stream_id: streamId })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
};

/** Undefined for what is no such record: a file may have been damaged. */
export function recordOf(id: string, text: string): RecordingRecord | undefined {
  const value = parsed(text);
  if (!kept.Check(value)) return undefined;
  const { end, started_us: startedUs, stopped_us: stoppedUs, videos } = value as Static<typeof Kept>;
  return {
    id,
    startedUs,
    ...(stoppedUs !== undefined && { stoppedUs }),
    ...(end !== undefined && { end: end as NonNullable<RecordingRecord['end']> }),
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
