import { HangingLine } from '../../src/tether/hanging-line.ts';
import { ProfileLoad } from '../../src/tether/profile-load.ts';
import { WindLoad } from '../../src/tether/wind-load.ts';
import { AIR_DENSITY, DEFAULT_TETHER, kiteDragN, tetherInWind } from '../default-tether.ts';
import { type LineStatics, lineHeldUpright, lineUnderForce } from '../oracle/line-in-wind.ts';
import { AT_MOST, absolute, figures, once, relative, type VerificationRow } from '../row.ts';
import { wind } from '../steady-wind.ts';
import {
  type HeldLine,
  KITE_WEIGHT_N,
  levelKiteAtRest,
  pullingKiteAtRest,
  SPRING_ONLY,
  TetheredKite,
} from '../tethered-kite.ts';

const deg = (rad: number) => (rad * 180) / Math.PI;
const baseAngleDeg = ({ baseAlongN, baseUpN }: LineStatics) => deg(Math.atan2(baseAlongN, baseUpN));
const baseTensionN = ({ baseAlongN, baseUpN }: LineStatics) => Math.hypot(baseAlongN, baseUpN);
const topTensionN = ({ topAlongN, topUpN }: LineStatics) => Math.hypot(topAlongN, topUpN);

function heldUpright(lengthM: number, speedMps: number, exponent: number, tensionN: number): HeldLine {
  const line = tetherInWind(lengthM, speedMps, exponent);
  return { line, statics: lineHeldUpright(line, tensionN), speedMps, exponent };
}

const uniform = heldUpright(45, 10, 0, 10);
const uniformFlown = once(() => pullingKiteAtRest(uniform));

const WIND_BOWED: VerificationRow = {
  row: 'V7',
  title: 'Tether bowed by an even wind, flown',
  source: 'own calculation',
  cases: [
    ...figures(
      '45 m, 10 m/s, 10 N at the top, Kite over the base',
      'N',
      relative(0.002),
      ['pull on the base with the wind', uniform.statics.baseAlongN, () => uniformFlown().tether.baseEastN],
      ['pull on the base upwards', uniform.statics.baseUpN, () => uniformFlown().tether.baseUpN],
    ),
    ...figures(
      'the same',
      'm',
      absolute(0.05),
      ['height', uniform.statics.heightM, () => uniformFlown().motion.upM],
      ['Kite aside of its base', 0, () => uniformFlown().motion.eastM],
    ),
  ],
};

/** A Kite with level rotors: the wind's drag is all that pulls it sideways. */
const flatAttitude = (windMps: number, lengthM: number): LineStatics =>
  lineUnderForce(tetherInWind(lengthM, windMps), () => [kiteDragN(windMps), 10]);

const restingAt25M = once(() => levelKiteAtRest(5, 25, 10));

const FLAT_DRIFT: VerificationRow = {
  row: 'V9',
  title: 'Drift at level attitude, flown',
  source: 'own calculation',
  cases: figures(
    '5 m/s, length 25 m, 10 N of lift, drag area 0.02 m²',
    'm',
    absolute(0.05),
    ['drift', flatAttitude(5, 25).alongM, () => restingAt25M().motion.eastM],
    ['height', flatAttitude(5, 25).heightM, () => restingAt25M().motion.upM],
  ),
};

const DRIFTS = [
  [3, 25],
  [8, 25],
  [10, 25],
  [3, 45],
  [5, 45],
  [8, 45],
] as const;

const FLAT_DRIFT_TABLE: VerificationRow = {
  row: 'X13',
  title: 'Drift at level attitude by wind, flown',
  source: 'own calculation',
  cases: DRIFTS.flatMap(([windMps, lengthM]) =>
    figures('10 N of lift, Kite and tether run for 150 s', 'm', relative(0.01), [
      `${lengthM} m, ${windMps} m/s`,
      flatAttitude(windMps, lengthM).alongM,
      () => levelKiteAtRest(windMps, lengthM, 10).motion.eastM,
    ]),
  ),
};

function hangingStretchM(): number {
  const stiff = { tether: { seriesNPerM: 1e6, leastLengthM: 10 }, kite: { dragAreaM2: 1e-9, linearDragNsPerM: 1 } };
  const kite = new TetheredKite({ lengthM: 45, overrides: stiff });
  kite.motion.verticalThrustN = KITE_WEIGHT_N + 10;
  kite.motion.upM = 45;
  kite.run(60);
  return kite.motion.upM - 45;
}

const STRETCH: VerificationRow = {
  row: 'V11',
  title: 'Stretch of a hanging tether, flown',
  source: 'closed form',
  cases: figures('10 N at the top, length 45 m, nothing yields but the line', 'm', absolute(2e-5), [
    'stretch',
    0.019273,
    hangingStretchM,
  ]),
};

const WEIGHTLESS = { ...SPRING_ONLY, kite: { dragAreaM2: 1e-9, linearDragNsPerM: 1 } };

/** A tether without weight whose Kite the wind does not move: how far its middle is off the chord, and how far it should. */
function bowErrorM(windMps: number): number {
  const kite = new TetheredKite({ lengthM: 20, windMps, overrides: WEIGHTLESS });
  kite.motion.verticalThrustN = KITE_WEIGHT_N + 100;
  // Against the drag that settles it, as far as the wind goes.
  kite.lean = { east: -windMps / kite.motion.verticalThrustN, north: 0 };
  kite.motion.upM = 20.15;
  kite.run(60);
  const [, middle] = kite.tether.shape(3);
  const load = 0.5 * AIR_DENSITY * DEFAULT_TETHER.dragCoefficient * DEFAULT_TETHER.diameterM * windMps ** 2;
  const parabolaM = (load * 20 * kite.motion.upM) / (8 * 100);
  return ((middle?.eastM ?? Number.NaN) - kite.motion.eastM / 2) / parabolaM - 1;
}

