import { NAL, nalType } from '../encode/nal-units.ts';
import { AGGREGATE, FRAGMENT } from './payload-types.ts';

/** Payload of one RTP packet: a short prefix, then a part of a NAL unit, which is not copied. */
export interface RtpPayload {
  readonly prefix: Uint8Array;
  readonly body: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);
const FU_HEADER_BYTES = 2;
const FU_START = 0x80;
const FU_END = 0x40;
/** Forbidden bit and importance of a NAL unit's first byte. */
const F_AND_NRI = 0xe0;

/**
 * Splits the NAL units of one picture into RTP payloads, packetization mode 1 of RFC 6184: units that fit are sent
 * alone, large ones in fragments (FU-A), the parameter sets before a key frame together (STAP-A). The marker belongs
 * on the last payload. Access unit delimiters are omitted: RTP marks the end of a picture.
 * @param maxBytes of one payload, without the RTP header
 */
export function packetiseH264(nals: readonly Uint8Array[], maxBytes: number): RtpPayload[] {
  const payloads: RtpPayload[] = [];
  let parameterSets: Uint8Array[] = [];
  const flush = () => {
    payloads.push(...aggregate(parameterSets, maxBytes));
    parameterSets = [];
  };
  for (const nal of nals) {
    const type = nalType(nal);
    if (nal.length === 0 || type === NAL.delimiter) continue;
    if (type === NAL.sps || type === NAL.pps) parameterSets.push(nal);
    else {
      flush();
      payloads.push(...single(nal, maxBytes));
    }
  }
  flush();
  return payloads;
}

function aggregate(nals: readonly Uint8Array[], maxBytes: number): RtpPayload[] {
  const totalBytes = nals.reduce((sum, nal) => sum + 2 + nal.length, 1);
  if (nals.length < 2 || totalBytes > maxBytes) return nals.flatMap((nal) => single(nal, maxBytes));
  const body = Buffer.allocUnsafe(totalBytes);
  // RFC 6184 section 5.7.1: the forbidden bit is set if any is, the importance is the highest of all.
  const forbidden = nals.reduce((bits, nal) => bits | ((nal[0] ?? 0) & 0x80), 0);
  const importance = Math.max(...nals.map((nal) => (nal[0] ?? 0) & 0x60));
  body[0] = forbidden | importance | AGGREGATE;
  let at = 1;
  for (const nal of nals) {
    at = body.writeUInt16BE(nal.length, at);
    body.set(nal, at);
    at += nal.length;
  }
  return [{ prefix: NO_BYTES, body }];
}

function single(nal: Uint8Array, maxBytes: number): RtpPayload[] {
  if (nal.length <= maxBytes) return [{ prefix: NO_BYTES, body: nal }];
  return fragments(nal, maxBytes - FU_HEADER_BYTES);
}

/** RFC 6184 section 5.8: the first byte of the unit is spread over the two bytes before each fragment. */
function fragments(nal: Uint8Array, partBytes: number): RtpPayload[] {
  const first = nal[0] ?? 0;
  const indicator = (first & F_AND_NRI) | FRAGMENT;
  const parts: RtpPayload[] = [];
  for (let at = 1; at < nal.length; at += partBytes) {
    const edge = (at === 1 ? FU_START : 0) | (at + partBytes >= nal.length ? FU_END : 0);
    parts.push({
      prefix: Uint8Array.of(indicator, edge | (first & 0x1f)),
      body: nal.subarray(at, Math.min(at + partBytes, nal.length)),
    });
  }
  return parts;
}
