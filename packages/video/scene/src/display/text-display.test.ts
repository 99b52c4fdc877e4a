import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFrame, type YuvFrame } from '../raster/canvas.ts';
import { spell } from './bitmap-font.ts';
import { type TextBlock, TextDisplay } from './text-display.ts';

const AT_US = Date.UTC(2026, 2, 1, 9, 30, 5) * 1000;

function drawn(...blocks: readonly TextBlock[]): YuvFrame {
  const frame = greyFrame();
  new TextDisplay().draw(frame, blocks, AT_US);
  return frame;
}

function greyFrame(): YuvFrame {
  const frame = makeFrame(1280, 720);
  frame.luma.fill(100);
  frame.cb.fill(90);
  return frame;
}

const block = (part: Partial<TextBlock>): TextBlock => ({
  corner: 'top_left',
  size: 'small',
  lines: ['Kite'],
  ...part,
});

/** Columns and rows in which anything was drawn. */
function extent({ height, luma, width }: YuvFrame): string {
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  for (let at = 0; at < luma.length; at += 1) {
    if (luma[at] === 100) continue;
    columns.add(at % width);
    rows.add(Math.floor(at / width));
  }
  if (columns.size === 0) return 'nothing';
  const ends = (set: Set<number>, size: number) => {
    const sorted = [...set].sort((one, other) => one - other);
    return `${sorted[0]} to ${size - 1 - (sorted.at(-1) ?? 0)}`;
  };
  return `${ends(columns, width)}, ${ends(rows, height)}`;
}

describe('a display', () => {
  it('stands in its corner, in its size, and changes nothing else', () => {
    assert.equal(extent(drawn()), 'nothing');
    assert.equal(extent(drawn(block({ lines: [] }))), 'nothing');
    assert.equal(extent(drawn(block({}))), '0 to 1224, 0 to 688');
    assert.equal(extent(drawn(block({ corner: 'bottom_right' }))), '1224 to 0, 688 to 0');
    assert.equal(extent(drawn(block({ corner: 'top_right', size: 'medium' }))), '1196 to 0, 0 to 672');
    assert.equal(extent(drawn(block({}), block({}))), '0 to 1224, 0 to 656', 'one below the other');
  });

  it('shows the time of its picture, in UTC and in local time', () => {
    const shows = (line: TextBlock['lines'][number], text: string) =>
      assert.deepEqual(drawn(block({ lines: [line] })).luma, drawn(block({ lines: [text] })).luma);
    shows({ clock: 'date_time', offsetMin: 0, after: ' UTC' }, '2026-03-01 09:30:05 UTC');
    shows({ clock: 'time', offsetMin: 90, after: '' }, '11:00:05');
    shows({ clock: 'date', offsetMin: -600, after: '' }, '2026-02-28');
  });

  it('is the same in each of many pictures as in a first one, while times, texts and places change', () => {
    const display = new TextDisplay();
    const clock = { clock: 'time', offsetMin: 0, after: '' } as const;
    for (let second = 0; second < 12; second += 1) {
      const blocks = [
        block({ lines: [clock, `ALT ${second >> 2}`], size: second < 6 ? 'medium' : 'large' }),
        block({ corner: second < 3 ? 'top_left' : 'top_right', lines: second === 8 ? [] : ['Kite'] }),
      ];
      const [kept, first] = [greyFrame(), greyFrame()];
      display.draw(kept, blocks, AT_US + second * 500_000);
      new TextDisplay().draw(first, blocks, AT_US + second * 500_000);
      assert.deepEqual(kept, first, `picture ${second}`);
    }
  });

  it('is the same in memory that begins anywhere, with rows of any length', () => {
    const blocks = [block({}), block({ corner: 'bottom_right', lines: ['Kite', 'Wind'] })];
    const plain = drawn(...blocks);
    for (const [begin, lumaStride] of [
      [1, 1280],
      [4, 1282],
      [8, 1312],
    ] as const) {
      const frame = {
        ...greyFrame(),
        luma: new Uint8Array(new ArrayBuffer(begin + 720 * lumaStride), begin),
        lumaStride,
      };
      frame.luma.fill(100);
      new TextDisplay().draw(frame, blocks, AT_US);
      for (let y = 0; y < 720; y += 1) {
        const row = frame.luma.subarray(y * lumaStride, y * lumaStride + 1280);
        assert.deepEqual(row, plain.luma.subarray(y * 1280, (y + 1) * 1280), `row ${y}`);
      }
    }
  });

  it('folds a line that is wider than the picture, and leaves out what is below it', () => {
    assert.equal(extent(drawn(block({ size: 'large', lines: ['W'.repeat(100)] }))), '0 to 0, 0 to 520');
    assert.match(extent(drawn(block({ size: 'large', lines: ['W'.repeat(10_000)] }))), /, 0 to \d{2}$/);
  });
});

describe('the letters', () => {
  it('are all others, with the marks of our languages', () => {
    const letters = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at));
    const all = [...letters, ...'äöüÄÖÜßéèêëàâçñìíîïòóôùúûÀÉÈÇ°€«»'];
    const seen = new Map<string, string>();
    for (const letter of all) {
      const rows = spell(letter)
        .map((glyph) => glyph.join())
        .join(' ');
      assert.equal(seen.get(rows), undefined, `${letter} looks like ${seen.get(rows)}`);
      seen.set(rows, letter);
    }
  });

  it('are a question mark each where they are missing', () => {
    const [mark] = spell('?');
    assert.deepEqual(spell('日本\u0000Ж'), [mark, mark, mark, mark]);
    assert.deepEqual(spell('œ–…'), spell('oe-...'));
  });
});
