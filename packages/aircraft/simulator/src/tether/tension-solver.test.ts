import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { TensionSolver } from './tension-solver.ts';

/** A line of this many segments of 1 m, 1000 N/m. */
function solver(segments: number, { dampingNsPerM = 0, stepS = 0.0025, nodeKg = 0.02 } = {}): TensionSolver {
  return Object.assign(new TensionSolver(segments), {
    springNPerM: 1000,
    segmentM: 1,
    dampingNsPerM,
    stepS,
    nodeKg,
  });
}

const upright = (heights: readonly number[]) => {
  const level = () => new Float64Array(heights.length);
  return [level(), level(), Float64Array.from(heights)] as const;
};

describe('tensions of a chain', () => {
  it('are those of one spring where it hangs straight and evenly', () => {
    const chain = solver(4);
    chain.solve(...upright([0, 1.01, 2.02, 3.03, 4.04]));
    for (let segment = 0; segment < 4; segment += 1) near(chain.upN[segment]!, 10, 1e-9);
    assert.equal(chain.isSolved, true);
  });

  it('are 0 where there is line to spare', () => {
    const chain = solver(4);
    chain.solve(...upright([0, 0.9, 1.8, 2.7, 3.6]));
    assert.deepEqual([...chain.upN], [0, 0, 0, 0]);
    assert.equal(chain.greatestN, 0);
  });

  it('move the points so far that the springs are as long as they say', () => {
    const random = randomStream(7, 'chain');
    for (let round = 0; round < 200; round += 1) {
      const chain = solver(6);
      const heights = [0];
      for (let point = 1; point <= 6; point += 1) heights.push((heights.at(-1) as number) + 1 + 0.01 * random.normal());
      chain.solve(...upright(heights));
      const move = 0.0025 ** 2 / 0.02;
      const moved = heights.map((height, point) =>
        point === 0 || point === 6 ? height : height + move * (chain.upN[point]! - chain.upN[point - 1]!),
      );
      for (let segment = 0; segment < 6; segment += 1) {
        const stretchM = moved[segment + 1]! - moved[segment]! - 1;
        const tension = chain.upN[segment]!;
        assert.ok(tension >= 0);
        if (tension > 0) near(tension, 1000 * stretchM, 1e-6, `taut segment ${segment} of round ${round}`);
        else assert.ok(stretchM <= 1e-9, `slack segment ${segment} of round ${round}: ${stretchM} m`);
      }
    }
  });

  it('damp a stretching in a straight line by its speed, and a slack segment damps nothing', () => {
    const chain = solver(1, { dampingNsPerM: 10 });
    const place = (heightM: number) => {
      chain.solve(...upright([0, heightM]));
      chain.settle();
      return chain.upN[0]!;
    };
    chain.restart(...upright([0, 1.01]));
    near(place(1.01), 10, 1e-9, 'at rest');
    near(place(1.015), 15 + (10 * 0.005) / 0.0025, 1e-9, 'stretched at 2 m/s');
    assert.equal(place(0.5), 0);
    near(place(1.001), 1 + (10 * 0.001) / 0.0025, 1e-9, 'from slack: as of the last millimetre');
  });
});
