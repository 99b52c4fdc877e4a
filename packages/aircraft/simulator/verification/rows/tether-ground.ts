import { AT_MOST, absolute, type CheckedFigure, figures, once, type VerificationRow } from '../row.ts';
import { TetheredKite } from '../tethered-kite.ts';

/** Tether of a Kite that is held so far aside and so high with so much of it out, friction on the ground as given. */
const heldAt = (eastM: number, upM: number, lengthM: number, groundFriction: number) =>
  once(() => {
    const kite = new TetheredKite({ lengthM, overrides: { tether: { groundFriction, seriesNPerM: 1e6 } } });
    for (let count = 0; count < 400; count += 1) {
      Object.assign(kite.motion, { eastM, upM, eastMps: 0, upMps: 0 });
      kite.step();
    }
    return kite;
  });

type Held = ReturnType<typeof heldAt>;

const forces = (name: string, held: Held, base: number, across: number, up: number): readonly CheckedFigure[] => [
  [`tension at the base, ${name}`, base, () => held().tether.baseTensionN],
  [`pull across at the Kite, ${name}`, across, () => -held().motion.tetherEastN],
  [`pull down at the Kite, ${name}`, up, () => -held().motion.tetherUpN],
];

const laid = (name: string, held: Held, lengthM: number): CheckedFigure => [
  `on the ground, ${name}`,
  lengthM,
  () => held().tether.onGroundM,
];

const HEAP = heldAt(10, 5, 50, 0);
const LAID = heldAt(30, 10, 33, 0);
const ROUGH = heldAt(30, 10, 33, 0.5);

/** MoorPy 1.3.0: catenary(10, 5, 50, 2e4, 0.063743225) and (30, 10, 33, ...) with CB 0 and 0.5. */
const ON_GROUND: VerificationRow = {
  row: 'X44',
  title: 'Line that is too long lies on the ground towards the Kite',
  source: 'published: MoorPy 1.3.0, run with these figures',
  cases: [
    ...figures('6.5 g/m, EA 2e4 N', 'N', absolute(0.005), ...forces('50 m to (10, 5) m', HEAP, 0, 0, 0.318714)),
    ...figures('6.5 g/m, EA 2e4 N', 'm', absolute(0.02), laid('50 m to (10, 5) m', HEAP, 45.00004)),
    ...figures(
      '6.5 g/m, EA 2e4 N',
      'N',
      absolute(0.005),
      ...forces('33 m to (30, 10) m', LAID, 1.383276, 1.383276, 1.472953),
    ),
    ...figures('6.5 g/m, EA 2e4 N', 'm', absolute(0.02), laid('33 m to (30, 10) m', LAID, 9.8924)),
    ...figures(
      '6.5 g/m, EA 2e4 N, friction 0.5',
      'N',
      absolute(0.005),
      ...forces('33 m to (30, 10) m, with friction', ROUGH, 1.068088, 1.383357, 1.472988),
    ),
  ],
};

/** A winch that reels in with all it has, a Kite that lies 9 m aside: the greatest tension, and where the Kite gets to. */
const reelingIn = (groundFriction: number) =>
  once(() => {
    const kite = new TetheredKite({ lengthM: 9, overrides: { kite: { groundFriction } } });
    kite.motion.eastM = 9;
    kite.tether.isKiteDown = true;
    let mostN = 0;
    for (let count = 0; count < 4000; count += 1) {
      kite.winch.commandMps = count < 2000 ? -0.5 : 0;
      kite.winch.step();
      kite.tether.step();
      kite.motion.slide();
      mostN = Math.max(mostN, kite.tether.baseTensionN);
    }
    return { mostN, endN: kite.tether.baseTensionN };
  });

const HELD_FAST = reelingIn(2);
const SMOOTH = reelingIn(0.2);

const DRAGGED: VerificationRow = {
  row: 'X45',
  title: 'Kite on the ground beside its cradle, a winch that reels in',
  source: 'closed form',
  cases: [
    ...figures('1.2 kg, friction 2, 0.5 m/s for 5 s: no more than friction holds', 'N', AT_MOST, [
      'tension left, friction 2',
      2 * 1.2 * 9.80665,
      () => HELD_FAST().endN,
    ]),
    ...figures('1.2 kg, friction 0.2', 'N', AT_MOST, [
      'tension left, friction 0.2',
      0.2 * 1.2 * 9.80665,
      () => SMOOTH().endN,
    ]),
  ],
};

export const TETHER_GROUND_ROWS: readonly VerificationRow[] = [ON_GROUND, DRAGGED];
