import type { LocalSetValues } from '../klv/local-set.ts';

/** What goes out as a transport stream with metadata: which stream, where to, and what its camera does now. */
export interface MetadataFeed {
  /** `udp://host:port`, or the path of a file. */
  readonly target: string;
  readonly streamId: string;
  readonly values: LocalSetValues;
}

export function isMetadataFeed(value: unknown): value is MetadataFeed {
  if (typeof value !== 'object' || value === null) return false;
  const { streamId, target, values } = value as Record<string, unknown>;
  return isText(target) && isText(streamId) && typeof values === 'object' && values !== null;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 4096;
