import { GRAVITY_MPS2 } from '../../src/air/atmosphere.ts';
import { KiteBody } from '../../src/body/kite-body.ts';
import { Rotors } from '../../src/body/rotor.ts';
import { TiltLoop } from '../../src/body/tilt-loop.ts';
import { Translation } from '../../src/body/translation.ts';
import { YawLoop } from '../../src/body/yaw-loop.ts';
import { GimbalAxis } from '../../src/camera/gimbal.ts';
import { Trapezoid } from '../../src/control/trapezoid.ts';
import { DEFAULT_PARAMETERS, parametersWith } from '../../src/parameters.ts';
import { jerkLimitedTimeS, jerkLimitedWay } from '../published/jerk-limited-move.ts';
import { absolute, type CheckedFigure, figures, once, relative, type VerificationRow } from '../row.ts';
import { secondOrderStep } from '../second-order-step.ts';

const STEP_S = 0.0025;
const UPRIGHT = { east: 0, north: 0 };

/** Only quadratic drag, as in the closed form. */
const fallingKite = parametersWith({ kite: { linearDragNsPerM: 0, dragAreaM2: 0.02 } }).kite;

interface Fall {
  readonly speedMps: (timeS: number) => number;
  readonly wayM: (timeS: number) => number;
  readonly crossing: { readonly timeS: number; readonly speedMps: number };
}

const FALL_M = 45;

const fall = once((): Fall => {
  const kite = new Translation(fallingKite, STEP_S);
  const speeds = [0];
  const ways = [0];
  for (let step = 1; step <= 400 * 60; step += 1) {
    kite.step(UPRIGHT);
    speeds.push(-kite.upMps);
    ways.push(-kite.upM);
  }
  const at = (values: readonly number[]) => (timeS: number) => values[Math.round(timeS / STEP_S)]!;
  const after = ways.findIndex((way) => way >= FALL_M);
  const between = (values: readonly number[], share: number) =>
    values[after - 1]! + share * (values[after]! - values[after - 1]!);
  const share = (FALL_M - ways[after - 1]!) / (ways[after]! - ways[after - 1]!);
  const crossing = { timeS: (after - 1 + share) * STEP_S, speedMps: between(speeds, share) };
  return { speedMps: at(speeds), wayM: at(ways), crossing };
});

const fallText = 'motors off, 1.2 kg, drag area 0.020 m², 400 Hz';

const FREE_FALL: VerificationRow = {
  row: 'V14',
  title: 'Fall with the motors off',
  source: 'closed form',
  cases: [
    ...figures(
      fallText,
      'm/s',
      absolute(0.01),
      ['speed after 1 s', 9.492, () => fall().speedMps(1)],
      ['speed after 3 s', 22.91792, () => fall().speedMps(3)],
      ['terminal speed', 30.99438, () => fall().speedMps(60)],
      ['speed after 45 m', 24.0278, () => fall().crossing.speedMps],
    ),
    ...figures(fallText, 'm', absolute(0.05), ['way after 1 s', 4.82363, () => fall().wayM(1)]),
    ...figures(fallText, 's', absolute(STEP_S), ['time for 45 m', 3.26581, () => fall().crossing.timeS]),
  ],
};

/** Share of a step that the rotors have followed after so many steps. */
function rotorShare(steps: number): number {
  const rotors = new Rotors(DEFAULT_PARAMETERS.rotor, DEFAULT_PARAMETERS.kite.yawInertiaKgM2, STEP_S);
  rotors.commandN = 18;
  for (let step = 0; step < steps; step += 1) rotors.step();
  return rotors.totalN / 18;
}

const rotorText = 'lag 25 ms, step of the command, 400 Hz';

const ROTOR_LAG: VerificationRow = {
  row: 'V15',
  title: 'Rotor lag',
  source: 'closed form',
  cases: figures(
    rotorText,
    '',
    absolute(1e-12),
    ['after 2.5 ms', 1 - Math.exp(-0.1), () => rotorShare(1)],
    ['after 25 ms', 1 - Math.exp(-1), () => rotorShare(10)],
    ['after 50 ms', 1 - Math.exp(-2), () => rotorShare(20)],
  ),
};

