import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SceneRandom } from '../scene-random.ts';
import { CoveredPairs } from './covered-pairs.ts';

it('covered stretches are told as long as they are, each once, in pictures of any width (seed 12)', () => {
  const random = new SceneRandom(12, 'pairs');
  for (const across of [1, 31, 32, 33, 64, 160, 639]) {
    const pairs = new CoveredPairs(across, 4);
    for (let round = 0; round < 40; round += 1) {
      const expected = Array.from({ length: 4 }, () => new Uint8Array(across));
      for (let count = random.below(6); count > 0; count -= 1) {
        const [row, first] = [random.below(4), random.below(across)];
        const last = first + random.below(across - first);
        pairs.cover(row, first, last);
        expected[row]?.fill(1, first, last + 1);
      }
      const told = Array.from({ length: 4 }, () => new Uint8Array(across));
      let before = '';
      pairs.each((row, from, to) => {
        assert.notEqual(`${row} ${from}`, before, 'a stretch that goes on is one');
        assert.ok(told[row]?.subarray(from, to).every((value) => value === 0));
        told[row]?.fill(1, from, to);
        before = `${row} ${to}`;
      });
      assert.deepEqual(told, expected);
      const has = expected.map((row, y) => row.map((_, x) => Number(pairs.has(x, y))));
      assert.deepEqual(has, expected);
      assert.equal(
        pairs.isEmpty,
        expected.every((row) => !row.includes(1)),
      );
      pairs.clear();
      assert.equal(pairs.isEmpty, true);
    }
  }
});
