import type { FrameSize } from '../../src/access-unit.ts';

const segment = (marker: number, content: readonly number[]) => [0xff, marker, 0, content.length + 2, ...content];

/** Quantisers of luma and of chroma. */
export const QUANTISERS = Uint8Array.from({ length: 128 }, (_, index) => index + 1);

/** The form of a JPEG with these bytes as its picture. @param hasOneTable its quantisers are those of luma for chroma too */
export function madeJpeg({ heightPx, widthPx }: FrameSize, scan: Uint8Array, hasOneTable = false): Buffer {
  const [luma, chroma] = [QUANTISERS.subarray(0, 64), QUANTISERS.subarray(64)];
  const sides = [heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0]),
    ...segment(0xdb, hasOneTable ? [0, ...luma] : [0, ...luma, 1, ...chroma]),
    ...segment(0xc0, [8, ...sides, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3f, 0]),
    ...scan,
    ...[0xff, 0xd9],
  ]);
}
