// Time on the axes: station time, at whole steps of the clock.
import { flight } from './flight.js';

export const two = (value) => String(Math.floor(value)).padStart(2, '0');
export const clock = (s) => new Date((flight.fromS + s) * 1000).toISOString().slice(11, 19);
const isLong = flight.lengthS > 2 * 3600;

export function tickText(s, step) {
  const time = new Date((flight.fromS + s) * 1000).toISOString();
  if (step >= 60 || isLong) return time.slice(11, 16);
  return step < 1 ? time.slice(17, 21) : time.slice(11, 19);
}

/** Ticks at whole steps of the clock, not of the log. */
export function timeTicks(plot, _axis, min, max) {
  const room = plot.bbox.width / devicePixelRatio / 90;
  const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400];
  const step = steps.find((it) => (max - min) / it <= room) ?? 21600;
  const ticks = [];
  for (let at = Math.ceil((flight.fromS + min) / step) * step; at <= flight.fromS + max; at += step) {
    ticks.push(at - flight.fromS);
  }
  plot.tickStep = step;
  return ticks;
}
