import { Catenary } from '../../src/tether/catenary.ts';
import { HangingLine } from '../../src/tether/hanging-line.ts';
import {
  type BowedTether,
  hangingStretchM,
  tautTetherTensionN,
  tetherUnderTopForce,
  windBowedTether,
  windLoadNPerM,
} from '../../src/tether/tether-statics.ts';
import { DEFAULT_TETHER, INEXTENSIBLE_TETHER, kiteHolding } from '../default-tether.ts';
import { absolute, type Figure, figures, once, relative, type VerificationRow } from '../row.ts';
import { FLAT_DRIFT_FLOWN, TAUT_TENSION_FLOWN } from './tether-motion.ts';

interface Ends {
  readonly spanM: number;
  readonly riseM: number;
  readonly lengthM: number;
  readonly stiffnessN?: number;
  readonly loadNPerM: number;
}

function solved(ends: Ends): Catenary {
  const line = Object.assign(new Catenary(), ends);
  line.solve();
  return line;
}

/** Force across, force along at the base and at the top. */
const forces = (
  name: string,
  ends: Ends,
  across: number,
  base: number,
  top: number,
): readonly [Figure, Figure, Figure] => [
  [`force across${name}`, across, () => solved(ends).acrossN],
  [`force up at the base${name}`, base, () => solved(ends).baseN],
  [`force up at the top${name}`, top, () => solved(ends).topN],
];

const LONG: Ends = { spanM: 400, riseM: 200, lengthM: 500, stiffnessN: 7.51e12, loadNPerM: 200 };

const ELASTIC: VerificationRow = {
  row: 'V1',
  title: 'Elastic catenary',
  source: 'published: MoorPy, tests of catenary',
  cases: figures(
    'span 400 m, rise 200 m, length 500 m, EA 7.51e12 N, 200 N/m',
    'N',
    relative(1e-5),
    ...forces('', LONG, 43694.581, -22365.599, 77634.401),
  ),
};

const NEARLY_TAUT: Ends = {
  spanM: 246.22420940032947,
  riseM: 263.55766330843164,
  lengthM: 360.6256626239693,
  stiffnessN: 7e8,
  loadNPerM: 3.08735,
};

const TAUT: VerificationRow = {
  row: 'V3',
  title: 'Nearly taut catenary',
  source: 'published: MoorPy, tests of catenary',
  cases: figures(
    'span 246.224 m, rise 263.558 m, length 360.626 m, EA 7e8 N, 3.08735 N/m',
    'N',
    relative(1e-5),
    ...forces('', NEARLY_TAUT, 71116.8, 75567.3, 76680.6),
  ),
};

const kiteTether = (spanM: number, riseM: number): Ends => ({
  spanM,
  riseM,
  lengthM: 45,
  stiffnessN: 2e4,
  loadNPerM: 6.5e-3 * 9.80665,
});

const kiteTetherText = '6.5 g/m, EA 2e4 N, length 45 m';
const [slackAcross, slackBase, slackTop] = forces(', to (20, 35) m', kiteTether(20, 35), 0.427264, -0.199888, 2.668557);

const KITE_TETHER: VerificationRow = {
  row: 'V4',
  title: 'Kite tether, slack and taut',
  source: 'published: MoorPy, run with these figures',
  cases: [
    ...figures(
      kiteTetherText,
      'N',
      relative(1e-6),
      slackAcross,
      slackTop,
      ...forces(', to (5, 44.72) m', kiteTether(5, 44.72), 0.463681, 2.874847, 5.743292),
      ...forces(', to (5, 45.2) m', kiteTether(5, 45.2), 23.245858, 208.711528, 211.579973),
    ),
    // A small difference of large forces: known to its last digit, which is more than 1e-6 of it.
    ...figures(kiteTetherText, 'N', absolute(5e-7), slackBase),
  ],
};

/** A line of load 1 and length 2 sinh(1) between ends that are 2 apart and equally high. */
const textbook = once(() => solved({ spanM: 2, riseM: 0, lengthM: 2 * Math.sinh(1), loadNPerM: 1 }));

/** How deep the middle of that line hangs. */
function textbookSagM(): number {
  const line = new HangingLine();
  line.baseEastN = textbook().acrossN;
  line.baseNorthN = 0;
  line.baseUpN = textbook().baseN;
  line.loadEastNPerM = 0;
  line.loadNorthNPerM = 0;
  line.loadUpNPerM = -1;
  line.lengthM = 2 * Math.sinh(1);
  line.locate(Math.sinh(1));
  return -line.upM;
}

const TEXTBOOK: VerificationRow = {
  row: 'V5',
  title: 'Textbook catenary',
  source: 'closed form',
  cases: [
    ...figures('c 1 m, 1 N/m, span 2 m', 'm', absolute(1e-9), ['sag', 0.5430806348, textbookSagM]),
    ...figures(
      'c 1 m, 1 N/m, span 2 m',
      'N',
      absolute(1e-9),
      ['tension at the end', 1.5430806348, () => textbook().topTensionN],
      ['force across', 1, () => textbook().acrossN],
    ),
  ],
};

