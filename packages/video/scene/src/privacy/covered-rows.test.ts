import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SceneRandom } from '../scene-random.ts';
import { type Corner, CoveredRows } from './covered-rows.ts';

const [WIDTH, HEIGHT] = [160, 120];

/** Each covered stretch of pairs. */
function covered(corners: readonly Corner[], marginPx: number): string[] {
  const rows = new CoveredRows(WIDTH, HEIGHT);
  rows.cover(corners, marginPx);
  const stretches: string[] = [];
  rows.each((row, from, to) => stretches.push(`${row}: ${from} to ${to}`));
  return stretches;
}

it('a convex area covers the same as one with a dent that nobody sees, which is filled edge by edge (seed 31)', () => {
  const random = new SceneRandom(31, 'areas');
  for (let round = 0; round < 400; round += 1) {
    const count = 3 + random.below(4);
    const [x, y, radius] = [random.between(-20, 180), random.between(-20, 140), random.between(1, 120)];
    const corners = Array.from({ length: count }, (_, at) => {
      const turn = ((at + 0.8 * random.uniform()) / count) * 2 * Math.PI;
      return { x: x + radius * Math.cos(turn), y: y + radius * Math.sin(turn) };
    });
    const [first, second] = [corners[0] ?? assert.fail(), corners[1] ?? assert.fail()];
    const towards = (from: number, to: number, middle: number) => ((from + to) / 2) * (1 - 1e-7) + middle * 1e-7;
    const dent = { x: towards(first.x, second.x, x), y: towards(first.y, second.y, y) };
    const marginPx = random.between(0, 6);
    assert.deepEqual(
      covered(corners, marginPx),
      covered([first, dent, ...corners.slice(1)], marginPx),
      `round ${round}`,
    );
  }
});

it('an area whose edges cross covers nothing more than it touches', () => {
  const star = [0, 2, 4, 1, 3].map((at) => ({
    x: 80 + 50 * Math.sin(at * 1.2566),
    y: 60 - 50 * Math.cos(at * 1.2566),
  }));
  const rows = new CoveredRows(WIDTH, HEIGHT);
  rows.cover(star, 0);
  assert.deepEqual(
    [rows.has(80, 14), rows.has(50, 30), rows.has(80, 100), rows.has(80, 50)],
    [true, false, false, false],
  );
});
