import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateGovernor } from './rate-governor.ts';

const IDS = ['zoom', 'thermal', 'overview'];
const loads = (skipped: number, ids = IDS) =>
  ids.map((id, priority) => ({ id, priority, made: 30 - skipped, skipped }));
const divisors = (governor: RateGovernor) => IDS.map((id) => governor.divisorOf(id)).join('');

describe('the governor of frame rates', () => {
  it('lets those that matter least give way first, and nobody below a third', () => {
    const governor = new RateGovernor();
    const seen = Array.from({ length: 8 }, () => {
      governor.look(loads(9));
      return divisors(governor);
    });
    assert.deepEqual(seen, ['112', '113', '123', '133', '233', '333', '333', '333']);
  });

  it('does not mind a picture that is left out now and then', () => {
    const governor = new RateGovernor();
    assert.equal(governor.look(loads(3)), false);
    assert.equal(divisors(governor), '111');
  });

  it('gives rates back when all is calm, first to the one that matters most', () => {
    const governor = new RateGovernor();
    for (let look = 0; look < 5; look += 1) governor.look(loads(9));
    assert.equal(divisors(governor), '233');
    const seen: string[] = [];
    for (let look = 0; look < 2000 && divisors(governor) !== '111'; look += 1) {
      if (governor.look(loads(0))) seen.push(divisors(governor));
    }
    assert.deepEqual(seen, ['133', '123', '113', '112', '111']);
  });

  it('waits longer and longer where more was too much', () => {
    const governor = new RateGovernor();
    const waits: number[] = [];
    governor.look(loads(9));
    for (let turn = 0; turn < 6; turn += 1) {
      let looks = 1;
      while (!governor.look(loads(0))) looks += 1;
      waits.push(looks);
      governor.look(loads(9));
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 80, 80]);
  });

  it('forgets a source that nobody uses any more', () => {
    const governor = new RateGovernor();
    governor.look(loads(9));
    governor.look(loads(0, ['zoom', 'thermal']));
    assert.equal(governor.divisorOf('overview'), 1);
  });
});
