import { gustShare } from '../../src/air/gust.ts';
import { BaseMotion } from '../../src/ground/base-motion.ts';
import { waveSpectrum } from '../../src/ground/sea-state.ts';
import { waveResponse } from '../../src/ground/vessel-response.ts';
import { DEFAULT_PARAMETERS } from '../../src/parameters.ts';
import { StepRates } from '../../src/step-rates.ts';
import { FlownAircraft } from '../../test/flown-aircraft.ts';
import {
  AT_LEAST,
  AT_MOST,
  absolute,
  type CheckedFigure,
  figures,
  once,
  relative,
  type VerificationRow,
} from '../row.ts';
import { measuredMotion, recordElevation, SEA_PERIOD_S } from '../sea-recording.ts';
import { spectralDensity, standardDeviation } from '../statistics.ts';
import { KITE_WEIGHT_N, SPRING_ONLY, TetheredKite } from '../tethered-kite.ts';

const HOURS_S = 3 * 3600;
const SEEDS = [1, 2, 3, 4, 5, 6] as const;
const seas = new Map(
  [2, 3, 4, 5].map((code) => [code, once(() => SEEDS.map((seed) => recordElevation(code, seed, HOURS_S)))]),
);

const recordings = (code: number): readonly Float64Array[] => seas.get(code)?.() ?? [];

