import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { fullPathOf } from '@kitestring/contract/operation.ts';
import type { Answer } from '@kitestring/hub/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub/test/support/proxied-station.ts';
import { until } from '@kitestring/hub/test/support/until.ts';
import { STATION_COMMANDS, type StationCommand } from '@kitestring/hubcontract/fleet/station-commands.ts';
import { STATION_READS } from '@kitestring/hubcontract/fleet/station-reads.ts';
import { missingNatsServer } from '@kitestring/testing/nats-server.ts';
import { tileArchive } from '@kitestring/testing/tile-archive.ts';

const MIB = 1024 * 1024;
/** Of answers that tell of the moment or of the connection. */
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

const TURNS_MAX = 200;

describe('the API of a station through its hub', { skip: missingNatsServer() }, () => {
  const proxied = new ProxiedStation();
  const { folder, hub } = proxied;
  let { base, sid, token } = proxied;
  let viewer = '';
  // Longer than a part that goes through a hub.
  const archive = tileArchive([{ z: 0, x: 0, y: 0, bytes: Buffer.alloc(5 * MIB, 7) }]);
  before(async () => {
    const archiveFile = folder.file('map.pmtiles');
    writeFileSync(archiveFile, archive);
    await proxied.start({ KITESTRING_VIDEO_ENABLED: 'true', KITESTRING_CONSOLE_MAP_ARCHIVE: archiveFile }, true);
    ({ base, sid, token } = proxied);
    viewer = (await proxied.newKey('screen', 'viewer')).secret;
  });
  after(() => proxied.stop());

  const get = async (place: 'hub' | 'station', path: string, init: RequestInit = {}) => {
    const [root, key] = place === 'hub' ? [base, viewer] : [proxied.station.url, token];
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(`${root}${path}`, { ...init, headers });
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const told = async (place: 'hub' | 'station', path: string) => {
    const { bytes, response, status } = await get(place, path);
    return [status, timeless(bytes), shown(response)];
  };
  const setClock = async (body: { readonly paused: boolean }) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await get('station', '/sim/v1/clock', { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(status, 200);
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
    await setClock({ paused: true });
    for (const path of paths) {
      const direct = await told('station', path);
      // A state that changed just before the pause is on its way to the hub.
      let through = await told('hub', path);
      for (let turn = 0; turn < TURNS_MAX && !isDeepStrictEqual(through, direct); turn += 1)
        through = await told('hub', path);
      assert.deepEqual(through, direct, path);
    }
    await setClock({ paused: false });
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
      const below = fullPathOf(operation)
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
        const response = await fetch(root + below, { method: operation.method, headers, body });
        const { code } = JSON.parse((await response.text()) || '{}');
        answers.push([
          response.status,
          code,
          response.headers.get('content-type'),
          response.headers.get('retry-after'),
        ]);
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

  describe('gives a client a token of its own', () => {
    let key: Answer;
    before(async () => {
      key = await proxied.newKey('dispatch', 'operator');
    });
    const request = (fields: Record<string, string>) => proxied.requestToken(fields);
    const command = async (access: string, path: string, body?: object) => {
      const response = await fetch(`${base}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.text() };
    };
    const ask = (access: string, path: string) => hub.ask(path, { key: access });
    const below = (path: string) => `stations/${sid}/api/v1/${path}`;

    it('for its key, with the scopes that hub and station allow it, and refuses others as the station does', async () => {
      const { body: grant, status } = await request({ client_secret: key.secret, token_name: 'desk 2' });
      assert.equal(status, 200);
      assert.deepEqual(
        [grant.token_type, grant.expires_in, grant.scope, grant.name, grant.plugin_name],
        ['Bearer', 3600, 'read control', 'desk 2', 'dispatch (hub)'],
      );
      const narrow = await request({ client_secret: key.secret, scope: 'read' });
      assert.deepEqual(narrow.body.scopes, ['read']);
      assert.equal((await ask(narrow.body.access_token, below('flight/info'))).status, 200);
      assert.equal((await command(narrow.body.access_token, 'flight/control/land')).status, 403);
      const refusals: readonly (readonly [Record<string, string>, number, string])[] = [
        [{ client_secret: 'wrong' }, 401, 'INVALID_API_KEY'],
        [{}, 401, 'MISSING_API_KEY'],
        [{ client_secret: key.secret, scope: 'can_override' }, 403, 'SCOPE_NOT_GRANTED'],
        [{ client_secret: key.secret, grant_type: 'password' }, 400, 'UNSUPPORTED_GRANT_TYPE'],
      ];
      for (const [body, status, code] of refusals) {
        const refused = await request(body);
        assert.deepEqual([refused.status, refused.body.code], [status, code]);
        assert.ok(refused.body.error_description, 'as RFC 6749 has it');
      }
      assert.ok(!JSON.stringify(hub.log).includes(key.secret));
    });

    it('that is for this station alone, and forged by nobody', async () => {
      const { body: grant } = await request({ client_secret: key.secret });
      const access: string = grant.access_token;
      assert.equal((await ask(access, below('flight/state'))).status, 200);
      for (const path of [
        'stations',
        `stations/${sid}`,
        'events',
        below('flight/state').replace(sid, 'saaaaaaaaaaaa'),
      ]) {
        assert.equal((await ask(access, path)).body.code, 'INSUFFICIENT_SCOPE', path);
      }
      const [content = '', mac = ''] = access.split('.');
      const more = content.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      for (const forged of [`${more}.${mac}`, content, `${content}.`, `${access}A`, 'kitestation_', 'kitestation_.']) {
        assert.equal((await ask(forged, below('flight/state'))).body.code, 'INVALID_TOKEN', forged);
      }
    });

    it('with which it sees itself in control, besides another of the same key, until it ends the token', async () => {
      const [desk, screen] = [
        await request({ client_secret: key.secret }),
        await request({ client_secret: key.secret }),
      ];
      const access: string = desk.body.access_token;
      assert.notEqual(desk.body.id, screen.body.id);
      const taken = await command(access, 'handoff/control/request', { operator_name: 'M. Rossi' });
      assert.equal(taken.status, 201, taken.body);
      const holder = async () => (await ask(screen.body.access_token, below('handoff/state'))).body.controlling_client;
      const inControl = await until('control', holder);
      assert.deepEqual([inControl.session_id, inControl.plugin_id], [desk.body.id, desk.body.plugin_id]);
      const other = await command(screen.body.access_token, 'flight/control/take_off');
      assert.deepEqual([other.status, JSON.parse(other.body).code], [403, 'CONTROL_TAKEN']);
      assert.deepEqual(
        (await ask(access, below('auth/tokens'))).body.map(({ id }: Answer) => id),
        [desk.body.id],
      );
      assert.equal((await command(access, 'auth/token/invalidate')).status, 200);
      assert.equal((await ask(access, below('flight/state'))).body.code, 'INVALID_TOKEN');
      // Its session at the station has ended too, and with it its control.
      await until('the end of its control', async () => (await holder()) === null);
      assert.equal(
        (await command(screen.body.access_token, 'handoff/control/request', { operator_name: 'B' })).status,
        201,
      );
      assert.equal((await command(screen.body.access_token, 'handoff/control/release')).status, 204);
    });

    it('that ends with the key, and outlives the hub', async () => {
      const { body: grant } = await request({ client_secret: key.secret });
      const ended = (await request({ client_secret: key.secret })).body.access_token;
      assert.equal((await command(ended, 'auth/token/invalidate')).status, 200);
      await hub.end('SIGKILL');
      await hub.start();
      await proxied.online();
      assert.equal((await ask(grant.access_token, below('flight/state'))).status, 200);
      assert.equal((await ask(ended, below('flight/state'))).body.code, 'INVALID_TOKEN');
      assert.equal((await hub.ask(`keys/${key.key.id}`, { method: 'DELETE' })).status, 204);
      assert.equal((await ask(grant.access_token, below('flight/state'))).body.code, 'INVALID_TOKEN');
    });
  });

  describe('has its recordings', () => {
    let path = '';
    let film = Buffer.alloc(0);
    before(async () => {
      const command = (name: string) =>
        fetch(`${proxied.station.url}/api/v1/recordings/control/${name}`, {
          ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
        });
      assert.equal((await command('start')).status, 201);
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
      const file = join(folder.path, 'recordings', id, name);
      // As long as a film of some minutes: more than one read of the station may have.
      appendFileSync(file, randomBytes(66 * MIB));
      film = readFileSync(file);
    });

    it('leaves a slow uplink to beats and commands while a film is read', async (t) => {
      const { uplink } = proxied;
      assert.ok(uplink !== undefined);
      const [operator, stop] = [(await proxied.newKey('desk', 'operator')).secret, new AbortController()];
      const command = async (name: string, body?: object) => {
        const beganMs = performance.now();
        const options = { key: operator, method: 'POST', ...(body !== undefined && { body }) };
        const { status } = await hub.ask(`stations/${sid}/api/v1/handoff/control/${name}`, options);
        assert.ok(status < 300, `${name}: ${status}`);
        return performance.now() - beganMs;
      };
      const [before] = [await command('request', { operator_name: 'desk' }), await command('release')];
      Object.assign(uplink, { conditions: { latencyMs: 50, lossShare: 0, kbps: 1000 }, longestWaitMs: 0 });
      const authorization = `Bearer ${viewer}`;
      const response = await fetch(base + path, { headers: { authorization }, signal: stop.signal });
      let read = 0;
      const reading = (async () => {
        for await (const part of response.body ?? []) read += part.length;
      })();
      const beganMs = performance.now();
      const times: number[] = [];
      while (performance.now() - beganMs < 4000) {
        times.push(await command('request', { operator_name: 'desk' }), await command('release'));
      }
      const carried = read / (((performance.now() - beganMs) / 1000) * 125_000);
      const [slowest, waited] = [Math.max(...times), uplink.longestWaitMs];
      t.diagnostic(
        `commands ${before.toFixed()} ms before, ${slowest.toFixed()} ms at most; waited ${waited.toFixed()} ms; ${carried.toFixed(2)} of the link`,
      );
      stop.abort();
      await assert.rejects(reading, /abort/i);
      uplink.mend();
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
      const { entries } = (await hub.ask('audit?limit=1')).body;
      assert.deepEqual([entries[0].what, entries[0].who, entries[0].station], ['recordings.file', 'screen', sid]);
    });

    it('to four readers of a client at a time, and to the next when one has gone', async () => {
      const aborts = Array.from({ length: 4 }, () => new AbortController());
      const headers = { authorization: `Bearer ${viewer}` };
      const responses = await Promise.all(aborts.map(({ signal }) => fetch(base + path, { headers, signal })));
      assert.ok(responses.every(({ status }) => status === 200));
      const fifth = await get('hub', path);
      assert.deepEqual([fifth.status, JSON.parse(fifth.bytes.toString()).code], [429, 'TOO_MANY_DOWNLOADS']);
      for (const abort of aborts) abort.abort();
      await until('a place', async () => (await get('hub', path, { headers: { range: 'bytes=0-9' } })).status === 206);
    });
  });

  it('says so when the station is gone', async () => {
    await proxied.station.end('SIGTERM');
    await until('its absence', async () => {
      const answer = await get('hub', '/api/v1/system/info');
      assert.equal(answer.status, 503);
      return JSON.parse(answer.bytes.toString()).code === 'STATION_OFFLINE';
    });
  });
});

const timeless = (bytes: Buffer): string => bytes.toString().replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"');
