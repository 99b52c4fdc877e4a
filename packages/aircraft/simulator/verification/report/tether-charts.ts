import { kiteDragN, tetherInWind } from '../default-tether.ts';
import { lineHeldUpright, lineUnderForce, pointsOf } from '../oracle/line-in-wind.ts';
import { levelKiteAtRest, pullingKiteAtRest, snatch } from '../tethered-kite.ts';
import type { Chart } from './line-chart.ts';

type Points = readonly (readonly [number, number])[];

const LENGTH_M = 45;
const TENSION_N = 10;
/** Exponent of the wind profile in open country. */
const EXPONENT = 1 / 7;

/** Points along a tether whose top is held over its base: every tenth that was computed. */
function heldShape(windMps: number): Points {
  const line = tetherInWind(LENGTH_M, windMps, EXPONENT);
  return pointsOf(line, lineHeldUpright(line, TENSION_N)).filter((_, index) => index % 10 === 0);
}

/** Distance between the tether bases in the chart. */
const APART_M = 13;
const WINDS_MPS = [0, 5, 8, 10, 12, 15];

const shapesChart = (): Chart => ({
  name: 'tether-shapes',
  title: 'Tether of 45 m under a Kite that is held over its base',
  text: 'Tension of 10 N at the Kite, wind from the left by the profile of open country, its speed at 10 m. True to scale.',
  x: { label: `with the wind, m; bases are ${APART_M} m apart`, from: -2 },
  y: { label: 'height, m', from: 0, to: 47 },
  isTrueToScale: true,
  series: WINDS_MPS.map((windMps, index) => ({
    name: `${windMps} m/s`,
    points: heldShape(windMps).map(([alongM, upM]) => [alongM + index * APART_M, upM] as const),
    look: 'line' as const,
  })),
});

const levelDrift = (lengthM: number): Points =>
  Array.from({ length: 21 }, (_, index) => {
    const windMps = index / 2;
    const line = tetherInWind(lengthM, windMps);
    return [windMps, lineUnderForce(line, () => [kiteDragN(windMps), TENSION_N]).alongM];
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
    { name: '25 m, statics', points: levelDrift(25), look: 'line' },
    { name: '25 m, flown', points: flownDrift(25), look: 'dots' },
    { name: '45 m, statics', points: levelDrift(45), look: 'line' },
    { name: '45 m, flown', points: flownDrift(45), look: 'dots' },
  ],
});

const TENSIONS_N = [6, 10, 15];

const heldUpright = (windMps: number, tensionN: number) => {
  const line = tetherInWind(LENGTH_M, windMps, EXPONENT);
  return { line, statics: lineHeldUpright(line, tensionN), speedMps: windMps, exponent: EXPONENT };
};

const baseAngle = (tensionN: number): Points =>
  Array.from({ length: tensionN === 6 ? 11 : 16 }, (_, windMps) => {
    const { baseAlongN, baseUpN } = heldUpright(windMps, tensionN).statics;
    return [windMps, (Math.atan2(baseAlongN, baseUpN) * 180) / Math.PI];
  });

const flownAngle = (tensionN: number): Points =>
  [4, 8].map((windMps) => [windMps, pullingKiteAtRest(heldUpright(windMps, tensionN)).tether.baseAngleDeg]);

const baseAngleChart = (): Chart => ({
  name: 'base-angle',
  title: 'Angle of the tether at its base, Kite held at 45 m',
  text: 'More tension holds the tether straighter, which is why the winch pulls harder in wind. Open country, wind at 10 m. The published limit is 20 degrees.',
  x: { label: 'wind, m/s' },
  y: { label: 'angle against the vertical, degrees', from: 0, to: 60 },
  series: [
    ...TENSIONS_N.map((tensionN) => ({
      name: `${tensionN} N at the Kite`,
      points: baseAngle(tensionN),
      look: 'line' as const,
    })),
    { name: 'flown', points: TENSIONS_N.flatMap((tensionN) => flownAngle(tensionN)), look: 'dots' },
    {
      name: 'limit',
      points: [
        [0, 20],
        [15, 20],
      ],
      look: 'dashed',
    },
  ],
});

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

/** Shapes and forces of the tether. */
export const tetherCharts = (): readonly Chart[] => [shapesChart(), baseAngleChart(), levelDriftChart(), snatchChart()];
