import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import { watchSlip } from './slip-watch.ts';

function watched() {
  const realTime = new VirtualClock();
  const driver = { speed: 1000, slippedS: 0 };
  const told: string[] = [];
  const line = (level: string) => (fields: object, message: string) =>
    told.push(`${level} ${JSON.stringify(fields)} ${message}`);
  const cancel = watchSlip({ driver, realTime, log: { info: line('info'), warn: line('warn') } });
  return { realTime, driver, told, cancel };
}

describe('the slip watch', () => {
  it('tells once that the machine cannot keep up, with both speeds, and once that it can again', () => {
    const { realTime, driver, told, cancel } = watched();
    for (let look = 0; look < 3; look += 1) {
      driver.slippedS += 2_000;
      realTime.advance(5);
    }
    assert.equal(told.length, 1);
    assert.match(
      told[0] ?? '',
      /^warn \{"wantedSpeed":1000,"speed":600\} the machine cannot keep up with the simulation/,
    );
    realTime.advance(60);
    assert.deepEqual(told.slice(1), ['info {} the machine keeps up with the simulation again']);
    cancel();
    driver.slippedS += 2_000;
    realTime.advance(60);
    assert.equal(told.length, 2);
  });

  it('counts no speed below 0 for a machine that has slept', () => {
    const { realTime, driver, told } = watched();
    driver.slippedS += 3_600_000;
    realTime.advance(5);
    assert.match(told[0] ?? '', /"speed":0\}/);
  });

  it('is silent about a short stall', () => {
    const { realTime, driver, told } = watched();
    driver.slippedS += 200;
    realTime.advance(60);
    assert.deepEqual(told, []);
  });
});