/** Lean after each step of a command of 1. */
const leanStepResponse = once(() => {
  const tilt = new TiltLoop(DEFAULT_PARAMETERS.attitude, STEP_S);
  const response = [0];
  for (let step = 1; step <= 400; step += 1) {
    tilt.step({ leanEast: 1, leanNorth: -1 });
    response.push(tilt.east);
  }
  return response;
});
const leanAt = (timeS: number) => leanStepResponse()[Math.round(timeS / STEP_S)]!;
const leanPeak = () => Math.max(...leanStepResponse());

const leanText = 'natural frequency 12 rad/s, damping 0.7, 400 Hz';

const TILT_LOOP: VerificationRow = {
  row: 'V16',
  title: 'Lean, second order',
  source: 'closed form',
  cases: [
    ...figures(leanText, '%', absolute(0.01), ['overshoot', 4.5988, () => 100 * (leanPeak() - 1)]),
    ...figures(leanText, 's', absolute(STEP_S), [
      'time of the peak',
      0.366592,
      () => leanStepResponse().indexOf(leanPeak()) * STEP_S,
    ]),
    ...figures(
      leanText,
      '',
      absolute(1e-6),
      ['after 0.1 s', 0.397495, () => leanAt(0.1)],
      ['after 0.3 s', 1.025106, () => leanAt(0.3)],
    ),
  ],
};

function trapezoidTimeS(way: number, rate: number, acceleration: number): number {
  const setpoint = new Trapezoid(0);
  setpoint.target = way;
  let steps = 0;
  for (; !setpoint.isThere && steps < 1e6; steps += 1) setpoint.step(rate, acceleration, STEP_S);
  return steps * STEP_S;
}

const trapezoid = (way: number, rate: number, acceleration: number, expected: number): CheckedFigure => [
  `${way} at ${rate}, ${acceleration}`,
  expected,
  () => trapezoidTimeS(way, rate, acceleration),
];

const TRAPEZOID: VerificationRow = {
  row: 'V17',
  title: 'Trapezoid of speed',
  source: 'closed form',
  cases: figures(
    'way at rate, acceleration; from rest to rest',
    's',
    // One step, and what is lost in adding up.
    absolute(STEP_S + 1e-9),
    trapezoid(90, 60, 120, 2),
    trapezoid(10, 60, 120, 0.5773503),
    trapezoid(180, 30, 60, 6.5),
    trapezoid(45, 1.5, 0.5, 33),
    trapezoid(45, 0.75, 0.5, 61.5),
    trapezoid(0.5, 1.5, 0.5, 2),
  ),
};

const JERK_MOVES = [
  [90, { rate: 60, acceleration: 120, jerk: 600 }, 2.2],
  [10, { rate: 60, acceleration: 120, jerk: 600 }, 0.8110101],
  [2, { rate: 60, acceleration: 120, jerk: 600 }, 0.4742524],
  [45, { rate: 1.5, acceleration: 0.5, jerk: 0.5 }, 34],
] as const;

const SEVEN_SEGMENTS: VerificationRow = {
  row: 'V18',
  title: 'Profile with limited jerk, seven segments',
  source: 'closed form',
  isOutsideProduct: true,
  cases: JERK_MOVES.flatMap(([way, limits, expected]) => {
    const input = `${way} at ${limits.rate}, ${limits.acceleration}, jerk ${limits.jerk}`;
    return [
      ...figures(input, 's', absolute(1e-6), [`time for ${input}`, expected, () => jerkLimitedTimeS(way, limits)]),
      ...figures(input, '', absolute(1e-9), [`way of ${input}`, way, () => jerkLimitedWay(way, limits)]),
    ];
  }),
};

const FREE_S = 3;

/** Energy per mass of a body that falls without air, relative to the energy of its motion. */
function energyGain(stepS: number): number {
  const body = new Translation(fallingKite, stepS);
  body.airDensity = 0;
  for (let step = 0; step < Math.round(FREE_S / stepS); step += 1) body.step(UPRIGHT);
  const motion = (body.eastMps ** 2 + body.northMps ** 2 + body.upMps ** 2) / 2;
  return (motion + GRAVITY_MPS2 * body.upM) / motion;
}

