import type { VideoFile } from '@kitestring/contract/recordings/recording.ts';
import type { RecorderOrder, RecorderReport } from '@kitestring/media/process/recording-messages.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { Result } from '@kitestring/station/refusal.ts';

/** A stream that can be recorded. */
export interface RecordableStream {
  readonly streamId: string;
  readonly type: VideoFile['type'];
}

export interface RecorderEvents {
  readonly onReport: (report: RecorderReport) => void;
  /** It is gone, and what it was doing is broken off. */
  readonly onDown: () => void;
  /** It is there, and knows nothing of before. */
  readonly onUp: () => void;
}

/** What writes the pictures. It may go and come back at any time. */
export interface RecorderPort {
  /** Streams of the camera now, the most important first. Refused when there is no recorder or no camera. */
  streams(): Result<readonly RecordableStream[]>;
  order(order: RecorderOrder): void;
  listen(events: RecorderEvents): Cancel;
  /** A JPEG of what a stream shows now. @throws when there is none */
  picture?(streamId: string): Promise<Uint8Array>;
}