const inextensible = once(() => solved({ spanM: 10, riseM: 40, lengthM: 45, loadNPerM: 0.1225831 }));

const INEXTENSIBLE: VerificationRow = {
  row: 'V6',
  title: 'Inextensible catenary',
  source: 'closed form',
  cases: figures(
    '0.1225831 N/m, length 45 m, to (10, 40) m',
    'N',
    relative(1e-5),
    ['force across', 0.274799, () => inextensible().acrossN],
    ['tension at the base', 0.370931, () => inextensible().baseTensionN],
    ['tension at the top', 5.274256, () => inextensible().topTensionN],
    ['top minus base: load x rise', 4.903325, () => inextensible().topTensionN - inextensible().baseTensionN],
  ),
};

const bowed = once(() => windBowedTether(INEXTENSIBLE_TETHER, 10, 45, 10));

const WIND_BOWED: VerificationRow = {
  row: 'V7',
  title: 'Tether bowed by wind',
  source: 'closed form',
  cases: [
    ...figures(
      '45 m, 10 m/s, 10 N at the top, Kite over the base',
      'N',
      relative(1e-4),
      ['pull on the base with the wind', 2.85988, () => bowed().baseAlongN],
      ['pull on the base upwards', 6.60442, () => bowed().baseUpN],
    ),
    ...figures('the same', 'm', relative(1e-4), ['height', 43.97279, () => bowed().heightM]),
    ...figures('the same', 'm', absolute(1e-9), ['Kite aside of its base', 0, () => bowed().alongM]),
    ...figures('the same', 'deg', relative(1e-4), ['angle at the top', -18.6864, () => bowed().topAngleDeg]),
  ],
};

/** A Kite with level rotors: the wind's drag is all that pulls sideways. */
const flatAttitude = (windMps: number, lengthM: number): BowedTether =>
  tetherUnderTopForce(INEXTENSIBLE_TETHER, windMps, lengthM, 0.5 * 1.225 * 0.02 * windMps * windMps, 10);

const FLAT_DRIFT: VerificationRow = {
  row: 'V9',
  title: 'Drift at level attitude',
  source: 'closed form',
  cases: [
    ...figures(
      '5 m/s, length 25 m, 10 N of lift, drag area 0.02 m²',
      'm',
      absolute(0.002),
      ['drift', 2.0046, () => flatAttitude(5, 25).alongM],
      ['height', 24.90798, () => flatAttitude(5, 25).heightM],
    ),
    ...FLAT_DRIFT_FLOWN,
  ],
};

const STRETCH: VerificationRow = {
  row: 'V11',
  title: 'Stretch of a hanging tether',
  source: 'closed form',
  cases: figures(
    '10 N at the top, length 45 m',
    'm',
    absolute(1e-6),
    ['stretch', 0.019273, () => hangingStretchM(DEFAULT_TETHER, 45, 10)],
    ['stretch, by the shape', 0.019273, () => tetherUnderTopForce(DEFAULT_TETHER, 0, 45, 0, 10).heightM - 45],
  ),
};

const rad = (deg: number) => (deg * Math.PI) / 180;

const tautTension = (lean: number, rest: { elevation: number; elevationRate: number; thrustN: number }) =>
  tautTetherTensionN({ massKg: 1.2, lengthM: 45, lengthAcceleration: 0, lean, ...rest });

const TAUT_TENSION: VerificationRow = {
  row: 'V13',
  title: 'Tension of a taut tether',
  source: 'published: Nicotra et al. 2014',
  cases: [
    ...figures(
      '1.2 kg, 45 m',
      'N',
      absolute(1e-6),
      [
        '80 deg, lean 5 deg, 20 N, 0.1 rad/s',
        8.874696,
        () => tautTension(rad(5), { elevation: rad(80), elevationRate: 0.1, thrustN: 20 }),
      ],
      [
        'hover at 90 deg, 21.76798 N',
        10,
        () => tautTension(0, { elevation: rad(90), elevationRate: 0, thrustN: 21.76798 }),
      ],
    ),
    ...TAUT_TENSION_FLOWN,
  ],
};

const DRIFTS = [
  [3, 0.725, 2.109],
  [5, 2.005, 5.785],
  [8, 5.007, 13.79],
  [10, 7.529, 19.61],
] as const;

