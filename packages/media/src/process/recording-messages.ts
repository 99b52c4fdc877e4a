import type { RecorderOrder, RecorderReport, RecordingEnd } from '@kitestring/contract/recordings/recorder-messages.ts';
import { type Check, isListOf, isOneOf, isRecord, isText, isVariant } from './message-checks.ts';

/* Checks of the messages between the station and the recorder in its media process. */

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
