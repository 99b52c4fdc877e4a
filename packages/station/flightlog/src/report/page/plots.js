// Plots of values over time.
import { colour, FONT, flight, LEFT, RIGHT, STATE_HUES, timeS, values } from './flight.js';
import { moveMark } from './map.js';
import { tickText, timeTicks } from './time-axis.js';
import { cursor, onSelect, plots, zoom } from './zoom.js';

function axes(definition) {
  const grid = { stroke: colour('grid'), width: 1 };
  const ticks = { show: false };
  const base = { stroke: colour('faint'), font: FONT, grid, ticks };
  const has = (scale) => definition.lines.some((it) => it.scale === scale && values[it.name]);
  const unitOf = (scale) => definition.lines.find((it) => it.scale === scale)?.unit ?? '';
  const withUnit = (scale) => (_plot, ticks) => ticks.map((tick) => `${Number(tick.toFixed(3))} ${unitOf(scale)}`);
  const marks = definition.isAngle ? { splits: () => [0, 90, 180, 270, 360] } : {};
  return [
    { ...base, size: 24, splits: timeTicks, values: (plot, ticks) => ticks.map((s) => tickText(s, plot.tickStep)) },
    { ...base, scale: 'y', size: LEFT, values: withUnit('y'), space: 28, ...marks },
    ...(has('right')
      ? [{ ...base, scale: 'right', side: 1, size: RIGHT, values: withUnit('right'), space: 28, grid: { show: false } }]
      : []),
  ];
}

function scaleRange(definition) {
  return (_plot, least, greatest) => {
    if (definition.range) return definition.range;
    if (least === null) return [0, 1];
    const room = Math.max(greatest - least, 1) * 0.08;
    return [definition.floor ?? least - room, greatest + room];
  };
}

/** An angle that passes North would draw a line across the plot. */
function withoutJumps(column) {
  return column.map((value, at) => {
    const before = column[at - 1];
    return value !== null && before != null && Math.abs(value - before) > 180 ? null : value;
  });
}

function drawStates(plot) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { from, to, state } of flight.states) {
    const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)];
    ctx.fillStyle = colour(STATE_HUES[state] ?? 's-ground');
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}

function drawLimits(plot, limits) {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales.y;
  ctx.save();
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const [value, hue] of limits) {
    if (value < min || value > max) continue;
    const y = plot.valToPos(value, 'y', true);
    ctx.strokeStyle = colour(hue);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** Values at the cursor beside their names; without a cursor the names alone. */
function keyOf(heading, lines) {
  const cells = lines.map(({ label, hue }) => {
    const key = document.createElement('span');
    key.className = `key k-${hue}`;
    key.append(document.createElement('i'), label, document.createElement('b'));
    heading.append(key);
    return key.lastChild;
  });
  return (plot) => {
    const { idx } = plot.cursor;
    for (const [at, { name, unit, decimals }] of lines.entries()) {
      const value = idx == null ? null : values[name][idx];
      cells[at].textContent = value == null ? '' : `${value.toFixed(decimals)} ${unit}`;
    }
  };
}

export function addPlot(parent, definition, width) {
  const lines = definition.lines.filter(({ name }) => values[name]);
  if (lines.length === 0) return;
  const box = document.createElement('section');
  box.className = 'plot';
  const heading = document.createElement('h2');
  heading.append(definition.title);
  box.append(heading);
  parent.append(box);
  const showKey = keyOf(heading, lines);
  const data = lines.map(({ name }) => (definition.isAngle ? withoutJumps(values[name]) : values[name]));
  const hasRight = lines.some(({ scale }) => scale === 'right');
  const range = scaleRange(definition);
  plots.push(
    new uPlot(
      {
        width,
        height: definition.height,
        padding: [8, hasRight ? 0 : RIGHT, 0, 0],
        legend: { show: false },
        cursor,
        scales: {
          x: { time: false, range: () => [zoom.min, zoom.max] },
          y: { range },
          right: { range: scaleRange({ floor: definition.floor }) },
        },
        axes: axes({ ...definition, lines }),
        series: [
          {},
          ...lines.map(({ hue, label, scale, name }) => ({
            label,
            scale,
            stroke: colour(hue),
            width: hue === 'pale' ? 1 : 1.5,
            points: { show: false },
            ...(name === 'altitude_target_m' && { dash: [6, 4], paths: uPlot.paths.stepped({ align: 1 }) }),
          })),
        ],
        hooks: {
          drawClear: definition.withStates ? [drawStates] : [],
          draw: definition.limits ? [(plot) => drawLimits(plot, definition.limits)] : [],
          setCursor: [showKey, (plot) => moveMark(plot.cursor.idx)],
          setSelect: [onSelect],
        },
      },
      [timeS, ...data],
      box,
    ),
  );
}
