import type { AccessUnit } from '../access-unit.ts';
import { jpegPayloads } from './jpeg-payloads.ts';
import type { PicturePayloads } from './packet-batch.ts';
import { packetise, type RtpPayload } from './packetiser.ts';
import { RTP_HEADER_BYTES } from './rtp-packet.ts';

/** Packetizes each picture once for all viewers. */
export class PayloadCache {
  readonly #maxPayloadBytes: number;
  readonly #byUnit = new WeakMap<object, PicturePayloads>();

  /** @param maxPacketBytes of an RTP packet including its header */
  constructor(maxPacketBytes: number) {
    this.#maxPayloadBytes = maxPacketBytes - RTP_HEADER_BYTES;
  }

  of(unit: AccessUnit): PicturePayloads {
    return this.#made(unit, (maxBytes) => packetise(unit.nals, maxBytes, unit.codec));
  }

  /** Undefined for a picture that is no JPEG too. */
  jpeg({ jpeg }: AccessUnit): PicturePayloads | undefined {
    return jpeg && this.#made(jpeg, (maxBytes) => jpegPayloads(jpeg, maxBytes));
  }

  #made(key: object, make: (maxBytes: number) => readonly RtpPayload[]): PicturePayloads {
    let made = this.#byUnit.get(key);
    if (made === undefined) {
      const payloads = make(this.#maxPayloadBytes);
      made = { payloads, bytes: payloads.reduce((sum, { prefix, body }) => sum + prefix.length + body.length, 0) };
      this.#byUnit.set(key, made);
    }
    return made;
  }
}
