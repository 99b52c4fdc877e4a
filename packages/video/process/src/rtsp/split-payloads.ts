import { RTP_HEADER_BYTES } from '../rtp/rtp-packet.ts';

const NO_PREFIX = new Uint8Array(0);

/** Payloads of one unit that may be split at any byte. @param packetBytes size of a packet with its header */
export function splitPayloads(unit: Uint8Array, packetBytes: number) {
  const most = packetBytes - RTP_HEADER_BYTES;
  const payloads = Array.from({ length: Math.ceil(unit.length / most) }, (_, index) => ({
    prefix: NO_PREFIX,
    body: unit.subarray(index * most, (index + 1) * most),
  }));
  return { payloads, bytes: unit.length };
}
