import type { Packet } from './packet.ts';
import { joined, PacketScanner } from './packet-scanner.ts';

/** Bytes of the time before each packet: microseconds since 1970, big-endian. */
const TIME = 8;

export interface TlogRecord {
  /** Microseconds since 1970-01-01 UTC. */
  readonly timeUs: number;
  readonly packet: Packet;
}

/** Reads a .tlog file chunk by chunk; damaged parts are skipped. */
export class TlogReader {
  #rest = new Uint8Array();
  #records: TlogRecord[] = [];
  readonly #scanner = new PacketScanner(TIME, (packet, timeAt, bytes) => {
    const time = new DataView(bytes.buffer, bytes.byteOffset + timeAt, TIME);
    this.#records.push({ timeUs: Number(time.getBigUint64(0)), packet });
  });

  /** Bytes in damaged parts. */
  get skippedBytes(): number {
    return this.#scanner.garbageBytes;
  }

  /** Records that are complete with this chunk. */
  push(chunk: Uint8Array): readonly TlogRecord[] {
    return this.#read(chunk, false);
  }

  /** Records that a damaged part has held back, at the end of the file. */
  end(): readonly TlogRecord[] {
    return this.#read(new Uint8Array(), true);
  }

  #read(chunk: Uint8Array, isEnd: boolean): readonly TlogRecord[] {
    const bytes = joined(this.#rest, chunk);
    this.#rest = bytes.slice(this.#scanner.scan(bytes, isEnd));
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

/** One record of a .tlog file. @param packet bytes as on the wire */
export function tlogRecord(timeUs: number, packet: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(TIME + packet.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timeUs));
  bytes.set(packet, TIME);
  return bytes;
}
