import { horizontalScaleM, verticalScaleM } from '../../src/air/dryden.ts';
import { gustMps } from '../../src/air/gust.ts';
import { RECORD_PERIOD_S, recordGusts } from '../dryden-recording.ts';
import { HEADING_PERIOD_S, headingSpectrum, moderateHeading } from '../heading-recording.ts';
import { spectralDensity } from '../statistics.ts';
import type { Chart } from './line-chart.ts';

type Points = readonly (readonly [number, number])[];

const AIRSPEED_MPS = 10;
const HEIGHT_M = 45;
const RECORDED_S = 40_000;
/** Number of waves of the evaluated frequency in a segment. */
const WAVES = 12;
const LONGEST_SEGMENT_S = 600;

const frequencies = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => 10 ** (-2 + (2.6 * index) / (count - 1)));

function measured(values: Float64Array): Points {
  return frequencies(27).map((radps) => {
    const segmentS = Math.min(LONGEST_SEGMENT_S, Math.max(20, (WAVES * 2 * Math.PI) / radps));
    return [radps, spectralDensity(values, RECORD_PERIOD_S, radps, segmentS)];
  });
}

/** MIL-F-8785C, as spectra in rad/s. */
const alongTheory = (radps: number): number => {
  const timeS = horizontalScaleM(HEIGHT_M) / AIRSPEED_MPS;
  return (2 * 1.25155 ** 2 * timeS) / Math.PI / (1 + (timeS * radps) ** 2);
};

const upTheory = (radps: number): number => {
  const timeS = verticalScaleM(HEIGHT_M) / AIRSPEED_MPS;
  return ((0.77167 ** 2 * timeS) / Math.PI) * ((1 + 3 * (timeS * radps) ** 2) / (1 + (timeS * radps) ** 2) ** 2);
};

function spectrumChart(): Chart {
  const { along, up } = recordGusts(7, RECORD_PERIOD_S, RECORDED_S);
  return {
    name: 'dryden-spectrum',
    title: 'Turbulence: spectra of gusts at 45 m',
    text: 'Light turbulence in air that passes at 10 m/s, 40,000 s recorded, beside the spectra of MIL-F-8785C.',
    x: { label: 'frequency, rad/s', scale: 'log' },
    y: { label: 'power spectral density, m²/s', scale: 'log', from: 1e-3, to: 100 },
    series: [
      { name: 'along, theory', points: frequencies(80).map((radps) => [radps, alongTheory(radps)]), look: 'line' },
      { name: 'along, simulated', points: measured(along), look: 'dots' },
      { name: 'vertical, theory', points: frequencies(80).map((radps) => [radps, upTheory(radps)]), look: 'line' },
      { name: 'vertical, simulated', points: measured(up), look: 'dots' },
    ],
  };
}

const GUST = { peakMps: 8, riseS: 2, holdS: 3, fallS: 2 };

const GUST_CHART: Chart = {
  name: 'gust',
  title: 'A gust of 8 m/s',
  text: 'The shape 1 - cos of MIL-F-8785C: rise 2 s, hold 3 s, fall 2 s. It carries 40 m of air.',
  x: { label: 'time, s' },
  y: { label: 'speed added, m/s', from: 0 },
  series: [
    {
      name: 'gust',
      points: Array.from({ length: 161 }, (_, index) => [index / 20, gustMps(GUST, index / 20)]),
      look: 'line',
    },
  ],
};

const HEADING_RADPS = Array.from({ length: 40 }, (_, index) => 0.2 * 60 ** (index / 39));

function headingChart(): Chart {
  const headings = moderateHeading();
  return {
    name: 'heading-spectrum',
    title: 'Heading of a hovering Kite: spectrum',
    text: '8 m/s across its nose, moderate turbulence, 30 m, 2,400 s, without noise of sensors, beside what gusts and controller give.',
    x: { label: 'frequency, rad/s', scale: 'log' },
    y: { label: 'power spectral density, deg² s', scale: 'log', from: 1e-5, to: 10 },
    series: [
      {
        name: 'gusts and controller',
        points: HEADING_RADPS.map((radps) => [radps, headingSpectrum(8, 'moderate', radps)]),
        look: 'line',
      },
      {
        name: 'flown',
        points: HEADING_RADPS.map((radps) => [radps, spectralDensity(headings, HEADING_PERIOD_S, radps, 60)]),
        look: 'dots',
      },
    ],
  };
}

/** Air, beyond the specification. */
export const airCharts = (): readonly Chart[] => [spectrumChart(), GUST_CHART, headingChart()];
