import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { UniformStream } from '@kitestring/base/random.ts';
import { type PoseErrors, placeError } from './place-error.ts';

const SEED = 20_260_301;
const DRAWS = 40_000;

/** Height, depression, and the errors of the pose. */
const POSES: readonly (readonly [heightM: number, depressionDeg: number, errors: PoseErrors])[] = [
  [30, 31.5, { depressionDeg: 0.5, azimuthDeg: 2, heightM: 1.5, positionM: 1.5 }],
  [45, 10, { depressionDeg: 0.5, azimuthDeg: 2, heightM: 1.5, positionM: 1.5 }],
  [45, 5, { depressionDeg: 0.5, azimuthDeg: 2, heightM: 1.5, positionM: 1.5 }],
  [45, 45, { depressionDeg: 0.5, azimuthDeg: 2, heightM: 1.5, positionM: 1.5 }],
  [45, 90, { depressionDeg: 0.5, azimuthDeg: 2, heightM: 1.5, positionM: 1.5 }],
  [24, 20, { depressionDeg: 0.5, azimuthDeg: 5, heightM: 1.5, positionM: 3 }],
  [45, 20, { depressionDeg: 0.5, azimuthDeg: 10, heightM: 2, positionM: 3 }],
];

describe('the error of a place', () => {
  for (const [heightM, depressionDeg, errors] of POSES) {
    const title = `at ${heightM} m and ${depressionDeg}° with the heading known to ${errors.azimuthDeg}°`;
    it(`${title} is what ${DRAWS} draws say (seed ${SEED})`, () => {
      const drawn = monteCarlo(heightM, depressionDeg, errors);
      const { acrossM, alongM, radiusM } = placeError(heightM, depressionDeg, errors);
      const ratios = { radius: radiusM / drawn.radiusM, along: alongM / drawn.alongM, across: acrossM / drawn.acrossM };
      for (const [name, ratio] of Object.entries(ratios)) {
        assert.ok(ratio > 0.93 && ratio < 1.1, `${name} ${ratio}, seed ${SEED}`);
      }
    });
  }

  it('grows without bound towards the horizon', () => {
    const errors = POSES[0]?.[2] as PoseErrors;
    const radii = [30, 10, 5, 3, 1.5].map((depressionDeg) => placeError(45, depressionDeg, errors).radiusM);
    assert.deepEqual(
      radii,
      radii.toSorted((a, b) => a - b),
    );
    assert.ok((radii.at(-1) ?? 0) > 900);
  });

  it('is nothing where everything is known', () => {
    assert.equal(placeError(45, 30, { azimuthDeg: 0, depressionDeg: 0, heightM: 0, positionM: 0 }).radiusM, 0);
  });
});

/** The position, computed again with every random error, on flat ground. */
function monteCarlo(heightM: number, depressionDeg: number, errors: PoseErrors) {
  const random = new UniformStream(SEED);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const distanceM = heightM / Math.tan(depressionDeg * RAD_PER_DEG);
  const misses = Array.from({ length: DRAWS }, () => {
    const down = (depressionDeg + normal() * errors.depressionDeg) * RAD_PER_DEG;
    const aside = normal() * errors.azimuthDeg * RAD_PER_DEG;
    const reachM = (heightM + normal() * errors.heightM) / Math.tan(down);
    return {
      alongM: reachM * Math.cos(aside) - distanceM + normal() * errors.positionM,
      acrossM: reachM * Math.sin(aside) + normal() * errors.positionM,
    };
  });
  const far = misses.map(({ acrossM, alongM }) => Math.hypot(acrossM, alongM)).sort((a, b) => a - b);
  const spread = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  return {
    radiusM: far[Math.floor(DRAWS * 0.9)] ?? 0,
    alongM: spread(misses.map((miss) => miss.alongM)),
    acrossM: spread(misses.map((miss) => miss.acrossM)),
  };
}
