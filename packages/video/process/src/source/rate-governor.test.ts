import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelledMachine } from '../../test/support/modelled-machine.ts';
import { RateGovernor } from './rate-governor.ts';

const IDS = ['zoom', 'thermal', 'overview'];
/** Slow: every source is at work all the time and leaves out pictures. */
const loads = (isSlow: boolean, ids = IDS) =>
  ids.map((id, priority) => ({
    id,
    priority,
    made: isSlow ? 21 : 30,
    skipped: isSlow ? 9 : 0,
    busyMs: isSlow ? 990 : 300,
  }));
const divisors = (governor: RateGovernor) => IDS.map((id) => governor.divisor(id)).join('');

/** Repeats one evaluation until the rate changes. @returns the number of evaluations */
function looksUntilChange(governor: RateGovernor, isSlow: boolean): number {
  for (let looks = 1; looks <= 200; looks += 1) if (governor.look(loads(isSlow), 1000)) return looks;
  return Number.POSITIVE_INFINITY;
}

describe('the governor of frame rates', () => {
  it('lets those that matter least give way first, and nobody below a third', () => {
    const governor = new RateGovernor();
    const seen = Array.from({ length: 6 }, () => {
      looksUntilChange(governor, true);
      return divisors(governor);
    });
    assert.deepEqual(seen, ['112', '113', '123', '133', '233', '333']);
    assert.equal(looksUntilChange(governor, true), Number.POSITIVE_INFINITY);
  });

  it('gives rates back when all is calm, first to the one that matters most', () => {
    const governor = new RateGovernor();
    for (let step = 0; step < 5; step += 1) looksUntilChange(governor, true);
    assert.equal(divisors(governor), '233');
    const seen = Array.from({ length: 5 }, () => {
      looksUntilChange(governor, false);
      return divisors(governor);
    });
    assert.deepEqual(seen, ['133', '123', '113', '112', '111']);
  });

  it('waits longer and longer where more was too much', () => {
    const governor = new RateGovernor();
    looksUntilChange(governor, true);
    const waits = Array.from({ length: 6 }, () => {
      const waited = looksUntilChange(governor, false);
      looksUntilChange(governor, true);
      return waited;
    });
    assert.deepEqual(waits, [10, 20, 40, 80, 80, 80]);
  });

  it('forgets a source that nobody uses any more', () => {
    const governor = new RateGovernor();
    looksUntilChange(governor, true);
    governor.look(loads(false, ['zoom', 'thermal']), 1000);
    assert.equal(governor.divisor('overview'), 1);
  });
});

describe('the rate of one stream of 30 pictures a second', () => {
  it('holds on a machine half as fast, on which a picture takes half of its time', () => {
    const machine = new ModelledMachine({ pictureMs: () => 17 });
    machine.run(60);
    assert.equal(machine.framesPerS, 30);
    assert.equal(machine.madeShare, 1);
  });

  it('holds there when a picture takes ten times as long once a second: half of the processor is idle', () => {
    const machine = new ModelledMachine({ pictureMs: (index) => (index % 26 === 25 ? 170 : 17) });
    machine.run(120);
    assert.equal(machine.framesPerS, 30);
    assert.ok(machine.madeShare > 0.82, `${machine.madeShare} of the pictures`);
  });

  it('holds when the thread is held up for a moment, however long', () => {
    const machine = new ModelledMachine({ pictureMs: (_, s) => (s > 20 && s < 22.4 ? 2500 : 17) });
    machine.run(120);
    assert.equal(machine.framesPerS, 30);
  });

  it('is halved within seconds on a machine that truly cannot, and stays so', () => {
    const machine = new ModelledMachine({ pictureMs: () => 40 });
    machine.run(6);
    assert.equal(machine.framesPerS, 15);
    machine.run(300);
    assert.equal(machine.framesPerS, 15);
    assert.equal(machine.changes, 1);
  });

  it('is a third where not even a half can be made', () => {
    const machine = new ModelledMachine({ pictureMs: () => 80 });
    machine.run(12);
    assert.equal(machine.framesPerS, 10);
  });

  it('gives way to a neighbour that takes most of the processor, and comes back when it is gone', () => {
    const machine = new ModelledMachine({ pictureMs: (_, s) => (s > 30 && s < 60 ? 17 / 0.35 : 17) });
    machine.run(29);
    assert.equal(machine.framesPerS, 30);
    machine.run(8);
    assert.equal(machine.framesPerS, 15);
    machine.run(22);
    assert.equal(machine.framesPerS, 15);
    machine.run(20);
    assert.equal(machine.framesPerS, 30);
  });

  it('holds beside a neighbour that takes half of the processor', () => {
    const machine = new ModelledMachine({ pictureMs: () => 14 / 0.5 });
    machine.run(60);
    assert.equal(machine.framesPerS, 30);
    assert.equal(machine.madeShare, 1);
  });
});
