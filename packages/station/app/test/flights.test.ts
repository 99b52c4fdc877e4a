import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { CaptureList } from '@kitestring/station-contract/station/captures.ts';
import type { Trends } from '@kitestring/station-contract/station/flight-figures.ts';
import type { FlightData, FlightDetails, FlightList } from '@kitestring/station-contract/station/flights.ts';
import { outcome, type RecordingStation, record, recordingStation, until } from './support/recording-station.ts';

const FLIGHTS = '/station/v1/flights';
const TITLE = '<script>alert("fire")</script>';

/** Up to 10 m with a recording, and down again; its log is complete by then. */
async function fly(it: RecordingStation): Promise<void> {
  const { client, station } = it;
  station.advance(15);
  await client.post('/station/v1/incident', { number: '2026-0117', title: TITLE });
  assert.equal(await outcome(client.post('flight/control/take_off')), '202');
  station.advance(20);
  await client.post('flight/control/altitude', { altitude: 10 });
  await record(it);
  // Long enough to hold the height for more than a period of the trends, wherever that begins.
  station.advance(30);
  await client.post('flight/control/land');
  station.advance(70);
  await station.running.flightLog.finish();
}

describe('The flights of a station', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-flights-'));
  let it1: RecordingStation;
  const get = async <Body>(path: string): Promise<Body> => (await it1.client.get(path)).body as Body;
  const newest = async () => (await get<FlightList>(FLIGHTS)).flights[0] ?? assert.fail('there is no flight');
  before(async () => {
    it1 = await recordingStation({ dataDir });
    const { recorder, station } = it1;
    recorder.takesAt(() => station.running.world.clock.nowUs());
    await fly(it1);
  });
  after(async () => {
    await it1[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('are listed with times, incident and recordings, the newest first', async () => {
    const { flights, next_before, total } = await get<FlightList>(FLIGHTS);
    assert.deepEqual([total, flights.length, next_before], [1, 1, undefined]);
    const { duration_s, ended, incident, losses, recordings, started } = await newest();
    assert.deepEqual([incident, losses, recordings], [{ number: '2026-0117', title: TITLE }, [], 1]);
    assert.equal(Math.round((Date.parse(ended ?? '') - Date.parse(started)) / 100), Math.round(duration_s * 10));
    assert.ok(duration_s > 30 && duration_s < 120, `${duration_s} s`);
  });

  it('have figures, states, who was in control, and films on their time line', async () => {
    const { flight_id } = await newest();
    const {
      altitude_max = 0,
      control,
      films,
      log_from,
      log_to,
      states,
      tether_out_max = 0,
    } = await get<FlightDetails>(`${FLIGHTS}/${flight_id}`);
    assert.ok(altitude_max > 9 && altitude_max < 12, `${altitude_max} m`);
    assert.ok(tether_out_max > 9, `${tether_out_max} m`);
    assert.deepEqual(
      states.map(({ state }) => state),
      ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy'],
    );
    assert.deepEqual(control[0]?.who, 'M. Rossi (first)');
    assert.deepEqual(films.map(({ type }) => type).toSorted(), ['color', 'thermal']);
    for (const { from_time, to_time } of films)
      assert.ok(
        from_time >= log_from && to_time <= log_to && from_time < to_time,
        `a film from ${from_time} to ${to_time}, a log from ${log_from} to ${log_to}`,
      );
  });

  it('give their readings in as many periods as are asked for, of any part', async () => {
    const { flight_id } = await newest();
    const whole = await get<FlightData>(`${FLIGHTS}/${flight_id}/data?points=50`);
    assert.ok(whole.altitude.length <= 50 && whole.altitude.length > 40, `${whole.altitude.length}`);
    const highest = Math.max(...whole.altitude.map(Number));
    const from = Date.parse(whole.from_time) + whole.altitude.indexOf(highest) * whole.period_s * 1000;
    const query = new URLSearchParams({
      from_time: new Date(from).toISOString(),
      to_time: new Date(from + 4000).toISOString(),
      points: '3000',
    });
    const part = await get<FlightData>(`${FLIGHTS}/${flight_id}/data?${query}`);
    assert.deepEqual([part.period_s, part.altitude.length], [0.2, 20]);
    assert.ok(
      part.altitude.every((m) => m !== null && Math.abs(m - highest) < 1.5),
      String(part.altitude),
    );
  });

  it('have a report that needs no script and in which texts are texts, in English and German', async () => {
    const { flight_id } = await newest();
    const asked = await it1.client.get(`${FLIGHTS}/${flight_id}/report`);
    assert.match(asked.headers.get('content-type') ?? '', /^text\/html/);
    const page = String(asked.body);
    assert.doesNotMatch(page, /<script|https?:|url\(| style=| on[a-z]+=/);
    for (const text of ['Incident 2026-0117', '&lt;script&gt;alert(&quot;fire&quot;)', 'M. Rossi', 'class="height"']) {
      assert.ok(page.includes(text), text);
    }
    const german = String(await get(`${FLIGHTS}/${flight_id}/report?language=de`));
    assert.ok(german.includes('<html lang="de">') && german.includes('Einsatz 2026-0117'));
  });

  it('have a log to download once it is complete', async () => {
    const { flight_id } = await newest();
    const log = readFileSync(join(dataDir, 'flights', `${flight_id}.mcap`));
    const path = `${FLIGHTS}/${flight_id}/log`;
    const { headers, status } = await it1.client.get(path);
    assert.deepEqual([status, Number(headers.get('content-length'))], [200, log.length]);
    assert.equal((await it1.client.get(`${FLIGHTS}/2020-01-01T00-00-00Z/log`)).status, 404);
  });

  it('are refused where there is none, and to nobody who may not read', async () => {
    for (const id of ['2020-01-01T00-00-00Z', '..%2F..%2Fapi-key', 'x']) {
      for (const path of ['', '/data', '/report']) {
        assert.equal(await outcome(it1.client.get(`${FLIGHTS}/${id}${path}`)), '404 FLIGHT_NOT_FOUND', id + path);
      }
    }
    assert.equal(await outcome(it1.station.stranger().get(FLIGHTS)), '401 MISSING_TOKEN');
  });

  it('and their incident are found among the recordings', async () => {
    const search = async (text: string) => (await get<CaptureList>(`/station/v1/captures?search=${text}`)).captures;
    assert.deepEqual((await search('2026-0117'))[0]?.incident, { number: '2026-0117', title: TITLE });
    assert.equal((await search('ALERT')).length, 1);
  });

  it('are told of while they go on, with what the log has by now', async () => {
    const { client, station } = it1;
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    const [running, before] = (await get<FlightList>(FLIGHTS)).flights;
    assert.deepEqual([running?.ended, running?.losses], [undefined, []]);
    assert.ok(running && before && running.started > (before.ended ?? ''));
    const { altitude_max = 0 } = await get<FlightDetails>(`${FLIGHTS}/${running.flight_id}`);
    assert.ok(altitude_max > 0.5, `${altitude_max} m`);
    assert.equal((await get<FlightList>(`${FLIGHTS}?limit=1`)).next_before, running.flight_id);
    await client.post('flight/control/land');
    station.advance(70);
    await station.running.flightLog.finish();
  });

  it('keep the trends over a restart, and lose of a damaged log only what is damaged', async () => {
    const before = await get<Trends>('/station/v1/trends');
    await it1[Symbol.asyncDispose]();
    const folder = join(dataDir, 'flights');
    const [first = ''] = readdirSync(folder).toSorted();
    const bytes = readFileSync(join(folder, first));
    it1 = await recordingStation({ dataDir });
    it1.station.advance(1);
    let restored: Trends | undefined;
    await until(async () => {
      restored = await get<Trends>('/station/v1/trends');
      return Math.max(...restored.altitude.map(Number)) > 9;
    });
    const highest = [before, restored].map((trends) => Math.max(...(trends?.altitude ?? []).map(Number)));
    // The last sample of a period counts, and the log has half of them.
    assert.ok(Math.abs((highest[0] ?? 0) - (highest[1] ?? 0)) < 0.5, String(highest));
    writeFileSync(join(folder, first), bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 8));
    const damaged = (await get<FlightList>(FLIGHTS)).flights.at(-1);
    assert.deepEqual(damaged?.losses, ['damaged']);
    writeFileSync(join(folder, first), bytes.subarray(0, 40));
    assert.equal(await outcome(it1.client.get(`${FLIGHTS}/${damaged?.flight_id}`)), '404 FLIGHT_NOT_FOUND');
    assert.deepEqual((await get<FlightList>(FLIGHTS)).flights.at(-1)?.losses, ['damaged']);
  });
});
