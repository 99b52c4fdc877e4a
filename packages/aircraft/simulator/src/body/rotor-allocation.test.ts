import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { RotorAllocation } from './rotor-allocation.ts';

/** Data of one rotor of Firefly: its thrust per squared speed at its greatest speed. */
const MAX_N = 8.54858e-6 * 838 ** 2;
/** Share of a wanted thrust that the rotors give, by the known data. */
function shared(totalN: number, known: Readonly<Record<number, number>>) {
  const allocation = new RotorAllocation(MAX_N);
  for (const [motor, share] of Object.entries(known)) allocation.know(Number(motor), share);
  allocation.share(totalN);
  const thrustN = Array.from(allocation.commandN, (commandN, motor) => commandN * (known[motor] ?? 1));
  return { allocation, thrustN, commandN: Array.from(allocation.commandN) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('sharing the thrust out among six rotors', () => {
  it('gives each a sixth while all are healthy', () => {
    assert.deepEqual(shared(18, {}).commandN, [3, 3, 3, 3, 3, 3]);
    near(shared(1000, {}).allocation.limitN, 6 * MAX_N, 1e-9);
    assert.deepEqual(shared(-1, {}).commandN, [0, 0, 0, 0, 0, 0]);
  });

  it('stops the rotor that faces a dead one, and then no heading can be held', () => {
    const { allocation, commandN } = shared(18, { 1: 0 });
    assert.deepEqual(commandN, [4.5, 0, 4.5, 4.5, 0, 4.5]);
    assert.equal(allocation.isPairOut, true);
    assert.equal(shared(18, {}).allocation.isPairOut, false);
  });

  it('drives a weak motor harder, so that rotors that face each other give the same', () => {
    const { allocation, thrustN, commandN } = shared(18, { 2: 0.7 });
    for (const each of thrustN) near(each, 3, 1e-12);
    near(commandN[2], 3 / 0.7, 1e-12);
    assert.equal(allocation.isPairOut, false);
  });

  it('lets the others take over what a weak motor can not give', () => {
    const { allocation, thrustN, commandN } = shared(30, { 2: 0.7 });
    near(thrustN[2], 0.7 * MAX_N, 1e-9);
    near(thrustN[5], 0.7 * MAX_N, 1e-9);
    near(thrustN[0], (30 - 1.4 * MAX_N) / 4, 1e-9);
    near(sum(thrustN), 30, 1e-9);
    assert.ok(commandN.every((each) => each <= MAX_N + 1e-9));
    near(allocation.limitN, (4 + 1.4) * MAX_N, 1e-9);
  });

  it('gives the wanted thrust for any three weak pairs, up to the limit', () => {
    for (const totalN of [1, 8, 15, 17.9, 30]) {
      const { allocation, thrustN } = shared(totalN, { 0: 0.2, 1: 0.5, 5: 0.8 });
      near(sum(thrustN), Math.min(totalN, allocation.limitN), 1e-9);
    }
    near(shared(30, { 0: 0.2, 1: 0.5, 5: 0.8 }).allocation.limitN, 2 * 1.5 * MAX_N, 1e-9);
  });

  it('stops all motors when a single pair is left: nothing would keep the Kite upright', () => {
    const { allocation, commandN } = shared(18, { 0: 0, 1: 0 });
    assert.equal(allocation.limitN, 0);
    assert.deepEqual(commandN, [0, 0, 0, 0, 0, 0]);
    // Two that face each other are one pair.
    near(shared(18, { 0: 0, 3: 0 }).allocation.limitN, 4 * MAX_N, 1e-9);
  });

  it('is as before when the motors are well again', () => {
    const { allocation } = shared(18, { 1: 0 });
    allocation.know(1, 1);
    allocation.share(18);
    assert.deepEqual(Array.from(allocation.commandN), [3, 3, 3, 3, 3, 3]);
    assert.equal(allocation.isWhole, true);
  });
});
