import { AIR_DENSITY, DEFAULT_TETHER } from '../default-tether.ts';
import { AT_LEAST, AT_MOST, absolute, figures, once, relative, type VerificationRow } from '../row.ts';
import { KITE_WEIGHT_N, TetheredKite } from '../tethered-kite.ts';

const LENGTH_M = 35;
const WEIGHT_N = LENGTH_M * DEFAULT_TETHER.massPerM * 9.80665;

/** A Kite that stands still, high up, just after its tether has been cut at the ground. */
const cutInWind = (windMps: number) => {
  const kite = new TetheredKite({ lengthM: LENGTH_M, windMps });
  kite.motion.upM = LENGTH_M - 0.1;
  kite.step();
  Object.assign(kite.motion, { upM: 45, eastM: 0, eastMps: 0, upMps: 0 });
  kite.tether.cut(0);
  kite.step();
  return kite;
};

/**
 * Where the push across the tail and its weight across it balance, q cos^2 = w sin, a quadratic equation: cos^2 of the angle
 * against the vertical.
 */
function criticalCosine(windMps: number): number {
  const push = 0.5 * AIR_DENSITY * DEFAULT_TETHER.dragCoefficient * DEFAULT_TETHER.diameterM * windMps ** 2;
  const ratio2 = ((DEFAULT_TETHER.massPerM * 9.80665) / push) ** 2;
  return Math.sqrt((Math.sqrt(ratio2 * ratio2 + 4 * ratio2) - ratio2) / 2);
}

const CRITICAL_ANGLE: VerificationRow = {
  row: 'X41',
  title: 'Tail of a cut tether at its critical angle',
  source: 'closed form',
  cases: [3, 8, 10, 12, 15].flatMap((windMps) => {
    const kite = once(() => cutInWind(windMps));
    const angle = Math.acos(criticalCosine(windMps));
    return [
      ...figures('35 m of 6.5 g/m', 'deg', absolute(1e-5), [
        `angle at ${windMps} m/s`,
        (angle * 180) / Math.PI,
        () => (kite().tether.tail.angle * 180) / Math.PI,
      ]),
      ...figures('35 m of 6.5 g/m', 'N', relative(1e-6), [
        `pull downwind at ${windMps} m/s`,
        WEIGHT_N * Math.cos(angle) * Math.sin(angle),
        () => kite().motion.tetherEastN,
      ]),
    ];
  }),
};

const TAIL_WEIGHT: VerificationRow = {
  row: 'X21',
  title: 'Weight of the tail after a cut',
  source: 'closed form',
  cases: figures('35 m of 6.5 g/m, in a calm', 'N', absolute(1e-9), [
    'pull on the Kite',
    WEIGHT_N,
    () => -cutInWind(0).motion.tetherUpN,
  ]),
};

/** Greatest speed over the ground of a level Kite with a tail, which sinks so slowly that it stays in the air. */
const drifting = once(() => {
  const kite = new TetheredKite({ lengthM: LENGTH_M, windMps: 12 });
  kite.motion.upM = 45;
  kite.motion.verticalThrustN = KITE_WEIGHT_N + WEIGHT_N;
  kite.tether.cut(0);
  let mostMps = 0;
  for (let count = 0; count < 120 / kite.stepS; count += 1) {
    kite.step();
    mostMps = Math.max(mostMps, kite.motion.eastMps);
  }
  return { mostMps, endMps: kite.motion.eastMps };
});

const NO_FASTER_THAN_THE_WIND: VerificationRow = {
  row: 'X42',
  title: 'A level Kite drifts with its tail, no faster than the wind',
  source: 'closed form',
  cases: [
    ...figures('35 m of tail, 12 m/s, 120 s', 'm/s', AT_MOST, ['fastest', 12, () => drifting().mostMps]),
    ...figures('35 m of tail, 12 m/s, 120 s', 'm/s', AT_LEAST, ['at the end', 11.8, () => drifting().endMps]),
  ],
};

export const TETHER_TAIL_ROWS: readonly VerificationRow[] = [TAIL_WEIGHT, CRITICAL_ANGLE, NO_FASTER_THAN_THE_WIND];
