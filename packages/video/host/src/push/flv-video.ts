import { boxAt, viewOf } from '@kitestring/video-process/fmp4/read-boxes.ts';
import type { SegmentHead } from '@kitestring/video-process/process';

/*
 * Pictures as FLV video tags, from the fragments that browsers get: both have NAL units with their lengths before
 * them. Source: Adobe Flash Video File Format 10.1, annex E.4.3.
 */

const CODEC_AVC = 7;
const FRAME = { key: 0x10, other: 0x20 } as const;
const PACKET = { head: 0, picture: 1 } as const;
/** Fields of a visual sample entry before its boxes. Source: ISO/IEC 14496-12, 12.1.3. */
const SAMPLE_ENTRY_BYTES = 78;
/** Version and flags, and a count. */
const STSD_HEAD_BYTES = 8;
const TICKS_PER_MS = 90;

const tagHead = (frame: number, packet: number): Uint8Array => Uint8Array.of(frame | CODEC_AVC, packet, 0, 0, 0);

/** The decoder configuration, sent before the pictures. */
export const flvHead = (head: SegmentHead): readonly Uint8Array[] => [
  tagHead(FRAME.key, PACKET.head),
  avcConfiguration(head),
];

/** The content of `avcC`. Source: ISO/IEC 14496-15, 5.3.3.1. */
export const avcConfiguration = (head: SegmentHead): Uint8Array => decoderConfiguration(head, 'avc1', 'avcC');

/** The content of `hvcC`. Source: ISO/IEC 14496-15, 8.3.3.1. */
export const hevcConfiguration = (head: SegmentHead): Uint8Array => decoderConfiguration(head, 'hvc1', 'hvcC');

function decoderConfiguration({ init }: SegmentHead, entry: string, name: string): Uint8Array {
  const descriptions = boxAt(init, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').subarray(STSD_HEAD_BYTES);
  return boxAt(boxAt(descriptions, entry).subarray(SAMPLE_ENTRY_BYTES), name);
}

/** A picture with its time. */
export function flvPicture(
  segment: Uint8Array,
  isKeyFrame: boolean,
): { readonly timeMs: number; readonly parts: readonly Uint8Array[] } {
  const decodeTime = viewOf(boxAt(segment, 'moof', 'traf', 'tfdt')).getBigUint64(4);
  return {
    timeMs: Math.round(Number(decodeTime) / TICKS_PER_MS),
    parts: [tagHead(isKeyFrame ? FRAME.key : FRAME.other, PACKET.picture), boxAt(segment, 'mdat')],
  };
}
