import type { FrameSize } from '../access-unit.ts';
import type { RtpPayload } from './packetiser.ts';

const MARKER = { quantisers: 0xdb, frame: 0xc0, scan: 0xda } as const;
const TABLE_BYTES = 64;
const HEADER_BYTES = 8;
/** Chroma has half the resolution in both directions. Source: RFC 2435 section 4.1. */
const TYPE = 1;
/** The quantisers come with each picture. Source: RFC 2435 section 4.2. */
const OWN_QUANTISERS = 255;
const BLOCK_PX = 8;
/** Sides are counted in blocks, in one byte. Source: RFC 2435 section 3.1.5. */
const SIDE_MAX_PX = 255 * BLOCK_PX;

const fits = (sidePx: number): boolean => sidePx <= SIDE_MAX_PX && sidePx % BLOCK_PX === 0;

/** Whether RTP can carry JPEGs of this size. */
export const isJpegSize = ({ heightPx, widthPx }: FrameSize): boolean => fits(widthPx) && fits(heightPx);

interface ReadJpeg extends FrameSize {
  /** For luma, then for chroma. */
  readonly quantisers: Uint8Array;
  readonly scan: Uint8Array;
}

/** @param jpeg baseline, of our encoder */
function readJpeg(jpeg: Uint8Array): ReadJpeg {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const quantisers = new Uint8Array(2 * TABLE_BYTES);
  let [widthPx, heightPx] = [0, 0];
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const end = at + 2 + view.getUint16(at + 2);
    const marker = view.getUint8(at + 1);
    if (marker === MARKER.frame) [heightPx, widthPx] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    else if (marker === MARKER.quantisers) {
      for (let table = at + 4; table < end; table += 1 + TABLE_BYTES) {
        const values = jpeg.subarray(table + 1, table + 1 + TABLE_BYTES);
        // The first one is for chroma too, unless it has its own.
        quantisers.set(values, view.getUint8(table) * TABLE_BYTES);
        if (view.getUint8(table) === 0) quantisers.set(values, TABLE_BYTES);
      }
    } else if (marker === MARKER.scan) return { widthPx, heightPx, quantisers, scan: jpeg.subarray(end, -2) };
    at = end;
  }
  throw new Error('a JPEG without a scan');
}

/**
 * Splits a JPEG into RTP payloads. Source: RFC 2435.
 * @param jpeg baseline with the Huffman tables of the standard, of a size that `isJpegSize` accepts
 * @param maxBytes of one payload, without the RTP header
 */
export function jpegPayloads(jpeg: Uint8Array, maxBytes: number): readonly RtpPayload[] {
  const { heightPx, quantisers, scan, widthPx } = readJpeg(jpeg);
  const payloads: RtpPayload[] = [];
  for (let at = 0; at < scan.length; ) {
    const head = Buffer.alloc(HEADER_BYTES);
    head.writeUInt32BE(at, 0);
    head.set([TYPE, OWN_QUANTISERS, widthPx / BLOCK_PX, heightPx / BLOCK_PX], 4);
    const prefix = at === 0 ? Buffer.concat([head, Buffer.of(0, 0, 0, quantisers.length), quantisers]) : head;
    const end = at + maxBytes - prefix.length;
    payloads.push({ prefix, body: scan.subarray(at, end) });
    at = end;
  }
  return payloads;
}
