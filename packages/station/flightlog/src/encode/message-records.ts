import { ByteWriter } from './byte-writer.ts';

/** Records that the station writes itself; the library for all others is loaded with the first log. */
export const OPCODE = { message: 5, chunk: 6, messageIndex: 7 } as const;
/** Opcode and length before the content of every record. */
export const RECORD_HEAD_BYTES = 9;
/** Channel, sequence, log time, publish time. */
export const MESSAGE_HEAD_BYTES = 2 + 4 + 8 + 8;

/** Message records of an MCAP file in sequence: the uncompressed content of a chunk. */
export class MessageRecords {
  readonly out = new ByteWriter();
  #count = 0;
  #lastUs = 0;
  #startedAt = 0;

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.out.length;
  }

  /**
   * Starts a message; its content is what is written to `out` before `end`. A time before the last one is replaced by
   * it.
   */
  begin(channelId: number, timeUs: number): void {
    const { out } = this;
    this.#lastUs = Math.max(timeUs, this.#lastUs);
    this.#startedAt = out.length;
    out.byte(OPCODE.message);
    out.uint64(0);
    out.uint16(channelId);
    out.uint32(0);
    writeNs(out, this.#lastUs);
    writeNs(out, this.#lastUs);
  }

  end(): void {
    const { out } = this;
    out.setUint64(this.#startedAt + 1, out.length - this.#startedAt - RECORD_HEAD_BYTES);
    this.#count += 1;
  }

  /** Returns a copy of the content and clears it. */
  take(): Uint8Array {
    const bytes = this.out.view().slice();
    this.clear();
    return bytes;
  }

  clear(): void {
    this.out.clear();
    this.#count = 0;
  }
}

/** Nanoseconds have 61 bits: microseconds are multiplied in two exact halves. */
function writeNs(out: ByteWriter, timeUs: number): void {
  const highUs = Math.floor(timeUs / 2 ** 32);
  const low = (timeUs - highUs * 2 ** 32) * 1000;
  const carry = Math.floor(low / 2 ** 32);
  out.uint32(low - carry * 2 ** 32);
  out.uint32(highUs * 1000 + carry);
}
