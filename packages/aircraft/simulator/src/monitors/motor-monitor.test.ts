import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Rotors } from '../body/rotor.ts';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { MotorMonitor } from './motor-monitor.ts';

const STEP_S = 0.0025;
const STEPS_PER_READING = 20;
const PERIOD_S = STEP_S * STEPS_PER_READING;

function make(seed = 1) {
  const { rotor, kite, motorMonitor } = DEFAULT_PARAMETERS;
  const rotors = new Rotors(rotor, kite.yawInertiaKgM2, STEP_S);
  const monitor = new MotorMonitor(motorMonitor, randomStream(seed, 'motor monitor'), PERIOD_S);
  /** @returns seconds until it is as asked; undefined when it never is */
  const until = (isTrue: () => boolean, withinS: number, { thrustN = 18, areMotorsOff = false } = {}) => {
    for (let reading = 1; reading * PERIOD_S <= withinS; reading += 1) {
      rotors.commandN = thrustN;
      for (let step = 0; step < STEPS_PER_READING; step += 1) rotors.step();
      monitor.step(rotors, areMotorsOff, false);
      if (isTrue()) return reading * PERIOD_S;
    }
    return undefined;
  };
  const off = { thrustN: 0, areMotorsOff: true };
  return { rotors, monitor, until, off };
}

const never = () => false;

describe('finding motors that do not follow', () => {
  it('never suspects healthy motors, whatever they are asked for', () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { monitor, until } = make(seed);
      for (let change = 0; change < 400; change += 1) {
        const thrustN = change % 2 === 0 ? 3 + (change % 31) : 30;
        assert.equal(
          until(() => monitor.motorFailed || monitor.motorWeak, 0.5, { thrustN }),
          undefined,
          `seed ${seed}`,
        );
      }
    }
  });

  it('finds a dead motor within 0.2 s, which one it is, and stops the one that faces it', () => {
    const { rotors, monitor, until } = make();
    until(never, 1);
    rotors.effectiveness[4] = 0;
    assert.ok((until(() => monitor.motorFailed, 1) ?? 9) <= 0.2);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((motor) => monitor.stateOf(motor)),
      ['Healthy', 'Healthy', 'Healthy', 'Healthy', 'Failed', 'Healthy'],
    );
    until(never, 0.5);
    assert.ok((rotors.thrustN[1] ?? 9) < 0.01);
    assert.ok(Math.abs(rotors.totalN - 18) < 0.01);
  });

  it('does not take a single wrong reading for a dead motor', () => {
    const { rotors, monitor, until } = make();
    until(never, 1);
    rotors.effectiveness[4] = 0;
    until(never, PERIOD_S);
    rotors.effectiveness[4] = 1;
    assert.equal(
      until(() => monitor.motorFailed, 5),
      undefined,
    );
  });

  it('finds a weak motor within 3 s, says so, and drives it harder', () => {
    for (const share of [0.55, 0.7, 0.85]) {
      const { rotors, monitor, until } = make();
      until(never, 1);
      rotors.effectiveness[2] = share;
      assert.ok((until(() => monitor.motorWeak, 5) ?? 9) <= 3, `${share}`);
      assert.equal(monitor.motorFailed, false);
      until(never, 2);
      assert.ok(Math.abs(rotors.totalN - 18) < 0.2, `${rotors.totalN} N`);
      assert.ok(Math.abs((rotors.thrustN[2] ?? 0) - (rotors.thrustN[5] ?? 9)) < 0.1);
    }
  });

  it('a weak motor that is well again is found to be', () => {
    const { rotors, monitor, until } = make();
    rotors.effectiveness[2] = 0.7;
    until(() => monitor.motorWeak, 5);
    rotors.effectiveness[2] = 1;
    assert.ok((until(() => !monitor.motorWeak, 10) ?? 99) <= 5);
    until(never, 1);
    assert.equal(rotors.allocation.isWhole, true);
  });

  it('a motor that has failed in flight stays stopped until the Kite is down', () => {
    const { rotors, monitor, until, off } = make();
    rotors.effectiveness[0] = 0;
    until(() => monitor.motorFailed, 1);
    rotors.effectiveness[0] = 1;
    assert.equal(
      until(() => !monitor.motorFailed, 30),
      undefined,
    );
    assert.ok((until(() => !monitor.motorFailed, 10, off) ?? 99) <= 6);
  });

  it('finds dead and weak motors on the ground, by the test of their windings', () => {
    for (const [share, state] of [
      [0, 'Failed'],
      [0.6, 'Weak'],
    ] as const) {
      const { rotors, monitor, until, off } = make();
      rotors.effectiveness[5] = share;
      until(never, 4, off);
      assert.equal(monitor.stateOf(5), state);
    }
  });

  it('knows nothing after a restart, and learns it again', () => {
    const { rotors, monitor, until } = make();
    rotors.effectiveness[0] = 0;
    until(() => monitor.motorFailed, 1);
    monitor.restart(rotors);
    assert.equal(monitor.motorFailed, false);
    assert.equal(rotors.allocation.isWhole, true);
    assert.ok((until(() => monitor.motorFailed, 1) ?? 9) <= 0.2);
  });

  it('a crash leaves no motor of use', () => {
    const { rotors, monitor } = make();
    monitor.step(rotors, true, true);
    assert.equal(monitor.motorFailed, true);
    monitor.step(rotors, true, false);
    assert.equal(monitor.motorFailed, false);
  });
});
