import { GLYPH_COLUMNS, GLYPH_ROWS, type Glyph } from './bitmap-font.ts';

/** From one letter or line to the next, pixels of a letter. */
export const ADVANCE = GLYPH_COLUMNS + 1;
export const LINE_ROWS = GLYPH_ROWS + 1;
/** Around the lines of a block, pixels of a letter. */
export const PADDING = 2;

const INK = 0xff;
const BYTES_PER_WORD = 4;

/** The letters of a block: one row for each row of a letter, one byte for each column of the picture. */
export interface BlockBitmap {
  /** Columns in front of the block. */
  readonly lead: number;
  readonly ink: Uint8Array;
  readonly inkWords: Int32Array;
  /** Bytes of a row. */
  readonly stride: number;
  /** Rows that have ink. */
  readonly isInked: readonly boolean[];
}

/** @param scale columns of the picture for each pixel of a letter; @param lead columns by which words of memory begin before the block */
export function blockBitmap(
  lines: readonly (readonly Glyph[])[],
  { lead, scale, width }: { readonly lead: number; readonly scale: number; readonly width: number },
): BlockBitmap {
  const stride = BYTES_PER_WORD * Math.ceil((lead + width) / BYTES_PER_WORD);
  const rows = lines.length * LINE_ROWS + 2 * PADDING;
  const ink = new Uint8Array(stride * rows);
  const isInked = Array.from({ length: rows }, () => false);
  lines.forEach((glyphs, line) => {
    for (let row = 0; row < GLYPH_ROWS; row += 1) {
      const to = PADDING + line * LINE_ROWS + row;
      isInked[to] = glyphs.some((glyph) => glyph[row] !== 0);
      glyphs.forEach((glyph, at) => {
        const left = to * stride + lead + (PADDING + at * ADVANCE) * scale;
        for (let column = 0; column < GLYPH_COLUMNS; column += 1) {
          if ((glyph[row]! & (16 >> column)) === 0) continue;
          ink.fill(INK, left + column * scale, left + (column + 1) * scale);
        }
      });
    }
  });
  return { lead, ink, inkWords: new Int32Array(ink.buffer), stride, isInked };
}
