import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith, type SimulatorParameters } from '../../src/parameters.ts';
import { ForceSensor } from '../../src/tether/force-sensor.ts';
import { Winch } from '../../src/tether/winch.ts';
import { lumpedSwing } from '../oracle/lumped-line.ts';
import { absolute, type CheckedFigure, figures, once, relative, type VerificationRow } from '../row.ts';
import { standardDeviation } from '../statistics.ts';
import { KITE_KG, KITE_WEIGHT_N, SPRING_ONLY, snatch, TetheredKite } from '../tethered-kite.ts';

const peakN = (stepS: number) => Math.max(...snatch(stepS));
const snatchText = '2 m/s, 1.2 kg, 342.857 N/m, no damping';

const SNATCH: VerificationRow = {
  row: 'V12',
  title: 'Snatch: flying into the end of the tether',
  source: 'closed form',
  cases: [
    ...figures(snatchText, 'N', relative(0.005), ['peak at 100 Hz', 40.5674, () => peakN(0.01)]),
    ...figures(snatchText, 'N', relative(0.0005), ['peak at 400 Hz', 40.5674, () => peakN(0.0025)]),
  ],
};

const rad = (deg: number) => (deg * Math.PI) / 180;
const PUBLISHED_N = 8.874696;

/**
 * The published state with the line so long that it pulls with the published tension: then the distance must not
 * accelerate. Tether 80 degrees above the horizon, turning at 0.1 rad/s; 20 N of thrust lean 5 degrees away from the base.
 */
function lengthAccelerationMps2(): number {
  const distanceM = 45;
  const lengthM = (distanceM - PUBLISHED_N / 1500) / (1 + PUBLISHED_N / 20_000);
  const { motion, tether, stepS } = new TetheredKite({ lengthM, overrides: SPRING_ONLY });
  const [outEast, outUp] = [Math.cos(rad(80)), Math.sin(rad(80))];
  const elevationRate = 0.1;
  motion.eastM = distanceM * outEast;
  motion.upM = distanceM * outUp;
  motion.eastMps = -distanceM * elevationRate * outUp;
  motion.upMps = distanceM * elevationRate * outEast;
  motion.verticalThrustN = 20 * Math.cos(rad(5));
  const [eastMps, upMps] = [motion.eastMps, motion.upMps];
  tether.step();
  motion.step({ east: Math.tan(rad(5)), north: 0 });
  const along = ((motion.eastMps - eastMps) * outEast + (motion.upMps - upMps) * outUp) / stepS;
  return along + distanceM * elevationRate * elevationRate;
}

const TAUT_TENSION: VerificationRow = {
  row: 'V13',
  title: 'Tension of a taut tether',
  source: 'published: Nicotra et al. 2014',
  cases: figures('the published state, simulated with the published tension', 'm/s²', absolute(1e-3), [
    'acceleration of the distance',
    0,
    lengthAccelerationMps2,
  ]),
};

/** Time between rising zero crossings of a value, the mean of several, seconds. */
function periodS(kite: TetheredKite, seconds: number, value: () => number): number {
  const crossings: number[] = [];
  let last = value();
  for (let count = 1; count * kite.stepS <= seconds; count += 1) {
    kite.step();
    const now = value();
    if (last < 0 && now >= 0) crossings.push((count - now / (now - last)) * kite.stepS);
    last = now;
  }
  return ((crossings.at(-1) ?? Number.NaN) - (crossings[0] ?? Number.NaN)) / (crossings.length - 1);
}

const SPRING_N_PER_M = 1 / (45 / 20_000 + 1 / 1500);

function bouncePeriodS(): number {
  const kite = new TetheredKite({ lengthM: 45, overrides: SPRING_ONLY });
  const restM = 45 + 50 / SPRING_N_PER_M;
  kite.motion.verticalThrustN = KITE_WEIGHT_N + 50;
  kite.motion.upM = restM + 0.05;
  return periodS(kite, 5, () => kite.motion.upM - restM);
}

const BOUNCE: VerificationRow = {
  row: 'X16',
  title: 'Bouncing on a taut tether',
  source: 'closed form',
  cases: figures('45 m, 50 N of lift, no damping', 's', relative(1e-3), [
    'period, 2 pi sqrt(m / k)',
    2 * Math.PI * Math.sqrt(KITE_KG / SPRING_N_PER_M),
    bouncePeriodS,
  ]),
};

