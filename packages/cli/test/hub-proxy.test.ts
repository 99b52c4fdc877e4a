import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { untilGiven } from '@kitestring/hub-app/test/support/until-given.ts';
import { STATION_COMMANDS, type StationCommand } from '@kitestring/hub-contract/fleet/station-commands.ts';
import { STATION_READS } from '@kitestring/hub-contract/fleet/station-reads.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { proxiedRecordingTests } from './support/proxied-recording-tests.ts';
import { proxiedTokenTests } from './support/proxied-token-tests.ts';

const MIB = 1024 * 1024;
/** Header fields that depend on the time or the connection. */
const OWN = [
  'traceresponse',
  'date',
  'connection',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'kitestring-aircraft',
  'transfer-encoding',
];

describe('the API of a station through its hub', { skip: missingNatsServer() }, () => {
  const proxied = new ProxiedStation();
  const { folder, hub } = proxied;
  let { base, token } = proxied;
  let viewer = '';
  // Longer than a part that goes through a hub.
  const archive = tileArchive([{ z: 0, x: 0, y: 0, bytes: Buffer.alloc(5 * MIB, 7) }]);
  before(async () => {
    const archiveFile = folder.file('map.pmtiles');
    writeFileSync(archiveFile, archive);
    await proxied.start({ KITESTRING_VIDEO_ENABLED: 'true', KITESTRING_CONSOLE_MAP_ARCHIVE: archiveFile }, true);
    ({ base, token } = proxied);
    viewer = (await proxied.newKey('screen', 'viewer')).secret;
  });
  after(() => proxied.stop());

  const getNow = async (place: 'hub' | 'station', path: string, init: RequestInit = {}) => {
    const [root, key] = place === 'hub' ? [base, viewer] : [proxied.station.url, token];
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const send = () => fetch(`${root}${path}`, { ...init, headers });
    // A hub ends the connection of an answer that it has begun and cannot finish: a read is sent again, once (RFC 9110, 9.2.2).
    const response = await send()
      .catch(send)
      .catch((cause: unknown) => {
        throw new Error(`${place}: ${path} ${JSON.stringify(init.headers)}`, { cause });
      });
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  /** Again where the hub has not heard the station in time. */
  const get: typeof getNow = (...question) =>
    untilGiven(async () => {
      const answer = await getNow(...question);
      return {
        ...answer,
        body: answer.status === 503 && answer.bytes.length > 0 ? JSON.parse(String(answer.bytes)) : undefined,
      };
    });
  const told = async (place: 'hub' | 'station', path: string) => {
    const { bytes, response, status } = await get(place, path);
    return [status, timeless(bytes), shown(response)];
  };
  const shown = ({ headers }: Response) => [...headers].filter(([name]) => !OWN.includes(name)).sort();

  it('answers every read as the station does: bytes, status and headers, refusals and queries included', async () => {
    const paths = STATION_READS.map(({ published: { base: root = '/api', path } }) => `${root}${path}`)
      // Different at every moment, with an address of the station in it, or longer than a hub gives it.
      .filter((path) => !/clock|snapshot|videostreams$|map\/archive$/.test(path))
      .map((path) => path.replaceAll(/\{\w+\}/g, 'nothing'));
    assert.ok(paths.length > 9, paths.join());
    paths.push('/api/v1/notifications/history?from_time=2026-03-01T00:00:00Z', '/api/v1/videostreams/none/snapshot');
    paths.push('/api/v1/notifications/history?from_time=yesterday', '/api/v1/videostreams/none/state');
    await proxied.setClock({ paused: true });
    for (const path of paths) {
      let [direct, through]: unknown[] = [];
      // A state that changed just before the pause is on its way to the hub, and a busy station's beats are late.
      const isSame = async () => {
        [direct, through] = [await told('station', path), await told('hub', path)];
        return isDeepStrictEqual(through, direct);
      };
      await until(path, isSame).catch(() => assert.deepEqual(through, direct, path));
    }
    await proxied.setClock({ paused: false });
    const head = await get('hub', '/api/v1/flight/info', { method: 'HEAD' });
    const whole = await get('station', '/api/v1/flight/info');
    assert.deepEqual(
      [head.status, head.bytes.length, head.response.headers.get('content-length')],
      [200, 0, String(whole.bytes.length)],
    );
  });

  it('gives the map archive of the station in ranges to a viewer, which a browser keeps for a minute, and never whole', async () => {
    const path = '/station/v1/map/archive';
    assert.deepEqual(JSON.parse(String((await get('hub', '/station/v1/map')).bytes)).tiles.size, archive.length);
    const [through, own] = await Promise.all([
      get('hub', path, { headers: { range: 'bytes=0-126' } }),
      get('station', path, { headers: { range: 'bytes=0-126' } }),
    ]);
    assert.deepEqual(through.bytes, archive.subarray(0, 127));
    const same = ['content-type', 'content-range', 'content-length', 'etag'];
    assert.deepEqual(
      same.map((name) => through.response.headers.get(name)),
      same.map((name) => own.response.headers.get(name)),
    );
    assert.equal(through.response.headers.get('cache-control'), 'private, max-age=60');
    // A map that is opened asks for many at once.
    const tiles = Array.from({ length: 40 }, async (_, tile) => {
      const first = tile * 100_000;
      const range = `bytes=${first}-${first + 99_999}`;
      const { bytes, status } = await get('hub', path, { headers: { range } });
      return status === 206 && bytes.equals(archive.subarray(first, first + 100_000));
    });
    assert.deepEqual(new Set(await Promise.all(tiles)), new Set([true]));
    for (const headers of [{}, { range: 'bytes=0-4194304' }]) {
      const { bytes, status } = await get('hub', path, { headers });
      assert.deepEqual([status, JSON.parse(String(bytes)).code], [400, 'INVALID_REQUEST']);
      assert.match(String(bytes), /in ranges of at most 4 MiB, this one has [45]\.0 MiB/);
    }
    const { secret } = await proxied.newKey('auditor', 'auditor');
    const { status } = await get('hub', path, { headers: { authorization: `Bearer ${secret}` } });
    assert.equal(status, 403);
  });

  it('refuses every command as the station does: without the right, with another type, and with a body that is none', async () => {
    const operator = (await proxied.newKey('table', 'supervisor')).secret;
    const refused = async (place: 'hub' | 'station', { op, operation }: StationCommand, isAllowed: boolean) => {
      const below = fullPath(operation)
        .replace(/.*\{sid\}/, '')
        .replaceAll(/\{\w+\}/g, '1');
      const [root, key] =
        place === 'hub' ? [base, isAllowed ? operator : viewer] : [proxied.station.url, isAllowed ? token : reader];
      const answers = [];
      for (const [type, body] of [
        ['application/json', '{'],
        ['application/json', '"text"'],
        ['text/plain', '{}'],
      ] as const) {
        const headers = { authorization: `Bearer ${key}`, 'content-type': type };
        const { body: told, ...answer } = await untilGiven(async () => {
          const response = await fetch(root + below, { method: operation.method, headers, body });
          const fields = ['content-type', 'retry-after'].map((name) => response.headers.get(name));
          return { status: response.status, body: JSON.parse((await response.text()) || '{}'), fields };
        });
        answers.push([answer.status, told.code, ...answer.fields]);
      }
      assert.ok(
        answers.every(([status]) => Number(status) >= 400),
        `${op} was carried out at the ${place}`,
      );
      return answers;
    };
    const reader = await proxied.station.token({ scope: 'read' });
    for (const command of STATION_COMMANDS) {
      assert.deepEqual(await refused('hub', command, false), await refused('station', command, false), command.op);
      // The others take no body, and would do it.
      if (command.operation.body === undefined || command.operation.isBodyOptional) continue;
      assert.deepEqual(await refused('hub', command, true), await refused('station', command, true), command.op);
    }
  });

  it('leaves out the addresses of streams in the network of the station, and has its pictures', async () => {
    const list = JSON.parse((await get('hub', '/api/v1/videostreams')).bytes.toString());
    const own = JSON.parse((await get('station', '/api/v1/videostreams')).bytes.toString());
    assert.ok(own.every(({ rtsp_url }: Answer) => rtsp_url !== undefined));
    assert.deepEqual(
      list,
      own.map(({ rtsp_url, rtsps_url, ...rest }: Answer) => rest),
    );
    const [{ stream_id: id }] = list;
    // The first picture of a camera takes as long as its start.
    await until('a picture', async () => (await get('station', `/api/v1/videostreams/${id}/snapshot`)).status === 200);
    const picture = await get('hub', `/api/v1/videostreams/${id}/snapshot`);
    assert.deepEqual([picture.status, picture.response.headers.get('content-type')], [200, 'image/jpeg']);
    assert.deepEqual([...picture.bytes.subarray(0, 2)], [0xff, 0xd8]);
  });

  it('needs no token for health and versions, and for the rest a key whose role may read', async () => {
    for (const path of ['/api/health', '/api/v1/health', '/api/versions']) {
      const answer = await fetch(base + path);
      assert.deepEqual(
        [answer.status, await answer.text()],
        [200, await (await fetch(proxied.station.url + path)).text()],
        path,
      );
    }
    const refused = async (path: string, authorization?: string) => {
      const response = await fetch(base + path, { headers: authorization === undefined ? {} : { authorization } });
      return [response.status, ((await response.json()) as Answer).code];
    };
    assert.deepEqual(await refused('/api/v1/flight/info'), [401, 'MISSING_TOKEN']);
    assert.deepEqual(await refused('/api/v1/flight/info', 'Bearer wrong'), [401, 'INVALID_TOKEN']);
    // Neither tokens nor what only the station itself has.
    for (const path of ['/sim/v1/faults', '/api/v1/%2e%2e/%2e%2e/sim/v1/faults', '/admin/v1/plugins']) {
      assert.equal((await get('hub', path)).status, 404, path);
    }
    const elsewhere = await fetch(`${hub.url}/fleet/v1/stations/saaaaaaaaaaaa/api/v1/flight/info`, {
      headers: { authorization: `Bearer ${viewer}` },
    });
    assert.equal(elsewhere.status, 404);
  });

  describe('gives a client a token of its own', () => proxiedTokenTests(proxied));

  describe('has its recordings', () => proxiedRecordingTests(proxied, get, () => viewer));

  it('says so when the station is gone', async () => {
    await proxied.station.end('SIGTERM');
    await until('its absence', async () => {
      const answer = await getNow('hub', '/api/v1/system/info');
      assert.equal(answer.status, 503);
      return JSON.parse(answer.bytes.toString()).code === 'STATION_OFFLINE';
    });
  });
});

const timeless = (bytes: Buffer): string => bytes.toString().replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"');
