import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ERRORS, type ErrorCode } from '@kitestring/contract/errors.ts';
import type { Operation } from '@kitestring/contract/operation.ts';
import { OPERATIONS } from '@kitestring/contract/operations.ts';
import { StationProcess, WIDE_LIMITS } from '@kitestring/testing/station-process.ts';
import fc from 'fast-check';
import { WebSocket } from 'ws';

/*
 * Random and hostile requests and WebSocket frames at every operation of a real station: it never answers 5xx for them,
 * never crashes, leaves no rejection unhandled, and flies afterwards.
 */

const seed = Number(process.env.KITESTRING_TEST_SEED ?? Date.now() % 2 ** 31);
const REQUESTS_PER_OPERATION = 25;
const FRAMES = 150;

/** The only answers from 500 up that a healthy station gives: what they say is true, whatever was sent. */
const TRUE_TROUBLE: readonly string[] = ['VIDEO_UNAVAILABLE'];

/**
 * How a client sees that the station has broken off: a body that was refused while it was being sent, or bytes behind the
 * declared length, which are answered with 400 and are not the answer to the request.
 */
const BROKEN_OFF: readonly string[] = ['EPIPE', 'ECONNRESET', 'HPE_CLOSED_CONNECTION'];

interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const nasty = fc.constantFrom(
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%ff%fe',
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  "';drop%20table%20session;--",
  '%F0%9F%AA%81',
  '.',
  '{stream_id}',
);

const segment = fc.oneof(
  { weight: 2, arbitrary: nasty },
  fc.webSegment(),
  fc.constantFrom('zoom', 'thermal', '1', 'main.mp4'),
);

/** The path of an operation with something in place of its parameters, and sometimes something behind it. */
const pathOf = (operation: Operation) =>
  fc
    .tuple(
      fc.array(segment, { minLength: 4, maxLength: 4 }),
      fc.option(fc.webQueryParameters(), { nil: '' }),
      fc.nat(12),
    )
    .map(([segments, query, spoil]) => {
      let at = 0;
      const path = operation.path.replace(/\{\w+\}/g, () => segments[at++] ?? 'x');
      const behind = spoil === 0 ? `/${segments[3]}` : spoil === 1 ? '/' : '';
      return `/api${path}${behind}${query === '' ? '' : `?${query}`}`;
    });

const text = (value: string) => Buffer.from(value);

const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => text(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    text('{"altitude":1e999}'),
    text('{"altitude":NaN}'),
    text('{"altitude":10,"altitude":44}'),
    text('{"__proto__":{"altitude":10}}'),
    text(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    text(`{"operator_name":"${'x'.repeat(70_000)}"}`),
    text('\ufeff{}'),
    text('{"altitude":"10"}'),
    text('[{"altitude":10}]'),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    text('{"pan":-0,"tilt":5e-324}'),
    text('{} {}'),
    text('null'),
  ),
);

/** A valid example with one property changed to something else, or taken away. */
function spoiled(operation: Operation): fc.Arbitrary<Buffer> {
  const examples = (operation.examples ?? []).map(({ value }) => value as Record<string, unknown>);
  const example = fc.constantFrom(...(examples.length > 0 ? examples : [{}]));
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.double(),
    fc.constantFrom(1e308, -1e308, 2 ** 53, '', 'null'),
  );
  return fc.tuple(example, fc.string(), fc.nat(5), value).map(([body, name, choice, other]) => {
    const names = Object.keys(body);
    const changed = { ...body, [names[choice % Math.max(1, names.length)] ?? name]: other };
    return text(JSON.stringify(changed) ?? '');
  });
}

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { cookie: 'connection=websocket:00000000-0000-0000-0000-000000000000' },
  { cookie: `connection=${'x'.repeat(2000)}` },
  { 'transfer-encoding': 'chunked' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
  { range: 'bytes=0-0,5-9' },
  { authorization: 'Bearer x' },
  { authorization: 'Basic !!!' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { origin: 'https://evil.example' },
  { 'x-forwarded-for': '1.2.3.4' },
  { upgrade: 'websocket', connection: 'upgrade' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { host: 'nowhere.example' },
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
);

const requestTo = (operation: Operation): fc.Arbitrary<HostileRequest> =>
  fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(operation.method as string) },
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
      ),
      path: pathOf(operation),
      extra: header,
      type: contentType,
      body: fc.option(fc.oneof(garbage, spoiled(operation)), { nil: undefined }),
    })
    .map(({ method, path, extra, type, body }) => ({
      method,
      path,
      headers: { ...(type !== '' && { 'content-type': type }), ...extra },
      body,
    }));