/** To the digits of the table that sized the product's limit of 25 m without satellites. */
const FLAT_DRIFT_TABLE: VerificationRow = {
  row: 'X13',
  title: 'Drift at level attitude by wind',
  source: 'own calculation',
  cases: DRIFTS.flatMap(([windMps, at25M, at45M]) => [
    ...figures(`${windMps} m/s, 10 N of lift`, 'm', absolute(0.0006), [
      `at 25 m, ${windMps} m/s`,
      at25M,
      () => flatAttitude(windMps, 25).alongM,
    ]),
    ...figures(`${windMps} m/s, 10 N of lift`, 'm', absolute(0.006), [
      `at 45 m, ${windMps} m/s`,
      at45M,
      () => flatAttitude(windMps, 45).alongM,
    ]),
  ]),
};

/** Tension at the top, wind; angle at the base, height, tension at the base, lean of the Kite, thrust. */
const HELD = [
  [6, 5, 12.41, 44.772, 3.146, 3.7, 17.75],
  [6, 10, 52.13, 40.406, 3.424, 15.32, 17.36],
  [10, 5, 5.75, 44.94, 7.135, 2.92, 21.76],
  [10, 10, 23.41, 43.973, 7.197, 11.78, 21.7],
  [10, 12, 34.44, 42.696, 7.278, 17.18, 21.6],
  [10, 15, 57.75, 37.6, 7.603, 28.07, 21.19],
  [15, 5, 3.45, 44.976, 12.13, 2.34, 26.77],
  [15, 10, 13.92, 44.612, 12.16, 9.37, 26.79],
  [15, 12, 20.22, 44.171, 12.18, 13.56, 26.82],
  [15, 15, 32.4, 42.788, 12.27, 21.45, 26.86],
] as const;

const baseAngleDeg = ({ baseAlongN, baseUpN }: BowedTether) => (Math.atan2(baseAlongN, baseUpN) * 180) / Math.PI;

/** To the digits of the table. */
const HELD_TABLE: VerificationRow = {
  row: 'X14',
  title: 'Kite held over its base in wind',
  source: 'own calculation',
  cases: HELD.flatMap(([tensionN, windMps, angleDeg, heightM, baseN, leanDeg, thrustN]) => {
    const at = `${tensionN} N, ${windMps} m/s`;
    const shape = () => windBowedTether(INEXTENSIBLE_TETHER, windMps, 45, tensionN);
    const kite = () => kiteHolding(shape(), tensionN, windMps);
    return [
      ...figures('45 m of tether', 'deg', absolute(0.006), [
        `angle at the base, ${at}`,
        angleDeg,
        () => baseAngleDeg(shape()),
      ]),
      ...figures('45 m of tether', 'm', absolute(0.0006), [`height, ${at}`, heightM, () => shape().heightM]),
      ...figures('45 m of tether', 'N', absolute(0.006), [
        `tension at the base, ${at}`,
        baseN,
        () => Math.hypot(shape().baseAlongN, shape().baseUpN),
      ]),
      ...figures('45 m of tether', 'deg', absolute(0.006), [`lean of the Kite, ${at}`, leanDeg, () => kite().leanDeg]),
      ...figures('45 m of tether', 'N', absolute(0.006), [`thrust, ${at}`, thrustN, () => kite().thrustN]),
    ];
  }),
};

/** A tether without weight under wind: its middle is q L^2 / 8T off the chord, the parabola of small sag. */
function bowM(windMps: number, tensionN: number): number {
  const line = new HangingLine();
  const load = windLoadNPerM(DEFAULT_TETHER, windMps);
  line.lengthM = 20;
  line.loadEastNPerM = load;
  line.loadNorthNPerM = 0;
  line.loadUpNPerM = 0;
  line.baseEastN = (load * line.lengthM) / 2;
  line.baseNorthN = 0;
  line.baseUpN = tensionN;
  line.locate(line.lengthM / 2);
  return line.eastM;
}

const parabolaM = (windMps: number, tensionN: number) =>
  (0.5 * 1.225 * 1.1 * 0.002 * windMps * windMps * 20 * 20) / (8 * tensionN);

/** The next term of the series is of the order of (q L / 2T)^2 / 4, below 3e-4 here. */
const PARABOLA: VerificationRow = {
  row: 'X15',
  title: 'Wind on a taut tether, parabola of small sag',
  source: 'closed form',
  cases: [5, 10, 15].flatMap((windMps) =>
    figures(`20 m, 100 N, no weight, ${windMps} m/s`, 'm', relative(3e-4), [
      `bow at ${windMps} m/s`,
      parabolaM(windMps, 100),
      () => bowM(windMps, 100),
    ]),
  ),
};

export const TETHER_ROWS: readonly VerificationRow[] = [
  ELASTIC,
  TAUT,
  KITE_TETHER,
  TEXTBOOK,
  INEXTENSIBLE,
  WIND_BOWED,
  FLAT_DRIFT,
  STRETCH,
  TAUT_TENSION,
  FLAT_DRIFT_TABLE,
  HELD_TABLE,
  PARABOLA,
];
