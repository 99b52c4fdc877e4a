import type { YuvFrame } from '../raster/canvas.ts';
import { GLYPH_COLUMNS, GLYPH_ROWS, type Glyph, glyphsOf } from './bitmap-font.ts';

type DisplayCorner = 'top_left' | 'top_right' | 'bottom_left' | 'bottom_right';
type DisplaySize = 'small' | 'medium' | 'large';

/** The time of the picture within a line. */
interface TimeLine {
  readonly clock: 'date' | 'time' | 'date_time';
  /** Minutes east of UTC. */
  readonly offsetMin: number;
  /** Behind it. */
  readonly after: string;
}

/** A line of text; one with a clock shows the time of its own picture. */
export type DisplayLine = string | TimeLine;

/** Lines in one corner of the picture. */
export interface TextBlock {
  readonly corner: DisplayCorner;
  readonly size: DisplaySize;
  readonly lines: readonly DisplayLine[];
}

/** Rows of the picture for each pixel of a letter. */
const ROWS_PER_PIXEL: Readonly<Record<DisplaySize, number>> = { small: 360, medium: 240, large: 160 };
const WHITE = 235;
const NEUTRAL = 128;
/** Share of the brightness that is left behind text, in 256ths. */
const SHADE = 80;
const ADVANCE = GLYPH_COLUMNS + 1;
const LINE_ROWS = GLYPH_ROWS + 1;
/** Around the lines of a block, pixels of a letter. */
const PADDING = 2;

/** Draws lines of text into a picture. @param timeUs of the picture, microseconds since 1970 */
export function drawDisplay(frame: YuvFrame, blocks: readonly TextBlock[], timeUs: number): void {
  const used: Record<DisplayCorner, number> = { top_left: 0, top_right: 0, bottom_left: 0, bottom_right: 0 };
  for (const block of blocks) used[block.corner] += drawBlock(frame, block, timeUs, used[block.corner]);
}

/** @param used rows of the corner that other blocks have. @returns rows that this one takes */
function drawBlock(frame: YuvFrame, { corner, lines, size }: TextBlock, timeUs: number, used: number): number {
  const scale = Math.max(1, Math.round(frame.height / ROWS_PER_PIXEL[size]));
  const most = Math.floor(frame.width / scale - 2 * PADDING) / ADVANCE;
  const rows = lines.flatMap((line) => folded(glyphsOf(lineText(line, timeUs)), Math.floor(most)));
  const fitting = rows.slice(0, Math.floor((frame.height - used) / scale / LINE_ROWS) - 1);
  if (fitting.length === 0) return 0;
  const columns = Math.max(...fitting.map(({ length }) => length));
  const width = even((columns * ADVANCE + 2 * PADDING) * scale);
  const height = even((fitting.length * LINE_ROWS + 2 * PADDING) * scale);
  const left = corner.endsWith('left') ? 0 : frame.width - width;
  const top = corner.startsWith('top') ? used : frame.height - used - height;
  shade(frame, { left, top, width, height });
  fitting.forEach((glyphs, row) => {
    glyphs.forEach((glyph, column) => {
      drawGlyph(frame, glyph, {
        left: left + (PADDING + column * ADVANCE) * scale,
        top: top + (PADDING + row * LINE_ROWS) * scale,
        scale,
      });
    });
  });
  return height;
}

function lineText(line: DisplayLine, timeUs: number): string {
  if (typeof line === 'string') return line;
  const [date = '', time = ''] = new Date(timeUs / 1000 + line.offsetMin * 60_000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  const text = { date, time, date_time: `${date} ${time}` }[line.clock];
  return `${text}${line.after}`;
}

/** A line that is wider than the picture goes on below. */
function folded(glyphs: readonly Glyph[], most: number): readonly (readonly Glyph[])[] {
  const width = Math.max(1, most);
  return Array.from({ length: Math.ceil(glyphs.length / width) }, (_, at) =>
    glyphs.slice(at * width, (at + 1) * width),
  );
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Text is read on any ground. */
function shade({ cb, chromaStride, cr, luma, lumaStride }: YuvFrame, { height, left, top, width }: Box): void {
  for (let y = top; y < top + height; y += 1) {
    const end = y * lumaStride + left + width;
    for (let at = y * lumaStride + left; at < end; at += 1) luma[at] = 12 + ((luma[at]! * SHADE) >> 8);
  }
  for (let y = top / 2; y < (top + height) / 2; y += 1) {
    const at = y * chromaStride + left / 2;
    cb.fill(NEUTRAL, at, at + width / 2);
    cr.fill(NEUTRAL, at, at + width / 2);
  }
}

function drawGlyph(
  { luma, lumaStride }: YuvFrame,
  glyph: Glyph,
  { left, scale, top }: { readonly left: number; readonly top: number; readonly scale: number },
): void {
  for (let row = 0; row < GLYPH_ROWS; row += 1) {
    const bits = glyph[row]!;
    if (bits === 0) continue;
    for (let y = top + row * scale; y < top + (row + 1) * scale; y += 1) {
      for (let column = 0; column < GLYPH_COLUMNS; column += 1) {
        if ((bits & (16 >> column)) === 0) continue;
        const at = y * lumaStride + left + column * scale;
        luma.fill(WHITE, at, at + scale);
      }
    }
  }
}

const even = (pixels: number): number => 2 * Math.ceil(pixels / 2);