describe(`hostile input (seed ${seed}; set KITESTRING_TEST_SEED to run it again)`, () => {
  let station: StationProcess;
  let token: string;

  before(async () => {
    station = await StationProcess.start({ flags: ['--sim-speed', '20'], env: WIDE_LIMITS });
    token = await station.token();
  });

  after(async () => {
    await station[Symbol.asyncDispose]();
  });

  /** Sends the request as it is, without the corrections that fetch makes. */
  function send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
    const { hostname, port } = new URL(station.url);
    const all = { authorization: `Bearer ${token}`, ...headers };
    return new Promise((resolve, reject) => {
      // A connection each: what a wrong length leaves behind is not the next request's.
      const options = { hostname, port, method, path, headers: all, timeout: 20_000, agent: false as const };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const type = response.headers['content-type'] ?? '';
          resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
        });
      });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, type: '', text: '' });
      });
      request.on('timeout', () => request.destroy(new Error('no answer within 20 s')));
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (BROKEN_OFF.includes(error.code ?? '')) resolve({ status: 0, type: '', text: '' });
        else reject(error);
      });
      request.end(body);
    });
  }

  function check(sent: HostileRequest, { status, type, text: answer }: Answer): void {
    assert.ok(station.isRunning, `the station has ended:\n${station.output}`);
    if (status < 400) return;
    if (sent.method === 'HEAD' || answer === '') {
      assert.ok(status < 500 || sent.method === 'HEAD', `${status} without a body`);
      return;
    }
    assert.match(type, /^application\/json/);
    const { code, message } = JSON.parse(answer) as { code: string; message: string };
    assert.ok(code in ERRORS, `unknown code ${code}`);
    assert.equal(ERRORS[code as ErrorCode].status, status);
    assert.ok(message.length > 0 && message.length < 2000 && !message.includes('node:'), message);
    assert.ok(status < 500 || TRUE_TROUBLE.includes(code), `${status} ${answer}`);
  }

  async function renewToken(): Promise<void> {
    const { status } = await send({ method: 'GET', path: '/api/v1/flight/info', headers: {}, body: undefined });
    if (status === 401) token = await station.token();
  }

  for (const [index, operation] of OPERATIONS.entries()) {
    it(`${operation.method} ${operation.path} answers each of ${REQUESTS_PER_OPERATION} with a clear error or does it`, async () => {
      await renewToken();
      await fc.assert(
        fc.asyncProperty(requestTo(operation), async (sent) => check(sent, await send(sent))),
        { seed: seed + index, numRuns: REQUESTS_PER_OPERATION, endOnFailure: true },
      );
    });
  }

  it('bytes that are not HTTP are answered or dropped', async () => {
    const { hostname, port } = new URL(station.url);
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 400 }).map((array) => Buffer.from(array)),
      fc.constantFrom(
        Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5]),
        text('GET / HTTP/9.9\r\n\r\n'),
        text('GET /api/v1/health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'),
        text(`GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
        text('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'),
        text('GET /api/v1/health HTTP/1.1\r\n\r\n'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const socket = connect({ host: hostname, port: Number(port) });
        socket.on('error', () => {});
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.end(content);
        await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
        assert.doesNotMatch(Buffer.concat(chunks).toString('latin1'), /^HTTP\/1\.1 5/);
        assert.ok(station.isRunning);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('WebSocket frames of any kind end at most their own connection', async () => {
    token = await station.token();
    const headers = { authorization: `Bearer ${token}` };
    const url = `${station.url.replace('http', 'ws')}/api/v1/flight/state/subscribe`;
    const witness = new WebSocket(url, { headers });
    await once(witness, 'message');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(15), async (payload, opcode) => {
        const attacker = new WebSocket(url, { headers });
        attacker.on('error', () => {});
        const closed = once(attacker, 'close');
        const [response] = await once(attacker, 'upgrade');
        response.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 20, 1, 2, 3, 4]), payload]));
        response.socket.write(Buffer.from(payload));
        attacker.terminate();
        await closed;
      }),
      { seed, numRuns: FRAMES },
    );
    await once(witness, 'message', { signal: AbortSignal.timeout(20_000) });
    witness.close();
    assert.ok(station.isRunning);
  });

  it('and then it flies: take-off, Flying, landing, StandBy', async () => {
    token = await station.token();
    const call = (method: string, path: string, body?: unknown) =>
      send({
        method,
        path: `/api/v1/${path}`,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : text(JSON.stringify(body)),
      });
    const until = async (wanted: string, onOther: (state: string) => Promise<unknown>) => {
      const deadlineMs = performance.now() + 60_000;
      for (let state = ''; state !== wanted; ) {
        assert.ok(performance.now() < deadlineMs, `never ${wanted}, but ${state}`);
        state = JSON.parse((await call('GET', 'flight/state')).text).flight_state;
        if (state !== wanted) await onOther(state);
      }
    };
    const override = () => call('POST', 'handoff/control/override', { operator_name: 'the test' });
    await override();
    await until('StandBy', async (state) => {
      if (state === 'TakingOff') await call('POST', 'flight/control/abort');
      if (state === 'Flying') await call('POST', 'flight/control/land');
    });
    await until('Flying', async (state) => {
      if (state === 'StandBy') await call('POST', 'flight/control/take_off');
    });
    await call('POST', 'flight/control/land');
    await until('StandBy', override);
  });

  it('has logged no bug and no unhandled rejection, and stops with status 0', async () => {
    assert.doesNotMatch(station.output, /INTERNAL_ERROR|unhandled|UnhandledPromise|TypeError|RangeError/i);
    assert.deepEqual(await station.end(), { status: 0, signal: null });
  });
});