const meanOver = (code: number, of: (values: Float64Array) => number): number => {
  const values = recordings(code).map(of);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

const heightM = (code: number) => meanOver(code, (values) => 4 * standardDeviation(values));
const density = (code: number, radps: number) =>
  meanOver(code, (values) => spectralDensity(values, SEA_PERIOD_S, radps, 120));

/** Period of the greatest density, from 40 to 160 % of the frequency that is expected. */
function peakPeriodS(code: number, aboutS: number): number {
  const about = (2 * Math.PI) / aboutS;
  let best = 0;
  let bestDensity = 0;
  for (let share = 0.4; share < 1.6; share += 0.02) {
    const found = density(code, share * about);
    if (found > bestDensity) [best, bestDensity] = [share * about, found];
  }
  return (2 * Math.PI) / best;
}

/** Sea state, significant height and most probable peak period of the open North Atlantic. */
const NATO = [
  [2, 0.3, 7.5],
  [3, 0.88, 7.5],
  [4, 1.88, 8.8],
  [5, 3.25, 9.7],
] as const;
const seaText = 'six seas of 3 h, elevation as it is flown over';

const SEA_STATES: VerificationRow = {
  row: 'X70',
  title: 'Height and period of the sea',
  source: 'published: STANAG 4194, WMO code table 3700',
  cases: [
    ...figures(
      seaText,
      'm',
      relative(0.02),
      ...NATO.map(
        ([code, wantedM]): CheckedFigure => [`significant height, sea state ${code}`, wantedM, () => heightM(code)],
      ),
    ),
    ...figures(
      seaText,
      's',
      relative(0.1),
      ...NATO.map(
        ([code, , wantedS]): CheckedFigure => [
          `peak period, sea state ${code}`,
          wantedS,
          () => peakPeriodS(code, wantedS),
        ],
      ),
    ),
  ],
};

const SPECTRUM: VerificationRow = {
  row: 'X71',
  title: 'Spectrum of the sea, one-sided',
  source: 'published: Bretschneider, ITTC',
  cases: [
    ...figures(
      'sea state 4, Welch',
      'm²·s',
      relative(0.15),
      ['at 0.8 of the peak', 0.223181, () => density(4, 0.571199)],
      ['at the peak', 0.443201, () => density(4, 0.713998)],
      ['at 1.5 times the peak', 0.15914, () => density(4, 1.070997)],
      ['at twice the peak', 0.044708, () => density(4, 1.427997)],
    ),
    ...figures('closed form', 'm²·s', relative(1e-5), [
      'at the peak, 1.88 m and 8.8 s',
      0.443201,
      () => waveSpectrum({ significantHeightM: 1.88, peakPeriodS: 8.8 }, 0.713998),
    ]),
  ],
};

const { vessel } = DEFAULT_PARAMETERS;

/** Frequency, direction, speed; heave per metre, pitch in radians per metre. */
const JENSEN = [
  [0.5, 0, 0, 0.96811119, 0.02507481],
  [0.7, Math.PI / 4, 0, 0.99009148, 0.03607944],
  [0.9, Math.PI, 0, 0.68390413, 0.06865204],
  [1.1, Math.PI, 0, 0.35555652, 0.07877102],
  [0.7, Math.PI, 5, 1.16644982, 0.06211528],
  [0.9, Math.PI / 3, 5, 0.86416856, 0.03724535],
] as const;

const RESPONSE: VerificationRow = {
  row: 'X72',
  title: 'Heave and pitch of the vessel in regular waves',
  source: 'published: Jensen, Mansour and Olsen 2004',
  cases: JENSEN.flatMap(([radps, towards, speedMps, heave, pitch]) => {
    const at = `${radps} rad/s from ${Math.round((towards * 180) / Math.PI)}°, ${speedMps} m/s`;
    const response = () => waveResponse(vessel, radps, towards, speedMps);
    return [
      ...figures(at, 'm/m', relative(1e-5), [`heave, ${at}`, heave, () => Math.abs(response().heave)]),
      ...figures(at, 'rad/m', relative(1e-5), [`pitch, ${at}`, pitch, () => Math.abs(response().pitch)]),
    ];
  }),
};

/** Feet of the sea of 1.88 m that the model rolls in. */
const SEA_FT = 1.88 / 0.3048;
const motions = new Map([9, 11, 16].map((periodS) => [periodS, once(() => measuredMotion(1.88, periodS, 4, 3600))]));
const motionPerFoot = (periodS: number) => {
  const { rollDeg, pitchDeg } = motions.get(periodS)?.() ?? { rollDeg: Number.NaN, pitchDeg: Number.NaN };
  return { roll: rollDeg / SEA_FT, pitch: pitchDeg / SEA_FT };
};

/**
 * By how much her motion grew per foot of sea. The period of that sea was not published with it: off Monterey its peak
 * is at about 11 s (NDBC 46042), here from 9 to 16 (assumed), and the vessel moves less in a longer sea. The ratio of
 * pitch to roll hardly depends on it: a hull like a box pitches more than hers.
 */
const MEASURED: VerificationRow = {
  row: 'X73',
  title: 'Roll and pitch of R/V Point Sur on station',
  source: 'published: Collins, Clynch and Rago 2005',
  cases: [
    ...figures(
      'shortest sea, peak at 9 s, eight headings',
      '° rms/ft',
      AT_LEAST,
      ['roll at 9 s', 0.23, () => motionPerFoot(9).roll],
      ['pitch at 9 s', 0.12, () => motionPerFoot(9).pitch],
    ),
    ...figures(
      'longest sea, peak at 16 s, eight headings',
      '° rms/ft',
      AT_MOST,
      ['roll at 16 s', 0.23, () => motionPerFoot(16).roll],
      ['pitch at 16 s', 0.12, () => motionPerFoot(16).pitch],
    ),
    ...figures('mean sea, peak at 11 s, eight headings', '° rms/ft', relative(0.15), [
      'roll at 11 s',
      0.23,
      () => motionPerFoot(11).roll,
    ]),
    ...figures('mean sea, peak at 11 s, eight headings', '', relative(0.3), [
      'pitch per roll at 11 s',
      0.12 / 0.23,
      () => motionPerFoot(11).pitch / motionPerFoot(11).roll,
    ]),
  ],
};

interface Turn {
  readonly accelerationMps2: number;
  readonly byRadiusMps2: number;
  readonly rollDeg: number;
}

/** Second difference of the path of a base in a steady turn at 8 m/s, and v²/r by the circle through three of its points. */
const turn = once((): Turn => {
  const base = new BaseMotion(DEFAULT_PARAMETERS, new StepRates(), 1);
  const run = (seconds: number) => {
    for (let count = 0; count < seconds * 100; count += 1) base.step();
  };
  base.steer(8, 40);
  run(30);
  base.steer(8, 200);
  run(4);
  const points = [0, 1, 2].map(() => {
    run(0.5);
    return [base.eastM, base.northM] as const;
  });
  const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = points;
  const [a, b, c] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x2 - x1, y2 - y1), Math.hypot(x2 - x0, y2 - y0)];
  const area = Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2;
  return {
    accelerationMps2: Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2) / 0.25,
    byRadiusMps2: (8 * 8 * 4 * area) / (a * b * c),
    rollDeg: Math.abs(base.rollDeg),
  };
});

