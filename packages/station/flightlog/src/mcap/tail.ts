/*
 * The tail of an unfinished log contains the messages that are in no chunk yet; it restarts with each chunk. So chunks
 * can be large, which compresses well, and a kill loses only what came since the tail was last written.
 */

const MAGIC = 0x4c54_534b;
const HEAD_BYTES = 8;

export interface Tail {
  /** Number of chunks of the log at the time of these messages; when it has more by now, the last one contains them. */
  readonly chunkCount: number;
  /** Message records; the last one may be incomplete. */
  readonly records: Uint8Array;
}

export function tailHead(chunkCount: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, chunkCount, true);
  return bytes;
}

/** Undefined when it is no tail, or incomplete before its first message. */
export function readTail(bytes: Uint8Array): Tail | undefined {
  if (bytes.length <= HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  return { chunkCount: view.getUint32(4, true), records: bytes.subarray(HEAD_BYTES) };
}
