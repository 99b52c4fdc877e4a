import { createHash } from 'node:crypto';
import { escaped } from '@kitestring/base/markup.ts';
import type { LoggedFlight } from '../read/flight.ts';
import type { Extreme, FlightFigures } from './figures.ts';
import type { PageAssets } from './page-assets.ts';
import { pageData } from './page-data.ts';
import { incidentLine, tables } from './report-tables.ts';
import { clockText, dateText, durationText, numberText } from './texts.ts';
import { type TimelineRow, timeline } from './timeline.ts';
import { type FlightRemark, verdicts } from './verdicts.ts';

/** A self-contained page about one flight. @param fileName of the log, for the title */
export function reportPage(flight: LoggedFlight, assets: PageAssets, fileName: string): string {
  const { figures } = flight;
  const scripts = [assets.plotLibrary, assets.script];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(assets.styles, scripts)}">
<title>Flight ${escaped(dateText(flight.fromUs))} UTC</title>
${assets.styles.map((style) => `<style>${style}</style>`).join('\n')}
</head>
<body>
<main>
${header(flight, fileName)}
<div class="top">
<div>
<section class="card"><dl class="figures">${figureTiles(figures)}</dl></section>
<section class="card"><ul class="verdicts">${verdicts(flight, figures).map(verdictItem).join('')}</ul></section>
</div>
<section class="card"><h2>Drift seen from above</h2><canvas class="map" id="map"></canvas><p>${mapText(flight)}</p></section>
</div>

<section class="card plots">
<p class="no-print"><button type="button" id="whole" hidden>Whole flight</button> Drag across a plot to look closer, double click to see all. <span id="time"></span></p>
<div id="plots"></div>
<noscript><p>The plots need JavaScript; everything else is below.</p></noscript>
</section>
${tables(flight)}<section class="card"><h2>What happened (times in UTC)</h2><table><thead><tr><th>Time</th><th>Kind</th><th>What</th><th>Detail</th></tr></thead><tbody>
${timeline(flight).map(timelineRow).join('\n')}
</tbody></table></section>
<section class="card"><h2>About this log</h2><dl class="facts">${factRows(flight)}</dl></section>
</main>
<script type="application/json" id="flight">${json(pageData(flight))}</script>
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
</body>
</html>
`;
}

/** Content-Security-Policy: no network access, and only the inline scripts and styles of this page. */
function policy(styles: readonly string[], scripts: readonly string[]): string {
  const hashes = (texts: readonly string[]) =>
    texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
  return `default-src 'none'; style-src ${hashes(styles)}; script-src ${hashes(scripts)}; img-src data:`;
}

/** `</script>` in a text of the log must not end the surrounding script. */
const json = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

function header({ facts: { flight }, fromUs, incident, toUs }: LoggedFlight, fileName: string): string {
  const badge = flight.get('simulated') === 'true' ? '<span class="badge">Simulated</span>' : '';
  const what = [flight.get('gs_name'), flight.get('kite_name'), flight.get('model')].filter((it) => it !== undefined);
  const end = dateText(toUs).slice(0, 10) === dateText(fromUs).slice(0, 10) ? clockText(toUs) : dateText(toUs);
  return `<header><h1>Flight of ${escaped(dateText(fromUs))} to ${escaped(end)} UTC</h1>${badge}
${incidentLine(incident)}<p>${escaped(what.join(', '))} &middot; ${escaped(fileName)}</p></header>`;
}

const verdictItem = ({ level, text }: FlightRemark): string => `<li class="${level}">${escaped(text)}</li>`;

function figureTiles(figures: FlightFigures): string {
  const tile = (name: string, value: string, at = '') =>
    `<div><dt>${name}</dt><dd>${value}${at === '' ? '' : `<time>${at}</time>`}</dd></div>`;
  const extreme = (name: string, unit: string, decimals: number, it: Extreme | undefined) =>
    it === undefined
      ? ''
      : tile(name, `${numberText(it.value, decimals)} <small>${unit}</small>`, clockText(it.timeUs));
  return [
    tile('Off the ground', durationText(figures.airborneS * 1e6)),
    extreme('Highest', 'm', 1, figures.altitudeM),
    extreme('Most tether out', 'm', 1, figures.tetherOutM),
    extreme('Most wind, estimated', 'm/s', 1, figures.windMps),
    extreme('Strongest gust, really', 'm/s', 1, figures.gustMps),
    extreme('Most tension', 'N', 0, figures.tensionN),
    extreme('Furthest drift', 'm', 2, figures.driftM),
    extreme('Greatest tilt', '°', 1, figures.airframeTiltDeg),
    extreme('Most roll of the base', '°', 1, figures.baseRollDeg),
    extreme('Most heave of the base', 'm', 1, figures.baseHeaveM),
    extreme('Most thrust', '%', 0, figures.thrustPercent),
    extreme('Hottest part', '°C', 0, figures.kiteC),
    extreme('Lowest supply', 'V', 1, figures.supplyLowV),
    extreme('Lowest battery', '%', 0, figures.batteryLowPercent),
  ].join('');
}

const mapText = ({ samples }: LoggedFlight): string =>
  samples.some(({ truth }) => truth !== undefined)
    ? 'Where the Kite really was. Rings at 1, 2 and 2.5 m.'
    : 'By both GPS receivers, which are about a metre exact. Rings at 1, 2 and 2.5 m.';

const timelineRow = ({ detail, kind, level, timeUs, what }: TimelineRow): string =>
  `<tr class="${level}"><td>${clockText(timeUs)}</td><td>${kind}</td><td>${escaped(what)}</td><td>${escaped(detail)}</td></tr>`;

function factRows({ facts }: LoggedFlight): string {
  const entries = [...facts.flight, ...[...facts.end].map(([name, value]) => [`end_${name}`, value] as const)];
  return entries
    .filter(([name]) => name !== 'settings')
    .map(([name, value]) => `<div><dt>${escaped(name.replaceAll('_', ' '))}</dt><dd>${escaped(value)}</dd></div>`)
    .join('');
}
