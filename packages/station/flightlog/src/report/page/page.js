// Draws everything, and again when the page changes its size or colours.
import { flight } from './flight.js';
import { addLanes } from './lanes.js';
import { drawMap } from './map.js';
import { PLOTS } from './plot-list.js';
import { addPlot } from './plots.js';
import { plots, setZoom } from './zoom.js';

function draw() {
  const parent = document.getElementById('plots');
  for (const plot of plots.splice(0)) plot.destroy();
  parent.replaceChildren();
  const width = isPaper ? PAPER_WIDTH : parent.clientWidth;
  addLanes(parent, width);
  for (const definition of PLOTS) addPlot(parent, definition, width);
  drawMap();
}

/** The page is laid out for paper only after it was told: the width of A4 and of Letter within their margins. */
const PAPER_WIDTH = 670;
let isPaper = false;

function onPaper(isOn) {
  isPaper = isOn;
  document.documentElement.classList.toggle('paper', isOn);
  draw();
}

draw();
document.getElementById('whole').addEventListener('click', () => setZoom(0, flight.lengthS));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
addEventListener('beforeprint', () => onPaper(true));
addEventListener('afterprint', () => onPaper(false));
let waiting;
addEventListener('resize', () => {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 150);
});
