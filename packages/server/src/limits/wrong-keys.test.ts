import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import { WrongKeys } from './wrong-keys.ts';

function setUp(perMin = 10) {
  const wall = new VirtualClock();
  const events: string[] = [];
  const notifications = {
    raise: (name: string, parameters = {}) => void events.push(`raise ${name} ${JSON.stringify(parameters)}`),
    clear: (name: string) => void events.push(`clear ${name}`),
  };
  return { wall, events, wrongKeys: new WrongKeys({ wall, perMin, notifications }) };
}

describe('WrongKeys', () => {
  it('lets four wrong keys pass and then makes each one cost twice as much, 30 s at most', () => {
    const { wall, wrongKeys } = setUp(1000);
    const waits: number[] = [];
    for (let count = 1; count <= 12; count += 1) {
      wrongKeys.wrong('a');
      waits.push(wrongKeys.waitS('a'));
      wall.advance(wrongKeys.waitS('a'));
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('begins anew after a right key', () => {
    const { wrongKeys } = setUp(1000);
    for (let count = 0; count < 7; count += 1) wrongKeys.wrong('a');
    wrongKeys.right('a');
    assert.equal(wrongKeys.waitS('a'), 0);
    wrongKeys.wrong('a');
    assert.equal(wrongKeys.waitS('a'), 0);
  });

  it('allows no more than the rate even when right keys come between', () => {
    const { wrongKeys } = setUp(10);
    for (let count = 0; count < 10; count += 1) {
      wrongKeys.wrong('a');
      wrongKeys.right('a');
    }
    assert.equal(wrongKeys.waitS('a'), 6);
  });

  it('does not mix up addresses', () => {
    const { wrongKeys } = setUp();
    for (let count = 0; count < 10; count += 1) wrongKeys.wrong('a');
    assert.equal(wrongKeys.waitS('b'), 0);
  });

  it('tells the operator at the fifth, and takes it back after a quiet minute', () => {
    const { wall, events, wrongKeys } = setUp(1000);
    for (let count = 0; count < 4; count += 1) wrongKeys.wrong('10.0.0.7');
    assert.deepEqual(events, []);
    wrongKeys.wrong('10.0.0.7');
    wall.advance(59);
    wrongKeys.wrong('10.0.0.7');
    wall.advance(59);
    assert.deepEqual(
      events,
      ['10.0.0.7', '10.0.0.7'].map((address) => `raise TOO_MANY_WRONG_KEYS {"address":"${address}"}`),
    );
    wall.advance(1);
    assert.equal(events.at(-1), 'clear TOO_MANY_WRONG_KEYS');
  });
});
