import type { FrameSize } from '../access-unit.ts';
import { boxAt, viewOf } from './read-boxes.ts';

/** Picture size from a file's head. @param movie content of its box `moov` @throws Mp4Fault when it has no track */
export function movieSize(movie: Uint8Array): FrameSize {
  const header = viewOf(boxAt(movie, 'trak', 'tkhd'));
  return {
    widthPx: header.getUint32(header.byteLength - 8) / 0x1_0000,
    heightPx: header.getUint32(header.byteLength - 4) / 0x1_0000,
  };
}
