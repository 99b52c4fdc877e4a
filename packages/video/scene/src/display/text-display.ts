import type { YuvFrame } from '../raster/canvas.ts';
import { type Glyph, spell } from './bitmap-font.ts';
import { ADVANCE, type BlockBitmap, blockBitmap, LINE_ROWS, PADDING } from './block-bitmap.ts';
import { type Box, drawBitmap } from './draw-bitmap.ts';

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

/** A block as it is drawn into each picture until its text is another. */
interface DrawnBlock {
  /** Everything that it depends on. */
  readonly key: string;
  readonly box: Box;
  readonly scale: number;
  readonly bitmap: BlockBitmap;
}

/** The texts in the pictures of one stream. */
export class TextDisplay {
  /** By number of the block: never more than a picture has. */
  readonly #drawn: (DrawnBlock | undefined)[] = [];

  /** @param timeUs of the picture, microseconds since 1970 */
  draw(frame: YuvFrame, blocks: readonly TextBlock[], timeUs: number): void {
    const used: Record<DisplayCorner, number> = { top_left: 0, top_right: 0, bottom_left: 0, bottom_right: 0 };
    this.#drawn.length = blocks.length;
    blocks.forEach((block, at) => {
      const { corner, size } = block;
      const texts = block.lines.map((line) => lineText(line, timeUs));
      const key = JSON.stringify([frame.width, frame.height, used[corner], corner, size, texts]);
      const known = this.#drawn[at];
      const drawn = known?.key === key ? known : drawnBlock(frame, { key, corner, size, texts, used: used[corner] });
      this.#drawn[at] = drawn;
      if (drawn === undefined) return;
      drawBitmap(frame, drawn.box, drawn.bitmap, drawn.scale);
      used[corner] += drawn.box.height;
    });
  }
}

/** @returns undefined for a block of which nothing has room */
function drawnBlock(
  frame: YuvFrame,
  {
    corner,
    key,
    size,
    texts,
    used,
  }: Pick<TextBlock, 'corner' | 'size'> & {
    readonly key: string;
    readonly texts: readonly string[];
    /** Rows of the corner that other blocks have. */
    readonly used: number;
  },
): DrawnBlock | undefined {
  const scale = Math.max(1, Math.round(frame.height / ROWS_PER_PIXEL[size]));
  const most = Math.floor(frame.width / scale - 2 * PADDING) / ADVANCE;
  const rows = texts.flatMap((text) => folded(spell(text), Math.floor(most)));
  const fitting = rows.slice(0, Math.floor((frame.height - used) / scale / LINE_ROWS) - 1);
  if (fitting.length === 0) return undefined;
  const columns = Math.max(...fitting.map(({ length }) => length));
  const width = even((columns * ADVANCE + 2 * PADDING) * scale);
  const height = even((fitting.length * LINE_ROWS + 2 * PADDING) * scale);
  const left = corner.endsWith('left') ? 0 : frame.width - width;
  const top = corner.startsWith('top') ? used : frame.height - used - height;
  const bitmap = blockBitmap(fitting, { lead: left % 4, scale, width });
  return { key, box: { left, top, width, height }, scale, bitmap };
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

const even = (pixels: number): number => 2 * Math.ceil(pixels / 2);
