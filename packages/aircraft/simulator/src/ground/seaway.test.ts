import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { type SeaConditions, Seaway } from './seaway.ts';
import { SUM } from './waves.ts';

const STEP_S = 0.01;

function make(seaState: number, seed = 1) {
  const sea: SeaConditions = { seaState, wavesFromDeg: 250 };
  const { vessel } = DEFAULT_PARAMETERS;
  const seaway = new Seaway({ vessel, sea, random: randomStream(seed, 'seaway'), stepS: STEP_S, planS: 0.1 });
  const run = (seconds: number, look: () => void = () => {}) => {
    for (let count = 0; count < Math.round(seconds / STEP_S); count += 1) {
      if (count % 10 === 0) seaway.plan(40, 0);
      seaway.step();
      look();
    }
  };
  return { seaway, run, of: (sum: number) => seaway.deck[sum]! };
}

describe('a seaway', () => {
  it('gets up in half a minute, and goes down to nothing', () => {
    const { seaway, run, of } = make(0);
    assert.equal(seaway.isStill, true);
    seaway.set({ seaState: 4, wavesFromDeg: 250 });
    run(60);
    let highestM = 0;
    run(120, () => {
      highestM = Math.max(highestM, Math.abs(of(SUM.upM)));
    });
    assert.ok(highestM > 0.6 && highestM < 2.5, `${highestM} m`);
    seaway.set({ seaState: 0, wavesFromDeg: 250 });
    run(45);
    assert.equal(seaway.isStill, true);
    for (const sum of Object.values(SUM)) assert.ok(Math.abs(of(sum)) < 1e-3, `${sum}: ${of(sum)}`);
    seaway.settle();
    assert.deepEqual([...seaway.deck], new Array(9).fill(0));
  });

  it('goes down before another one gets up, without a jump of the deck', () => {
    const { seaway, run, of } = make(5);
    run(100);
    seaway.set({ seaState: 3, wavesFromDeg: 10 });
    assert.deepEqual(seaway.conditions, { seaState: 3, wavesFromDeg: 10 });
    let lastMps = of(SUM.upMps);
    run(120, () => {
      assert.ok(Math.abs(of(SUM.upMps) - lastMps) < 3 * STEP_S, `${lastMps} to ${of(SUM.upMps)} m/s`);
      lastMps = of(SUM.upMps);
    });
    seaway.set({ seaState: 3, wavesFromDeg: 10 });
    assert.deepEqual(seaway.conditions, { seaState: 3, wavesFromDeg: 10 });
  });

  it('has the deck where its speed brings it, in every direction', () => {
    const { run, of } = make(4);
    run(60);
    const placeM = [0, 1, 2].map(of);
    run(300, () => {
      for (const axis of [0, 1, 2]) placeM[axis] = placeM[axis]! + of(axis + SUM.eastMps) * STEP_S;
    });
    for (const axis of [0, 1, 2]) assert.ok(Math.abs(placeM[axis]! - of(axis)) < 1e-9);
  });

  it('is the same for the same seed and another for another', () => {
    const [first, second, other] = [make(4), make(4), make(4, 2)];
    for (const { run } of [first, second, other]) run(60);
    assert.deepEqual(first.seaway.deck, second.seaway.deck);
    assert.notDeepEqual(first.seaway.deck, other.seaway.deck);
  });

  it('refuses what is no sea state, and changes nothing', () => {
    const { seaway } = make(3);
    assert.throws(() => seaway.set({ seaState: 7, wavesFromDeg: 0 }), /from 0 to 5/);
    assert.throws(
      () => seaway.set({ seaState: 2, wavesFromDeg: Number.NaN }),
      /wavesFromDeg must be a number, got NaN/,
    );
    assert.equal(seaway.conditions.seaState, 3);
  });
});
