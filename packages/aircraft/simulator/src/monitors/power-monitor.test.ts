import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { TetherWires } from '../power/tether-wires.ts';
import { PowerMonitor } from './power-monitor.ts';

const PERIOD_S = 0.1;

/** A line that carries something, and what watches over it. */
function make(seed = 1) {
  const parameters = parametersWith();
  const line = new TetherWires(parameters.power, randomStream(seed, 'tether line'));
  const monitor = new PowerMonitor(parameters, randomStream(seed, 'power monitor'), PERIOD_S);
  const state = { supplyV: 112, powerW: 250, wireC: 20, isKiteHeard: true };
  const step = () => {
    line.meetConditions(state.supplyV, state.wireC);
    line.carry(state.supplyV, state.powerW);
    monitor.step({ supplyV: state.supplyV, kiteV: line.kiteV, currentA: line.currentA }, state.isKiteHeard);
  };
  /** @returns seconds until it is as asked; undefined when it never is */
  const until = (isTrue: () => boolean, withinS: number) => {
    for (let period = 1; period * PERIOD_S <= withinS; period += 1) {
      step();
      if (isTrue()) return period * PERIOD_S;
    }
    return undefined;
  };
  return { line, monitor, state, until };
}

const never = () => false;

describe('watching over mains and power line', () => {
  it('never suspects a sound line, at any load and however warm', () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { monitor, state, until } = make(seed);
      for (const powerW of [0, 30, 250, 480, 1000]) {
        for (const wireC of [-20, 20, 100]) {
          Object.assign(state, { powerW, wireC });
          assert.equal(
            until(() => monitor.lineDamaged || monitor.mainPowerLost, 60),
            undefined,
            `seed ${seed}, ${powerW} W`,
          );
        }
      }
    }
  });

  it('does not take a load that changes for a line that flickers', () => {
    const { monitor, state, until } = make();
    for (let change = 0; change < 200; change += 1) {
      state.powerW = change % 2 === 0 ? 30 : 450;
      assert.equal(
        until(() => monitor.lineDamaged, 0.3),
        undefined,
      );
    }
  });

  it('says within 0.3 s that the mains are gone, and then nothing of the line', () => {
    const { monitor, state, until } = make();
    until(never, 5);
    state.supplyV = 0;
    assert.ok((until(() => monitor.mainPowerLost, 1) ?? 9) <= 0.3);
    assert.equal(
      until(() => monitor.lineDamaged, 20),
      undefined,
    );
    state.supplyV = 112;
    assert.ok((until(() => !monitor.mainPowerLost, 1) ?? 9) <= 0.3);
  });

  it('finds a line that is open, in flight and on the ground', () => {
    for (const powerW of [250, 30]) {
      const { line, monitor, state, until } = make();
      state.powerW = powerW;
      until(never, 5);
      line.isOpen = true;
      assert.ok((until(() => monitor.lineDamaged, 5) ?? 9) <= 0.6);
      assert.equal(monitor.mainPowerLost, false);
    }
  });

  it('finds a bad contact, and forgets it 5 s after it was mended', () => {
    const { line, monitor, until } = make();
    line.addedOhm = 20;
    assert.ok((until(() => monitor.lineDamaged, 5) ?? 9) <= 0.6);
    line.addedOhm = 0;
    const forgottenS = until(() => !monitor.lineDamaged, 30) ?? 99;
    assert.ok(forgottenS >= 5 && forgottenS < 15, `${forgottenS} s`);
  });

  it('finds 6 ohm more in flight, and not 1 ohm', () => {
    const { line, monitor, until } = make();
    line.addedOhm = 1;
    assert.equal(
      until(() => monitor.lineDamaged, 60),
      undefined,
    );
    line.addedOhm = 6;
    assert.ok((until(() => monitor.lineDamaged, 5) ?? 9) <= 0.6);
  });

  it('finds a line that flickers under load', () => {
    const { line, monitor, until } = make();
    until(never, 5);
    line.flickerOhm = 3;
    assert.ok((until(() => monitor.lineDamaged, 10) ?? 99) <= 5);
    line.flickerOhm = 0;
    assert.ok((until(() => !monitor.lineDamaged, 30) ?? 99) <= 20);
  });

  it('keeps what it knew while the Kite is not heard', () => {
    const { line, monitor, state, until } = make();
    state.isKiteHeard = false;
    line.isOpen = true;
    assert.equal(
      until(() => monitor.lineDamaged, 20),
      undefined,
    );
  });

  it('no reading is below zero', () => {
    const { monitor, state, until } = make();
    state.supplyV = 0;
    assert.equal(
      until(() => monitor.supplyV < 0 || monitor.kiteV < 0 || monitor.currentA < 0, 20),
      undefined,
    );
  });
});
