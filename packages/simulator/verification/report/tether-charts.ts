import { GRAVITY_MPS2 } from '../../src/air/atmosphere.ts';
import { HangingLine } from '../../src/tether/hanging-line.ts';
import { tetherUnderTopForce, windBowedTether, windLoadNPerM } from '../../src/tether/tether-statics.ts';
import { DEFAULT_TETHER, INEXTENSIBLE_TETHER } from '../default-tether.ts';
import { levelKiteAtRest, snatch } from '../tethered-kite.ts';
import type { Chart } from './line-chart.ts';

type Points = readonly (readonly [number, number])[];

const LENGTH_M = 45;
const TENSION_N = 10;

/** Points along a tether whose top is held over its base. */
function heldShape(windMps: number): Points {
  const { baseAlongN, baseUpN } = windBowedTether(DEFAULT_TETHER, windMps, LENGTH_M, TENSION_N);
  const line = new HangingLine();
  line.baseEastN = baseAlongN;
  line.baseNorthN = 0;
  line.baseUpN = baseUpN;
  line.loadEastNPerM = windLoadNPerM(DEFAULT_TETHER, windMps);
  line.loadNorthNPerM = 0;
  line.loadUpNPerM = -DEFAULT_TETHER.massPerM * GRAVITY_MPS2;
  line.lengthM = LENGTH_M;
  line.stiffnessN = DEFAULT_TETHER.stiffnessN;
  return Array.from({ length: 31 }, (_, index) => {
    line.locate((index / 30) * LENGTH_M);
    return [line.eastM, line.upM];
  });
}

/** Bases of the tethers in the picture are this far apart. */
const APART_M = 13;
const WINDS_MPS = [0, 5, 8, 10, 12, 15];

const SHAPES: Chart = {
  name: 'tether-shapes',
  title: 'Tether of 45 m under a Kite that is held over its base',
  text: 'Tension of 10 N at the Kite, uniform wind from the left, true to scale. The wind bows the tether and draws the Kite down.',
  x: { label: `with the wind, m; bases are ${APART_M} m apart`, from: -2 },
  y: { label: 'height, m', from: 0, to: 47 },
  isTrueToScale: true,
  series: WINDS_MPS.map((windMps, index) => ({
    name: `${windMps} m/s`,
    points: heldShape(windMps).map(([alongM, upM]) => [alongM + index * APART_M, upM] as const),
    look: 'line' as const,
  })),
};

const levelDrift = (lengthM: number): Points =>
  Array.from({ length: 41 }, (_, index) => {
    const windMps = index / 4;
    const dragN = 0.5 * 1.225 * 0.02 * windMps * windMps;
    return [windMps, tetherUnderTopForce(INEXTENSIBLE_TETHER, windMps, lengthM, dragN, TENSION_N).alongM];
  });

const flownDrift = (lengthM: number): Points =>
  [2, 4, 6, 8, 10].map((windMps) => [windMps, levelKiteAtRest(windMps, lengthM, TENSION_N).motion.eastM]);

const levelDriftChart = (): Chart => ({
  name: 'level-drift',
  title: 'Drift of a Kite that holds itself level',
  text: 'With 10 N of lift beyond its weight and nothing to tell it where it is: why 25 m is the ceiling without satellites.',
  x: { label: 'wind, m/s' },
  y: { label: 'drift, m', from: 0 },
  series: [
    { name: '25 m, closed form', points: levelDrift(25), look: 'line' },
    { name: '25 m, flown', points: flownDrift(25), look: 'dots' },
    { name: '45 m, closed form', points: levelDrift(45), look: 'line' },
    { name: '45 m, flown', points: flownDrift(45), look: 'dots' },
  ],
});

const WIND_STEPS = Array.from({ length: 61 }, (_, index) => index / 4);

const baseAngle = (tensionN: number): Points =>
  WIND_STEPS.map((windMps) => {
    const { baseAlongN, baseUpN } = windBowedTether(INEXTENSIBLE_TETHER, windMps, LENGTH_M, tensionN);
    return [windMps, (Math.atan2(baseAlongN, baseUpN) * 180) / Math.PI];
  });

const BASE_ANGLE: Chart = {
  name: 'base-angle',
  title: 'Angle of the tether at its base, Kite held at 45 m',
  text: 'More tension holds the tether straighter, which is why the winch pulls harder in wind. The published limit is 20 degrees.',
  x: { label: 'wind, m/s' },
  y: { label: 'angle against the vertical, degrees', from: 0, to: 60 },
  series: [
    ...[6, 10, 15].map((tensionN) => ({
      name: `${tensionN} N at the Kite`,
      points: baseAngle(tensionN),
      look: 'line' as const,
    })),
    {
      name: 'limit',
      points: [
        [0, 20],
        [15, 20],
      ],
      look: 'dashed',
    },
  ],
};

const tensionPoints = (stepS: number, damping: number, every: number): Points =>
  snatch(stepS, damping)
    .map((tensionN, index): readonly [number, number] => [index * stepS * 1000, tensionN])
    .filter(([timeMs], index) => timeMs <= 250 && index % every === 0);

/** Spring and mass while the line is taut: half a wave. */
function springPoints(): Points {
  const radps = Math.sqrt(342.857 / 1.2);
  return Array.from({ length: 101 }, (_, index) => {
    const timeS = (index / 100) * 0.25;
    return [timeS * 1000, Math.max(0, 2 * Math.sqrt(342.857 * 1.2) * Math.sin(radps * timeS))];
  });
}

const snatchChart = (): Chart => ({
  name: 'snatch',
  title: 'Flying into the end of 45 m of tether at 2 m/s',
  text: 'The tension is that of a spring and a mass, 40.57 N at its peak; 10 % of damping, which the product has, lower it.',
  x: { label: 'time, ms' },
  y: { label: 'tension at the Kite, N', from: 0 },
  series: [
    { name: 'closed form', points: springPoints(), look: 'line' },
    { name: 'undamped, 400 Hz', points: tensionPoints(0.0025, 0, 3), look: 'dots' },
    { name: 'damped', points: tensionPoints(0.0025, 0.1, 1), look: 'dashed' },
  ],
});

/** Shapes and pulls of the tether. */
export const tetherCharts = (): readonly Chart[] => [SHAPES, BASE_ANGLE, levelDriftChart(), snatchChart()];