function swingPeriodS(): number {
  const kite = new TetheredKite({ lengthM: 20, overrides: SPRING_ONLY });
  kite.motion.verticalThrustN = KITE_WEIGHT_N + 10;
  kite.motion.upM = 20 + 10 * (20 / 20_000 + 1 / 1500);
  kite.motion.eastM = 0.2;
  return periodS(kite, 60, () => kite.motion.eastM);
}

/** Lift pulls a Kite back over its base as weight does a pendulum. */
const SWING: VerificationRow = {
  row: 'X17',
  title: 'Swinging on the tether, an inverted pendulum',
  source: 'closed form',
  cases: figures('20 m, 10 N of lift, 0.2 m aside', 's', relative(2e-3), [
    'period, 2 pi sqrt(m L / lift)',
    2 * Math.PI * Math.sqrt((KITE_KG * 20) / 10),
    swingPeriodS,
  ]),
};

/** Speed of a winch after a step of its command. */
function winchSpeedMps(commandMps: number, seconds: number): number {
  const winch = new Winch(parametersWith({ winch: { lagS: 0.15, maxSpeedMps: 1.8, accelerationMps2: 3 } }), 0, 0.0025);
  winch.lengthM = 10;
  winch.commandMps = commandMps;
  for (let count = 0; count < Math.round(seconds / 0.0025); count += 1) winch.step();
  return winch.speedMps;
}

const winchLag = (seconds: number): CheckedFigure => [
  `after ${seconds} s at 0.1 m/s`,
  0.1 * (1 - Math.exp(-seconds / 0.15)),
  () => winchSpeedMps(0.1, seconds),
];

const WINCH: VerificationRow = {
  row: 'X18',
  title: 'Winch lag and acceleration',
  source: 'closed form',
  cases: [
    ...figures('lag 0.15 s', 'm/s', absolute(1e-12), winchLag(0.15), winchLag(0.45)),
    ...figures('limit 3 m/s²', 'm/s', absolute(1e-9), ['after 0.4 s at 1.8 m/s', 1.2, () => winchSpeedMps(1.8, 0.4)]),
  ],
};

/** A tether that pulls straight up at its base. */
const upright = once(() => {
  const kite = new TetheredKite({ lengthM: 20 });
  kite.motion.verticalThrustN = KITE_WEIGHT_N + 10;
  kite.motion.upM = 20;
  kite.run(60);
  return kite.tether;
});

/** Readings of the force sensor. @returns error of the force, and of the angle in the plane of east and up */
const readings = once(() => {
  const make = parametersWith({ forceSensor: { noiseN: 0.1, noiseDeg: 0.2, driftDeg: 0 } }).forceSensor;
  const sensor = new ForceSensor(make, randomStream(18, 'force sensor'), 0.01);
  const count = 50_000;
  const forceN = new Float64Array(count);
  const eastDeg = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    sensor.read(upright());
    forceN[index] = sensor.tensionN - upright().baseTensionN;
    eastDeg[index] = (Math.atan2(sensor.eastN, sensor.upN) * 180) / Math.PI;
  }
  return { forceN, eastDeg };
});

/** Spread of the slow drift over many sensors: each starts from its stationary distribution. */
function driftSpreadDeg(): number {
  const make = parametersWith({ forceSensor: { noiseN: 0, noiseDeg: 0, driftDeg: 0.5 } }).forceSensor;
  const angles = Float64Array.from({ length: 3000 }, (_, seed) => {
    const sensor = new ForceSensor(make, randomStream(seed, 'force sensor'), 0.01);
    sensor.read(upright());
    return (Math.atan2(sensor.eastN, sensor.upN) * 180) / Math.PI;
  });
  return standardDeviation(angles);
}

const FORCE_SENSOR: VerificationRow = {
  row: 'X19',
  title: 'Errors of the force sensor',
  source: 'closed form',
  cases: [
    ...figures('noise 0.1 N, 50,000 readings', 'N', relative(0.02), [
      'spread of the force',
      0.1,
      () => standardDeviation(readings().forceN),
    ]),
    ...figures('noise 0.2 deg, 50,000 readings', 'deg', relative(0.02), [
      'spread of the angle',
      0.2,
      () => standardDeviation(readings().eastDeg),
    ]),
    ...figures('drift 0.5 deg, 3,000 sensors', 'deg', relative(0.05), ['spread of the drift', 0.5, driftSpreadDeg]),
  ],
};

type Model = SimulatorParameters['tether']['model'];

