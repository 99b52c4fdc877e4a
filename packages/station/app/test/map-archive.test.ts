import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { plainTile, tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import type { TestAnswer, TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const ARCHIVE = '/station/v1/map/archive';
const CONSOLE = { isOn: true, mapAttribution: '' };
const code = ({ body, status }: TestAnswer): string => `${status} ${(body as { code?: string }).code}`;

describe('The map archive', () => {
  const bytes = tileArchive([{ z: 0, x: 0, y: 0, bytes: plainTile(200, 40, 40) }]);
  const folder = new TestFolder();
  const path = folder.file('map.pmtiles');
  let station: TestStation;
  let reader: TestClient;
  before(async () => {
    writeFileSync(path, bytes);
    station = await startTestStation({ console: { ...CONSOLE, mapArchive: path } });
    reader = await station.client('read');
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const get = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${station.url}${ARCHIVE}`, {
      headers: { authorization: `Bearer ${reader.token}`, ...headers },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('is told with what is in it, and given whole, in parts, and not twice', async () => {
    const { body } = await reader.get('/station/v1/map');
    assert.deepEqual(body, {
      state: 'ready',
      tiles: {
        size: bytes.length,
        type: 'png',
        zoom_min: 0,
        zoom_max: 0,
        west: -180,
        south: -85,
        east: 180,
        north: 85,
      },
    });
    const whole = await get();
    assert.deepEqual(whole.bytes, bytes);
    const tag = whole.response.headers.get('etag') ?? '';
    const part = await get({ range: 'bytes=0-126' });
    assert.deepEqual(
      [part.response.status, part.response.headers.get('content-range'), part.response.headers.get('etag')],
      [206, `bytes 0-126/${bytes.length}`, tag],
    );
    assert.deepEqual(part.bytes, bytes.subarray(0, 127));
    assert.equal((await get({ 'if-none-match': tag })).response.status, 304);
    assert.equal((await get({ range: `bytes=${bytes.length}-` })).response.status, 416);
  });

  it('is given to nobody without a token that may read', async () => {
    assert.equal((await station.stranger().get(ARCHIVE)).status, 401);
    assert.equal((await (await station.client('control')).get(ARCHIVE)).status, 403);
  });

  it('that breaks while the station runs is one clear answer, and is there again when it is whole', async () => {
    truncateSync(path, 200);
    const { body } = await reader.get('/station/v1/map');
    const message = `the file is truncated: 200 of ${bytes.length} bytes`;
    assert.deepEqual(body, { state: 'broken', reason: 'cut_off', message });
    const refused = await reader.get(ARCHIVE);
    assert.equal(code(refused), '404 MAP_ARCHIVE_NOT_FOUND');
    writeFileSync(path, bytes);
    assert.equal((await get()).response.status, 200);
  });

  it('that is not there, or was never set, is a state and no fault', async () => {
    await using missing = await startTestStation({ console: { ...CONSOLE, mapArchive: folder.file('none.pmtiles') } });
    const client = await missing.client('read');
    const { body } = await client.get('/station/v1/map');
    assert.deepEqual(body, { state: 'broken', reason: 'missing', message: 'no such file' });
    await using without = await startTestStation();
    const other = await without.client('read');
    assert.deepEqual((await other.get('/station/v1/map')).body, { state: 'none' });
    assert.equal(code(await other.get(ARCHIVE)), '404 MAP_ARCHIVE_NOT_FOUND');
  });
});
