import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';

const MIB = 1024 * 1024;
const GIVE_UP_MS = 180_000;

/** Reads below the hub or at the station itself. */
type Get = (
  place: 'hub' | 'station',
  path: string,
  init?: RequestInit,
) => Promise<{ readonly response: Response; readonly status: number; readonly bytes: Buffer }>;

/** The recordings of a station through its hub: whole, in parts, and without taking a slow uplink from commands. */
export function proxiedRecordingTests(proxied: ProxiedStation, get: Get, viewer: () => string): void {
  let path = '';
  let film = Buffer.alloc(0);
  before(async () => {
    const command = (name: string) =>
      fetch(`${proxied.station.url}/api/v1/recordings/control/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${proxied.token}` },
      });
    // 409: a start whose answer came too late.
    await until('the start', async () => [201, 409].includes((await command('start')).status));
    const state = async () => JSON.parse((await get('station', '/api/v1/recordings/state')).bytes.toString());
    await until('the recording', async () => (await state()).is_recording);
    assert.equal((await command('stop')).status, 201);
    await until('its end', async () => !(await state()).is_recording);
    const [{ recording_id: id, videos }] = await until('the list', async () => {
      const list = JSON.parse((await get('hub', '/api/v1/recordings')).bytes.toString());
      return list.length > 0 && list;
    });
    const [{ file_id: name }] = videos;
    path = `/api/v1/recordings/${encodeURIComponent(id)}/${name}`;
    const file = join(proxied.folder.path, 'recordings', id, name);
    // As long as a film of some minutes: more than one read of the station may have.
    appendFileSync(file, randomBytes(66 * MIB));
    film = readFileSync(file);
  });

  it('leaves a slow uplink to beats and commands while a film is read', async (t) => {
    const { uplink } = proxied;
    assert.ok(uplink !== undefined);
    const [operator, stop] = [(await proxied.newKey('desk', 'pilot')).secret, new AbortController()];
    // Served time, and the best of three minutes: a machine without a free core is late for beats, too, and has the hub call the station
    // silent (503) or its outcome unknown (504). What keeps a link full does so all the time.
    using served = new ServedTime();
    // Whether it has control, after a command without an answer.
    let isUnknown = false;
    const command = async (name: string, body?: object) => {
      const beganMs = served.ms;
      const options = { key: operator, method: 'POST', ...(body !== undefined && { body }) };
      const { status } = await proxied.hub.ask(`stations/${proxied.sid}/api/v1/handoff/control/${name}`, options);
      const isLate = status === 503 || status === 504;
      assert.ok(status < 300 || isLate || isUnknown, `${name}: ${status}`);
      isUnknown = isLate;
      return isLate ? Number.POSITIVE_INFINITY : served.ms - beganMs;
    };
    const both = async () => Math.max(await command('request', { operator_name: 'desk' }), await command('release'));
    const before = await both();
    Object.assign(uplink, { conditions: { latencyMs: 50, lossShare: 0, kbps: 1000 } });
    const authorization = `Bearer ${viewer()}`;
    const response = await fetch(proxied.base + path, { headers: { authorization }, signal: stop.signal });
    let read = 0;
    const reading = (async () => {
      for await (const part of response.body ?? []) read += part.length;
    })();
    const measured = async () => {
      const [beganMs, beganBytes] = [served.ms, read];
      const times: number[] = [];
      uplink.longestWaitMs = 0;
      while (served.ms - beganMs < 4000) times.push(await both());
      const carried = (read - beganBytes) / (((served.ms - beganMs) / 1000) * 125_000);
      const [slowest, waited] = [Math.max(...times), uplink.longestWaitMs];
      t.diagnostic(
        `commands ${before} ms before, ${slowest} ms at most; waited ${waited.toFixed()} ms; ${carried.toFixed(2)} of the link`,
      );
      return { slowest, waited, carried };
    };
    let seen = await measured();
    const isBad = () => seen.waited >= 700 || seen.slowest >= 1200 || seen.carried <= 0.3;
    for (const giveUpMs = performance.now() + GIVE_UP_MS; isBad() && performance.now() < giveUpMs; )
      seen = await measured();
    stop.abort();
    await assert.rejects(reading, /abort/i);
    uplink.mend();
    const { carried, slowest, waited } = seen;
    assert.ok(waited < 700, `a beat has waited ${waited} ms`);
    assert.ok(slowest < 1200, `a command took ${slowest} ms`);
    assert.ok(carried > 0.3, `${carried} of the link`);
  });

  it('whole with one GET, byte by byte, and each part that is asked for', async () => {
    const whole = await get('hub', path);
    assert.deepEqual(
      [whole.status, whole.response.headers.get('content-length'), whole.response.headers.get('content-type')],
      [200, String(film.length), 'video/mp4'],
    );
    assert.ok(whole.bytes.equals(film));
    const tag = whole.response.headers.get('etag') ?? '';
    const last = film.length - 1;
    const parts: readonly (readonly [Record<string, string>, number, Buffer | undefined])[] = [
      [{ range: 'bytes=0-99' }, 206, film.subarray(0, 100)],
      [{ range: 'bytes=-7' }, 206, film.subarray(-7)],
      [{ range: `bytes=${last - 99}-${last + 99}` }, 206, film.subarray(-100)],
      [{ range: `bytes=${last + 1}-` }, 416, undefined],
      [{ range: 'bytes=9-3' }, 416, undefined],
      [{ range: 'bytes=0-1,500-600' }, 206, undefined],
      [{ range: 'bytes=0-99', 'if-range': tag }, 206, film.subarray(0, 100)],
      [{ 'if-none-match': tag }, 304, Buffer.alloc(0)],
    ];
    for (const [headers, status, content] of parts) {
      const [through, own] = [await get('hub', path, { headers }), await get('station', path, { headers })];
      const place = ({ response }: typeof own) => response.headers.get('content-range');
      assert.deepEqual([through.status, place(through)], [status, place(own)], JSON.stringify(headers));
      if (content !== undefined) assert.ok(through.bytes.equals(content), JSON.stringify(headers));
    }
    const { entries } = (await proxied.hub.ask('audit?limit=1')).body;
    assert.deepEqual([entries[0].what, entries[0].who, entries[0].station], ['recordings.file', 'screen', proxied.sid]);
  });

  it('to four readers of a client at a time, and to the next when one has gone', async () => {
    const aborts = Array.from({ length: 4 }, () => new AbortController());
    const headers = { authorization: `Bearer ${viewer()}` };
    const responses = await Promise.all(aborts.map(({ signal }) => fetch(proxied.base + path, { headers, signal })));
    assert.ok(responses.every(({ status }) => status === 200));
    const fifth = await get('hub', path);
    assert.deepEqual([fifth.status, JSON.parse(fifth.bytes.toString()).code], [429, 'TOO_MANY_DOWNLOADS']);
    for (const abort of aborts) abort.abort();
    await until('a place', async () => (await get('hub', path, { headers: { range: 'bytes=0-9' } })).status === 206);
  });
}