/** Way of a base that brakes from 10 m/s. */
function brakingWayM(): number {
  const base = new BaseMotion(DEFAULT_PARAMETERS, new StepRates(), 1);
  base.steer(10, 40);
  for (let count = 0; count < 3000; count += 1) base.step();
  const [eastM, northM] = [base.eastM, base.northM];
  base.steer(0, 40);
  for (let count = 0; count < 1000; count += 1) base.step();
  return Math.hypot(base.eastM - eastM, base.northM - northM);
}

const TURN: VerificationRow = {
  row: 'X74',
  title: 'A vehicle that turns and brakes',
  source: 'closed form',
  cases: [
    ...figures(
      '8 m/s, lateral limit 1.9 m/s²',
      'm/s²',
      relative(0.01),
      ['centripetal acceleration of its path', 1.9, () => turn().accelerationMps2],
      ['v²/r of the same path', 1.9, () => turn().byRadiusMps2],
    ),
    ...figures('6° per g', '°', relative(0.02), ['roll, a g⁻¹ times the gradient', 1.162468, () => turn().rollDeg]),
    ...figures('from 10 m/s by 3.4 m/s²', 'm', absolute(0.06), ['braking way, v²/2a', 14.705882, brakingWayM]),
  ],
};

/** Half the range of the tension on a line of 45 m without weight whose base heaves, from the steady state on, newton. */
function heavedTensionN(radps: number, amplitudeM: number): number {
  const kite = new TetheredKite({ lengthM: 45, overrides: SPRING_ONLY });
  const liftN = 40;
  const natural2 = 342.857142857 / 1.2;
  kite.motion.verticalThrustN = KITE_WEIGHT_N + liftN;
  kite.motion.upM = 45 + liftN / 342.857142857;
  kite.motion.upMps = (amplitudeM * radps ** 3) / (natural2 - radps ** 2);
  let baseMps = amplitudeM * radps;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let step = 1; step * kite.stepS < 12; step += 1) {
    const nextMps = amplitudeM * radps * Math.cos(radps * step * kite.stepS);
    kite.motion.carryOff({ eastStepMps: 0, northStepMps: 0, upStepMps: nextMps - baseMps });
    baseMps = nextMps;
    kite.step();
    least = Math.min(least, kite.tether.baseTensionN);
    most = Math.max(most, kite.tether.baseTensionN);
  }
  return (most - least) / 2;
}

const HEAVE: VerificationRow = {
  row: 'X75',
  title: 'Heave of the deck to tension of the tether, winch blocked',
  source: 'closed form',
  cases: figures(
    '1.2 kg on 342.86 N/m, forced',
    'N',
    relative(0.02),
    ['1 m at 1 rad/s', 1.20421475, () => heavedTensionN(1, 1)],
    ['0.05 m at 8 rad/s', 4.94845361, () => heavedTensionN(8, 0.05)],
  ),
};

/** Strongest wind along the road at a Kite of this height while a lorry passes at 22.35 m/s, m/s. */
function lorryMps(heightM: number): number {
  const flight = FlownAircraft.at(heightM, { wind: { speedMps: 0, fromDeg: 0, turbulence: 'none' } });
  flight.aircraft.faults.inject({ type: 'passing_lorry', parameters: { speed_mps: 22.35, heading_deg: 0 } });
  let strongest = 0;
  for (let count = 0; count < 80; count += 1) {
    flight.advance(0.02);
    strongest = Math.max(strongest, flight.aircraft.simulation.wind.northMps);
  }
  return strongest;
}

const LORRY: VerificationRow = {
  row: 'X76',
  title: 'Air that a lorry takes along',
  source: 'published: SAE 2007-01-0758, AASHTO LTS',
  cases: [
    ...figures('50 mph, beside the lane', 'm/s', relative(0.03), ['fastest air at 4 m', 11.31, () => lorryMps(4)]),
    ...figures('50 mph', 'm/s', absolute(1e-9), ['at 12 m', 0, () => lorryMps(12)]),
    ...figures('AASHTO: whole at 6 m, none at 10 m', '', absolute(1e-12), [
      'share at 8 m',
      0.5,
      () => gustShare({ peakMps: 1, riseS: 1, holdS: 1, fallS: 1, fadesM: [6, 10] }, 8),
    ]),
  ],
};

export const BASE_ROWS: readonly VerificationRow[] = [SEA_STATES, SPECTRUM, RESPONSE, MEASURED, TURN, HEAVE, LORRY];
