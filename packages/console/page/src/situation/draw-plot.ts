import './usable-language.ts';

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { Columns } from './history.ts';
import type { SeriesName } from './use-flight-history.ts';

export interface PlotLine {
  readonly series: SeriesName;
  /** Name of the variable with its colour. */
  readonly colour: `--${string}`;
  readonly isDashed?: boolean;
}

interface PlotOptions {
  readonly lines: readonly PlotLine[];
  readonly size: SizePx;
  readonly top: number;
  readonly durationS: number;
  readonly minutesAgo: (minutes: number) => string;
}

interface DrawnPlot {
  readonly show: (columns: Columns) => void;
  readonly end: () => void;
}

const MINUTE_S = 60;
const AXIS_LEFT_PX = 28;
const AXIS_BELOW_PX = 16;
const FONT = '12px system-ui, sans-serif';

/** A canvas inside `place` with these lines, in the current colours of the page. */
export function drawPlot(place: HTMLElement, { durationS, lines, minutesAgo, size, top }: PlotOptions): DrawnPlot {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--quiet'), font: FONT, gap: 2, ticks: { show: false } };
  const grid = { stroke: colour('--line'), width: 1 };
  const plot = new uPlot(
    {
      width: size.widthPx,
      height: size.heightPx,
      padding: [6, 18, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-durationS, 0] },
        y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(top, (high ?? 0) * 1.05)] },
      },
      axes: [
        {
          ...axis,
          size: AXIS_BELOW_PX,
          grid: { show: false },
          splits: [-durationS, -durationS / 2, 0],
          values: (_, splits) => splits.map((s) => minutesAgo(Math.round(-s / MINUTE_S))),
        },
        { ...axis, size: AXIS_LEFT_PX, grid, space: 22 },
      ],
      series: [
        {},
        ...lines.map(({ colour: name, isDashed = false }) => ({
          stroke: colour(name),
          width: 1.5,
          points: { show: false },
          ...(isDashed && { dash: [5, 4] }),
        })),
      ],
    },
    [[], ...lines.map(() => [])],
    place,
  );
  return { show: (columns) => plot.setData(columns as unknown as uPlot.AlignedData), end: () => plot.destroy() };
}
