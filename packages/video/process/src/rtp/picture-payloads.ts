import type { AccessUnit } from '../access-unit.ts';
import type { PicturePayloads } from './packet-batch.ts';
import { packetise } from './packetiser.ts';
import { RTP_HEADER_BYTES } from './rtp-packet.ts';

/** Packetizes each picture once for all viewers. */
export class PayloadCache {
  readonly #maxPayloadBytes: number;
  readonly #byUnit = new WeakMap<AccessUnit, PicturePayloads>();

  /** @param maxPacketBytes of an RTP packet including its header */
  constructor(maxPacketBytes: number) {
    this.#maxPayloadBytes = maxPacketBytes - RTP_HEADER_BYTES;
  }

  of(unit: AccessUnit): PicturePayloads {
    let made = this.#byUnit.get(unit);
    if (made === undefined) {
      const payloads = packetise(unit.nals, this.#maxPayloadBytes, unit.codec);
      made = { payloads, bytes: payloads.reduce((sum, { prefix, body }) => sum + prefix.length + body.length, 0) };
      this.#byUnit.set(unit, made);
    }
    return made;
  }
}
