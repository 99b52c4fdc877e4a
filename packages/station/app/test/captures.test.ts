import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { Capture, CaptureList } from '@kitestring/station-contract/station/captures.ts';
import { JPEG } from './support/clip-recorder.ts';
import { list, outcome, record, recordingStation, until } from './support/recording-station.ts';

const CAPTURES = '/station/v1/captures';
const listCaptures = async (client: TestClient, query = '') =>
  (await client.get(`${CAPTURES}${query}`)).body as CaptureList;
const changed = async (client: TestClient, id: string, body: object) =>
  (await client.post(`${CAPTURES}/${id}`, body)).body as Capture;

describe('captures', () => {
  it('list a recording with its length, and with the name, note and bookmark that it was given', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-captures-'));
    let id = '';
    {
      await using it = await recordingStation({ dataDir });
      id = await record(it);
      const files = Object.keys((await it.client.get(`recordings/${id}/recording.json`)).body as object);
      const [capture] = (await listCaptures(it.client)).captures;
      assert.deepEqual([capture?.capture_id, capture?.kind, capture?.name], [id, 'recording', '']);
      assert.ok((capture?.duration_s ?? 0) > 0.5, `${capture?.duration_s}`);
      const name = '<script>alert(1)</script>';
      assert.equal((await changed(it.client, id, { name, is_bookmarked: true })).name, name);
      assert.equal((await changed(it.client, id, { note: 'two\nlines' })).is_bookmarked, true);
      assert.deepEqual((await listCaptures(it.client, '?search=SCRIPT')).total, 1);
      assert.deepEqual((await listCaptures(it.client, '?search=nothing')).total, 0);
      assert.deepEqual(Object.keys((await it.client.get(`recordings/${id}/recording.json`)).body as object), files);
      assert.equal(await outcome(it.client.get(`recordings/${id}/about.json`)), '404 RECORDING_NOT_FOUND');
    }
    await using later = await recordingStation({ dataDir });
    const [capture] = (await listCaptures(later.client)).captures;
    assert.deepEqual([capture?.note, capture?.is_bookmarked], ['two\nlines', true]);
    assert.equal(await outcome(later.client.get(`recordings/${id}/about.json`)), '404 RECORDING_NOT_FOUND');
    await later[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('refuse a text that is too long with the field and its limit, and one with control characters', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const long = await it.client.post(`${CAPTURES}/${id}`, { note: 'x'.repeat(501) });
    assert.equal(long.status, 400);
    assert.match((long.body as { message: string }).message, /^note .*500/);
    assert.equal(await outcome(it.client.post(`${CAPTURES}/${id}`, { name: 'two\nlines' })), '400 INVALID_REQUEST');
    assert.equal(await outcome(it.client.post(`${CAPTURES}/..%2F${id}`, { name: 'x' })), '404 CAPTURE_NOT_FOUND');
    const reader = await it.station.client('read');
    assert.equal(await outcome(reader.post(`${CAPTURES}/${id}`, { name: 'x' })), '403 INSUFFICIENT_SCOPE');
  });

  it('have a thumbnail that is made once, kept over a restart, and deleted with the recording', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-captures-'));
    const small = new Uint8Array([...JPEG, 1]);
    let id = '';
    {
      await using it = await recordingStation({ dataDir });
      id = await record(it);
      let made = 0;
      it.recorder.thumbnail = async () => {
        made += 1;
        return small;
      };
      const asked = [1, 2, 3].map(() => it.client.get(`${CAPTURES}/${id}/thumbnail`));
      for (const { headers, status } of await Promise.all(asked)) {
        assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg']);
      }
      assert.equal(made, 1);
    }
    await using it = await recordingStation({ dataDir });
    it.recorder.thumbnail = () => assert.fail('it is kept');
    assert.equal(await outcome(it.client.get(`${CAPTURES}/${id}/thumbnail`)), '200');
    assert.equal(await outcome(it.client.get(`recordings/${id}/thumbnail.jpg`)), '404 RECORDING_NOT_FOUND');
    assert.equal(await outcome(it.client.send(`recordings/${id}`, { method: 'DELETE' })), '200');
    assert.equal(await outcome(it.client.get(`${CAPTURES}/${id}/thumbnail`)), '404 CAPTURE_NOT_FOUND');
    assert.deepEqual(readdirSync(join(dataDir, 'recordings')), []);
    await it[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('are shown without a thumbnail where none can be made, and one above 20 kB is not kept', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    it.recorder.thumbnail = async () => new Uint8Array(20_001);
    assert.equal(await outcome(it.client.get(`${CAPTURES}/${id}/thumbnail`)), '404 CAPTURE_NOT_FOUND');
    assert.equal(existsSync(join(it.station.dataDir, 'recordings', id, 'thumbnail.jpg')), false);
    it.recorder.thumbnail = async () => JPEG;
    assert.equal(await outcome(it.client.get(`${CAPTURES}/${id}/thumbnail`)), '200');
    // A note of an operator is not worth losing the list.
    writeFileSync(join(it.station.dataDir, 'recordings', id, 'about.json'), '{"half');
    assert.equal((await list(it.client)).length, 1);
  });

  it('answer whoever waits for a change as soon as there is one', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const { version } = await listCaptures(it.client);
    const changes = `${CAPTURES}/changes?version=${version}`;
    const waiting = it.client.get(changes);
    await changed(it.client, id, { name: 'Roof' });
    const { version: next } = (await waiting).body as { version: string };
    assert.notEqual(next, version);
    assert.equal(next, (await listCaptures(it.client)).version);
  });

  it('belong to the flight during which they were made, or which began during them', async () => {
    await using it = await recordingStation();
    const { client, station } = it;
    station.advance(15);
    const ground = await record(it);
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    await record(it);
    const { captures, flights } = await listCaptures(client);
    const [second, first, before] = captures;
    assert.equal(flights.length, 1);
    assert.deepEqual([first?.flight, second?.flight], [flights[0], flights[0]]);
    assert.deepEqual([before?.capture_id, before?.flight], [ground, undefined]);
    assert.equal((await listCaptures(client, `?flight=${flights[0]}`)).total, 2);
    await until(async () => (await listCaptures(client)).total === 3);
  });
});
