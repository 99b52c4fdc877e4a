import type { RecorderOrder, RecorderReport } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import { type Check, isListOf, isOneOf, isShape, isText, isVariant } from './message-checks.ts';

/* Checks of the messages between the station and the recorder in its media process. */

export const isRecorderReport: Check<RecorderReport> = isVariant('what', {
  begun: { recordingId: isText },
  ended: { recordingId: isText, end: isOneOf('stopped', 'disk_full', 'write_error', 'no_pictures'), reason: isText },
});

export const isRecorderOrder: Check<RecorderOrder> = isVariant('act', {
  start: {
    recordingId: isText,
    folder: isText,
    tracks: isListOf(isShape({ streamId: isText, fileId: isText })),
  },
  stop: { recordingId: isText },
});
