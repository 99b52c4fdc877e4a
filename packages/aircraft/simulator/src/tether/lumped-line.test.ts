import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { lineUnderForce } from '../../verification/oracle/line-in-wind.ts';
import { KITE_WEIGHT_N, TetheredKite } from '../../verification/tethered-kite.ts';

const LUMPED = { tether: { model: 'lumped' } } as const;
const LINE = { massPerM: 0.0065, diameterM: 0.002, dragCoefficient: 1.1, airDensity: 1.225 } as const;

describe('the tether as a line of masses', () => {
  it('hangs at rest as the line that is integrated along its length', () => {
    for (const [lengthM, windMps] of [
      [45, 0],
      [45, 8],
      [20, 12],
      [3, 5],
    ] as const) {
      const kite = new TetheredKite({ lengthM, windMps, overrides: LUMPED });
      kite.motion.upM = lengthM;
      kite.motion.verticalThrustN = KITE_WEIGHT_N + 10;
      kite.run(150);
      const dragN = 0.5 * 1.225 * 0.02 * windMps ** 2;
      const held = lineUnderForce({ ...LINE, lengthM, windMps: () => windMps }, () => [dragN, 10]);
      const what = `${lengthM} m, ${windMps} m/s`;
      near(kite.tether.baseEastN, held.baseAlongN, 0.02, `${what}: pull on the base with the wind`);
      near(kite.tether.baseUpN, held.baseUpN, 0.02, `${what}: pull on the base upwards`);
      near(kite.motion.eastM, held.alongM, 0.01 * lengthM, `${what}: drift`);
    }
  });

  it('falls where it is slack, and takes the Kite again without tearing', () => {
    const kite = new TetheredKite({ lengthM: 45, windMps: 8, overrides: LUMPED });
    kite.motion.upM = 43;
    kite.motion.verticalThrustN = KITE_WEIGHT_N + 10;
    let mostN = 0;
    for (let count = 0; count < 4000; count += 1) {
      kite.step();
      mostN = Math.max(mostN, kite.tether.kiteTensionN);
    }
    assert.equal(kite.tether.isCut, false);
    near(mostN, 60, 35, 'greatest tension, N');
    assert.equal(kite.tether.isSlack, false);
  });

  it('lies on the ground with what is too long, and its base feels nothing', () => {
    const kite = new TetheredKite({ lengthM: 30, overrides: LUMPED });
    const hold = (seconds: number) => {
      for (let count = 0; count < seconds * 400; count += 1) {
        Object.assign(kite.motion, { upM: 10, upMps: 0, eastM: 0, eastMps: 0 });
        kite.step();
      }
    };
    hold(20);
    assert.equal(kite.tether.isSlack, true);
    near(kite.tether.onGroundM, 20, 2.5, 'on the ground, to a segment');
    assert.equal(kite.tether.baseTensionN, 0);
    near(kite.tether.kiteTensionN, 10 * 0.0065 * 9.80665, 0.12, 'what hangs');
    assert.ok(kite.tether.shape(13).every(({ upM }) => upM >= 0));
  });

  it('gives the same bytes again', () => {
    const flown = () => {
      const kite = new TetheredKite({ lengthM: 30, windMps: 7, overrides: LUMPED });
      kite.motion.upM = 30;
      kite.motion.verticalThrustN = KITE_WEIGHT_N + 8;
      kite.run(20);
      return [
        kite.motion.eastM,
        kite.motion.upM,
        kite.tether.baseTensionN,
        ...kite.tether.shape(5).map((at) => at.upM),
      ];
    };
    assert.deepEqual(flown(), flown());
  });
});
