import { escaped } from '@kitestring/base/markup.ts';

/** A curve or a set of points. */
interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly look: 'line' | 'dashed' | 'dots';
}

interface ChartAxis {
  readonly label: string;
  readonly scale?: 'linear' | 'log';
  /** Fixed ends; those of the data when absent. */
  readonly from?: number;
  readonly to?: number;
}

export interface Chart {
  /** Part of the file's name. */
  readonly name: string;
  readonly title: string;
  /** Description of the chart in one or two sentences. */
  readonly text: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly Series[];
  /** Equal scale on both axes. */
  readonly isTrueToScale?: true;
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 16;
const TOP = 44;
const BOTTOM = 52;
const LEGEND_WIDTH = 168;
/** Okabe and Ito's colours, which most people with a colour vision deficiency tell apart; dark enough on white. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8c6d00', '#56b4e9', '#444444', '#7b4ab5'];

/** Position of a value. */
interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** The chart as a self-contained SVG text: white background, system fonts. */
export function lineChart(chart: Chart): string {
  const right = WIDTH - RIGHT - LEGEND_WIDTH;
  const values = (index: 0 | 1) => chart.series.flatMap(({ points }) => points.map((point) => point[index]));
  const ends = { x: axisEnds(values(0), chart.x), y: axisEnds(values(1), chart.y) };
  if (chart.isTrueToScale) widen(ends, (right - LEFT) / (HEIGHT - TOP - BOTTOM));
  const x = scaleOf(ends.x, chart.x.scale, LEFT, right);
  const y = scaleOf(ends.y, chart.y.scale, HEIGHT - BOTTOM, TOP);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(chart.title)}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#fff"/>`,
    `<text x="${LEFT}" y="26" font-size="15" font-weight="600" fill="#1c2733">${escaped(chart.title)}</text>`,
    ...x.ticks.map((tick) => gridLine(x.place(tick), TOP, x.place(tick), HEIGHT - BOTTOM)),
    ...y.ticks.map((tick) => gridLine(LEFT, y.place(tick), right, y.place(tick))),
    ...x.ticks.map((tick) => label(x.place(tick), HEIGHT - BOTTOM + 18, 'middle', tickText(tick))),
    ...y.ticks.map((tick) => label(LEFT - 8, y.place(tick) + 4, 'end', tickText(tick))),
    label((LEFT + right) / 2, HEIGHT - 12, 'middle', chart.x.label),
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle" fill="#51606f">${escaped(chart.y.label)}</text>`,
    `<clipPath id="${chart.name}-area"><rect x="${LEFT}" y="${TOP}" width="${right - LEFT}" height="${HEIGHT - BOTTOM - TOP}"/></clipPath>`,
    `<g clip-path="url(#${chart.name}-area)">`,
    ...chart.series.map((series, index) => draw(series, colourOf(index), x, y)),
    '</g>',
    ...chart.series.map((series, index) => legend(series, colourOf(index), right + 16, TOP + 10 + 20 * index)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] as string;

type Ends = [low: number, high: number];

function axisEnds(values: readonly number[], axis: ChartAxis): Ends {
  let low = axis.from ?? Number.POSITIVE_INFINITY;
  let high = axis.to ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (axis.from === undefined && value < low) low = value;
    if (axis.to === undefined && value > high) high = value;
  }
  if (low === high) return [low - 1, high + 1];
  const margin = axis.scale === 'log' ? 0 : (high - low) * 0.04;
  return [axis.from ?? low - margin, axis.to ?? high + margin];
}

/** Widens one axis so that both have the same scale. */
function widen(ends: { x: Ends; y: Ends }, aspect: number): void {
  const width = ends.x[1] - ends.x[0];
  const height = ends.y[1] - ends.y[0];
  if (width < height * aspect) ends.x = [ends.x[0], ends.x[0] + height * aspect];
  else ends.y = [ends.y[0], ends.y[0] + width / aspect];
}

function scaleOf([low, high]: Ends, kind: ChartAxis['scale'], from: number, to: number): Scale {
  if (kind === 'log') {
    const start = Math.log10(low);
    const span = Math.log10(high) - start;
    const place = (value: number) => from + ((Math.log10(value) - start) / span) * (to - from);
    const ticks: number[] = [];
    for (let power = Math.ceil(start - 1e-9); power <= start + span + 1e-9; power += 1) ticks.push(10 ** power);
    return { place, ticks };
  }
  const place = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  return { place, ticks: linearTicks(low, high) };
}

/** Five to ten round numbers. */
function linearTicks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; count += 1)
    ticks.push(count * step);
  return ticks;
}

const tickText = (value: number): string =>
  value !== 0 && (Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3)
    ? value.toExponential(0)
    : String(Number(value.toPrecision(6)));

const gridLine = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${pixel(x1)}" y1="${pixel(y1)}" x2="${pixel(x2)}" y2="${pixel(y2)}" stroke="#e3e8ee"/>`;

const label = (x: number, y: number, anchor: string, text: string): string =>
  `<text x="${pixel(x)}" y="${pixel(y)}" text-anchor="${anchor}" fill="#51606f">${escaped(text)}</text>`;

function draw({ points, look }: Series, colour: string, x: Scale, y: Scale): string {
  if (look === 'dots') {
    return points
      .map(
        (point) =>
          `<circle cx="${pixel(x.place(point[0]))}" cy="${pixel(y.place(point[1]))}" r="3.2" fill="${colour}"/>`,
      )
      .join('');
  }
  const path = points.map((point) => `${pixel(x.place(point[0]))},${pixel(y.place(point[1]))}`).join(' ');
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashes(look)}/>`;
}

function legend({ name, look }: Series, colour: string, x: number, y: number): string {
  const mark =
    look === 'dots'
      ? `<circle cx="${x + 10}" cy="${y - 4}" r="3.2" fill="${colour}"/>`
      : `<line x1="${x}" y1="${y - 4}" x2="${x + 20}" y2="${y - 4}" stroke="${colour}" stroke-width="2"${dashes(look)}/>`;
  return `${mark}<text x="${x + 26}" y="${y}" fill="#1c2733">${escaped(name)}</text>`;
}

const dashes = (look: Series['look']): string => (look === 'dashed' ? ' stroke-dasharray="6 5"' : '');

const pixel = (value: number): string => String(Math.round(value * 10) / 10);
