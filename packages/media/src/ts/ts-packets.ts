/** Bytes of every packet of a transport stream. Source: ISO/IEC 13818-1, 2.4.3. */
export const TS_PACKET_BYTES = 188;
const HEAD_BYTES = 4;
const PAYLOAD_BYTES = TS_PACKET_BYTES - HEAD_BYTES;
const SYNC = 0x47;
/** A clock reference and the byte of flags before it. */
const CLOCK_BYTES = 7;

export interface FirstPacket {
  /** Decoding can begin here. */
  readonly isRandomAccess?: boolean;
  /** Program clock: 1/90,000 s. */
  readonly clock?: number;
}

/** Cuts data into packets of one stream of the program, with its own count. */
export class TsPackets {
  readonly #pid: number;
  #count = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Packets that hold this, filled up with stuffing. */
  of(data: Uint8Array, { clock, isRandomAccess = false }: FirstPacket = {}): Uint8Array {
    const packets: Uint8Array[] = [];
    const fields = clock === undefined && !isRandomAccess ? undefined : adaptation(isRandomAccess, clock);
    for (let at = 0; at < data.length || at === 0; ) {
      const extra = at === 0 ? fields : undefined;
      const room = PAYLOAD_BYTES - (extra === undefined ? 0 : extra.length + 1);
      const part = data.subarray(at, at + room);
      packets.push(this.#packet(part, at === 0, extra));
      at += Math.max(1, part.length);
    }
    return joined(packets);
  }

  #packet(payload: Uint8Array, isFirst: boolean, fields: Uint8Array | undefined): Uint8Array {
    const packet = new Uint8Array(TS_PACKET_BYTES).fill(0xff);
    const missing = PAYLOAD_BYTES - payload.length;
    packet.set([
      SYNC,
      (isFirst ? 0x40 : 0) | (this.#pid >> 8),
      this.#pid & 0xff,
      (missing > 0 ? 0x30 : 0x10) | this.#count,
    ]);
    this.#count = (this.#count + 1) & 0xf;
    if (missing > 0) packet[HEAD_BYTES] = missing - 1;
    if (missing > 1) packet.set(fields ?? [0], HEAD_BYTES + 1);
    packet.set(payload, TS_PACKET_BYTES - payload.length);
    return packet;
  }
}

/** Flags, and the clock if there is one: 33 bits of 90 kHz, 6 reserved ones, 9 of 27 MHz. */
function adaptation(isRandomAccess: boolean, clock: number | undefined): Uint8Array {
  const flags = (isRandomAccess ? 0x40 : 0) | (clock === undefined ? 0 : 0x10);
  if (clock === undefined) return Uint8Array.of(flags);
  const bytes = new Uint8Array(CLOCK_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = flags;
  view.setUint32(1, Math.floor(clock / 2));
  bytes[5] = (clock % 2 === 0 ? 0 : 0x80) | 0x7e;
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
