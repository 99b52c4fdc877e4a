import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withDecimalSign } from '@kitestring/base/decimal-sign.ts';
import { escaped } from '@kitestring/base/markup.ts';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { isTimeZone } from '@kitestring/settings/time-zone.ts';
import { NOTIFICATION_SEVERITIES } from '@kitestring/station-contract/notifications/notification.ts';
import { COORDINATE_SYSTEMS } from '@kitestring/station-contract/place/coordinate-systems.ts';
import { bearingDeg, distanceM } from '@kitestring/station-contract/place/geo.ts';
import type { FlightDetails, ReportLanguage } from '@kitestring/station-contract/station/flights.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';
import type { CapturesOfPeriod } from '@kitestring/station-core/captures';
import type { LoggedFlight } from '../../read/flight.ts';
import { checkText, htmlTable } from '../report-tables.ts';
import { durationText } from '../texts.ts';
import { heightPlot } from './height-plot.ts';
import { INCIDENT_WORDS, type IncidentWords } from './incident-words.ts';
import { lengthText, type PlacedPin, placedPins, placeMap } from './place-map.ts';
import type { ReportPictures } from './report-pictures.ts';

/** How a report writes times: in the zone of the station, which it names once. */
interface ReportTimes {
  /** `10:30:04` */
  readonly clock: (timeUs: number) => string;
  /** `10:30` */
  readonly short: (timeUs: number) => string;
  /** `21 November 2026` */
  readonly date: (timeUs: number) => string;
  readonly zoneText: string;
}

/** @param zone IANA name; UTC where this machine does not know it */
function reportTimes(locale: string, zone: string): ReportTimes {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const format = (fields: Intl.DateTimeFormatOptions) => {
    const known = new Intl.DateTimeFormat(locale, { ...fields, timeZone, hourCycle: 'h23' });
    return (timeUs: number) => known.format(timeUs / 1000);
  };
  return {
    clock: format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    short: format({ hour: '2-digit', minute: '2-digit' }),
    date: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    zoneText: timeZone,
  };
}

interface IncidentReportInput {
  readonly flight: LoggedFlight;
  readonly details: FlightDetails;
  readonly captures: CapturesOfPeriod;
  readonly pictures: ReportPictures;
  readonly pins: readonly Pin[];
  readonly language: ReportLanguage;
}

interface Given extends IncidentReportInput {
  readonly words: IncidentWords;
  readonly times: ReportTimes;
  /** Writes figures with the decimal sign of the language. */
  readonly written: (text: string) => string;
}

