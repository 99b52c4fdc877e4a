import { Fault } from '@kitestring/base/fault.ts';

/*
 * Messages of RTMP, cut into chunks. Source: Adobe's RTMP specification 1.0, sections 5.3 and 5.4.
 */

/** The relay has sent what is no RTMP. */
export class RtmpFault extends Fault {}

export const RTMP = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  video: 9,
  dataAmf0: 18,
  commandAmf0: 20,
} as const;

export interface RtmpMessage {
  readonly type: number;
  readonly payload: Buffer;
}

interface SentMessage {
  /** Messages of one chunk stream arrive in order. */
  readonly chunkStream: number;
  readonly type: number;
  readonly streamId: number;
  readonly timeMs: number;
  readonly parts: readonly Uint8Array[];
}

/** Bytes of a chunk, ours after `SET_CHUNK_SIZE`: a small picture is one chunk. */
const SENT_CHUNK_BYTES = 16_384;
const HEAD_BYTES = 12;
/** A time that does not fit has this value, and four bytes of its own. */
const EXTENDED = 0xff_ffff;

/** A message in chunks: the first with all fields, the others with none. */
export function chunks({ chunkStream, parts, streamId, timeMs, type }: SentMessage): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isExtended = timeMs >= EXTENDED;
  const extra = isExtended ? 4 : 0;
  const others = Math.max(0, Math.ceil(length / SENT_CHUNK_BYTES) - 1);
  const all = Buffer.allocUnsafe(HEAD_BYTES + extra + length + others * (1 + extra));
  all[0] = chunkStream;
  all.writeUIntBE(isExtended ? EXTENDED : timeMs, 1, 3);
  all.writeUIntBE(length, 4, 3);
  all[7] = type;
  all.writeUInt32LE(streamId, 8);
  const writeExtended = (at: number) => (isExtended ? all.writeUInt32BE(timeMs % 2 ** 32, at) : at);
  let at = writeExtended(HEAD_BYTES);
  let room = SENT_CHUNK_BYTES;
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      if (room === 0) {
        all[at] = 0xc0 | chunkStream;
        at = writeExtended(at + 1);
        room = SENT_CHUNK_BYTES;
      }
      const piece = part.subarray(from, from + room);
      all.set(piece, at);
      at += piece.length;
      from += piece.length;
      room -= piece.length;
    }
  }
  return all;
}

export const SET_CHUNK_SIZE = chunks({
  chunkStream: 2,
  type: RTMP.chunkSize,
  streamId: 0,
  timeMs: 0,
  parts: [Buffer.of(0, 0, SENT_CHUNK_BYTES >> 8, SENT_CHUNK_BYTES & 0xff)],
});

/** Answers of a relay have some hundred bytes. */
const MESSAGE_BYTES_MAX = 65_536;
const CHUNK_STREAMS_MAX = 16;
/** Bytes of the fields after the basic header, by format. */
const FIELD_BYTES = [11, 7, 3, 0] as const;

interface ChunkStream {
  length: number;
  type: number;
  isExtended: boolean;
  parts: Buffer[];
  received: number;
}

/** Reads the messages of a relay. */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  #waiting: Buffer = Buffer.alloc(0);
  #chunkBytes = 128;

  /** @throws RtmpFault */
  push(data: Buffer): readonly RtmpMessage[] {
    this.#waiting = this.#waiting.length === 0 ? data : Buffer.concat([this.#waiting, data]);
    const messages: RtmpMessage[] = [];
    for (;;) {
      const taken = this.#chunk(messages);
      if (taken === 0) return messages;
      this.#waiting = this.#waiting.subarray(taken);
    }
  }

  /** @returns bytes of the chunk; 0 while it is not complete */
  #chunk(messages: RtmpMessage[]): number {
    const bytes = this.#waiting;
    const [first = 0, second = 0, third = 0] = bytes;
    const short = first & 0x3f;
    const basic = short === 0 ? 2 : short === 1 ? 3 : 1;
    const fields = FIELD_BYTES[(first >> 6) as 0 | 1 | 2 | 3];
    if (bytes.length < basic + fields) return 0;
    const id = short === 0 ? second + 64 : short === 1 ? second + 256 * third + 64 : short;
    const stream = this.#stream(id);
    const isNew = stream.received === 0;
    const length = fields >= 7 ? bytes.readUIntBE(basic + 3, 3) : stream.length;
    const isExtended = fields >= 3 ? bytes.readUIntBE(basic, 3) === EXTENDED : stream.isExtended;
    if (fields < 7 && stream.type === 0) throw new RtmpFault('a message has no beginning');
    if (length > MESSAGE_BYTES_MAX) throw new RtmpFault(`a message of ${length} bytes is too long`);
    const from = basic + fields + (isExtended ? 4 : 0);
    const size = Math.min(this.#chunkBytes, length - (isNew ? 0 : stream.received));
    if (bytes.length < from + size) return 0;
    Object.assign(stream, { length, isExtended, ...(fields >= 7 && { type: bytes.readUInt8(basic + 6) }) });
    stream.parts.push(bytes.subarray(from, from + size));
    stream.received += size;
    if (stream.received >= length) this.#complete(stream, messages);
    return from + size;
  }

  #complete(stream: ChunkStream, messages: RtmpMessage[]): void {
    const payload = Buffer.concat(stream.parts);
    stream.parts = [];
    stream.received = 0;
    if (stream.type !== RTMP.chunkSize) messages.push({ type: stream.type, payload });
    else if (payload.length >= 4) this.#chunkBytes = Math.max(1, payload.readUInt32BE() & 0x7fff_ffff);
  }

  #stream(id: number): ChunkStream {
    const known = this.#streams.get(id);
    if (known !== undefined) return known;
    if (this.#streams.size >= CHUNK_STREAMS_MAX) throw new RtmpFault('it uses too many chunk streams');
    const stream = { length: 0, type: 0, isExtended: false, parts: [], received: 0 };
    this.#streams.set(id, stream);
    return stream;
  }
}
