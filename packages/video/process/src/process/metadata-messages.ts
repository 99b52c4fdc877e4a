import type { LocalSetValues } from '../klv/local-set.ts';
import type { StreamDocument } from '../rtsp/stream-documents.ts';
import { type Check, type Checked, isNumber, isRecord, isShape, isText, maybe } from './message-checks.ts';

/** State of a stream's camera, and the target of its metadata, if any. */
export const isMetadataFeed = isShape({
  /** Target of a transport stream: `udp://host:port`, or the path of a file. */
  target: maybe(isText),
  streamId: isText,
  values: isRecord as Check<LocalSetValues>,
});
export type MetadataFeed = Checked<typeof isMetadataFeed>;

export const isStreamDocument: Check<StreamDocument> = isShape({ text: isText, rtpTime: maybe(isNumber) });
