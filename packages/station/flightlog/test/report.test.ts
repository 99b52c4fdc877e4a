import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { TRUTH } from '@kitestring/station-contract/sim/examples.ts';
import { type LoggedFlight, readFlight } from '../src/read/flight.ts';
import { pageAssets } from '../src/report/page-assets.ts';
import type { PageData } from '../src/report/page-data.ts';
import { reportPage } from '../src/report/report-page.ts';
import { reportSeries } from '../src/report/series.ts';
import { verdicts } from '../src/report/verdicts.ts';
import { ZSTD } from '../src/zstd-codec.ts';
import { byteSource, START_US, stormyFlight, type Written, writtenLog } from './support/written-log.ts';

const STILL = {
  east_m: 0,
  north_m: 0,
  up_m: 0,
  east_mps: 0,
  north_mps: 0,
  up_mps: 0,
  heading_deg: 40,
  roll_deg: 0,
  pitch_deg: 0,
  wave_m: 0,
};

const writtenFlight = async (...log: Parameters<typeof writtenLog>): Promise<LoggedFlight> =>
  readFlight(byteSource(await writtenLog(...log)), { codec: ZSTD });

const page = async (): Promise<string> =>
  reportPage(await writtenFlight(stormyFlight()), pageAssets(), 'storm <1>.mcap');