/** Speed is exact; the way is ahead by half a step's speed, g t dt / 2: the energy is short by dt / t of what moves. */
const ENERGY: VerificationRow = {
  row: 'X6',
  title: 'Energy of a fall without air',
  source: 'closed form',
  cases: [0.01, STEP_S, 0.000625].flatMap((stepS) =>
    figures(`3 s, step ${stepS} s`, '', absolute(1e-9), [
      `lost at ${stepS} s`,
      -stepS / FREE_S,
      () => energyGain(stepS),
    ]),
  ),
};

const WEIGHT_N = DEFAULT_PARAMETERS.kite.massKg * GRAVITY_MPS2;

/** Speed at which a Kite that does not lean is carried after a minute. */
function leaningHover(leanNorth: number, windMps: number, seconds: number): Translation {
  const kite = new Translation(DEFAULT_PARAMETERS.kite, STEP_S);
  kite.windNorthMps = windMps;
  kite.verticalThrustN = WEIGHT_N;
  for (let step = 0; step < seconds / STEP_S; step += 1) kite.step({ east: 0, north: leanNorth });
  return kite;
}

const DRAG_10_N = 0.06 * 10 + 0.5 * 1.225 * DEFAULT_PARAMETERS.kite.dragAreaM2 * 100;

const BALANCE: VerificationRow = {
  row: 'X7',
  title: 'Lean that balances the wind',
  source: 'closed form',
  cases: [
    ...figures('10 m/s against, lean = drag / weight, 10 s', 'm', absolute(1e-9), [
      'way',
      0,
      () => leaningHover(DRAG_10_N / WEIGHT_N, -10, 10).northM,
    ]),
    ...figures('5 m/s, no lean, 600 s', 'm/s', absolute(0.01), [
      'carried off with the wind',
      5,
      () => leaningHover(0, 5, 600).northMps,
    ]),
  ],
};

/** Greatest thrust of the six, and the share of it that a hover of 1.2 kg with 6 N of tether takes, at a height. */
function thrustAt(elevationM: number): { readonly limitN: number; readonly hoverShare: number } {
  const { rotors } = new KiteBody(parametersWith({ site: { elevationM, ambientC: 15 - 0.0065 * elevationM } }), STEP_S);
  rotors.commandN = WEIGHT_N + 6;
  for (let step = 0; step < 400; step += 1) rotors.step();
  return { limitN: rotors.limitN, hoverShare: rotors.totalN / rotors.limitN };
}

/** Height in the standard atmosphere, and its density in the tables of ISO 2533. */
const DENSITIES = [
  [0, 1.225],
  [2000, 1.00649],
  [4000, 0.819129],
] as const;

const THRUST_BY_DENSITY: VerificationRow = {
  row: 'X78',
  title: 'Greatest thrust in thin air',
  source: 'closed form',
  cases: DENSITIES.flatMap(([heightM, density]) => [
    ...figures('six rotors of 6.003 N at sea level, in proportion to the density', 'N', relative(1e-3), [
      `greatest thrust at ${heightM} m`,
      (6 * 6.003 * density) / 1.225,
      () => thrustAt(heightM).limitN,
    ]),
    ...figures('1.2 kg, 6 N of tether', '', relative(1e-3), [
      `share at hover at ${heightM} m`,
      (1.2 * 9.80665 + 6) / ((6 * 6.003 * density) / 1.225),
      () => thrustAt(heightM).hoverShare,
    ]),
  ]),
};

function yawAuthorityRadps2(thrustN: number): number {
  const rotors = new Rotors(DEFAULT_PARAMETERS.rotor, DEFAULT_PARAMETERS.kite.yawInertiaKgM2, STEP_S);
  rotors.commandN = thrustN;
  for (let step = 0; step < 1000; step += 1) rotors.step();
  return (rotors.yawAuthorityDps2 * Math.PI) / 180;
}

