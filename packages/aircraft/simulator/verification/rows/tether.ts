import { Catenary } from '../../src/tether/catenary.ts';
import { HangingLine } from '../../src/tether/hanging-line.ts';
import { absolute, type CheckedFigure, figures, once, relative, type VerificationRow } from '../row.ts';

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
): readonly [CheckedFigure, CheckedFigure, CheckedFigure] => [
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

export const TETHER_ROWS: readonly VerificationRow[] = [ELASTIC, TAUT, KITE_TETHER, TEXTBOOK, INEXTENSIBLE];
