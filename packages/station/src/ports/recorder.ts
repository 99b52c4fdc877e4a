import type { VideoFile } from '@kitestring/contract/recordings/recording.ts';
import type { Result } from '../refusal.ts';
import type { Cancel } from './clock.ts';

/** Why a recording has ended. */
export type RecordingEnd = 'stopped' | 'disk_full' | 'write_error' | 'no_pictures';

type RecorderOrder =
  | {
      readonly act: 'start';
      readonly recordingId: string;
      /** Folder of the files; exists already. Existing files are continued at their end. */
      readonly folder: string;
      readonly tracks: readonly { readonly streamId: string; readonly fileId: string }[];
    }
  | { readonly act: 'stop'; readonly recordingId: string };

export type RecorderReport =
  /** The first pictures are on the disk. */
  | { readonly what: 'begun'; readonly recordingId: string }
  | { readonly what: 'ended'; readonly recordingId: string; readonly end: RecordingEnd; readonly reason: string };

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