const YAW_AUTHORITY: VerificationRow = {
  row: 'X8',
  title: 'Turning by the torque of the rotors',
  source: 'closed form',
  cases: [
    ...figures('six rotors of 6.003 N, 0.016 m, 0.0977 kg m²', 'rad/s²', absolute(1e-3), [
      'at 18 N: 6 x 3 N x 0.016 m / inertia',
      (6 * 3 * 0.016) / 0.0977,
      () => yawAuthorityRadps2(18),
    ]),
    ...figures('the same', 'rad/s²', absolute(1e-3), [
      'at full thrust: 15 % of it, as PX4 keeps',
      (6 * 0.15 * 6.003 * 0.016) / 0.0977,
      () => yawAuthorityRadps2(1000),
    ]),
  ],
};

/** Heading after a step of the demand that asks for less than the rotors can give. */
function headingAfter(timeS: number, stepS: number): number {
  const yaw = new YawLoop(DEFAULT_PARAMETERS.yaw, 0, stepS);
  yaw.authorityDps2 = 1e9;
  const demand = { headingDeg: 1, headingRateDps: 0, headingAccelerationDps2: 0 };
  for (let step = 0; step < Math.round(timeS / stepS); step += 1) {
    yaw.estimatedHeadingDeg = yaw.headingDeg;
    yaw.step(demand);
  }
  return yaw.headingDeg;
}

/** Semi-implicit steps are ahead by up to one step of the fastest rate, 1.4 deg/s. */
const YAW_LOOP: VerificationRow = {
  row: 'X9',
  title: 'Heading, step of 1 degree',
  source: 'closed form',
  cases: figures(
    'stiffness 8 /s², damping 4 /s, 400 Hz',
    'deg',
    absolute(1.4 * STEP_S),
    ...[0.25, 0.5, 1, 2].map(
      (timeS): CheckedFigure => [`after ${timeS} s`, secondOrderStep(timeS, 8, 4), () => headingAfter(timeS, STEP_S)],
    ),
  ),
};

const GIMBAL_STEP_S = 0.005;

/** Angle of a camera axis that follows a move of 40 degrees, at a time after its begin. */
function gimbalAngleDeg(timeS: number): number {
  const { gimbal } = DEFAULT_PARAMETERS;
  const axis = new GimbalAxis(gimbal, gimbal.tiltMinDeg, gimbal.tiltMaxDeg, GIMBAL_STEP_S);
  const setpoint = new Trapezoid(0);
  setpoint.target = 40;
  for (let step = 0; step < Math.round(timeS / GIMBAL_STEP_S); step += 1) {
    setpoint.step(gimbal.moveRateDps, gimbal.accelerationDps2, GIMBAL_STEP_S);
    axis.wantedDeg = setpoint.position;
    axis.wantedRateDps = setpoint.rate;
    axis.step();
  }
  return axis.angleDeg;
}

/** After 0.5 s of acceleration to 20 degrees per second the axis has gone 5 degrees; it stands after 2.5 s. Two steps at full rate are 0.2 degrees. */
const GIMBAL: VerificationRow = {
  row: 'X10',
  title: 'Camera axis, 40 degrees',
  source: 'closed form',
  cases: [
    ...figures(
      '20 deg/s, 40 deg/s², axis of 30 rad/s',
      'deg',
      absolute(0.2),
      ['in the middle of the way, 1.25 s', 20, () => gimbalAngleDeg(1.25)],
      ['at the end of the trapezoid, 2.5 s', 40, () => gimbalAngleDeg(2.5)],
    ),
    ...figures('the same', 'deg', relative(1e-4), ['2 s later', 40, () => gimbalAngleDeg(4.5)]),
  ],
};

export const MOTION_ROWS: readonly VerificationRow[] = [
  FREE_FALL,
  ROTOR_LAG,
  TILT_LOOP,
  TRAPEZOID,
  SEVEN_SEGMENTS,
  ENERGY,
  BALANCE,
  THRUST_BY_DENSITY,
  YAW_AUTHORITY,
  YAW_LOOP,
  GIMBAL,
];
