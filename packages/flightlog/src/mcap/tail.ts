/*
 * Beside an unfinished log lies its tail: the messages that are in no chunk yet, written anew for each chunk. So a chunk
 * can be large, which compresses well, and a kill still loses no more than what came since the tail was last written.
 */

const MAGIC = 0x4c54_534b;
const HEAD_BYTES = 8;

export interface Tail {
  /** How many chunks the log had when these messages came; when it has more by now, they are in the last one. */
  readonly chunkCount: number;
  /** Message records; the last one may be torn. */
  readonly records: Uint8Array;
}

export function tailHead(chunkCount: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, chunkCount, true);
  return bytes;
}

/** Undefined when it is none, or torn before its first message. */
export function readTail(bytes: Uint8Array): Tail | undefined {
  if (bytes.length <= HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  return { chunkCount: view.getUint32(4, true), records: bytes.subarray(HEAD_BYTES) };
}