/** A page about one flight to print and to file: no script, nothing fetched, every text of others escaped. */
export function incidentReport(input: IncidentReportInput): string {
  const words = INCIDENT_WORDS[input.language];
  const times = reportTimes(words.locale, input.flight.facts.flight.get('timezone') ?? 'UTC');
  const written = (text: string) => withDecimalSign(text, words.decimalSign);
  const given: Given = { ...input, words, times, written };
  const style = readFileSync(new URL('./incident-report.css', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(style).digest('base64');
  const { incident } = input.details;
  const title = incident === undefined ? words.title : `${incident.number} ${words.title}`;
  return `<!doctype html>
<html lang="${input.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${header(given)}
${losses(given)}
${figures(given)}
<section><h2>${words.heights}</h2>${heightPlot(input.flight, { title: words.heights, target: words.target, clockText: times.short })}</section>
${mapSection(given)}
${tables(given)}
${pictureSection(given)}
<footer><p>${escaped(words.madeFrom(input.details.flight_id))}. ${escaped(words.times(times.zoneText))} ${words.verbatim}</p></footer>
</main>
</body>
</html>
`;
}

function header({ details, flight, times, words }: Given): string {
  const { facts } = flight;
  const { incident } = details;
  const of = (name: string) => escaped(facts.flight.get(name) ?? '—');
  const badge = facts.flight.get('simulated') === 'true' ? `<p class="badge">${words.simulated}</p>` : '';
  return `<header><p class="kind">${words.title}</p>${badge}
<h1>${incident === undefined ? words.noIncident : escaped(words.incident(incident.number))}</h1>
${incident === undefined ? '' : `<p class="what">${escaped(incident.title)}</p>`}
<p>${escaped(times.date(parseTime(details.started)))} &middot; ${words.station} ${of('gs_name')} &middot; ${words.kite} ${of('kite_name')}</p></header>`;
}

const losses = ({ details, words }: Given): string =>
  [
    ...details.losses.map((loss) => words.losses[loss]),
    ...(details.left_out > 0 ? [words.leftOut(details.left_out)] : []),
  ]
    .map((text) => `<p class="loss">${escaped(text)}</p>`)
    .join('');

function figures({ details, flight, times, words, written }: Given): string {
  const { altitudeM, tetherOutM, windMps } = flight.figures;
  const tile = (name: string, value: string, at?: number) =>
    `<div><dt>${name}</dt><dd>${value}${at === undefined ? '' : `<small>${escaped(words.at(times.clock(at)))}</small>`}</dd></div>`;
  const counts = NOTIFICATION_SEVERITIES.toReversed().flatMap((severity) => {
    const count = details.notification_counts[severity];
    return count === 0 ? [] : [`${count} ${words.severities[severity]}`];
  });
  return `<section><dl class="figures">${[
    tile(words.takeOff, escaped(times.clock(parseTime(details.started)))),
    tile(
      words.landing,
      details.ended === undefined ? words.stillFlying : escaped(times.clock(parseTime(details.ended))),
    ),
    tile(words.duration, written(durationText(details.duration_s * 1e6))),
    tile(words.altitude, altitudeM === undefined ? '—' : written(`${altitudeM.value.toFixed(1)} m`), altitudeM?.timeUs),
    tile(
      words.tether,
      tetherOutM === undefined ? '—' : written(`${tetherOutM.value.toFixed(1)} m`),
      tetherOutM?.timeUs,
    ),
    tile(words.wind, windMps === undefined ? '—' : written(`${windMps.value.toFixed(1)} m/s`), windMps?.timeUs),
    tile(words.counts, counts.length === 0 ? words.noNotifications : escaped(counts.join(', '))),
    tile(words.captures, `${details.recordings}, ${details.snapshots}`),
  ].join('')}</dl></section>`;
}

function mapSection({ flight, pins, words, written }: Given): string {
  const station = flight.groundStation;
  if (station === undefined) return `<section><h2>${words.map}</h2><p>${words.positionUnknown}.</p></section>`;
  const placed = placedPins(pins, station);
  const places = COORDINATE_SYSTEMS.filter(({ id }) => id === 'decimal' || id === 'mgrs');
  const placeText = (latDeg: number, lonDeg: number) =>
    places.flatMap(({ textOf }) => textOf({ latDeg, lonDeg }) ?? []).join(' · ');
  const pinRow = ({ pin, place }: PlacedPin, index: number) => [
    `${index + 1}`,
    pin.name,
    words.kinds[pin.kind],
    placeText(pin.latitude, pin.longitude),
    `${written(lengthText(distanceM(place)))}, ${Math.round(bearingDeg(place))}°`,
  ];
  return `<section class="places"><h2>${words.map}</h2><div>${placeMap(placed, flight.samples, { title: words.map, north: 'N' })}
<p>${words.mapOf}</p></div><div><p>${words.station}: ${escaped(placeText(station.latDeg, station.lonDeg))}</p>
${htmlTable(['', words.pin, words.kind, words.place, words.distance], placed.map(pinRow))}</div></section>`;
}

function tables({ captures, details, flight, times, words, written }: Given): string {
  const period = ({ fromUs, isOpen = false, toUs }: { fromUs: number; toUs: number; isOpen?: boolean }) => [
    times.clock(fromUs),
    isOpen ? words.open : times.clock(toUs),
    written(durationText(toUs - fromUs)),
  ];
  const heads = [words.from, words.to, words.length];
  return [
    section(
      words.control,
      [...heads, words.who],
      flight.control.map((span) => [...period(span), span.who]),
    ),
    section(
      words.phases,
      [...heads, words.state],
      flight.states.map((span) => [...period(span), words.states[span.state]]),
    ),
    section(
      words.notifications,
      [...heads, words.severity, words.notification],
      flight.notifications.map((span) => [
        ...period(span),
        words.severities[span.shown.severity],
        `${span.shown.code} ${span.shown.message}`,
      ]),
    ),
    section(
      words.signatures,
      [words.time, words.who, words.takeOffJudged, ''],
      flight.signatures.map(({ checks, name, plugin_name, ready, signed_at }) => [
        times.clock(parseTime(signed_at)),
        `${name} (${plugin_name})`,
        ready ? words.ready : words.notReady,
        checks.map(checkText).join(', '),
      ]),
    ),
    section(
      words.checklist,
      ['', words.time, words.who],
      flight.checklist.map(({ checked_at, checked_by = '', text, topic }) => [
        topic === undefined ? text : words.topics[topic],
        checked_at === undefined ? words.notChecked : times.clock(parseTime(checked_at)),
        checked_by,
      ]),
    ),
    section(
      words.recordings,
      [...heads, words.recording, words.name],
      captures.recordings.map(({ about, id, startedUs, stoppedUs }) => [
        ...period({ fromUs: startedUs, toUs: stoppedUs ?? parseTime(details.log_to) }),
        id,
        [about.name, about.note].filter((text) => text !== '').join(': '),
      ]),
    ),
  ].join('\n');
}

function pictureSection({ pictures, times, words }: Given): string {
  if (pictures.shown.length === 0) return '';
  const figure = ({ id, jpeg, name, note, takenUs }: ReportPictures['shown'][number]) => {
    const image =
      jpeg === undefined
        ? `<p class="no-picture">${words.noPicture}</p>`
        : `<img src="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}" alt="${escaped(name || id)}">`;
    const text = [name, note].filter((each) => each !== '').map(escaped);
    return `<figure>${image}<figcaption><b>${escaped(times.clock(takenUs))}</b> ${text.join('. ')}</figcaption></figure>`;
  };
  const more = pictures.leftOut > 0 ? `<p>${escaped(words.picturesLeftOut(pictures.leftOut))}</p>` : '';
  return `<section><h2>${words.snapshots}</h2><div class="pictures">${pictures.shown.map(figure).join('\n')}</div>${more}</section>`;
}

/** One without rows is left out. */
const section = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `<section><h2>${title}</h2>${htmlTable(heads, rows)}</section>`;

const parseTime = (timestamp: string): number => parseTimestamp(timestamp) ?? 0;
