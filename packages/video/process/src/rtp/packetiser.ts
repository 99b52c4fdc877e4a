import type { PictureCodec } from '../access-unit.ts';
import { type NalSyntax, nalSyntax } from '../encode/nal-syntax.ts';
import { PAYLOAD_TYPES } from './payload-types.ts';

/** Payload of one RTP packet: a short prefix, then a part of a NAL unit, which is not copied. */
export interface RtpPayload {
  readonly prefix: Uint8Array;
  readonly body: Uint8Array;
}

interface Packing {
  readonly codec: PictureCodec;
  readonly syntax: NalSyntax;
  readonly maxBytes: number;
}

const NO_BYTES = new Uint8Array(0);
const FU_START = 0x80;
const FU_END = 0x40;

/**
 * Splits the NAL units of one picture into RTP payloads, packetization mode 1 of RFC 6184 or RFC 7798: units that fit
 * are sent alone, large ones in fragments, the parameter sets before a key frame together. The marker belongs on the
 * last payload. Access unit delimiters are omitted: RTP marks the end of a picture.
 * @param maxBytes of one payload, without the RTP header
 */
export function packetise(
  nals: readonly Uint8Array[],
  maxBytes: number,
  codec: PictureCodec = 'H.264',
): readonly RtpPayload[] {
  const syntax = nalSyntax(codec);
  const packing = { codec, syntax, maxBytes };
  const delimiter = syntax.typeOf(syntax.delimiter);
  const payloads: RtpPayload[] = [];
  let parameterSets: Uint8Array[] = [];
  const flush = () => {
    payloads.push(...aggregate(parameterSets, packing));
    parameterSets = [];
  };
  for (const nal of nals) {
    const type = syntax.typeOf(nal);
    if (nal.length < syntax.headBytes || type === delimiter) continue;
    if (syntax.sets.has(type)) parameterSets.push(nal);
    else {
      flush();
      payloads.push(...single(nal, packing));
    }
  }
  flush();
  return payloads;
}

function aggregate(nals: readonly Uint8Array[], packing: Packing): readonly RtpPayload[] {
  const head = aggregateHead(nals, packing.codec);
  const totalBytes = nals.reduce((sum, nal) => sum + 2 + nal.length, head.length);
  if (nals.length < 2 || totalBytes > packing.maxBytes) return nals.flatMap((nal) => single(nal, packing));
  const body = Buffer.allocUnsafe(totalBytes);
  body.set(head);
  let at = head.length;
  for (const nal of nals) {
    at = body.writeUInt16BE(nal.length, at);
    body.set(nal, at);
    at += nal.length;
  }
  return [{ prefix: NO_BYTES, body }];
}

/** The forbidden bit is set if any is. Source: RFC 6184 section 5.7.1, RFC 7798 section 4.4.2. */
function aggregateHead(nals: readonly Uint8Array[], codec: PictureCodec): Uint8Array {
  const type = PAYLOAD_TYPES[codec].aggregate;
  const forbidden = nals.reduce((bits, nal) => bits | ((nal[0] ?? 0) & 0x80), 0);
  // Parameter sets belong to the lowest layer, and to the lowest rate.
  if (codec === 'H.265') return Uint8Array.of(forbidden | (type << 1), 1);
  const importance = Math.max(...nals.map((nal) => (nal[0] ?? 0) & 0x60));
  return Uint8Array.of(forbidden | importance | type);
}

function single(nal: Uint8Array, packing: Packing): readonly RtpPayload[] {
  return nal.length <= packing.maxBytes ? [{ prefix: NO_BYTES, body: nal }] : fragments(nal, packing);
}

/** Indicator and header of each fragment have the head of the unit. Source: RFC 6184 section 5.8, RFC 7798 section 4.4.3. */
function fragments(nal: Uint8Array, { codec, maxBytes, syntax }: Packing): readonly RtpPayload[] {
  const { headBytes, headWith, typeOf } = syntax;
  const indicator = headWith(nal, PAYLOAD_TYPES[codec].fragment);
  const partBytes = maxBytes - headBytes - 1;
  const parts: RtpPayload[] = [];
  for (let at = headBytes; at < nal.length; at += partBytes) {
    const edge = (at === headBytes ? FU_START : 0) | (at + partBytes >= nal.length ? FU_END : 0);
    parts.push({
      prefix: Uint8Array.of(...indicator, edge | typeOf(nal)),
      body: nal.subarray(at, Math.min(at + partBytes, nal.length)),
    });
  }
  return parts;
}