/** The next terms of the series, and the wind that does not blow across the line, are of the order of (q L / 2T)^2. */
const PARABOLA: VerificationRow = {
  row: 'X15',
  title: 'Wind on a taut tether, parabola of small sag, flown',
  source: 'closed form',
  cases: [5, 10, 15].flatMap((windMps) =>
    figures('20 m, 100 N, no weight: off by this share of it', '', absolute(2e-3), [
      `bow at ${windMps} m/s`,
      0,
      () => bowErrorM(windMps),
    ]),
  ),
};

const EXPONENTS = [
  [0, 'an even wind'],
  [1 / 7, 'exponent 1/7'],
  [1 / 4, 'exponent 1/4'],
] as const;

/** The load of a wind without a ground to slow it, on a line that stands upright and so high that this makes no difference. */
function uprightLoad(exponent: number): WindLoad {
  const heightM = 20_000;
  const line = new HangingLine();
  Object.assign(line, { baseEastN: 0, baseNorthN: 0, baseUpN: 1e9, lengthM: heightM });
  Object.assign(line, { loadEastNPerM: 0, loadNorthNPerM: 0, loadUpNPerM: -1e-9 });
  const load = new WindLoad({ diameterM: 2, dragCoefficient: 1 }, 0);
  // So strong that it is 1 m/s at the top; the load there is then 1 N/m.
  load.update(line, wind((10 / heightM) ** exponent, exponent), { airDensity: 1 }, { eastMps: 0, northMps: 0 });
  return load;
}

/** By z^(2a) from the ground to the top: 1 / (1 + 2a) of the load at the top, of which the top end bears 1 / (2 + 2a). */
const LOAD_SHARES: VerificationRow = {
  row: 'X40',
  title: 'Load of a wind profile on an upright tether, shares of q at the top times length',
  source: 'closed form',
  cases: EXPONENTS.flatMap(([exponent, name]) => {
    const load = once(() => uprightLoad(exponent));
    const estimated = once(() => {
      const shares = new ProfileLoad(exponent);
      shares.reach(20_000);
      return shares;
    });
    const [wholeShare, topShare] = [1 / (1 + 2 * exponent), 1 / (2 + 2 * exponent)];
    const top = ({ pairEastN, eastNPerM }: WindLoad) => eastNPerM / 2 + pairEastN / 20_000;
    return [
      ...figures(name, '', relative(0.004), [`whole, ${name}`, wholeShare, () => load().eastNPerM]),
      ...figures(name, '', relative(0.004), [`top end, ${name}`, topShare, () => top(load())]),
      ...figures(name, '', relative(0.001), [
        `top end as the Kite estimates it, ${name}`,
        topShare,
        () => estimated().meanShare / 2 + estimated().pairShare,
      ]),
    ];
  }),
};

const WINDS_MPS = [3, 6, 9, 12, 15];
const LENGTHS_M = [10, 25, 45];

/** The tension that the winch holds at the Kite in such a wind. */
const heldTensionN = (speedMps: number) => Math.min(15, 6 + 0.1 * speedMps * speedMps);

interface Misses {
  readonly angle: number;
  readonly base: number;
  readonly top: number;
  readonly height: number;
}

/** The largest relative errors of all winds and lengths. */
function largestMisses(exponent: number): Misses {
  const misses = WINDS_MPS.flatMap((speedMps) =>
    LENGTHS_M.map((lengthM): Misses => {
      const held = heldUpright(lengthM, speedMps, exponent, heldTensionN(speedMps));
      const { tether, motion } = pullingKiteAtRest(held);
      const { statics } = held;
      return {
        angle: Math.abs(tether.baseAngleDeg / baseAngleDeg(statics) - 1),
        base: Math.abs(tether.baseTensionN / baseTensionN(statics) - 1),
        top: Math.abs(tether.kiteTensionN / topTensionN(statics) - 1),
        height: Math.abs(motion.upM / statics.heightM - 1),
      };
    }),
  );
  const largest = (of: keyof Misses) => Math.max(...misses.map((miss) => miss[of]));
  return { angle: largest('angle'), base: largest('base'), top: largest('top'), height: largest('height') };
}

/** Errors of 27 to 70 % in the product's first model: its whole line felt the wind of two thirds of its height. */
const PROFILE: VerificationRow = {
  row: 'X14',
  title: 'Kite over its base in a wind profile, flown: largest share by which it is off',
  source: 'own calculation',
  cases: EXPONENTS.flatMap(([exponent, name]) => {
    const misses = once(() => largestMisses(exponent));
    return figures(
      '3 to 15 m/s, 10 to 45 m, 6.9 to 15 N',
      '',
      { ...AT_MOST },
      [`angle at the base, ${name}`, 0.02, () => misses().angle],
      [`tension at the base, ${name}`, 0.02, () => misses().base],
      [`tension at the Kite, ${name}`, 0.02, () => misses().top],
      [`height, ${name}`, 0.02, () => misses().height],
    );
  }),
};

export const TETHER_WIND_ROWS: readonly VerificationRow[] = [
  WIND_BOWED,
  FLAT_DRIFT,
  STRETCH,
  FLAT_DRIFT_TABLE,
  PROFILE,
  PARABOLA,
  LOAD_SHARES,
];
