import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REPORT_LANGUAGES, type ReportLanguage } from '@kitestring/station-contract/station/flights.ts';
import { flightDetails, outlineOf } from '../src/archive/flight-facts.ts';
import { readFlight } from '../src/read/flight.ts';
import { incidentReport } from '../src/report/incident/incident-report.ts';
import { PICTURES_MAX, reportPictures } from '../src/report/incident/report-pictures.ts';
import { ZSTD } from '../src/zstd-codec.ts';
import { byteSource, START_US, stormyFlight, type Written, writtenLog } from './support/written-log.ts';

const EVIL = `<img src=x onerror="alert(1)">'&`;
const about = { name: EVIL, note: EVIL, is_bookmarked: false };
const SITE = { latitude: 47.3769, longitude: 8.5417 };

const pin = (name: string, latitude: number) => ({
  pin_id: name,
  name,
  kind: 'water' as const,
  latitude,
  longitude: 8.5417,
  created_time: '2026-11-21T08:30:00Z',
  created_by: 'desk',
});

async function reportOf(language: ReportLanguage, messages: readonly Written[] = stormyFlight()): Promise<string> {
  const log = await writtenLog(
    [[0, 'incident', { number: EVIL, title: EVIL }], [0, 'groundStationLocation', SITE], ...messages],
    {
      timezone: 'Europe/Zurich',
      gs_name: EVIL,
      simulated: 'true',
    },
  );
  const flight = await readFlight(byteSource(log), { codec: ZSTD, bounds: { samples: 100, events: 50 } });
  const snapshots = [{ id: 'snapshot_1', takenUs: START_US, streamId: 'zoom', sizeBytes: 4, about }];
  const recordings = [{ id: 'recording_1', startedUs: START_US, videos: [], about }];
  const captures = { recordings, snapshots };
  const pictures = await reportPictures(snapshots, async () => ({ ok: true, value: new Uint8Array([0xff, 0xd8]) }));
  const details = flightDetails(outlineOf('2026-11-21T08-30-00Z', flight, false), flight, captures);
  const pins = [pin(EVIL, 47.3779), pin('in another country', 52)];
  return incidentReport({ flight, details, captures, pictures, pins, language });
}

describe('the report of a flight to print', () => {
  it('has texts of others as texts only, no script, and nothing that is fetched', async () => {
    for (const language of REPORT_LANGUAGES) {
      const page = await reportOf(language);
      assert.ok(!page.includes('<img src=x'), language);
      assert.doesNotMatch(page, /<script|\bon[a-z]+="|https?:|url\(|@import/);
      assert.deepEqual(page.match(/<img [^>]*src="[^"]{0,30}/g), ['<img src="data:image/jpeg;base64,/9g=']);
      assert.equal(page.split('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;').length - 1, 10);
    }
  });

  it('has times of the zone of the station, heights, safety landing, and pins within reach', async () => {
    const page = await reportOf('en');
    for (const text of ['09:30:03', 'Europe/Zurich', 'Safety landing', 'class="safety"', ' · 32T', '111 m, 0°']) {
      assert.ok(page.includes(text), text);
    }
    assert.ok(!page.includes('in another country'));
    assert.ok(page.includes('30.0 m'), 'the greatest height, although samples are left out');
  });

  it('is in five languages, with their dates and decimal signs', async () => {
    for (const [language, ...texts] of [
      ['de', 'Flugbericht', '21. November 2026', 'Kabel draußen', '30,0 m'],
      ['de-CH', 'Flugbericht', '21. November 2026', 'Kabel draussen', '30.0 m'],
      ['fr', 'Rapport de vol', '21 novembre 2026', 'Atterrissage de sécurité', '30,0 m'],
      ['it', 'Rapporto di volo', '21 novembre 2026', 'Atterraggio di sicurezza', '30,0 m'],
    ] as const) {
      const page = await reportOf(language);
      assert.ok(page.includes(`<html lang="${language}">`));
      for (const text of texts) assert.ok(page.includes(text), `${language}: ${text}`);
      assert.doesNotMatch(page, /Safety landing|Take-off|Flight states/, language);
    }
  });

  it('is as long for a flight of hours as for one of minutes', async () => {
    const long = Array.from(
      { length: 20_000 },
      (_, index): Written => [index, 'telemetry', { altitude_m: index % 40 }],
    );
    const wind = { severity: 'Warning', code: 30001, message: 'Wind.' };
    const events = Array.from(
      { length: 500 },
      (_, index): Written => [index, 'notifications', { event: 'begin', ...wind, begin_time: `${index}` }],
    );
    const page = await reportOf('en', [[0, 'flightState', { flight_state: 'Flying' }], ...long, ...events]);
    assert.ok(page.length < 60_000, `${page.length} characters`);
    assert.ok(page.includes('450 more events are in the flight log.'));
  });

  it('shows bookmarked snapshots before others where there are too many', async () => {
    const snapshots = Array.from({ length: PICTURES_MAX + 5 }, (_, index) => ({
      id: `${index}`,
      takenUs: index,
      streamId: 'zoom',
      sizeBytes: 4,
      about: { ...about, is_bookmarked: index > PICTURES_MAX },
    }));
    const { leftOut, shown } = await reportPictures(snapshots, async () => ({ ok: true, value: new Uint8Array() }));
    assert.deepEqual([leftOut, shown.length, shown.at(-1)?.id], [5, PICTURES_MAX, `${PICTURES_MAX + 4}`]);
  });
});
