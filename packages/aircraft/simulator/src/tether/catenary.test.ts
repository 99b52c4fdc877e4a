import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { Catenary } from './catenary.ts';
import { HangingLine } from './hanging-line.ts';

interface Ends {
  readonly spanM: number;
  readonly riseM: number;
  readonly lengthM: number;
  readonly loadNPerM: number;
  readonly stiffnessN: number;
}

function solved({ spanM, riseM, lengthM, loadNPerM, stiffnessN }: Ends): Catenary {
  const line = new Catenary();
  line.spanM = spanM;
  line.riseM = riseM;
  line.lengthM = lengthM;
  line.loadNPerM = loadNPerM;
  line.stiffnessN = stiffnessN;
  line.solve();
  assert.ok(line.isSolved);
  return line;
}

const _near = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual / expected - 1) <= share, `${actual} is not within ${share} of ${expected}`);
const _within = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

/** By how much the line, followed from its base, misses its top. */
function missM({ acrossN, baseN, spanM, riseM, lengthM, loadNPerM, stiffnessN }: Catenary): number {
  const line = new HangingLine();
  Object.assign(line, { baseEastN: acrossN, baseNorthN: 0, baseUpN: baseN, lengthM, stiffnessN });
  Object.assign(line, { loadEastNPerM: 0, loadNorthNPerM: 0, loadUpNPerM: -loadNPerM });
  line.locate();
  return Math.hypot(line.eastM - spanM, line.upM - riseM);
}

describe('the catenary', () => {
  it('is solved from a cold start for whatever ends, from a heap of slack to one percent of stretch', () => {
    const random = randomStream(1, 'ends');
    let most = 0;
    let offM = 0;
    for (let count = 0; count < 20_000; count += 1) {
      const lengthM = 0.02 + 50 * random.uniform();
      const chordM = lengthM * (random.uniform() < 0.5 ? random.uniform() : 0.99 + 0.02 * random.uniform());
      const angle = Math.PI * random.uniform();
      const line = solved({
        spanM: Math.max(1e-3, chordM * Math.sin(angle)),
        riseM: chordM * Math.cos(angle),
        lengthM,
        loadNPerM: 0.06 + 0.4 * random.uniform(),
        stiffnessN: lengthM / (Math.max(0.5, lengthM) / 2e4 + 1 / 1500),
      });
      most = Math.max(most, line.iterations);
      offM = Math.max(offM, missM(line));
    }
    assert.ok(offM < 2e-7, `${offM} m off`);
    assert.ok(most <= 20, `${most} steps`);
  });

  it('goes on from its last solution in two steps', () => {
    const line = solved({ spanM: 1, riseM: 44, lengthM: 44.1, stiffnessN: 15_000, loadNPerM: 0.1 });
    for (let count = 0; count < 400; count += 1) {
      line.spanM += 0.001;
      line.riseM += 0.0005 * Math.sin(count / 20);
      line.solve();
      assert.ok(line.isSolved && line.iterations <= 2, `${line.iterations} steps`);
      assert.ok(missM(line) < 2e-7, `${missM(line)} m off`);
    }
  });

  it('starts anew when the last solution leads nowhere', () => {
    const line = solved({ spanM: 1, riseM: 44, lengthM: 44.5, stiffnessN: 15_000, loadNPerM: 0.1 });
    line.riseM = -20;
    line.spanM = 30;
    line.solve();
    assert.ok(line.isSolved);
  });
});