/** Parameters of the oracle, equal to the product's figures of these cases. */
const LEVEL_KITE = {
  lengthM: 45,
  kiteKg: KITE_KG,
  massPerM: 0.0065,
  dragPerM: 0.5 * 1.225 * 1.1 * 0.002,
  kiteDrag: 0.5 * 1.225 * 0.02,
} as const;

interface SwingCase {
  readonly windMps: number;
  readonly liftN: number;
  /** How far from its base it is let go, with the wind. */
  readonly startM: number;
}

interface Overshoot {
  readonly afterS: number;
  readonly share: number;
}

/** When a level Kite that comes from upwind turns back beyond its rest, and how far beyond, share of the way. */
function overshoot(placesM: readonly number[], startM: number): Overshoot {
  const restM = placesM.slice(-200).reduce((sum, place) => sum + place, 0) / 200;
  const peakM = Math.max(...placesM);
  return { afterS: placesM.indexOf(peakM) * 0.05, share: (peakM - restM) / (restM - startM) };
}

const swungByOracle = ({ windMps, liftN, startM }: SwingCase) =>
  overshoot(lumpedSwing({ ...LEVEL_KITE, windMps: () => windMps, liftN }, 100, startM).placesM, startM);

function swung({ windMps, liftN, startM }: SwingCase, model: Model): Overshoot {
  const kite = new TetheredKite({ lengthM: 45, windMps, overrides: { tether: { model } } });
  kite.motion.verticalThrustN = KITE_WEIGHT_N + liftN;
  kite.motion.eastM = startM;
  kite.motion.upM = Math.sqrt(45 ** 2 - startM ** 2);
  const placesM = Array.from({ length: 2000 }, () => {
    kite.run(0.05);
    return kite.motion.eastM;
  });
  return overshoot([startM, ...placesM], startM);
}

/** Damping of a second-order response with this overshoot, share of critical. */
const damping = ({ share }: Overshoot) => -Math.log(share) / Math.hypot(Math.PI, Math.log(share));

const LIGHT_SWING: SwingCase = { windMps: 5, liftN: 10, startM: 3 };
const FRESH_SWING: SwingCase = { windMps: 10, liftN: 10, startM: 8 };
const LIFTED_SWING: SwingCase = { windMps: 10, liftN: 20, startM: 8 };

/** Tolerances: the quasi-static line has the first mode alone. */
const SWINGS: readonly (readonly [SwingCase, Model, timeShare: number, dampingShare: number])[] = [
  [LIGHT_SWING, 'quasi_static', 0.03, 0.06],
  [FRESH_SWING, 'quasi_static', 0.03, 0.06],
  [LIFTED_SWING, 'quasi_static', 0.03, 0.06],
  [LIGHT_SWING, 'lumped', 0.01, 0.02],
  [FRESH_SWING, 'lumped', 0.01, 0.02],
  [LIFTED_SWING, 'lumped', 0.01, 0.02],
];

/** Both models are compared with the same swing of the oracle. */
const BY_ORACLE = new Map(
  [LIGHT_SWING, FRESH_SWING, LIFTED_SWING].map((swing) => [swing, once(() => swungByOracle(swing))]),
);

function swingFigures([swing, model, timeShare, dampingShare]: (typeof SWINGS)[number]): VerificationRow['cases'] {
  const name = `${model}, ${swing.windMps} m/s, ${swing.liftN} N of lift`;
  const oracle = BY_ORACLE.get(swing) ?? (() => swungByOracle(swing));
  const product = once(() => swung(swing, model));
  return [
    ...figures('45 m', '', relative(timeShare), [
      `time to the turn, ${name}`,
      1,
      () => product().afterS / oracle().afterS,
    ]),
    ...figures('45 m', '', relative(dampingShare), [
      `damping ratio, ${name}`,
      1,
      () => damping(product()) / damping(oracle()),
    ]),
  ];
}

const OWN_MOTION: VerificationRow = {
  row: 'X46',
  title: 'Swing of a level Kite beside a line of 24 masses: flown over theirs',
  source: 'own calculation',
  cases: SWINGS.flatMap(swingFigures),
};

/** The gust comes when the Kite has come to rest. */
const GUST_AT_S = 60;
const GUST_RISE_S = 0.5;

/** Wind that rises from 5 m/s as a half wave. */
const rising = (mostMps: number) => (atS: number) => {
  const share = Math.max(0, Math.min(1, (atS - GUST_AT_S) / GUST_RISE_S));
  return 5 + ((mostMps - 5) * (1 - Math.cos(Math.PI * share))) / 2;
};

