import type { LocalSetValues } from '../klv/local-set.ts';
import { type Check, isRecord, isShape, isText, maybe } from './message-checks.ts';

/** State of a stream's camera, and the target of its metadata, if any. */
export interface MetadataFeed {
  /** Target of a transport stream: `udp://host:port`, or the path of a file. */
  readonly target?: string;
  readonly streamId: string;
  readonly values: LocalSetValues;
}

export const isMetadataFeed: Check<MetadataFeed> = isShape({
  target: maybe(isText),
  streamId: isText,
  values: isRecord as Check<LocalSetValues>,
});
