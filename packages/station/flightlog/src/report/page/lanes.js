// What happened, in lanes.
import { colour, FONT, flight, LEFT, RIGHT, STATE_HUES, timeS } from './flight.js';
import { clock, tickText, timeTicks, two } from './time-axis.js';
import { cursor, onSelect, plots, zoom } from './zoom.js';

const ROW = 20;
const LEVEL_HUES = { plain: 'a', info: 'faint', watch: 'watch', bad: 'bad' };

/** Puts items into as few rows as possible so that no label covers another one. */
function rowsOf(items, place) {
  const ends = [];
  return items.map((item) => {
    const { left, right } = place(item);
    let row = ends.findIndex((end) => end <= left);
    if (row < 0) row = ends.length;
    ends[row] = right + 8;
    return row;
  });
}

const measure = document.createElement('canvas').getContext('2d');

function labelWidth(text) {
  measure.font = FONT;
  return measure.measureText(text).width;
}

function placeIn(widthPx) {
  const x = (s) => (s / flight.lengthS) * widthPx;
  return ({ from, to, label, isPoint }) => {
    const [left, end] = [x(from), x(to)];
    const width = labelWidth(label) + (isPoint ? 8 : 0);
    // As `drawItem` does it: a label that would leave the right edge goes to the left.
    if (left + width > widthPx)
      return { left: isPoint ? left - width - 8 : Math.min(left, widthPx - width), right: widthPx };
    return { left: isPoint ? left - 4 : left, right: Math.max(end, left + width) };
  };
}

/** Labels that would leave the right edge go to the left of their mark. */
function drawItem(plot, item, top) {
  const { ctx, bbox } = plot;
  const px = devicePixelRatio;
  const [edge, last] = [bbox.left, bbox.left + bbox.width];
  const left = Math.max(plot.valToPos(item.from, 'x', true), edge);
  const right = Math.min(plot.valToPos(item.to, 'x', true), last);
  if (right < edge || left > last) return;
  const height = (ROW - 5) * px;
  ctx.fillStyle = item.fill ?? colour(LEVEL_HUES[item.level]);
  if (item.isPoint) {
    ctx.beginPath();
    ctx.arc(left, top + height / 2, 3.5 * px, 0, 2 * Math.PI);
    ctx.fill();
  } else if (item.fill) ctx.fillRect(left, top, Math.max(right - left, 2 * px), height);
  else ctx.fillRect(left, top + height - 3 * px, Math.max(right - left, 2 * px), 3 * px);
  ctx.fillStyle = item.fill ? colour('ink') : colour(item.level === 'plain' ? 'ink' : LEVEL_HUES[item.level]);
  const width = ctx.measureText(item.label).width;
  const start = left + (item.isPoint ? 8 : item.fill ? 5 : 0) * px;
  if (item.isNarrowHidden && right - left < width + 8 * px) return;
  const at = start + width > last ? Math.max(edge, (item.isPoint ? left - 8 * px : last) - width) : start;
  ctx.fillText(item.label, at, top + height / 2 - (item.fill || item.isPoint ? 0 : 2) * px);
}

function lanes(widthPx) {
  const place = placeIn(widthPx);
  let row = 0;
  return flight.lanes
    .filter(({ items }) => items.length > 0)
    .map(({ title, items, isOneRow }) => {
      const dressed = items.map((item) => ({
        ...item,
        fill: item.state && colour(STATE_HUES[item.state] ?? 's-ground'),
      }));
      const rows = isOneRow ? items.map(() => 0) : rowsOf(items, place);
      const lane = { title, items: dressed, rows, first: row };
      row += Math.min(MAX_ROWS, Math.max(...rows) + 1) + 0.35;
      return { ...lane, end: row };
    });
}

const MAX_ROWS = 14;

function drawLanes(plot, all) {
  const { ctx, bbox } = plot;
  const px = devicePixelRatio;
  ctx.save();
  ctx.font = FONT.replace('12px', `${12 * px}px`);
  ctx.textBaseline = 'middle';
  for (const { title, items, rows, first, end } of all) {
    const top = bbox.top + first * ROW * px;
    ctx.textAlign = 'right';
    ctx.fillStyle = colour('faint');
    ctx.fillText(title, bbox.left - 10 * px, top + 8 * px);
    ctx.textAlign = 'left';
    ctx.strokeStyle = colour('grid');
    ctx.beginPath();
    ctx.moveTo(bbox.left, bbox.top + (end * ROW - 4) * px);
    ctx.lineTo(bbox.left + bbox.width, bbox.top + (end * ROW - 4) * px);
    ctx.stroke();
    for (const [at, item] of items.entries()) {
      if (rows[at] < MAX_ROWS) drawItem(plot, item, top + rows[at] * ROW * px);
    }
  }
  ctx.restore();
}

export function addLanes(parent, width) {
  const all = lanes(width - LEFT - RIGHT);
  const box = document.createElement('section');
  box.className = 'plot';
  parent.append(box);
  const base = {
    stroke: colour('faint'),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: colour('grid'), width: 1 },
  };
  plots.push(
    new uPlot(
      {
        width,
        height: (all.at(-1)?.end ?? 1) * ROW + 34,
        padding: [6, RIGHT, 0, 0],
        legend: { show: false },
        cursor: { ...cursor, points: { show: false }, y: false },
        scales: { x: { time: false, range: () => [zoom.min, zoom.max] }, y: { range: [0, 1] } },
        axes: [
          {
            ...base,
            size: 24,
            splits: timeTicks,
            values: (plot, ticks) => ticks.map((s) => tickText(s, plot.tickStep)),
          },
          { ...base, size: LEFT, splits: () => [], grid: { show: false } },
        ],
        series: [{}, { stroke: 'transparent', points: { show: false } }],
        hooks: {
          draw: [(plot) => drawLanes(plot, all)],
          setSelect: [onSelect],
          setCursor: [(plot) => showTime(plot.cursor.idx)],
        },
      },
      [timeS, timeS.map(() => null)],
      box,
    ),
  );
}

function showTime(index) {
  const text = document.getElementById('time');
  text.textContent =
    index == null ? '' : `${clock(timeS[index])} UTC, ${two(timeS[index] / 60)}:${two(timeS[index] % 60)} into the log`;
}
