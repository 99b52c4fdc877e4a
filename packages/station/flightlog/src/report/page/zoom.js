// The stretch of time that all drawings show.
import { flight } from './flight.js';
import { drawMap } from './map.js';

export const plots = [];
export let zoom = { min: 0, max: flight.lengthS };

export function setZoom(min, max) {
  zoom = { min: Math.max(0, min), max: Math.min(flight.lengthS, max) };
  for (const plot of plots) plot.setScale('x', zoom);
  document.getElementById('whole').hidden = zoom.min <= 0 && zoom.max >= flight.lengthS;
  drawMap();
}

export const cursor = {
  sync: { key: 'flight', setSeries: false },
  drag: { x: true, y: false, setScale: false },
  points: { size: 6 },
  bind: { dblclick: () => () => setZoom(0, flight.lengthS) },
};

/** A dragged stretch becomes the zoom of all plots. */
export function onSelect(plot) {
  const { left, width } = plot.select;
  if (width < 4) return;
  const [min, max] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  if (max - min > 0.5) setZoom(min, max);
}
