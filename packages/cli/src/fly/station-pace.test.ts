import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationPace } from './station-pace.ts';

function start() {
  let wallMs = 1000;
  const pace = new StationPace(() => wallMs);
  const pass = (ms: number) => {
    wallMs += ms;
  };
  return { pace, pass };
}

describe('StationPace', () => {
  it('learns the speed of a simulation from the times of messages', () => {
    const { pace, pass } = start();
    assert.equal(pace.speed, undefined);
    pace.observe(5_000_000);
    assert.equal(pace.speed, undefined);
    pass(100);
    pace.observe(7_000_000);
    assert.equal(pace.speed, 20);
  });

  it('does not judge by messages that come together', () => {
    const { pace, pass } = start();
    pace.observe(5_000_000);
    pass(1);
    pace.observe(5_500_000);
    assert.equal(pace.speed, undefined);
  });

  it('takes a station that sends no times for a real one', () => {
    const { pace, pass } = start();
    pace.observe(undefined);
    assert.equal(pace.speed, 1);
    const before = pace.nowS();
    pass(2500);
    assert.equal(pace.nowS() - before, 2.5);
  });

  it('counts station time without a jump where the first message comes', () => {
    const { pace, pass } = start();
    const before = pace.nowS();
    pass(1000);
    pace.observe(1_700_000_000_000_000);
    assert.equal(pace.nowS() - before, 1);
    pass(100);
    pace.observe(1_700_000_002_000_000);
    assert.equal(pace.nowS() - before, 3);
  });

  it('never goes back', () => {
    const { pace } = start();
    pace.observe(9_000_000);
    const at = pace.nowS();
    pace.observe(8_000_000);
    assert.equal(pace.nowS(), at);
  });
});
