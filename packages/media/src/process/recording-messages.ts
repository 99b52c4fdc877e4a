import { type Check, isListOf, isOneOf, isRecord, isText, isVariant } from './message-checks.ts';

/*
 * Messages between the station and the recorder in its media process. Types and checks only: the station imports this
 * file, and must not load the media process's code.
 */

/** One file of a recording. */
interface TrackOrder {
  readonly streamId: string;
  /** Name of the file: `main.mp4`. */
  readonly fileId: string;
}

export type RecorderOrder =
  | {
      readonly act: 'start';
      readonly recordingId: string;
      /** Existing folder for the files. Existing files are continued. */
      readonly folder: string;
      readonly tracks: readonly TrackOrder[];
    }
  | { readonly act: 'stop'; readonly recordingId: string };

/** Reason for the end of a recording. */
export type RecordingEnd = 'stopped' | 'disk_full' | 'write_error' | 'no_pictures';

export type RecorderReport =
  /** The first pictures are on the disk. */
  | { readonly what: 'begun'; readonly recordingId: string }
  | { readonly what: 'ended'; readonly recordingId: string; readonly end: RecordingEnd; readonly reason: string };

const ENDS = ['stopped', 'disk_full', 'write_error', 'no_pictures'] satisfies RecordingEnd[];
const TRACKS_MAX = 8;

const matchesReport = isVariant('what', {
  begun: { recordingId: isText },
  ended: { recordingId: isText, end: isOneOf(...ENDS), reason: isText },
} satisfies Record<RecorderReport['what'], Readonly<Record<string, Check>>>);

const areTracks = isListOf((track) => isRecord(track) && isText(track.streamId) && isText(track.fileId));

const matchesOrder = isVariant('act', {
  start: {
    recordingId: isText,
    folder: isText,
    tracks: (value) => areTracks(value) && (value as readonly unknown[]).length <= TRACKS_MAX,
  },
  stop: { recordingId: isText },
} satisfies Record<RecorderOrder['act'], Readonly<Record<string, Check>>>);

export const isRecorderReport = (value: unknown): value is RecorderReport => matchesReport(value);

export const isRecorderOrder = (value: unknown): value is RecorderOrder => matchesOrder(value);
