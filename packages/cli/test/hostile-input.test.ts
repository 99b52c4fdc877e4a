import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { requestTo, text } from './support/hostile-requests.ts';
import { HostileStation } from './support/hostile-station.ts';

/*
 * Random and hostile requests and WebSocket frames at every operation of a real station: it never answers 5xx for them,
 * never crashes, leaves no rejection unhandled, and flies afterwards.
 */

const seed = Number(process.env.KITESTRING_TEST_SEED ?? Date.now() % 2 ** 31);
const REQUESTS_PER_OPERATION = 25;
const FRAMES = 150;

describe(`hostile input (seed ${seed}; set KITESTRING_TEST_SEED to run it again)`, () => {
  let station: HostileStation;

  before(async () => {
    station = await HostileStation.start();
  });

  after(async () => {
    await station[Symbol.asyncDispose]();
  });

  for (const [index, operation] of OPERATIONS.entries()) {
    it(`${operation.method} ${operation.path} answers each of ${REQUESTS_PER_OPERATION} with a clear error or does it`, async () => {
      await station.renewToken();
      await fc.assert(
        fc.asyncProperty(requestTo(operation), async (sent) => station.check(sent, await station.send(sent))),
        { seed: seed + index, numRuns: REQUESTS_PER_OPERATION, endOnFailure: true },
      );
    });
  }

  it('bytes that are not HTTP are answered or dropped', async () => {
    const { hostname, port } = new URL(station.process.url);
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
        await once(socket, 'close', { signal: AbortSignal.timeout(180_000) });
        assert.doesNotMatch(Buffer.concat(chunks).toString('latin1'), /^HTTP\/1\.1 5/);
        assert.ok(station.process.isRunning);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('WebSocket frames of any kind end at most their own connection', async () => {
    station.token = await station.process.token();
    const headers = { authorization: `Bearer ${station.token}` };
    const url = `${station.process.url.replace('http', 'ws')}/api/v1/flight/state/subscribe`;
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
    await once(witness, 'message', { signal: AbortSignal.timeout(180_000) });
    witness.close();
    assert.ok(station.process.isRunning);
  });

  it('and then it flies: take-off, Flying, landing, StandBy', async () => {
    station.token = await station.process.token();
    const call = (method: string, path: string, body?: unknown) =>
      station.send({
        method,
        path: `/api/v1/${path}`,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : text(JSON.stringify(body)),
      });
    const reached = (wanted: string, onOther: (state: string) => Promise<unknown>) =>
      until(wanted, async () => {
        await station.renewToken();
        const state = JSON.parse((await call('GET', 'flight/state')).text).flight_state;
        if (state === wanted) return true;
        await onOther(state);
        return false;
      });
    const override = () => call('POST', 'handoff/control/override', { operator_name: 'the test' });
    await override();
    await reached('StandBy', async (state) => {
      if (state === 'TakingOff') await call('POST', 'flight/control/abort');
      if (state === 'Flying') await call('POST', 'flight/control/land');
    });
    await reached('Flying', async (state) => {
      if (state === 'StandBy') await call('POST', 'flight/control/take_off');
    });
    await call('POST', 'flight/control/land');
    await reached('StandBy', override);
  });

  it('has logged no bug and no unhandled rejection, and stops with status 0', async () => {
    assert.doesNotMatch(station.process.output, /INTERNAL_ERROR|unhandled|UnhandledPromise|TypeError|RangeError/i);
    assert.deepEqual(await station.process.end(), { status: 0, signal: null });
  });
});
