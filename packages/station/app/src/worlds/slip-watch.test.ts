import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { watchSlip } from './slip-watch.ts';

function watched() {
  const realTimeClock = new VirtualClock();
  const driver = { speed: 1000, slippedS: 0 };
  const told: string[] = [];
  const line = (level: string) => (fields: object, message: string) =>
    told.push(`${level} ${JSON.stringify(fields)} ${message}`);
  const cancel = watchSlip({ driver, realTimeClock, log: { info: line('info'), warn: line('warn') } });
  return { realTimeClock, driver, told, cancel };
}

describe('the slip watch', () => {
  it('tells once that the machine cannot keep up, with both speeds, and once that it can again', () => {
    const { realTimeClock, driver, told, cancel } = watched();
    for (let look = 0; look < 3; look += 1) {
      driver.slippedS += 2_000;
      realTimeClock.advance(5);
    }
    assert.equal(told.length, 1);
    assert.match(
      told[0] ?? '',
      /^warn \{"wantedSpeed":1000,"speed":600\} the machine cannot keep up with the simulation/,
    );
    realTimeClock.advance(60);
    assert.deepEqual(told.slice(1), ['info {} the machine keeps up with the simulation again']);
    cancel();
    driver.slippedS += 2_000;
    realTimeClock.advance(60);
    assert.equal(told.length, 2);
  });

  it('counts no speed below 0 for a machine that has slept', () => {
    const { realTimeClock, driver, told } = watched();
    driver.slippedS += 3_600_000;
    realTimeClock.advance(5);
    assert.match(told[0] ?? '', /"speed":0\}/);
  });

  it('is silent about a short stall', () => {
    const { realTimeClock, driver, told } = watched();
    driver.slippedS += 200;
    realTimeClock.advance(60);
    assert.deepEqual(told, []);
  });
});
