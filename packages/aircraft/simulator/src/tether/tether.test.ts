import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { lineUnderForce } from '../../verification/oracle/line-in-wind.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { Wind } from '../air/wind.ts';
import { Translation } from '../body/translation.ts';
import { randomStream } from '../noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { Tether } from './tether.ts';
import { Winch } from './winch.ts';

const WEIGHT_N = 1.2 * GRAVITY_MPS2;
const LEVEL = { east: 0, north: 0 };
/** The exit is where the Kite's place is counted from, the same wind blows everywhere, the Kite's drag is quadratic. */
const PLAIN: ParameterOverrides = {
  kite: { linearDragNsPerM: 0, dragAreaM2: 0.02 },
  wind: { profileExponent: 0 },
};

/** Kite and tether alone, with so much line out and a thrust that stays. */
function make(lengthM: number, { windMps = 0, stepS = 0.0025, overrides = {} as ParameterOverrides } = {}) {
  const { tether: tetherOverrides, ...rest } = overrides;
  const given = parametersWith({ ...PLAIN, ...rest, ...(tetherOverrides && { tether: tetherOverrides }) });
  const { throatM = 0 } = tetherOverrides ?? {};
  const parameters = { ...given, tether: { ...given.tether, throatM } };
  const motion = new Translation(parameters.kite, stepS);
  const winch = new Winch(parameters, 0, stepS);
  winch.lengthM = lengthM;
  const tether = new Tether(parameters, motion, winch, stepS);
  const conditions = { speedMps: windMps, fromDeg: 270, turbulence: 'none' } as const;
  const wind = new Wind(conditions, 0, randomStream(1, 'wind'), stepS);
  const step = () => {
    wind.update({ upM: motion.upM, eastMps: 0, northMps: 0 });
    motion.windEastMps = wind.eastMps;
    tether.updateLoad(wind, { eastMps: 0, northMps: 0 });
    tether.step();
    motion.step(LEVEL);
  };
  const run = (seconds: number) => {
    for (let count = 0; count < seconds / stepS; count += 1) step();
  };
  return { parameters, motion, winch, tether, step, run };
}

