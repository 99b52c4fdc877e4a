import type { Cancel } from '@kitestring/base/clock.ts';
import type { RecorderOrder, RecorderReport } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';

/** A stream that can be recorded. */
export interface RecordableStream {
  readonly streamId: string;
  readonly type: VideoFile['type'];
}

export interface RecorderEvents {
  readonly onReport: (report: RecorderReport) => void;
  /** The recorder has disconnected, and its work is aborted. */
  readonly onDown: () => void;
  /** The recorder has connected, without earlier state. */
  readonly onUp: () => void;
}

/** Recorder of the video. It may disconnect and reconnect at any time. */
export interface RecorderPort {
  /** Present streams of the camera, most important first. Refused without recorder or camera. */
  streams(): Result<readonly RecordableStream[]>;
  order(order: RecorderOrder): void;
  listen(events: RecorderEvents): Cancel;
  /** A JPEG of the present picture of a stream. @throws when there is none */
  picture?(streamId: string): Promise<Uint8Array>;
  /** A JPEG made small, at most 20 kB. @throws when it cannot be made now, or is no picture */
  thumbnail?(jpeg: Uint8Array): Promise<Uint8Array>;
}
