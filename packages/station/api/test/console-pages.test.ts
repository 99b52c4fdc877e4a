import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** By the plain client of Node, which unpacks nothing by itself. */
async function get(url: string, headers: Record<string, string> = {}): Promise<Got> {
  const sent = request(url, { headers }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('the console’s pages', () => {
  let station: StationProcess;
  let html: string;
  before(async () => {
    const env = {
      KITESTRING_CONSOLE_ENABLED: 'true',
      KITESTRING_CONSOLE_MAP_TILES_URL: 'http://tiles.test:81/{z}/{x}/{y}.png',
    };
    station = await StationProcess.start({ env });
    await station.logged('the console is ready');
    html = (await get(`${station.url}/`)).body.toString();
  });
  after(() => station[Symbol.asyncDispose]());

  it('are nothing but files of the station, under a policy that allows no others', async () => {
    const { headers } = await get(`${station.url}/`);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /img-src 'self' blob: data: http:\/\/tiles\.test:81;/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(html, /https?:\/\//);
    assert.equal(headers['cache-control'], 'no-cache');
  });

  it('have files that browsers keep for ever, packed as the browser likes', async () => {
    const { href } = new URL(/src="([^"]+\.js)"/.exec(html)?.[1] ?? '', `${station.url}/`);
    const plain = await get(href);
    const packed = await get(href, { 'accept-encoding': 'gzip, br' });
    assert.equal(packed.headers['content-encoding'], 'br');
    assert.equal(packed.headers['cache-control'], 'max-age=31536000');
    assert.equal(packed.headers.vary, 'Accept-Encoding');
    assert.deepEqual(brotliDecompressSync(packed.body), plain.body);
  });

  it('are sent again only when they have changed', async () => {
    const { body, headers } = await get(`${station.url}/`, { 'accept-encoding': 'br' });
    const tag = String(headers.etag);
    assert.match(tag, /^"[\w-]+-br"$/);
    assert.ok(body.length > 0);
    const again = await get(`${station.url}/`, { 'accept-encoding': 'br', 'if-none-match': tag });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
    assert.equal(again.headers.etag, tag);
    assert.equal((await get(`${station.url}/`, { 'if-none-match': tag })).status, 200);
  });

  it('tell what a page must know before anybody has signed in, and no more', async () => {
    const { body } = await get(`${station.url}/console.json`);
    const { version, ...facts } = JSON.parse(body.toString());
    assert.match(version, /^\d+\.\d+\.\d+/);
    const map = { tiles_url: 'http://tiles.test:81/{z}/{x}/{y}.png', attribution: '' };
    const limits = {
      altitude_max_without_gps_m: 25,
      gps_accuracy_max_m: 5,
      drift_warn_m: 2,
      drift_max_m: 2.5,
      base_height_m: 2.4,
      control_lease_s: 10,
    };
    const station_name = 'kitestring';
    const api_version = '1.1.2';
    assert.deepEqual(facts, {
      station_name,
      api_version,
      is_simulated: true,
      is_replay: false,
      has_accounts: false,
      limits,
      map,
    });
  });

  it('are no way to other files', async () => {
    for (const path of [
      '/assets/none.js',
      '/assets/..%2findex.html',
      '/assets/%2e%2e%2ffiles.json',
      '/assets/',
      '/files.json',
    ]) {
      assert.equal((await get(`${station.url}${path}`)).status, 404, path);
    }
  });

  it('leave the reference of the API where it was', async () => {
    assert.equal((await get(`${station.url}/docs`)).status, 200);
  });
});

describe('the console’s page on a station of 0.5.0', () => {
  it('says why there is none, and where the reference is', async () => {
    const env = { KITESTRING_CONSOLE_ENABLED: 'true', KITESTRING_API_VERSION: '0.5.0' };
    await using station = await StationProcess.start({ env });
    const { body, headers, status } = await get(`${station.url}/`);
    assert.equal(status, 200);
    assert.match(body.toString(), /No console with API 0\.5\.0.*needs version 1\.0\.0.*href="\/docs"/s);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
    assert.equal((await get(`${station.url}/console.json`)).status, 404);
    assert.deepEqual(JSON.parse((await get(`${station.url}/api/v0/health`)).body.toString()), {
      status: 'OK',
      api_version: '0.5.0',
    });
  });
});
