import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  outcome,
  record,
  recordingState,
  recordingStation,
  until,
} from '@kitestring/station-app/test/support/recording-station.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import { probe, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { exchange, openSocket } from '@kitestring/web/test/support/raw-exchange.ts';
import type { TestClient } from './support/test-client.ts';

describe('a download of a recording', () => {
  it('gives the whole file, each part that is asked for, and nothing else', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const path = `recordings/${id}/main.mp4`;
    const whole = readFileSync(join(it.station.dataDir, 'recordings', id, 'main.mp4'));
    const size = whole.length;
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const authorization = `Bearer ${it.client.token}`;
      const response = await fetch(`${it.station.url}/api/v1/${path}`, {
        method,
        headers: { authorization, ...headers },
      });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { bytes, response } = await get();
    const tag = response.headers.get('etag') ?? '';
    const modified = response.headers.get('last-modified') ?? '';
    assert.match(tag, /^"[0-9a-f]+-[0-9a-f]+"$/);
    assert.deepEqual(
      ['content-type', 'accept-ranges', 'content-length', 'cache-control'].map((name) => response.headers.get(name)),
      ['video/mp4', 'bytes', `${size}`, 'no-cache'],
    );
    assert.deepEqual(bytes, whole);
    const head = await get({ range: 'bytes=0-99' }, 'HEAD');
    assert.deepEqual(
      [head.response.status, head.response.headers.get('content-length'), head.bytes.length],
      [200, `${size}`, 0],
    );
    const parts: readonly (readonly [Record<string, string>, number, Buffer | undefined, string | null])[] = [
      [{ range: 'bytes=0-99' }, 206, whole.subarray(0, 100), `bytes 0-99/${size}`],
      [{ range: 'bytes=100-' }, 206, whole.subarray(100), `bytes 100-${size - 1}/${size}`],
      [{ range: 'bytes=-7' }, 206, whole.subarray(-7), `bytes ${size - 7}-${size - 1}/${size}`],
      [{ range: `bytes=${size - 1}-${size + 99}` }, 206, whole.subarray(-1), `bytes ${size - 1}-${size - 1}/${size}`],
      [{ range: `bytes=${size}-` }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=0-1,5-6' }, 206, whole.subarray(0, 7), `bytes 0-6/${size}`],
      [{ range: `bytes=0-1,${size}-` }, 206, whole.subarray(0, 2), `bytes 0-1/${size}`],
      [{ range: `bytes=${'0-0,'.repeat(33)}` }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=-0' }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=9-3' }, 416, undefined, `bytes */${size}`],
      [{ range: 'lines=0-1' }, 200, whole, null],
      [{ range: 'bytes=0-99', 'if-range': tag }, 206, whole.subarray(0, 100), `bytes 0-99/${size}`],
      [{ range: 'bytes=0-99', 'if-range': '"other"' }, 200, whole, null],
      [{ range: `bytes=${size}-`, 'if-range': '"other"' }, 200, whole, null],
      [{ 'if-none-match': tag }, 304, Buffer.alloc(0), null],
      [{ 'if-none-match': `"other", W/${tag}`, range: 'bytes=0-99' }, 304, Buffer.alloc(0), null],
      [{ 'if-none-match': '*' }, 304, Buffer.alloc(0), null],
      [{ 'if-none-match': '"other"' }, 200, whole, null],
      [{ 'if-none-match': '"other"', 'if-modified-since': modified }, 200, whole, null],
      [{ 'if-modified-since': modified }, 304, Buffer.alloc(0), null],
      [{ 'if-modified-since': 'Sun, 01 Mar 2020 09:31:35 GMT' }, 200, whole, null],
      [{ 'if-modified-since': 'Friday, 06-Nov-99 08:49:37 GMT' }, 200, whole, null],
      [{ 'if-modified-since': 'Tue Jan  1 08:49:37 2069' }, 304, Buffer.alloc(0), null],
      [{ 'if-modified-since': 'yesterday' }, 200, whole, null],
      [{ 'if-modified-since': '2069-01-01' }, 200, whole, null],
    ];
    for (const [headers, status, content, contentRange] of parts) {
      const found = await get(headers);
      assert.deepEqual(
        [found.response.status, found.response.headers.get('content-range')],
        [status, contentRange],
        JSON.stringify(headers),
      );
      const caching = status === 416 ? 'no-store' : 'no-cache';
      assert.equal(found.response.headers.get('cache-control'), caching, JSON.stringify(headers));
      if (content !== undefined) assert.deepEqual(found.bytes, content);
    }
  });

  it('gives several parts at once, in the order in which they were asked for, each with its place', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const whole = readFileSync(join(it.station.dataDir, 'recordings', id, 'main.mp4'));
    const size = whole.length;
    const get = (range: string, extra = {}) => {
      const headers = { authorization: `Bearer ${it.client.token}`, range, ...extra };
      return fetch(`${it.station.url}/api/v1/recordings/${id}/main.mp4`, { headers });
    };
    const response = await get('bytes=1000-1099,0-9,-7');
    const type = response.headers.get('content-type') ?? '';
    const [, boundary] = /^multipart\/byteranges; boundary=([0-9a-f]{32})$/.exec(type) ?? [];
    const part = (first: number, last: number): Buffer =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Type: video/mp4\r\nContent-Range: bytes ${first}-${last}/${size}\r\n\r\n`,
        ),
        whole.subarray(first, last + 1),
        Buffer.from('\r\n'),
      ]);
    const expected = [part(1000, 1099), part(0, 9), part(size - 7, size - 1), Buffer.from(`--${boundary}--\r\n`)];
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.concat(expected));
    assert.deepEqual([response.status, response.headers.get('content-range')], [206, null]);
    assert.equal(response.headers.get('content-length'), `${Buffer.concat(expected).length}`);
    const other = await get('bytes=1000-1099,0-9', { 'if-range': '"other"' });
    assert.deepEqual([other.status, Buffer.from(await other.arrayBuffer())], [200, whole]);
  });

  it('takes the `+` of an id as it is or encoded, and names the file by the id', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const headers = { authorization: `Bearer ${it.client.token}` };
    for (const path of [id, id.replace('+', '%2B'), id.replace('+', '%2b')]) {
      const { body } = await it.client.get(`recordings/${path}`);
      assert.equal((body as Recording).recording_id, id);
      const answer = await exchange(it.station.port, false, { path: `/api/v1/recordings/${path}/sub.mp4`, headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${id}-sub.mp4"`);
    }
  });

  it('of a file that grows is sent as far as it has come, and plays', { skip: WITHOUT_FFPROBE }, async () => {
    await using it = await recordingStation();
    assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
    const { recording_id: id } = await recordingState(it.client);
    const path = join(it.station.dataDir, 'growing.mp4');
    await until(async () => {
      const headers = { authorization: `Bearer ${it.client.token}` };
      const response = await fetch(`${it.station.url}/api/v1/recordings/${id}/main.mp4`, { headers });
      writeFileSync(path, Buffer.from(await response.arrayBuffer()));
      return response.status === 200 && probe(path).frames >= 12;
    });
    assert.ok((await recordingState(it.client)).is_recording);
  });

  it('is one of four that a session may have at once; the fifth has to wait until one has ended', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    // More than the operating system buffers of an answer that is not read.
    truncateSync(join(it.station.dataDir, 'recordings', id, 'main.mp4'), 64 * 2 ** 20);
    const path = `/api/v1/recordings/${id}/main.mp4`;
    const download = async (client: TestClient) => {
      const socket = openSocket(it.station.port, false);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.token}\r\n\r\n`);
      await once(socket, 'readable');
      const head = String(socket.read(2048) ?? '');
      return { socket, status: /^HTTP\/1\.1 (\d+)/.exec(head)?.[1] };
    };
    const four = [];
    for (let count = 0; count < 4; count += 1) four.push(await download(it.client));
    const ranged = () => it.client.get(path, { range: 'bytes=0-9' });
    const fifth = await ranged();
    assert.deepEqual([fifth.status, (fifth.body as { code: string }).code], [429, 'TOO_MANY_DOWNLOADS']);
    assert.equal(fifth.headers.get('retry-after'), '5');
    const ofAnother = await download(await it.station.client());
    four[0]?.socket.destroy();
    await until(async () => (await ranged()).status === 206);
    assert.deepEqual(new Set([...four, ofAnother].map(({ status }) => status)), new Set(['200']));
    for (const { socket } of [...four, ofAnother]) socket.destroy();
  });

  const WRONG: readonly string[] = [
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e',
    '%2e%2e%2fmain.mp4',
    '..%5c..',
    'a%00b',
    '%00',
    '__proto__',
    'constructor',
    '2026-03-01T093000Z',
    '20260301_103000_+0100',
    '20260301_103000_%2B0100',
    'x'.repeat(199),
  ];
  it('of what is not there is answered with 404, whatever the id', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const headers = { authorization: `Bearer ${it.client.token}` };
    for (const wrong of WRONG) {
      for (const path of [wrong, `${wrong}/main.mp4`, `${id}/${wrong}`, `${id}%2Fmain.mp4`, `${id}%2F..%2F${id}`]) {
        const { body, status } = await exchange(it.station.port, false, {
          path: `/api/v1/recordings/${path}`,
          headers,
        });
        assert.deepEqual([status, JSON.parse(body).code], [404, 'RECORDING_NOT_FOUND'], path);
      }
    }
    for (const hidden of ['recording.json.disk-full', '.', 'telemetry.mcap.partial']) {
      const { status } = await exchange(it.station.port, false, {
        path: `/api/v1/recordings/${id}/${hidden}`,
        headers,
      });
      assert.equal(status, 404, hidden);
    }
  });
});
