// The drift seen from above.
import { colour, FONT, timeS, values } from './flight.js';
import { zoom } from './zoom.js';

let mark;

export function moveMark(index) {
  if (mark === index) return;
  mark = index;
  drawMap();
}

export function drawMap() {
  const canvas = document.getElementById('map');
  const { east_m: east, north_m: north } = values;
  if (canvas === null || !east || !north) return;
  const size = canvas.clientWidth;
  const px = devicePixelRatio;
  canvas.width = canvas.height = size * px;
  const ctx = canvas.getContext('2d');
  ctx.scale(px, px);
  let furthest = 2.75;
  for (const [at, value] of east.entries()) {
    if (value !== null && north[at] !== null) furthest = Math.max(furthest, Math.hypot(value, north[at]) * 1.08);
  }
  const scale = (size / 2 - 14) / furthest;
  const [x, y] = [(it) => size / 2 + it * scale, (it) => size / 2 - it * scale];
  drawRings(ctx, size, scale, furthest);
  drawTrack(ctx, east, north, x, y);
  drawMark(ctx, east, north, x, y);
}

function drawRings(ctx, size, scale, furthest) {
  ctx.font = FONT;
  ctx.textAlign = 'center';
  const rings = [
    [1, 'pale'],
    [2, 'watch'],
    [2.5, 'bad'],
    ...[5, 10, 20, 40].filter((radius) => radius < furthest).map((radius) => [radius, 'pale']),
  ];
  ctx.strokeStyle = colour('grid');
  ctx.beginPath();
  ctx.moveTo(size / 2, 0);
  ctx.lineTo(size / 2, size);
  ctx.moveTo(0, size / 2);
  ctx.lineTo(size, size / 2);
  ctx.stroke();
  for (const [radius, hue] of rings) {
    ctx.strokeStyle = colour(hue);
    ctx.setLineDash(hue === 'pale' ? [] : [5, 4]);
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, radius * scale, 0, 2 * Math.PI);
    ctx.stroke();
    if (radius * scale < 14) continue;
    ctx.fillStyle = colour(hue === 'pale' ? 'faint' : hue);
    // Names at different sides: the rings at 2 and 2.5 m are close to each other.
    const side = radius === 2 ? 1 : -1;
    const diagonal = Math.SQRT1_2 * radius * scale;
    ctx.fillText(`${radius} m`, size / 2 + diagonal + 15, size / 2 + side * (diagonal + 8) + 3);
  }
  ctx.setLineDash([]);
  ctx.fillStyle = colour('faint');
  ctx.fillText('N', size / 2, 11);
  ctx.fillText('E', size - 7, size / 2 - 5);
}

function drawTrack(ctx, east, north, x, y) {
  ctx.strokeStyle = colour('a');
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.75;
  ctx.beginPath();
  let isDown = false;
  for (const [at, value] of east.entries()) {
    const isShown = value !== null && north[at] !== null && timeS[at] >= zoom.min && timeS[at] <= zoom.max;
    if (isShown) ctx[isDown ? 'lineTo' : 'moveTo'](x(value), y(north[at]));
    isDown = isShown;
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawMark(ctx, east, north, x, y) {
  if (mark == null || east[mark] === null || north[mark] === null) return;
  ctx.fillStyle = colour('b');
  ctx.beginPath();
  ctx.arc(x(east[mark]), y(north[mark]), 5, 0, 2 * Math.PI);
  ctx.fill();
}
