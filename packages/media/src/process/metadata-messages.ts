import type { LocalSetValues } from '../klv/local-set.ts';

/** State of a stream's camera, and the target of its metadata, if any. */
export interface MetadataFeed {
  /** Target of a transport stream: `udp://host:port`, or the path of a file. */
  readonly target?: string;
  readonly streamId: string;
  readonly values: LocalSetValues;
}

export function isMetadataFeed(value: unknown): value is MetadataFeed {
  if (typeof value !== 'object' || value === null) return false;
  const { streamId, target, values } = value as Record<string, unknown>;
  return (target === undefined || isText(target)) && isText(streamId) && typeof values === 'object' && values !== null;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 4096;
