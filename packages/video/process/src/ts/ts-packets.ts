/** Bytes of every packet of a transport stream. Source: ISO/IEC 13818-1, 2.4.3. */
export const TS_PACKET_BYTES = 188;
const HEAD_BYTES = 4;
const PAYLOAD_BYTES = TS_PACKET_BYTES - HEAD_BYTES;
const SYNC = 0x47;
/** Flags byte and clock reference. */
const CLOCK_BYTES = 7;

interface FirstPacket {
  /** Decoding can begin here. */
  readonly isRandomAccess?: boolean;
  /** Program clock: 1/90,000 s. */
  readonly clock?: number;
}

/** Splits data into packets of one elementary stream, with its continuity counter. */
export class TsPackets {
  readonly #pid: number;
  #count = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Packets of these data, padded with stuffing. */
  of(data: Uint8Array, { clock, isRandomAccess = false }: FirstPacket = {}): Uint8Array {
    const fields = clock === undefined && !isRandomAccess ? undefined : adaptation(isRandomAccess, clock);
    const firstRoom = PAYLOAD_BYTES - (fields === undefined ? 0 : fields.length + 1);
    const count = 1 + Math.max(0, Math.ceil((data.length - firstRoom) / PAYLOAD_BYTES));
    const packets = new Uint8Array(count * TS_PACKET_BYTES);
    let taken = 0;
    for (let index = 0; index < count; index += 1) {
      const isFirst = index === 0;
      const part = data.subarray(taken, taken + (isFirst ? firstRoom : PAYLOAD_BYTES));
      this.#write(packets, index * TS_PACKET_BYTES, part, isFirst, isFirst ? fields : undefined);
      taken += part.length;
    }
    return packets;
  }

  #write(packets: Uint8Array, at: number, payload: Uint8Array, isFirst: boolean, fields: Uint8Array | undefined): void {
    const missing = PAYLOAD_BYTES - payload.length;
    packets[at] = SYNC;
    packets[at + 1] = (isFirst ? 0x40 : 0) | (this.#pid >> 8);
    packets[at + 2] = this.#pid & 0xff;
    packets[at + 3] = (missing > 0 ? 0x30 : 0x10) | this.#count;
    this.#count = (this.#count + 1) & 0xf;
    const payloadAt = at + TS_PACKET_BYTES - payload.length;
    if (missing > 0) packets.fill(0xff, at + HEAD_BYTES, payloadAt);
    if (missing > 0) packets[at + HEAD_BYTES] = missing - 1;
    if (missing > 1) packets.set(fields ?? [0], at + HEAD_BYTES + 1);
    packets.set(payload, payloadAt);
  }
}

/** Flags, and the clock reference if present: 33 bits of 90 kHz, 6 reserved, 9 of 27 MHz. */
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
