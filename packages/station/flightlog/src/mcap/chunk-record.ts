import type { Codec } from '../codec.ts';
import { ByteWriter } from '../encode/byte-writer.ts';
import { viewOf } from '../encode/bytes.ts';
import { MESSAGE_HEAD_BYTES, OPCODE, RECORD_HEAD_BYTES } from '../encode/message-records.ts';

/** An encoded chunk with its indexes. */
interface EncodedChunk {
  readonly bytes: Uint8Array;
  /** Length of the chunk record alone. */
  readonly chunkBytes: number;
  readonly compressedBytes: number;
  readonly rawBytes: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** Offset of each channel's index from the start of the chunk. */
  readonly indexOffsets: ReadonlyMap<number, number>;
  readonly messageCounts: ReadonlyMap<number, number>;
}

interface MessagePlace {
  readonly channelId: number;
  readonly offset: number;
}

/** Encodes a chunk of message records, which are in order of time. */
export async function encodeChunk(records: Uint8Array, codec: Codec): Promise<EncodedChunk> {
  const places = messagePlaces(records);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a chunk needs a message');
  const compressed = await codec.compress(records);
  const view = viewOf(records);
  const [startNs, endNs] = [logTimeNs(view, first.offset), logTimeNs(view, last.offset)];
  const out = new ByteWriter();
  out.byte(OPCODE.chunk);
  out.uint64(0);
  out.bytes(times(startNs, endNs));
  out.uint64(records.length);
  out.uint32(codec.crc32(records));
  writeText(out, codec.name);
  out.uint64(compressed.length);
  out.bytes(compressed);
  out.setUint64(1, out.length - RECORD_HEAD_BYTES);
  const chunkBytes = out.length;
  const indexOffsets = writeIndexes(out, records, places);
  return {
    bytes: out.view().slice(),
    chunkBytes,
    compressedBytes: compressed.length,
    rawBytes: records.length,
    startNs,
    endNs,
    indexOffsets: indexOffsets.offsets,
    messageCounts: indexOffsets.counts,
  };
}

/** Positions of complete messages; what follows the last one is dropped. */
export function messagePlaces(records: Uint8Array): readonly MessagePlace[] {
  const view = viewOf(records);
  const places: MessagePlace[] = [];
  for (let offset = 0; offset + RECORD_HEAD_BYTES + MESSAGE_HEAD_BYTES <= records.length; ) {
    const length = Number(view.getBigUint64(offset + 1, true));
    const end = offset + RECORD_HEAD_BYTES + length;
    if (records[offset] !== OPCODE.message || length < MESSAGE_HEAD_BYTES || end > records.length) break;
    places.push({ channelId: view.getUint16(offset + RECORD_HEAD_BYTES, true), offset });
    offset = end;
  }
  return places;
}

/** The complete messages at the start of `records`. */
export function wholeMessages(records: Uint8Array): Uint8Array {
  const last = messagePlaces(records).at(-1);
  if (last === undefined) return new Uint8Array(0);
  const length = Number(viewOf(records).getBigUint64(last.offset + 1, true));
  return records.subarray(0, last.offset + RECORD_HEAD_BYTES + length);
}

/** Log time of the message at this offset, microseconds: a double holds its nanoseconds to within a quarter of one. */
export function messageTimeUs(records: Uint8Array, offset: number): number {
  const view = viewOf(records);
  const at = offset + LOG_TIME_OFFSET;
  return Math.round((view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)) / 1000);
}

/** Content of the message at this offset: JSON, or a packet. */
export function messageBytes(records: Uint8Array, offset: number): Uint8Array {
  const end = offset + RECORD_HEAD_BYTES + Number(viewOf(records).getBigUint64(offset + 1, true));
  return records.subarray(offset + RECORD_HEAD_BYTES + MESSAGE_HEAD_BYTES, end);
}

const decoder = new TextDecoder();

/** Value of the message at this offset; undefined where it is no JSON object. */
export function parsedMessage(records: Uint8Array, offset: number): object | undefined {
  try {
    const value = JSON.parse(decoder.decode(messageBytes(records, offset)));
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const LOG_TIME_OFFSET = RECORD_HEAD_BYTES + 2 + 4;

const logTimeNs = (view: DataView, offset: number): bigint => view.getBigUint64(offset + LOG_TIME_OFFSET, true);

function times(startNs: bigint, endNs: bigint): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = viewOf(bytes);
  view.setBigUint64(0, startNs, true);
  view.setBigUint64(8, endNs, true);
  return bytes;
}

function writeText(out: ByteWriter, ascii: string): void {
  out.uint32(ascii.length);
  out.text(ascii);
}

/**
 * Message indexes, one per channel in order of their ids. Times are copied as bytes: a 64-bit integer would allocate
 * an object.
 */
function writeIndexes(out: ByteWriter, records: Uint8Array, places: readonly MessagePlace[]) {
  const byChannel = Map.groupBy(places, ({ channelId }) => channelId);
  const offsets = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [channelId, own] of [...byChannel].sort(([a], [b]) => a - b)) {
    offsets.set(channelId, out.length);
    counts.set(channelId, own.length);
    out.byte(OPCODE.messageIndex);
    out.uint64(2 + 4 + own.length * 16);
    out.uint16(channelId);
    out.uint32(own.length * 16);
    for (const { offset } of own) {
      out.bytes(records.subarray(offset + LOG_TIME_OFFSET, offset + LOG_TIME_OFFSET + 8));
      out.uint64(offset);
    }
  }
  return { offsets, counts };
}
