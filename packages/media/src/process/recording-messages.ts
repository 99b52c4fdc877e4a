import { type Check, isListOf, isOneOf, isRecord, isText, isVariant } from './message-checks.ts';

/*
 * What the station and the recorder in its media process say to each other. Types and checks only: the station imports
 * this file, and must not load what the media process loads.
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
      /** Where the files go; it is there already. Files that are there go on where they ended. */
      readonly folder: string;
      readonly tracks: readonly TrackOrder[];
    }
  | { readonly act: 'stop'; readonly recordingId: string };

/** Why a recording has ended. */
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