const data = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="flight">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('the page about a flight', () => {
  it('fetches nothing', async () => {
    const own = (await page()).replace(pageAssets().plotLibrary, '');
    assert.doesNotMatch(own, /\b(src|href)\s*=|url\(|@import|https?:|\bfetch\(|XMLHttpRequest|import\(/);
  });

  it('allows nothing but the scripts and styles that stand in it', async () => {
    const html = await page();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; style-src [^;]*; script-src [^;]*; img-src data:$/);
    assert.doesNotMatch(policy, /unsafe/);
    const texts = [...html.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)].map(([, text]) => text ?? '');
    assert.equal(texts.length, 4);
    for (const text of texts) {
      assert.ok(policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`));
    }
    assert.doesNotMatch(html, / style=| on[a-z]+=/);
  });

  it('shows texts of the log as texts', async () => {
    const html = await page();
    assert.ok(html.includes('The wind is over the limit &lt;18 m/s&gt;.'));
    assert.ok(html.includes('storm &lt;1&gt;.mcap'));
    assert.ok(!html.includes('<18 m/s>'));
  });

  it('has its summary and its table without any script', async () => {
    const html = await page();
    for (const text of [
      'Simulated',
      'SafetyLanding at 08:30:42 for 16.0 s',
      '55.0 s',
      '30.0 <small>m</small>',
      'ALTITUDE_ABOVE_HARD_MAX',
    ]) {
      assert.ok(html.includes(text), text);
    }
  });

  it('gives its script every value, and the lanes of what happened', async () => {
    const { fromS, lanes, lengthS, series, states } = data(await page());
    assert.equal(fromS, START_US / 1e6);
    assert.equal(lengthS, 59.9);
    assert.equal(series.timeS.length, 600);
    assert.equal(series.values.altitude_m?.[200], 15);
    assert.equal(series.values.east_m?.length, 600);
    assert.equal('kite_c' in series.values, false, 'what was never measured is left out');
    assert.deepEqual(
      states.map(({ state }) => state),
      ['StandBy', 'TakingOff', 'Flying', 'SafetyLanding', 'StandBy'],
    );
    assert.deepEqual(
      lanes.map(({ title, items }) => [title, items.length]),
      [
        ['State', 5],
        ['Control', 1],
        ['Commands', 2],
        ['Notifications', 1],
        ['Hardware', 0],
        ['Faults', 0],
      ],
    );
  });
});

describe('the page about a flight for an incident', () => {
  const incident = { number: '2026-<0117>', title: '<script>alert(1)</script> fire', set_at: '', set_by: 'desk 1' };
  const signature = (name: string) => ({
    name,
    signed_at: '2026-11-21T08:29:30.000000+00:00',
    plugin_name: 'desk 1',
    ready: true,
    revision: '5f3a09c1',
    checks: [
      { check: 'kite_battery', state: 'ok', value: 98.46, min: 50, unit: '%' },
      { check: 'wind', state: 'unknown', max: 12, unit: 'm/s' },
    ],
  });
  const checked = { text: 'Cones set', checked_at: '2026-11-21T08:29:40.000000+00:00', checked_by: 'M. Rossi' };
  const flown = async () =>
    writtenFlight([
      [0, 'incident', { ...incident, number: 'typed wrongly' }],
      [0, 'signatures', signature('M. Rossi')],
      [0, 'signatures', signature('B. <Keller>')],
      ...stormyFlight(),
      [0, 'checklist', { items: [checked, { text: 'Lamps <on>' }] }],
      [50, 'incident', incident],
      [59, 'checklist', { items: [{ text: 'Cones set' }] }],
      [50, 'signatures', signature('M. Rossi')],
    ]);

  it('has number and title as they were at the end, as text', async () => {
    const html = reportPage(await flown(), pageAssets(), 'storm.mcap');
    assert.ok(
      html.includes('Incident <strong>2026-&lt;0117&gt;</strong> &lt;script&gt;alert(1)&lt;/script&gt; fire'),
      'the incident',
    );
    assert.ok(!html.includes('<script>alert'));
    assert.ok(!html.includes('typed wrongly'));
  });

  it('has tables of who was in control, of notifications, and of each signature once, in order', async () => {
    const html = reportPage(await flown(), pageAssets(), 'storm.mcap');
    for (const title of ['Who was in control', 'Notifications', 'Readiness, signed']) {
      assert.ok(html.includes(`<h2>${title} (UTC)</h2>`), title);
    }
    const rows = [...html.matchAll(/<td>((?:M\. Rossi|B\. &lt;Keller&gt;) \(desk 1\))<\/td>/g)].map(([, who]) => who);
    assert.deepEqual(rows, ['M. Rossi (desk 1)', 'B. &lt;Keller&gt; (desk 1)']);
    assert.ok(html.includes('kite battery 98.5 %, wind (unknown)'));
  });

  it('has the checklist of the crew as it was at the take-off', async () => {
    const html = reportPage(await flown(), pageAssets(), 'storm.mcap');
    assert.ok(html.includes('<td>Cones set</td><td>2026-11-21 08:29:40</td><td>M. Rossi</td>'), html);
    assert.ok(html.includes('<td>Lamps &lt;on&gt;</td><td>not checked</td><td></td>'));
  });

  it('has no line and no table of what there was not', async () => {
    const html = reportPage(await writtenFlight([[0, 'telemetry', { altitude_m: 1 }]]), pageAssets(), 'storm.mcap');
    assert.doesNotMatch(html, /class="incident"|Who was in control|Readiness, signed/);
  });
});

describe('a flight over a base that moves', () => {
  const over = (base: object): Promise<LoggedFlight> => {
    const truth = { ...TRUTH, base: { ...STILL, ...base } };
    return writtenFlight([
      [0, 'truth', truth],
      [0, 'flightState', { flight_state: 'Flying' }],
      ...[0.1, 0.2, 0.3].map((atS): Written => [atS, 'telemetry', { altitude_m: 20 }]),
    ]);
  };

  it('has roll, pitch and heave of a vessel, and the most of them', async () => {
    const flight = await over({ roll_deg: -4.5, pitch_deg: 2, up_m: -1.2 });
    const { values } = reportSeries(flight);
    assert.deepEqual([values.base_roll_deg?.[0], values.base_pitch_deg?.[0], values.base_up_m?.[0]], [-4.5, 2, -1.2]);
    const { baseHeaveM, baseRollDeg } = flight.figures;
    assert.deepEqual([baseRollDeg?.value, baseHeaveM?.value], [4.5, 1.2]);
  });

  it('has no heave of a vehicle, and nothing at all of a base that never moved', async () => {
    const driven = await over({ roll_deg: 1, east_mps: 3, north_mps: 4 });
    assert.equal(reportSeries(driven).values.base_up_m, undefined);
    assert.equal(driven.figures.baseHeaveM, undefined);
    assert.equal(reportSeries(driven).values.base_speed_mps?.[0], 5);
    const still = reportSeries(
      await writtenFlight([
        [0, 'truth', TRUTH],
        [0.1, 'telemetry', { altitude_m: 20 }],
      ]),
    );
    assert.deepEqual(
      Object.keys(still.values).filter((name) => name.startsWith('base_')),
      [],
    );
  });
});

describe('a long flight', () => {
  it('is thinned out, and keeps the one value that stands out', async () => {
    const samples = Array.from({ length: 40_000 }, (_, index): Written => {
      return [index / 10, 'telemetry', { altitude_m: 20, wind_mps: index === 23_456 ? 31.5 : 5 }];
    });
    const series = reportSeries(await writtenFlight(samples));
    assert.ok(series.timeS.length <= 6000, `${series.timeS.length} rows`);
    assert.deepEqual(
      series.timeS,
      series.timeS.toSorted((a, b) => a - b),
    );
    assert.equal(Math.max(...(series.values.wind_mps ?? []).map(Number)), 31.5);
  });
});

describe('the verdicts on a flight', () => {
  const textsOf = async (...log: Parameters<typeof writtenLog>): Promise<string[]> => {
    const flight = await writtenFlight(...log);
    return verdicts(flight, flight.figures).map(({ level, text }) => `${level}: ${text}`);
  };

  it('say how it ended, what the station did and why', async () => {
    assert.deepEqual(await textsOf(stormyFlight()), [
      'good: Landed at 08:30:58 and ready again.',
      'bad: SafetyLanding at 08:30:42 for 16.0 s, with 30001 The wind is over the limit <18 m/s>.',
      'bad: Notifications: 1 Critical.',
      'bad: Drift at most 3.0 m at 08:30:40 (watch from 2 m, limit 2.5 m).',
      'watch: Commands: 1 accepted, 1 refused.',
    ]);
  });

  it('are good where nothing was the matter', async () => {
    const messages: Written[] = [
      [0, 'flightState', { flight_state: 'Flying' }],
      [1, 'telemetry', { altitude_m: 10, drift_m: 0.4, kite_has_gps: true }],
      [2, 'flightState', { flight_state: 'StandBy' }],
    ];
    const texts = await textsOf(messages);
    assert.deepEqual(texts, [
      'good: Landed at 08:30:02 and ready again.',
      'good: No notifications.',
      'good: Drift at most 0.4 m at 08:30:01 (watch from 2 m, limit 2.5 m).',
    ]);
  });

  it('tell when the Kite fell silent, when GPS was lost, and when the log is not whole', async () => {
    const messages: Written[] = [
      [0, 'flightState', { flight_state: 'Flying' }],
      [1, 'telemetry', { altitude_m: 31, kite_has_gps: false }],
      [2, 'hazards', { gs_tether_damaged: true }],
      [3, 'flightState', { flight_state: 'Unknown' }],
    ];
    assert.deepEqual(await textsOf(messages, {}, { reason: 'recovered after the station was killed' }), [
      'bad: Nothing was heard of the Kite from 08:30:03 on.',
      'good: No notifications.',
      'watch: The Kite had no GPS position for 1.0 s, at most 31.0 m high.',
      'bad: The hardware reported: gs tether damaged.',
      'watch: The station was killed during this flight; the last second may be missing.',
    ]);
    const lost = await textsOf(messages.slice(0, 2), {}, { reason: 'landed', messages_lost: '7' });
    assert.ok(lost.includes('watch: 7 messages are missing: the disk was too slow.'));
    const damaged = await textsOf(messages.slice(0, 2), {}, { reason: 'landed', damaged_pieces: '2' });
    assert.ok(damaged.includes('watch: Pieces of the log are damaged: their content is missing on this page.'));
  });
});
