import { escaped } from '@kitestring/base/markup.ts';
import type { LoggedFlight } from '../../read/flight.ts';
import { n } from './place-map.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 34;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;
/** A longer silence of the log is a gap in the line. */
const GAP_SAMPLES = 4;
const GAP_MIN_US = 5e6;
const STEPS_M = [2, 5, 10, 20, 50];
/** Marks on the axis of time, at most. */
const MARKS_MAX = 7;
const MARKS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const MINUTE_US = 60e6;

interface HeightPlotOptions {
  readonly title: string;
  readonly target: string;
  /** Time of day, without seconds. */
  readonly clockText: (timeUs: number) => string;
}

/** Height and target over the time of a flight, as SVG that needs no script. */
export function heightPlot(flight: LoggedFlight, { clockText, target, title }: HeightPlotOptions): string {
  const { fromUs, samples } = flight;
  const toUs = Math.max(flight.toUs, fromUs + 1e6);
  const most = Math.max(
    10,
    ...samples.map(({ telemetry }) => Math.max(telemetry.altitude_m ?? 0, telemetry.altitude_target_m ?? 0)),
  );
  const stepM = STEPS_M.find((each) => most / each <= 5) ?? 100;
  const topM = Math.ceil((most * 1.02) / stepM) * stepM;
  const x = (timeUs: number) => LEFT + ((timeUs - fromUs) / (toUs - fromUs)) * (WIDTH - LEFT - RIGHT);
  const y = (m: number) => HEIGHT - BOTTOM - (Math.max(0, m) / topM) * (HEIGHT - TOP - BOTTOM);
  const heights = samples.map(({ telemetry, timeUs }) => ({ timeUs, m: telemetry.altitude_m }));
  const targets = samples.map(({ telemetry, timeUs }) => ({ timeUs, m: telemetry.altitude_target_m }));
  const levels = Array.from({ length: topM / stepM + 1 }, (_, index) => stepM * index);
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
${flight.states
  .filter(({ state }) => state.startsWith('Safety'))
  .map(
    (span) =>
      `<rect class="safety" x="${n(x(span.fromUs))}" y="${TOP}" width="${n(Math.max(1, x(span.toUs) - x(span.fromUs)))}" height="${HEIGHT - TOP - BOTTOM}"/>`,
  )
  .join('')}
${levels.map((m) => `<path class="grid" d="M${LEFT} ${n(y(m))}H${WIDTH - RIGHT}"/><text x="${LEFT - 5}" y="${n(y(m) + 4)}" text-anchor="end">${n(m)}</text>`).join('')}
${marksUs(fromUs, toUs)
  .map(
    (timeUs) =>
      `<path class="grid" d="M${n(x(timeUs))} ${TOP}V${HEIGHT - BOTTOM}"/><text x="${n(x(timeUs))}" y="${HEIGHT - 6}" text-anchor="middle">${escaped(clockText(timeUs))}</text>`,
  )
  .join('')}
<path class="target" d="${svgPath(targets, x, y)}"/><path class="height" d="${svgPath(heights, x, y)}"/>
<text class="key" x="${WIDTH - RIGHT}" y="${TOP + 4}" text-anchor="end">– – ${escaped(target)}</text>
</svg>`;
}

interface Point {
  readonly timeUs: number;
  readonly m: number | undefined;
}

/** A line with gaps where nothing was measured. */
function svgPath(points: readonly Point[], x: (timeUs: number) => number, y: (m: number) => number): string {
  const gapUs = gap(points);
  let path = '';
  let lastUs: number | undefined;
  for (const { m, timeUs } of points) {
    if (m === undefined) continue;
    const isNew = lastUs === undefined || timeUs - lastUs > gapUs;
    path += `${isNew ? 'M' : 'L'}${n(x(timeUs))} ${n(y(m))}`;
    lastUs = timeUs;
  }
  return path;
}

function gap(points: readonly Point[]): number {
  const [first, last] = [points[0]?.timeUs ?? 0, points.at(-1)?.timeUs ?? 0];
  return Math.max(GAP_MIN_US, (GAP_SAMPLES * (last - first)) / Math.max(1, points.length));
}

/** Round minutes. */
function marksUs(fromUs: number, toUs: number): readonly number[] {
  const minutes = (toUs - fromUs) / MINUTE_US;
  const everyUs = (MARKS_MIN.find((each) => minutes / each <= MARKS_MAX) ?? 1440) * MINUTE_US;
  const first = Math.ceil(fromUs / everyUs);
  const count = Math.floor(toUs / everyUs) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * everyUs);
}
