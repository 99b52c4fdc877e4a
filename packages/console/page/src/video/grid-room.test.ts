import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GRID_GAP_PX, gridRoom } from './grid-room.ts';

describe('the room of several pictures', () => {
  it('puts two side by side where they are larger so, one above the other in an upright room', () => {
    const wide = gridRoom({ widthPx: 1604, heightPx: 500 }, 16 / 9, 2);
    assert.deepEqual([wide.columns, wide.size], [2, { widthPx: 800, heightPx: 450 }]);
    const upright = gridRoom({ widthPx: 320, heightPx: 400 }, 16 / 9, 2);
    assert.deepEqual([upright.columns, upright.size], [1, { widthPx: 320, heightPx: 180 }]);
  });

  it('never takes more room than there is', () => {
    for (const count of [1, 2, 4] as const) {
      for (const room of [
        { widthPx: 352, heightPx: 198 },
        { widthPx: 900, heightPx: 900 },
        { widthPx: 0, heightPx: 0 },
      ]) {
        const { size, wholePx } = gridRoom(room, 16 / 9, count);
        assert.ok(size.widthPx >= 0 && size.heightPx >= 0);
        if (room.widthPx === 0) continue;
        assert.ok(wholePx.widthPx <= room.widthPx + 0.01 && wholePx.heightPx <= room.heightPx + 0.01);
      }
    }
    assert.equal(gridRoom({ widthPx: 1604, heightPx: 904 }, 16 / 9, 4).wholePx.widthPx, 1600 + GRID_GAP_PX);
  });
});
