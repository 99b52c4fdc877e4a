import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinMarks } from './pin-marks.ts';

const SIZE = { widthPx: 800, heightPx: 600 };
const pin = (id: string, xPx: number, yPx: number, name = id) => ({ id, name, kind: 'fire' as const, xPx, yPx });

describe('pins on a map', () => {
  it('that lie apart have their names; those that lie upon each other are one mark with their number', () => {
    const marks = pinMarks([pin('a', 100, 100), pin('b', 103, 104), pin('c', 400, 300)], SIZE);
    assert.deepEqual(
      marks.map(({ count, kind, label }) => [count, kind, label]),
      [
        [2, 'fire', '2'],
        [1, 'fire', 'c'],
      ],
    );
    const [mixed] = pinMarks([pin('a', 100, 100), { ...pin('b', 103, 104), kind: 'water' }], SIZE);
    assert.equal(mixed?.kind, 'other');
  });

  it('that are not in the view are not drawn', () => {
    assert.deepEqual(pinMarks([pin('a', -50, 100), pin('b', 900, 100), pin('c', 100, Number.NaN)], SIZE), []);
  });

  it('lose the name that would lie over another, and no pin', () => {
    const marks = pinMarks([pin('a', 100, 100, 'A long name'), pin('b', 130, 100, 'Another')], SIZE);
    assert.deepEqual(
      marks.map(({ label }) => label),
      [undefined, 'Another'],
    );
  });

  it('have long names shortened between characters', () => {
    const [mark] = pinMarks([pin('a', 100, 100, '🚒'.repeat(40))], SIZE);
    assert.equal(mark?.label, `${'🚒'.repeat(23)}…`);
  });

  it('are all counted when there are 500 of them in one place or all over the view', () => {
    const crowd = Array.from({ length: 500 }, (_, i) => pin(`${i}`, (i * 97) % 800, (i * 61) % 600, `Pin ${i}`));
    const heap = Array.from({ length: 500 }, (_, i) => pin(`${i}`, 400 + (i % 5), 300));
    for (const pins of [crowd, heap]) {
      const marks = pinMarks(pins, SIZE);
      assert.equal(
        marks.reduce((sum, { count }) => sum + count, 0),
        500,
      );
    }
    assert.equal(pinMarks(heap, SIZE).length, 1);
  });
});