const AFTER_GUST_S = 8;
const GUST_START_M = 1;
const GUST_LIFT_N = 20;

interface Peak {
  readonly tensionN: number;
  /** After the gust has begun. */
  readonly afterS: number;
}

/** A Kite that nothing moves: the line alone answers. */
const HELD_KITE = { ...LEVEL_KITE, kiteKg: 1e9, stiffnessN: 45 * SPRING_N_PER_M } as const;

function peakByOracle(mostMps: number, isHeld: boolean): Peak {
  const kite = isHeld ? { ...HELD_KITE, liftN: 0 } : { ...LEVEL_KITE, liftN: GUST_LIFT_N };
  const swing = lumpedSwing({ ...kite, windMps: rising(mostMps) }, GUST_AT_S + AFTER_GUST_S, isHeld ? 0 : GUST_START_M);
  const topN = swing.topN.slice(20 * GUST_AT_S);
  const tensionN = Math.max(...topN);
  return { tensionN, afterS: topN.indexOf(tensionN) * 0.05 };
}

/** Greatest tension at the Kite. */
function gustPeak(mostMps: number, model: Model, isHeld: boolean): Peak {
  const kite = new TetheredKite({ lengthM: 45, windMps: 5, overrides: { tether: { model } } });
  const startM = isHeld ? 0 : GUST_START_M;
  const hold = () => {
    kite.motion.stop();
    kite.motion.eastM = startM;
    kite.motion.upM = Math.sqrt(45 ** 2 - startM ** 2);
  };
  kite.motion.verticalThrustN = KITE_WEIGHT_N + GUST_LIFT_N;
  hold();
  const wind = rising(mostMps);
  let peak: Peak = { tensionN: 0, afterS: 0 };
  for (let count = 0; count * kite.stepS < GUST_AT_S + AFTER_GUST_S; count += 1) {
    const afterS = count * kite.stepS - GUST_AT_S;
    kite.blow(wind(count * kite.stepS));
    kite.step();
    if (isHeld) hold();
    const tensionN = kite.tether.kiteTensionN;
    if (afterS >= 0 && tensionN > peak.tensionN) peak = { tensionN, afterS };
  }
  return peak;
}

const GUSTS: readonly (readonly [mostMps: number, Model, share: number])[] = [
  [10, 'quasi_static', 0.03],
  [15, 'quasi_static', 0.03],
  [10, 'lumped', 0.02],
  [15, 'lumped', 0.03],
];

const GUST_PEAK: VerificationRow = {
  row: 'X47',
  title: 'Gust on a level Kite beside a line of 24 masses: flown over theirs',
  source: 'own calculation',
  cases: GUSTS.flatMap(([mostMps, model, share]) =>
    figures('45 m, 20 N of lift, within 0.5 s', '', relative(share), [
      `greatest tension at the Kite, ${model}, from 5 to ${mostMps} m/s`,
      1,
      () => gustPeak(mostMps, model, false).tensionN / peakByOracle(mostMps, false).tensionN,
    ]),
  ),
};

function heldFigures(mostMps: number, model: Model): VerificationRow['cases'] {
  const name = `${model}, from 5 to ${mostMps} m/s`;
  const product = once(() => gustPeak(mostMps, model, true));
  const oracle = once(() => peakByOracle(mostMps, true));
  return [
    ...figures('45 m, within 0.5 s', '', relative(0.03), [
      `greatest tension, ${name}`,
      1,
      () => product().tensionN / oracle().tensionN,
    ]),
    ...figures('45 m, within 0.5 s', 's', absolute(0.15), [
      `when it comes, ${name}`,
      0,
      () => product().afterS - oracle().afterS,
    ]),
  ];
}

const HELD_GUST: VerificationRow = {
  row: 'X98',
  title: 'Gust on the tether of a Kite that is held beside a line of 24 masses',
  source: 'own calculation',
  cases: [10, 15].flatMap((mostMps) => [...heldFigures(mostMps, 'quasi_static'), ...heldFigures(mostMps, 'lumped')]),
};

export const TETHER_MOTION_ROWS: readonly VerificationRow[] = [
  SNATCH,
  TAUT_TENSION,
  BOUNCE,
  SWING,
  WINCH,
  FORCE_SENSOR,
  OWN_MOTION,
  GUST_PEAK,
  HELD_GUST,
];
