import type { FrameSize, PictureCodec } from '../access-unit.ts';
import { boxAt, readBoxes, viewOf } from './read-boxes.ts';

/** Picture size from a file's head. @param movie content of its box `moov` @throws Mp4Fault when it has no track */
export function movieSize(movie: Uint8Array): FrameSize {
  const header = viewOf(boxAt(movie, 'trak', 'tkhd'));
  return {
    widthPx: header.getUint32(header.byteLength - 8) / 0x1_0000,
    heightPx: header.getUint32(header.byteLength - 4) / 0x1_0000,
  };
}

/** Version and flags, and a count. */
const DESCRIPTION_HEAD_BYTES = 8;

/** Codec of the pictures. @param movie content of its box `moov` @throws Mp4Fault when it has no track */
export function movieCodec(movie: Uint8Array): PictureCodec {
  const descriptions = boxAt(movie, 'trak', 'mdia', 'minf', 'stbl', 'stsd').subarray(DESCRIPTION_HEAD_BYTES);
  return readBoxes(descriptions).some(({ type }) => type === 'hvc1') ? 'H.265' : 'H.264';
}