describe('the tether', () => {
  it('damps its stretching only', () => {
    const peak = (damping: number) => {
      const { motion, tether, step } = make(45, { overrides: { tether: { damping } } });
      motion.verticalThrustN = WEIGHT_N;
      motion.upM = 45;
      motion.upMps = 2;
      let peakN = 0;
      let last = 0;
      for (let count = 0; count < 400; count += 1) {
        step();
        peakN = Math.max(peakN, tether.kiteTensionN);
        last = motion.upMps;
      }
      return { peakN, last };
    };
    assert.ok(peak(0.1).peakN < peak(0).peakN + 3);
    assert.ok(Math.abs(peak(0.3).last) < Math.abs(peak(0).last));
  });

  it('pulls on both ends with what it weighs in between', () => {
    const calm = make(30);
    calm.motion.upM = 30;
    calm.motion.verticalThrustN = WEIGHT_N + 9;
    calm.run(60);
    near(-calm.motion.tetherUpN - calm.tether.baseUpN, 30 * 0.0065 * GRAVITY_MPS2, 1e-3);
    const { motion, tether, run } = make(30, { windMps: 6 });
    motion.upM = 30;
    motion.verticalThrustN = WEIGHT_N + 9;
    run(60);
    const line = { lengthM: 30, massPerM: 0.0065, diameterM: 0.002, dragCoefficient: 1.1, airDensity: 1.225 };
    const dragN = 0.5 * 1.225 * 0.02 * 36;
    const held = lineUnderForce({ ...line, windMps: () => 6 }, () => [dragN, 9]);
    near(motion.tetherEastN + tether.baseEastN, held.baseAlongN - dragN, 0.01);
    near(tether.baseAngleDeg, (Math.atan2(tether.baseEastN, tether.baseUpN) * 180) / Math.PI, 1e-9);
  });

  it('lies on the ground with what is too long, and its base feels nothing', () => {
    const { motion, tether, step } = make(20);
    motion.upM = 10;
    for (let count = 0; count < 4000; count += 1) {
      motion.upM = 10;
      motion.upMps = 0;
      step();
    }
    assert.equal(tether.isSlack, true);
    near(tether.onGroundM, 10, 0.01);
    assert.equal(tether.baseTensionN, 0);
    near(tether.kiteTensionN, 10 * 0.0065 * GRAVITY_MPS2, 0.02);
    // Drawn up at 2 m/s it comes off the ground without a jerk; the last centimetres stretch it, 12 N and 11 N of damping.
    for (let upM = 10; upM < 20.02; upM += 2 * 0.0025) {
      motion.upM = upM;
      step();
      assert.ok(tether.kiteTensionN < (upM < 20 ? 2 : 23), `${tether.kiteTensionN} N at ${upM} m`);
    }
    assert.equal(tether.isSlack, false);
    assert.ok(tether.baseTensionN > 3);
  });

  it('cut, lets the Kite carry what hangs down to the ground, and the base nothing', () => {
    const { motion, tether, winch, step } = make(40);
    motion.upM = 40;
    motion.verticalThrustN = WEIGHT_N + 8;
    step();
    tether.cut(5);
    assert.equal(tether.cutAtM, 5);
    winch.lengthM = 0;
    step();
    near(motion.tetherUpN, -35 * 0.0065 * GRAVITY_MPS2, 1e-9);
    assert.equal(tether.baseTensionN, 0);
    assert.equal(tether.isSlack, true);
    motion.upM = 10;
    step();
    near(motion.tetherUpN, -10 * 0.0065 * GRAVITY_MPS2, 1e-2);
    tether.replace();
    assert.equal(tether.cutAtM, undefined);
    assert.equal(motion.tetherUpN, 0);
  });

  it('too long lies on the ground towards the Kite, friction holding what pulls there', () => {
    // MoorPy 1.3.0, catenary(30, 10, 33, 2e4, 0.063743225), CB 0 and 0.5; as long again as that the line does not pull at all.
    for (const [groundFriction, baseN] of [
      [0, 1.383276],
      [0.5, 1.068088],
    ] as const) {
      const { motion, tether, winch, step } = make(33, { overrides: { tether: { groundFriction } } });
      const hold = (steps: number) => {
        for (let count = 0; count < steps; count += 1) {
          Object.assign(motion, { eastM: 30, upM: 10, eastMps: 0, upMps: 0 });
          step();
        }
      };
      hold(10);
      near(tether.baseTensionN, baseN, 0.005);
      near(motion.tetherEastN, -1.383276, 0.005);
      near(motion.tetherUpN, -1.472953, 0.005);
      near(tether.onGroundM, 9.8924, 0.02);
      winch.lengthM = 49;
      hold(10);
      assert.equal(tether.baseTensionN, 0);
      near(motion.tetherEastN, 0, 1e-3);
      const shape = tether.shape(7);
      assert.deepEqual([shape[0]?.upM, shape[1]?.upM, shape[6]?.upM.toFixed(1)], [0, 0, '10.0']);
      near(shape[6]?.eastM ?? 0, 30, 1e-3);
    }
  });

  it('cut, trails in the air that passes it: a Kite that drifts with the wind carries nothing but its weight', () => {
    const { motion, tether, winch, step, run } = make(35, { windMps: 12 });
    motion.upM = 34;
    motion.verticalThrustN = WEIGHT_N + 2.2;
    step();
    winch.lengthM = 35;
    motion.upM = 60;
    tether.cut(0);
    step();
    near(motion.tetherEastN, 1.0, 0.01);
    let mostMps = 0;
    for (let count = 0; count < 24_000; count += 1) {
      step();
      mostMps = Math.max(mostMps, motion.eastMps);
    }
    assert.ok(mostMps <= 12, `${mostMps} m/s`);
    run(60);
    near(motion.tetherEastN, 0, 0.02);
    near(tether.kiteTensionN, 35 * 0.0065 * GRAVITY_MPS2, 0.01);
  });

  it('breaks at the end that is pulled hardest when the tension passes its strength', () => {
    const { motion, tether, step } = make(20, { overrides: { winch: { clutchN: 1e6 } } });
    motion.upM = 20.05;
    tether.strengthN = 100;
    step();
    assert.equal(tether.isCut, false);
    motion.upM = 20.4;
    step();
    assert.equal(tether.isCut, true);
    assert.equal(tether.cutAtM, 20);
  });

  it('pulls on a Kite that lies on the ground only when there is no line to spare', () => {
    const { motion, tether, winch, step } = make(10, { overrides: { tether: { throatM: 0.3 } } });
    tether.isKiteDown = true;
    motion.eastM = 4;
    step();
    assert.equal(tether.baseTensionN, 0);
    assert.equal(tether.isSlack, true);
    winch.lengthM = 3.7;
    motion.eastM = 4;
    motion.upM = 0;
    step();
    assert.ok(tether.baseTensionN > 1 && tether.baseTensionN < 30, `${tether.baseTensionN}`);
  });

  it('that holds a Kite on the ground slips through its clutch at 60 N, and breaks without one or with a blocked spool', () => {
    const wind = (clutchN: number, isBlocked = false) => {
      const { motion, tether, winch, step } = make(9, { overrides: { tether: { throatM: 0.3 }, winch: { clutchN } } });
      tether.isKiteDown = true;
      motion.eastM = 9;
      let mostN = 0;
      for (let count = 0; count < 4000 && !tether.isCut; count += 1) {
        Object.assign(motion, { eastM: isBlocked ? 9 + 0.001 * count : 9, upM: 0, eastMps: 0, upMps: 0 });
        winch.isStuck = isBlocked;
        winch.commandMps = -1.8;
        winch.step();
        step();
        mostN = Math.max(mostN, tether.baseTensionN);
      }
      return { mostN, isCut: tether.isCut };
    };
    const slipping = wind(60);
    assert.equal(slipping.isCut, false);
    near(slipping.mostN, 60, 1e-6);
    assert.equal(wind(1e6).isCut, true);
    assert.equal(wind(60, true).isCut, true);
  });

  it('that a Kite flies into at 12 m/s pulls with no more than the clutch lets it', () => {
    const { motion, tether, step } = make(20, { overrides: { winch: { clutchN: 60 } } });
    motion.upM = 19;
    motion.upMps = 12;
    motion.verticalThrustN = WEIGHT_N + 20;
    let mostN = 0;
    for (let count = 0; count < 400; count += 1) {
      step();
      mostN = Math.max(mostN, tether.baseTensionN);
    }
    near(mostN, 50, 10);
  });

  it('is drawn from its exit to the Kite', () => {
    const { motion, tether, run } = make(40, { windMps: 8 });
    motion.upM = 40;
    motion.verticalThrustN = WEIGHT_N + 12;
    run(60);
    const points = tether.shape(21);
    assert.equal(points.length, 21);
    assert.deepEqual(points[0], { eastM: 0, northM: 0, upM: 0 });
    const top = points[20];
    near(top?.eastM ?? Number.NaN, motion.eastM, 0.02);
    near(top?.upM ?? Number.NaN, motion.upM, 0.02);
    const middle = points[10];
    assert.ok((middle?.eastM ?? 0) > motion.eastM / 2, 'bowed downwind');
    for (let index = 1; index < 21; index += 1) {
      const [from, to] = [points[index - 1], points[index]];
      const wayM = Math.hypot((to?.eastM ?? 0) - (from?.eastM ?? 0), (to?.upM ?? 0) - (from?.upM ?? 0));
      near(wayM, 2, 0.01);
    }
  });

  it('has a solution wherever the Kite goes', () => {
    const { motion, tether, winch, step } = make(30, { windMps: 10, overrides: { tether: { breakLoadN: 1e6 } } });
    const random = randomStream(4, 'ways');
    for (let count = 0; count < 40_000; count += 1) {
      motion.verticalThrustN = 36 * random.uniform();
      winch.lengthM = Math.max(0, Math.min(50, winch.lengthM + 0.004 * random.normal()));
      if (motion.upM < 0) {
        motion.upM = 0;
        motion.upMps = Math.abs(motion.upMps);
      }
      step();
      assert.ok(Number.isFinite(motion.upM + tether.baseTensionN));
    }
    assert.equal(tether.unsolvedSteps, 0);
    assert.equal(tether.isCut, false);
  });
});
