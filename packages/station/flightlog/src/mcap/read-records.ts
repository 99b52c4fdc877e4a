import { MCAP_MAGIC, McapStreamReader, Opcode, type TypedMcapRecord } from '@mcap/core';
import type { Codec } from '../codec.ts';
import { viewOf } from '../encode/bytes.ts';
import { RECORD_HEAD_BYTES } from '../encode/message-records.ts';

/** Random-access bytes. */
export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export interface RawRecord {
  readonly opcode: number;
  /** The whole record, including its head. */
  readonly bytes: Uint8Array;
  /** Offset in the file. */
  readonly offset: number;
}

/** Longer records count as damage: the longest valid one, a chunk, is well below 2 MiB. */
const RECORD_MAX_BYTES = 64 * 2 ** 20;

/** Whether the magic bytes of an MCAP file are at this offset. */
export async function hasMagic(source: ByteSource, offset = 0): Promise<boolean> {
  if (offset < 0 || source.size < offset + MCAP_MAGIC.length) return false;
  const found = await source.read(offset, MCAP_MAGIC.length);
  return MCAP_MAGIC.every((byte, index) => found[index] === byte);
}

/** Whether the file has the end of a whole one, whatever is before it. */
export const hasEnd = (source: ByteSource): Promise<boolean> => hasMagic(source, source.size - MCAP_MAGIC.length);

/** Whether the format has such a record: a bit that has fallen over makes one that it does not have. */
export const isKnownRecord = ({ opcode }: RawRecord): boolean => opcode >= Opcode.HEADER && opcode <= Opcode.DATA_END;

/** Whether a chunk with messages of this period, nanoseconds since 1970, is to be read. */
export type WantsChunk = (fromNs: bigint, toNs: bigint) => boolean;

/** The records of a file up to the first incomplete one; chunks that are not wanted are left out unread. */
export async function* wholeRecords(source: ByteSource, wantsChunk?: WantsChunk): AsyncGenerator<RawRecord> {
  for (let offset = MCAP_MAGIC.length; offset + RECORD_HEAD_BYTES <= source.size; ) {
    const head = await source.read(offset, RECORD_HEAD_BYTES);
    if (head.length < RECORD_HEAD_BYTES) return;
    const length = Number(viewOf(head).getBigUint64(1, true)) + RECORD_HEAD_BYTES;
    if (length > RECORD_MAX_BYTES || offset + length > source.size) return;
    const isWanted =
      head[0] !== Opcode.CHUNK || wantsChunk === undefined || (await isChunkOf(source, offset, wantsChunk));
    const bytes = isWanted ? await source.read(offset, length) : undefined;
    if (bytes !== undefined && bytes.length < length) return;
    yield bytes === undefined
      ? { opcode: SKIPPED_CHUNK, bytes: head, offset }
      : { opcode: head[0] ?? 0, bytes, offset };
    offset += length;
  }
}

/** Stands for a chunk that was left out; the format has no such record. */
export const SKIPPED_CHUNK = -1;

async function isChunkOf(source: ByteSource, offset: number, wantsChunk: WantsChunk): Promise<boolean> {
  const times = await source.read(offset + RECORD_HEAD_BYTES, 16);
  if (times.length < 16) return true;
  const view = viewOf(times);
  return wantsChunk(view.getBigUint64(0, true), view.getBigUint64(8, true));
}

/** Parses a record other than a chunk; undefined when damaged. */
export function parsedRecord({ bytes }: RawRecord): TypedMcapRecord | undefined {
  const reader = new McapStreamReader({ noMagicPrefix: true });
  reader.append(bytes);
  try {
    return reader.nextRecord();
  } catch {
    return undefined;
  }
}

/** Compression of a chunk; undefined for other records. */
export function chunkCompression({ bytes, opcode }: RawRecord): string | undefined {
  if (opcode !== Opcode.CHUNK || bytes.length < NAME_AT + 4) return undefined;
  const length = viewOf(bytes).getUint32(NAME_AT, true);
  return new TextDecoder().decode(bytes.subarray(NAME_AT + 4, NAME_AT + 4 + Math.min(length, 100)));
}

/** Offset of the compression's name: after two times, the uncompressed size and its CRC. */
const SIZE_AT = RECORD_HEAD_BYTES + 16;
const CRC_AT = SIZE_AT + 8;
const NAME_AT = CRC_AT + 4;

/** The records in a chunk; undefined when it is damaged, or its compression unknown. */
export function chunkContent(record: RawRecord, codec: Codec): Uint8Array | undefined {
  const compression = chunkCompression(record);
  if (compression === undefined) return undefined;
  try {
    const view = viewOf(record.bytes);
    const rawBytes = Number(view.getBigUint64(SIZE_AT, true));
    const crc = view.getUint32(CRC_AT, true);
    const packed = record.bytes.subarray(NAME_AT + 4 + compression.length + 8);
    if (rawBytes > RECORD_MAX_BYTES || (compression !== '' && compression !== codec.name)) return undefined;
    const content = compression === '' ? packed : codec.decompress(packed, rawBytes);
    const isSound = content.length === rawBytes && (crc === 0 || codec.crc32(content) === crc);
    return isSound ? content : undefined;
  } catch {
    return undefined;
  }
}

/** The records of a chunk in memory. */
export function* recordsIn(content: Uint8Array): Generator<RawRecord> {
  const view = viewOf(content);
  for (let offset = 0; offset + RECORD_HEAD_BYTES <= content.length; ) {
    const length = Number(view.getBigUint64(offset + 1, true)) + RECORD_HEAD_BYTES;
    if (offset + length > content.length) return;
    yield { opcode: content[offset] ?? 0, bytes: content.subarray(offset, offset + length), offset };
    offset += length;
  }
}
