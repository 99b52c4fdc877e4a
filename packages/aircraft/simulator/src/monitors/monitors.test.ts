import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parametersWith } from '../parameters.ts';
import { Winch } from '../tether/winch.ts';
import { BarometerMonitor, type HeightReadings } from './barometer-monitor.ts';
import { Debounce } from './debounce.ts';
import { EstimationMonitor, type PlaceReadings } from './estimation-monitor.ts';
import { type ForceReadings, ForceSensorMonitor } from './force-sensor-monitor.ts';
import { SpoolMonitor, type SpoolReadings } from './spool-monitor.ts';
import { TetherMonitor, type TetherReadings } from './tether-monitor.ts';

const parameters = parametersWith();
const PERIOD_S = 0.1;

/** Steps until it is as wanted, seconds; undefined when it is not within a minute. */
function secondsUntil(isTrue: () => boolean, step: (index: number) => void): number | undefined {
  for (let index = 0; index < 600; index += 1) {
    step(index);
    if (isTrue()) return Number(((index + 1) * PERIOD_S).toFixed(1));
  }
  return undefined;
}

/** A reading that is never twice the same, as of a sensor with noise. */
const noisy = (value: number, index: number) => value + 0.01 * Math.sin(7 * index);

describe('a debounced state', () => {
  it('sets and clears after its times, each in a row', () => {
    const state = new Debounce(0.3, 0.5, PERIOD_S);
    const notes = [true, true, false, true, true, true, false, false, false, true, false, false, false, false, false];
    const states = notes.map((isFor) => {
      state.note(isFor);
      return state.isSet ? 1 : 0;
    });
    assert.deepEqual(states, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  });

  it('stays as it is while nothing speaks for or against it', () => {
    const state = new Debounce(0.1, 0.1, PERIOD_S);
    state.note(true);
    for (let count = 0; count < 100; count += 1) state.note(false, false);
    assert.equal(state.isSet, true);
  });
});

describe('the spool monitor', () => {
  const IN_FLIGHT: SpoolReadings = { commandMps: 0, measuredM: 20, isDriven: true, isHome: false, passesTest: true };
  const watch = (readings: (index: number) => Partial<SpoolReadings>) => {
    const monitor = new SpoolMonitor(parameters, PERIOD_S);
    return { monitor, step: (index: number) => monitor.step({ ...IN_FLIGHT, ...readings(index) }) };
  };

  it('finds a spool that does not follow, also one that is told to go to and fro', () => {
    const climbing = watch(() => ({ commandMps: 0.75 }));
    const foundS = secondsUntil(() => climbing.monitor.isStuck, climbing.step);
    assert.ok(foundS !== undefined && foundS <= 1.5, `${foundS}`);
    const swaying = watch((index) => ({ commandMps: 0.4 * Math.sin(index * 0.3) }));
    assert.ok(secondsUntil(() => swaying.monitor.isStuck, swaying.step) !== undefined);
  });

  it('is silent for one that follows, however it is told to go', () => {
    let lengthM = 20;
    const following = watch((index) => {
      const commandMps = 0.8 * Math.sin(index * 0.2);
      lengthM += commandMps * PERIOD_S;
      return { commandMps, measuredM: lengthM };
    });
    assert.equal(
      secondsUntil(() => following.monitor.isStuck, following.step),
      undefined,
    );
  });

  it('is silent for a winch that is told to turn back sooner than it can', () => {
    const stepS = 0.0025;
    const slow = parametersWith({ winch: { accelerationMps2: 1 } });
    const winch = new Winch(slow, 0, stepS);
    winch.lengthM = 20;
    const monitor = new SpoolMonitor(slow, PERIOD_S);
    const foundS = secondsUntil(
      () => monitor.isStuck,
      (index) => {
        winch.commandMps = index % 2 === 0 ? 1.8 : -1.8;
        for (let count = 0; count < PERIOD_S / stepS; count += 1) winch.step();
        monitor.step({ ...IN_FLIGHT, commandMps: winch.commandMps, measuredM: winch.measuredM });
      },
    );
    assert.equal(foundS, undefined);
  });

  it('is silent at both ends of the tether, without power, and while nothing is to move', () => {
    for (const still of [
      { commandMps: -0.5, measuredM: 0.05 },
      { commandMps: 1, measuredM: 50 },
      { commandMps: 1, isDriven: false },
      { commandMps: 0.02 },
    ]) {
      const { monitor, step } = watch(() => still);
      assert.equal(
        secondsUntil(() => monitor.isStuck, step),
        undefined,
        JSON.stringify(still),
      );
    }
  });

  it('tests the spool while the Kite is in its cradle', () => {
    const { monitor, step } = watch((index) => ({ isHome: true, passesTest: index > 20 }));
    assert.equal(
      secondsUntil(() => monitor.isStuck, step),
      0.5,
    );
    for (let index = 21; index < 60; index += 1) step(index);
    assert.equal(monitor.isStuck, false);
  });
});

describe('the force sensor monitor', () => {
  const watch = (readings: (index: number) => Partial<ForceReadings>) => {
    const monitor = new ForceSensorMonitor(parameters.forceSensorMonitor, PERIOD_S);
    return {
      monitor,
      step: (index: number) =>
        monitor.step({
          tensionN: noisy(7, index),
          upN: 6.9,
          weightN: 1.3,
          windLoadN: 0,
          feltN: 8.2,
          isFlying: true,
          isKiteHeard: true,
          isWindSteady: true,
          ...readings(index),
        }),
    };
  };
  const found = (readings: (index: number) => Partial<ForceReadings>) => {
    const { monitor, step } = watch(readings);
    return secondsUntil(() => monitor.isFaulty, step);
  };
  /** The same after a minute of healthy flight. */
  const foundLater = (readings: (index: number) => Partial<ForceReadings>) => {
    const { monitor, step } = watch((index) => (index < 0 ? {} : readings(index)));
    for (let index = -600; index < 0; index += 1) step(index);
    return secondsUntil(() => monitor.isFaulty, step);
  };

  it('learns in flight by how much the figures of the Kite are off, and no more than they can be', () => {
    const off = (byN: number, isFlying = true) =>
      found((index) => ({ tensionN: noisy(7, index), feltN: 8.2 - byN, isFlying }));
    assert.equal(off(2), undefined);
    assert.equal(off(-2), undefined);
    assert.notEqual(off(4.5), undefined);
    assert.notEqual(off(2, false), undefined);
  });

  it('is silent for a sensor that says what the Kite feels, and knows nothing without the Kite', () => {
    assert.equal(
      found(() => ({})),
      undefined,
    );
    assert.equal(
      found(() => ({ feltN: 0, isKiteHeard: false })),
      undefined,
    );
  });

  it('finds silence, a reading that never changes, and one that the Kite does not feel', () => {
    assert.equal(
      found(() => ({ tensionN: undefined })),
      0.2,
    );
    assert.equal(
      found(() => ({ tensionN: 7 })),
      0.6,
    );
    const biasedS = foundLater((index) => ({ tensionN: noisy(10, index), upN: 9.9 }));
    assert.ok(biasedS !== undefined && biasedS < 5, `${biasedS}`);
  });

  it('lets a slack tether read as nothing for a while', () => {
    const slack = { tensionN: 0, upN: 0, weightN: 0, feltN: 0 };
    assert.equal(
      found((index) => (index % 10 === 0 ? { ...slack, tensionN: 0.05 } : slack)),
      undefined,
    );
    assert.equal(
      found(() => slack),
      3.1,
    );
  });

  it('allows more where the wind loads the tether', () => {
    const off = (index: number) => ({ tensionN: noisy(9, index), upN: 9 });
    assert.notEqual(foundLater(off), undefined);
    assert.equal(
      foundLater((index) => ({ ...off(index), windLoadN: 10 })),
      undefined,
    );
  });
});

describe('the barometer monitor', () => {
  const found = (readings: (index: number) => Partial<HeightReadings>) => {
    const monitor = new BarometerMonitor(parameters.barometerMonitor, PERIOD_S);
    const step = (index: number) =>
      monitor.step({
        barometerM: noisy(3, index),
        tetherM: undefined,
        bowM: 0,
        isHome: index < 50,
        ...readings(index),
      });
    return secondsUntil(() => monitor.isFaulty, step);
  };
  const climbing = (index: number) => Math.max(0, index - 50) * 0.1;

  it('is silent when both agree, whatever the zero is', () => {
    assert.equal(
      found((index) => ({ barometerM: noisy(3 + climbing(index), index), tetherM: climbing(index) })),
      undefined,
    );
  });

  it('finds one that drifts, one that stands still, and one that wanders off in the cradle', () => {
    const drifting = (index: number) => 3 + climbing(index) + 0.03 * Math.max(0, index - 100);
    const driftS = found((index) => ({ barometerM: noisy(drifting(index), index), tetherM: climbing(index) }));
    assert.ok(driftS !== undefined && driftS > 14 && driftS < 22, `${driftS}`);
    assert.equal(
      found(() => ({ barometerM: 3, isHome: true })),
      1.1,
    );
    assert.notEqual(
      found((index) => ({ barometerM: noisy(3 + 0.03 * index, index), isHome: true })),
      undefined,
    );
  });

  it('knows nothing where the tether says nothing', () => {
    assert.equal(
      found((index) => ({ barometerM: noisy(3 + climbing(index), index) })),
      undefined,
    );
  });
});

describe('the estimation monitor', () => {
  const found = (readings: Partial<PlaceReadings>) => {
    const monitor = new EstimationMonitor(parameters.estimationMonitor, PERIOD_S);
    const place: PlaceReadings = {
      gpsEastM: 0.5,
      gpsNorthM: 0.5,
      tetherEastM: 0,
      tetherNorthM: 0,
      bowM: 0,
      areComparable: true,
      isWindVectorSteady: true,
      hasGpsJumped: false,
    };
    return secondsUntil(
      () => monitor.isInconsistent,
      () => monitor.step({ ...place, ...readings }, false),
    );
  };

  it('finds a position that is not where the tether leads to', () => {
    assert.equal(found({}), undefined);
    const stepS = found({ gpsEastM: 5 });
    assert.ok(stepS !== undefined && stepS < 4, `${stepS}`);
    assert.notEqual(found({ gpsNorthM: -4, gpsEastM: 2 }), undefined);
  });

  it('knows less where wind bows the tether, and nothing where either is not known', () => {
    assert.equal(found({ gpsEastM: 5, bowM: 10 }), undefined);
    assert.equal(found({ gpsEastM: 50, areComparable: false }), undefined);
    assert.equal(found({ gpsEastM: 5, isWindVectorSteady: false }), undefined);
  });

  it('believes at once that a position that jumps is wrong, whatever the wind', () => {
    assert.equal(found({ hasGpsJumped: true, isWindVectorSteady: false, areComparable: false }), 0.1);
  });
});

describe('the tether monitor', () => {
  const CUT: TetherReadings = { tensionN: 0.05, currentA: 0.01, isSupplied: true, isKiteHeard: false, isHome: false };
  const found = (readings: Partial<TetherReadings>) => {
    const monitor = new TetherMonitor(parameters.tetherMonitor, PERIOD_S);
    return secondsUntil(
      () => monitor.isCut,
      () => monitor.step({ ...CUT, ...readings }),
    );
  };

  it('takes neither pull nor current nor data, all at once, for a cut', () => {
    assert.equal(found({}), 0.3);
    assert.equal(found({ tensionN: undefined }), 0.3);
    for (const sign of [{ tensionN: 5 }, { currentA: 2 }, { isKiteHeard: true }, { isHome: true }]) {
      assert.equal(found(sign), undefined, JSON.stringify(sign));
    }
  });

  it('takes no current without a supply for nothing at all', () => {
    assert.equal(found({ isSupplied: false, isKiteHeard: true }), undefined);
    assert.equal(found({ isSupplied: false, currentA: 0.5 }), 0.3);
  });
});
