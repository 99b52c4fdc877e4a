import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { TetherWires } from './tether-wires.ts';

/** With 6 ohm, as in the published figures. */
const make = () => new TetherWires({ ...DEFAULT_PARAMETERS.power, loopOhm: 6 }, randomStream(1, 'tether line'));

function carry(line: TetherWires, powerW: number, { supplyV = 112, wireC = 20 } = {}): number {
  line.meetConditions(supplyV, wireC);
  return line.carry(supplyV, powerW);
}

describe('the power line in the tether', () => {
  it('brings the load its power, with the loss that belongs to it', () => {
    const line = make();
    assert.equal(carry(line, 300), 300);
    near(line.currentA, 3.241444, 1e-5);
    near(line.kiteV, 92.55133, 1e-5);
    near(line.lossW, 63.042, 1e-3);
  });

  it('brings no more than leaves the Kite the voltage that its converter needs', () => {
    const line = make();
    near(carry(line, 520), 490, 1e-9);
    near(line.kiteV, 70, 1e-9);
    near(carry(line, 5000), 490, 1e-9);
    near(line.kiteV * line.currentA, 490, 1e-9);
  });

  it('brings a third with 20 ohm more, and nothing when it is open', () => {
    const line = make();
    line.addedOhm = 20;
    near(carry(line, 300), (70 * 42) / 26, 1e-9);
    near(line.kiteV, 70, 1e-9);
    line.isOpen = true;
    assert.equal(carry(line, 300), 0);
    assert.deepEqual([line.currentA, line.kiteV, line.lossW], [0, 0, 0]);
    line.isOpen = false;
    line.addedOhm = 0;
    assert.equal(carry(line, 300), 300);
  });

  it('brings nothing from a supply that is too low, and shows what there is', () => {
    const line = make();
    assert.equal(carry(line, 300, { supplyV: 69 }), 0);
    assert.equal(line.kiteV, 69);
    assert.equal(carry(line, 300, { supplyV: 0 }), 0);
    assert.equal(line.kiteV, 0);
  });

  it('loses more when it is warm', () => {
    const line = make();
    carry(line, 300, { wireC: 80 });
    near(line.loopOhm, 6 * (1 + 0.00393 * 60), 1e-9);
    assert.ok(line.kiteV < 90);
  });

  it('with a contact that flickers has another resistance each time, never less than a sound one', () => {
    const line = make();
    line.flickerOhm = 5;
    const seen = new Set<number>();
    for (let index = 0; index < 100; index += 1) {
      carry(line, 100);
      assert.ok(line.loopOhm >= 6 && line.loopOhm <= 11);
      seen.add(line.loopOhm);
    }
    assert.equal(seen.size, 100);
  });
});
