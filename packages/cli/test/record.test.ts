import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { httpAgents, nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { SHIFT_CHANNELS } from '@kitestring/station-flightlog/channels';
import { openShift } from '@kitestring/station-flightlog/replay';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { TestWebSocket } from '@kitestring/web/test/support/test-web-socket.ts';
import { McapStreamReader } from '@mcap/core';
import type { RecordedRequest } from '../src/record/recorded-request.ts';
import { RequestProxy } from '../src/record/request-proxy.ts';
import { run, TestOutput } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

interface Recorded {
  readonly topic: string;
  readonly timeUs: number;
  readonly value: Record<string, unknown>;
}

/** By the reader of the format's own library. */
function read(bytes: Uint8Array): readonly Recorded[] {
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (data, size) => ZSTD.decompress(data, Number(size)) },
  });
  reader.append(bytes);
  const topics = new Map<number, string>();
  const found: Recorded[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === 'Channel') topics.set(record.id, record.topic);
    if (record.type !== 'Message') continue;
    const value = JSON.parse(Buffer.from(record.data).toString('utf8')) as Record<string, unknown>;
    found.push({ topic: topics.get(record.channelId) ?? '', timeUs: Number(record.logTime / 1000n), value });
  }
  return found;
}

describe('kitestring record', () => {
  let station: TestStation;
  let folder: TestFolder;
  before(async () => {
    station = await testStation();
    folder = new TestFolder();
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const command = (argv: readonly string[], stop?: AbortSignal) =>
    run(['record', ...argv], {
      environment: { KITESTRING_API_KEY: TEST_KEY },
      folder: folder.path,
      ...(stop !== undefined && { stop }),
    });

  it('writes what a flight publishes, each notification once, readable by anything that reads MCAP, and no secret', async () => {
    await using client = new KitestringClient({
      url: station.url,
      key: TEST_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    const stop = new AbortController();
    const recording = command([station.url, '--out', 'shift.mcap'], stop.signal);
    const path = join(folder.path, 'shift.mcap');
    const states = client.topic('flight/state');
    /** Once a second it saves what is in no chunk yet. */
    const saved = (holds: (text: string) => boolean) =>
      until('the tail', () => existsSync(`${path}.tail`) && holds(readFileSync(`${path}.tail`, 'latin1')));
    await saved((text) => text.includes('"StandBy"'));
    await client.flight.takeOff();
    await states.until(({ flight_state }) => flight_state === 'Flying');
    await client.sim.injectFault({ type: 'gps_loss', duration: 5 });
    await client.sim.advanceClock({ seconds: 20 });
    await client.flight.land();
    await states.until(({ flight_state }) => flight_state === 'StandBy');
    await client.sim.advanceClock({ seconds: 1 });
    await saved((text) => text.lastIndexOf('"StandBy"') > text.lastIndexOf('"Landing"'));
    stop.abort();
    const { status, out, err } = await recording;
    assert.match(err, /^recording .* to shift\.mcap; Ctrl-C ends it\n$/);
    assert.match(out, /^shift\.mcap: \d+ messages until 20\d\d-/);
    assert.equal(status, 0);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const bytes = readFileSync(path);
    const messages = read(bytes);
    const topics = new Set(messages.map(({ topic }) => topic));
    for (const name of [
      'flight/state',
      'camera/state',
      'system/state',
      'handoff/state',
      'notifications/state',
    ] as const) {
      assert.ok(topics.has(SHIFT_CHANNELS[name].topic), name);
    }
    const names = messages.filter(({ topic }) => topic === '/flight/state').map(({ value }) => value.flight_state);
    assert.deepEqual([...new Set(names)].slice(0, 3), ['StandBy', 'TakingOff', 'Flying']);
    assert.equal(names.at(-1), 'StandBy');
    const ended = messages.filter(({ topic, value }) => topic === '/notifications' && value.end_time !== undefined);
    const keys = ended.map(({ value }) => `${String(value.code)} ${String(value.begin_time)}`);
    assert.ok(keys.length > 0);
    assert.equal(new Set(keys).size, keys.length);
    const times = messages.map(({ timeUs }) => timeUs);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const documents = messages.filter(({ topic }) => topic === '/documents').map(({ value }) => value.operation);
    assert.ok(documents.includes('system.info') && documents.includes('flight.info'));
    const text = JSON.stringify(messages);
    assert.equal(text.includes(TEST_KEY) || bytes.includes(TEST_KEY), false);
    assert.doesNotMatch(text, /access_token|rtsps?_url|Bearer/);
    using shift = await openShift(path);
    assert.deepEqual([shift.loss, shift.stationName, shift.apiVersion], [undefined, 'kitestring', '1.1.2']);
    assert.equal(shift.messages, messages.length);
    assert.equal(shift.notifications.filter(({ endUs }) => endUs !== undefined).length, keys.length);
  });

  it('records the requests of a client that uses its proxy, over HTTPS and WebSockets, without a secret', async () => {
    const stop = new AbortController();
    const proxy = Promise.withResolvers<string>();
    const err = new (class extends TestOutput {
      override write(text: string): void {
        super.write(text);
        const url = /client that uses (\S+)/.exec(text)?.[1];
        if (url !== undefined) proxy.resolve(url);
      }
    })();
    const https = station.url.replace('http:', 'https:');
    const argv = ['record', https, '--insecure', '--out', 'client.mcap', '--proxy', '0', '--bodies'];
    const environment = { KITESTRING_API_KEY: TEST_KEY };
    const recording = run(argv, { environment, folder: folder.path, stop: stop.signal, err });
    recording.then(({ status }) => proxy.reject(new Error(`status ${status}: ${err.text}`)), proxy.reject);
    await using _end = {
      [Symbol.asyncDispose]: async () => {
        stop.abort();
        await recording;
      },
    };
    const url = await proxy.promise;
    {
      await using client = new KitestringClient({ url, key: TEST_KEY, platform: nodePlatform(), timeoutMs: 180_000 });
      assert.equal((await client.flight.getFlightState()).flight_state, 'StandBy');
      await client.topic('flight/state').until(({ flight_state }) => flight_state === 'StandBy');
      await assert.rejects(client.flight.setAltitude({ altitude: 12 }), { code: 'WRONG_FLIGHT_STATE' });
      await client.station.setIncident({ number: 'I-7', title: 'Barn' });
    }
    const response = await fetch(`${url}/api/v1/flight/state?access_token=abc&limit=1`, { method: 'HEAD' });
    assert.equal(response.status, 401);
    stop.abort();
    assert.equal((await recording).status, 0);
    const bytes = readFileSync(join(folder.path, 'client.mcap'));
    const requests = read(bytes).flatMap(({ topic, value }) => (topic === '/requests' ? [value] : []));
    const found = (start: string) => requests.find(({ target }) => String(target).startsWith(start)) ?? {};
    assert.equal(found('/api/v1/flight/state').status, 200);
    assert.match(String(found('/api/v1/flight/state').answer_body), /"flight_state":"StandBy"/);
    const { method, status, code, request_body: body } = found('/api/v1/flight/control/altitude');
    assert.deepEqual([method, status, code, body], ['POST', 409, 'WRONG_FLIGHT_STATE', '{"altitude":12}']);
    const socket = found('/api/v1/flight/state/subscribe');
    assert.ok(socket.status === 101 && Number(socket.answer_bytes) > 100, JSON.stringify(socket));
    assert.equal(found('/api/v1/flight/state?').target, '/api/v1/flight/state?access_token=***&limit=1');
    // Neither the token request nor what people have typed elsewhere.
    for (const target of ['/api/v1/auth/token/request', '/station/v1/incident']) {
      assert.equal(found(target).request_body, undefined, target);
      assert.ok(Number(found(target).request_bytes) > 10, target);
    }
    assert.doesNotMatch(JSON.stringify(requests), new RegExp(`${TEST_KEY}|access_token"|Bearer|Barn`));
    using shift = await openShift(join(folder.path, 'client.mcap'));
    assert.equal(shift.loss, undefined);
  });

  it('answers 502 to a client whose station is gone, records why, and goes on', async () => {
    const seen: RecordedRequest[] = [];
    const [agents, onRequest] = [httpAgents(), (request: RecordedRequest) => void seen.push(request)];
    const options = { stationUrl: 'http://127.0.0.1:1', agents, port: 0, hasBodies: true, onRequest };
    await using proxy = await RequestProxy.start(options);
    const response = await fetch(`${proxy.url}/api/health`);
    assert.equal(response.status, 502);
    assert.equal(((await response.json()) as { code: string }).code, 'STATION_UNREACHABLE');
    await assert.rejects(TestWebSocket.open(`${proxy.url.replace('http', 'ws')}/api/v1/flight/state/subscribe`));
    assert.deepEqual(
      seen.map(({ status }) => status),
      [undefined, undefined],
    );
    assert.match(seen[0]?.fault ?? '', /ECONNREFUSED/);
    const { port } = new URL(proxy.url);
    const foreign = request({ port, path: '/api/health', headers: { host: 'rebound.example' } }).end();
    const [refused] = (await once(foreign, 'response')) as [IncomingMessage];
    refused.resume();
    assert.deepEqual([refused.statusCode, seen.length], [421, 2], 'nothing was passed on');
    await assert.rejects(
      RequestProxy.start({ ...options, port: Number(new URL(proxy.url).port) }),
      /--proxy: port \d+ cannot be used/,
    );
  });

  it('records that the station has broken an answer off, and not its client', async () => {
    await using broken = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'));
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { port } = broken.address() as AddressInfo;
    const seen = Promise.withResolvers<RecordedRequest>();
    const stationUrl = `http://127.0.0.1:${port}`;
    const options = { stationUrl, agents: httpAgents(), port: 0, hasBodies: false, onRequest: seen.resolve };
    await using proxy = await RequestProxy.start(options);
    await assert.rejects(fetch(`${proxy.url}/api/health`).then((response) => response.text()));
    assert.equal((await seen.promise).fault, 'aborted');
  });

  it('leaves the file alone to which another process records', async () => {
    const path = join(folder.path, 'both.mcap');
    const stop = new AbortController();
    const recording = command([station.url, '--out', 'both.mcap'], stop.signal);
    using _end = { [Symbol.dispose]: () => stop.abort() };
    await until('the recording', () => existsSync(`${path}.tail`));
    const other = await command([station.url, '--out', 'both.mcap']);
    assert.deepEqual(
      [other.status, other.err],
      [1, `kitestring: ${path} is being recorded by another process: choose another --out\n`],
    );
    stop.abort();
    assert.equal((await recording).status, 0);
    using shift = await openShift(path);
    assert.equal(shift.loss, undefined);
    assert.equal(existsSync(`${path}.lock`), false);
  });

  it('overwrites nothing, and completes what a kill has left', async () => {
    const there = await command([station.url, '--out', 'shift.mcap']);
    assert.equal(there.status, 1);
    assert.match(there.err, /shift\.mcap already exists: choose another --out/);
    // A file without its end, as a kill leaves it.
    const whole = readFileSync(join(folder.path, 'shift.mcap'));
    copyFileSync(join(folder.path, 'shift.mcap'), join(folder.path, 'killed.mcap.partial'));
    const killed = await command([station.url, '--out', 'killed.mcap']);
    assert.match(
      killed.err,
      /killed\.mcap was left unfinished and has been recovered, \d+ messages: name another --out/,
    );
    assert.equal(read(readFileSync(join(folder.path, 'killed.mcap'))).length, read(whole).length);
  });

  it('says what is wrong', async () => {
    assert.match((await command([station.url])).err, /record: --out FILE is missing/);
    const often = await command([station.url, '--out', 'x.mcap', '--thumbnails', '0']);
    assert.deepEqual(
      [often.status, often.err],
      [2, 'kitestring: record: --thumbnails: got "0", allowed: 1 to 3600 seconds\n'],
    );
    assert.match(
      (await command([station.url, '--out', 'x.mcap', '--bodies'])).err,
      /--bodies are those of --proxy PORT/,
    );
    const port = await command([station.url, '--out', 'x.mcap', '--proxy', '70000']);
    assert.match(port.err, /--proxy: got "70000", allowed: a port, 0 to 65535/);
    const nowhere = await command(['http://127.0.0.1:1', '--out', 'x.mcap']);
    assert.equal(nowhere.status, 3);
    assert.match(nowhere.err, /cannot reach http:\/\/127\.0\.0\.1:1/);
    assert.equal(existsSync(join(folder.path, 'x.mcap.partial')), false);
  });
});
