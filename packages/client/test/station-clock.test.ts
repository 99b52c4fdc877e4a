import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationClock } from '../src/station-clock.ts';

function start() {
  let hereMs = 1000;
  const clock = new StationClock(() => hereMs);
  const pass = (ms: number) => {
    hereMs += ms;
  };
  return { clock, pass };
}

describe('StationClock', () => {
  it('learns the speed of a simulation from the times of messages', () => {
    const { clock, pass } = start();
    assert.equal(clock.speed, undefined);
    clock.observe(5_000_000);
    assert.equal(clock.speed, undefined);
    pass(100);
    clock.observe(7_000_000);
    assert.equal(clock.speed, 20);
  });

  it('does not judge by messages that come together', () => {
    const { clock, pass } = start();
    clock.observe(5_000_000);
    pass(1);
    clock.observe(5_500_000);
    assert.equal(clock.speed, undefined);
  });

  it('takes a station that sends no times for a real one', () => {
    const { clock, pass } = start();
    clock.observe(undefined);
    assert.equal(clock.speed, 1);
    const before = clock.elapsedS();
    pass(2500);
    assert.equal(clock.elapsedS() - before, 2.5);
  });

  it('counts station time without a jump where the first message comes', () => {
    const { clock, pass } = start();
    const before = clock.elapsedS();
    pass(1000);
    clock.observe(1_700_000_000_000_000);
    assert.equal(clock.elapsedS() - before, 1);
    pass(100);
    clock.observe(1_700_000_002_000_000);
    assert.equal(clock.elapsedS() - before, 3);
  });

  it('never goes back', () => {
    const { clock } = start();
    clock.observe(9_000_000);
    const at = clock.elapsedS();
    clock.observe(8_000_000);
    assert.equal(clock.elapsedS(), at);
  });

  it('does not know the time of day before the station has said it', () => {
    assert.equal(start().clock.nowMs(), undefined);
  });

  it('goes on from what the station has said, whatever the time of this machine', () => {
    const { clock, pass } = start();
    clock.read('2026-03-01T09:30:00.250000+00:00');
    pass(1500);
    assert.equal(clock.nowMs(), Date.parse('2026-03-01T09:30:01.750Z'));
  });

  it('takes a time far back for a clock that was set, and leaves messages that overtook each other alone', () => {
    const { clock } = start();
    clock.observe(9_000_000);
    clock.observe(8_500_000);
    assert.equal(clock.nowMs(), 9000);
    clock.observe(7_000_000);
    assert.equal(clock.nowMs(), 7000);
  });

  it('leaves a text that is no time alone', () => {
    const { clock } = start();
    clock.observe(1_000_000);
    clock.read('yesterday');
    clock.read(undefined);
    assert.equal(clock.nowMs(), 1000);
  });
});
