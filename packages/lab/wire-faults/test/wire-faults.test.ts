import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform, pinOf } from '@kitestring/client/node.ts';
import { TEST_KEY } from '@kitestring/station-app/test/support/test-station.ts';
import { WIRE_FAULTS_MAX, type WireFaultRequest } from '@kitestring/station-contract/sim/wire-fault.ts';
import { WIRE_FAULT_TYPES } from '@kitestring/station-contract/sim/wire-faults.ts';
import { ENVELOPE_SUBPROTOCOL } from '@kitestring/station-contract/topics.ts';
import { FaultyWire } from './support/faulty-wire.ts';
import { TIMEOUT_MS } from './support/impatient-platform.ts';

/** Milliseconds without a state after which our client takes a connection for dead. */
const SILENCE_MS = 15_000;

describe('Faults between station and clients', () => {
  let wire: FaultyWire;
  let isStopped = false;
  before(async () => {
    wire = await FaultyWire.start();
  });
  after(() => wire[Symbol.asyncDispose]());
  afterEach(async () => {
    if (!isStopped) await wire.removeAll();
  });

  describe('on requests', () => {
    it('let a late request wait, and go on when they are removed', async () => {
      const fault = await wire.set({ type: 'latency', operation: 'flight.state', parameters: { latency_ms: 60_000 } });
      let isAnswered = false;
      const answer = wire.client.flight.getFlightState().then(() => {
        isAnswered = true;
      });
      await wire.untilHits(fault, 1);
      assert.equal((await wire.client.camera.getCameraState()).online_state, 'Online');
      assert.equal(isAnswered, false);
      assert.equal((await wire.remove(fault)).status, 'ended');
      await answer;
    });

    it('carry out a late command whose client has given up', async () => {
      const operation = 'flight.control.altitude_soft_max';
      const fault = await wire.set({ type: 'latency', operation, parameters: { latency_ms: 60_000 } });
      const given = wire.client.flight.setAltitudeSoftMax({ altitude: 21 });
      await wire.untilHits(fault, 1);
      wire.platform.pass(TIMEOUT_MS);
      await assert.rejects(given, { code: 'TIMEOUT' });
      await wire.remove(fault);
      assert.equal(await wire.softMax(), 21);
      assert.equal((await wire.stateOf(fault)).met, 1, 'a command that timed out is not repeated');
    });

    for (const [type, parameters, first, bytesPerS] of [
      ['stalled_body', { after_bytes: 7 }, 7, 0],
      ['bandwidth', { bytes_per_s: 1 }, 1, 1],
    ] as const) {
      it(`${type}: the head and ${first} bytes arrive, the rest when it is removed`, async () => {
        const fault = await wire.set({ type, operation: 'flight.state', count: 1, parameters });
        const startMs = performance.now();
        const response = await wire.read();
        const reader = response.body?.getReader() ?? assert.fail();
        const begin = Buffer.from((await reader.read()).value ?? []);
        const mostBytes = first + Math.floor((bytesPerS * (performance.now() - startMs)) / 1000);
        assert.ok(begin.length >= first && begin.length <= mostBytes, `${begin.length} bytes, ${mostBytes} at most`);
        const rest = reader.read();
        await wire.remove(fault);
        let text = `${begin}${Buffer.from((await rest).value ?? [])}`;
        for (let next = await reader.read(); !next.done; next = await reader.read()) text += Buffer.from(next.value);
        assert.equal(JSON.parse(text).flight_state, 'StandBy');
        assert.equal(text.length, Number(response.headers.get('content-length')));
      });
    }

    it('truncate a body: fetch fails, our client reads again', async () => {
      await wire.set({ type: 'truncated_body', operation: 'flight.state', count: 2, parameters: { after_bytes: 9 } });
      const response = await wire.read();
      assert.equal(response.status, 200);
      await assert.rejects(response.text());
      assert.equal(await wire.flightState(), 'StandBy');
    });

    it('reset a connection: our client repeats the read, and not the command', async () => {
      const reads = await wire.set({ type: 'reset', operation: 'flight.state', count: 2 });
      await assert.rejects(wire.read());
      assert.equal(await wire.flightState(), 'StandBy');
      assert.equal((await wire.stateOf(reads)).status, 'ended');
      const operation = 'flight.control.altitude_soft_max';
      for (const [moment, expected] of [
        ['before', 21],
        ['after', 22],
      ] as const) {
        const fault = await wire.set({ type: 'reset', operation, parameters: { moment } });
        await assert.rejects(wire.client.flight.setAltitudeSoftMax({ altitude: 22 }), { code: 'UNREACHABLE' });
        const { met } = await wire.remove(fault);
        assert.equal(met, 1);
        assert.equal(await wire.softMax(), expected, moment);
      }
    });

    it('answer bursts of errors: our client waits as long as Retry-After says, also with a command after 429 and 503', async () => {
      for (const status of [429, 503]) {
        await wire.set({ type: 'error_status', client: 'first', count: 2, parameters: { status, retry_after_s: 7 } });
        wire.platform.pausesMs.length = 0;
        await wire.client.flight.setAltitudeSoftMax({ altitude: 23 });
        assert.deepEqual(wire.platform.pausesMs, [7000, 7000], String(status));
      }
    });

    it('answer 429 without a time, where none is wanted', async () => {
      const parameters = { status: 429, retry_after_s: 0 };
      await wire.set({ type: 'error_status', operation: 'flight.info', count: 1, parameters });
      const response = await wire.read('flight/info');
      assert.deepEqual([response.status, response.headers.get('retry-after')], [429, null]);
      const { message } = (await response.json()) as { message: string };
      assert.equal(message, 'too many requests (simulated fault)');
    });

    it('meet the clients of one key by the names of their tokens, and no token that is given back', async () => {
      const options = { url: wire.station.url, key: TEST_KEY, tokenName: 'desk 2', platform: nodePlatform() };
      const [first, second] = [new KitestringClient(options), new KitestringClient(options)];
      for (const desk of [first, second]) await desk.flight.getFlightState();
      const parameters = { status: 500 };
      const fault = await wire.set({ type: 'error_status', client: 'desk 2', count: 1, parameters });
      assert.equal(await wire.flightState(), 'StandBy');
      await first.close({ giveBackToken: true });
      assert.equal((await wire.stateOf(fault)).met, 0);
      await assert.rejects(second.flight.getFlightState(), { status: 500 });
      assert.equal((await wire.stateOf(fault)).status, 'ended');
      await second.close();
    });

    it('do not lead to a second command after 500, a gateway’s 502, or an error of one that was carried out', async () => {
      const operation = 'flight.control.altitude_soft_max';
      for (const [parameters, altitude, expected] of [
        [{ status: 500 }, 24, 23],
        [{ status: 502 }, 24, 23],
        [{ status: 504, moment: 'after' }, 24, 24],
      ] as const) {
        const fault = await wire.set({ type: 'error_status', operation, parameters });
        const { status } = parameters;
        await assert.rejects(wire.client.flight.setAltitudeSoftMax({ altitude }), { status });
        assert.equal((await wire.remove(fault)).met, 1);
        assert.equal(await wire.softMax(), expected, String(status));
      }
      await wire.set({ type: 'error_status', operation: 'flight.state', count: 2, parameters: { status: 502 } });
      const gateway = await wire.read();
      assert.deepEqual([gateway.status, gateway.headers.get('content-type')], [502, 'text/html']);
      assert.match(await gateway.text(), /^<html>/);
      const json = await wire.set({
        type: 'error_status',
        operation: 'flight.info',
        count: 1,
        parameters: { status: 500 },
      });
      assert.equal(((await (await wire.read('flight/info')).json()) as { code: string }).code, 'INTERNAL_ERROR');
      assert.equal(await wire.hits(json), 1);
    });

    it('end a token early: our client gets another one and sends the command again', async () => {
      const fault = await wire.set({ type: 'token_end', operation: 'flight.control.altitude_soft_max', count: 1 });
      await wire.client.flight.setAltitudeSoftMax({ altitude: 25 });
      assert.equal(await wire.softMax(), 25);
      assert.equal(await wire.hits(fault), 1);
    });

    it('shift every time that is shown, and the Date', async () => {
      const times = async () => {
        const response = await wire.read('auth/tokens');
        const [shown = ''] = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00/.exec(await response.text()) ?? [];
        return [Date.parse(response.headers.get('date') ?? ''), Date.parse(shown)] as const;
      };
      const right = await times();
      const fault = await wire.set({ type: 'clock_skew', parameters: { skew_s: 86_400 } });
      const wrong = await times();
      const aheadS = (wrong[0] - right[0]) / 1000;
      assert.ok(aheadS >= 86_400 && aheadS < 86_500, `${aheadS} s`);
      assert.equal(wrong[1] - right[1], 86_400_000);
      const webSocket = await wire.controls.subscribe('flight/state', { protocols: [ENVELOPE_SUBPROTOCOL] });
      const { time } = (await webSocket.next()) as { time: string };
      const { truth } = (await wire.controls.get('/sim/v1/truth')).body as { truth: { time: string } };
      assert.equal(Date.parse(time) - Date.parse(truth.time), 86_400_000);
      webSocket.socket.close();
      await wire.remove(fault);
    });
  });

  describe('on WebSockets', () => {
    /** A topic of our client, with what it has shown. */
    async function follow() {
      const statuses: string[] = [];
      let wake = () => {};
      const topic = wire.client.topic('flight/state');
      const leave = topic.subscribe({
        message: () => {},
        status: (status) => {
          statuses.push(status);
          wake();
        },
      });
      const until = async (status: string) => {
        while (!statuses.includes(status)) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        statuses.length = 0;
      };
      await until('live');
      return { until, leave };
    }

    for (const [code, seen] of [
      [1012, 1012],
      [4321, 4321],
      [1006, 1006],
      [1005, 1006],
    ] as const) {
      it(`close the open ones and each new one after its first messages: ${code}`, async () => {
        const open = await wire.controls.subscribe('flight/state');
        const fault = await wire.set({ type: 'websocket_close', count: 2, parameters: { code } });
        assert.equal((await open.closed).code, seen);
        const next = await wire.controls.subscribe('flight/state');
        assert.equal((await next.closed).code, seen);
        assert.equal(next.raw.length, 1);
        assert.equal(await wire.hits(fault), 2);
      });
    }

    it('are closed, and our client connects again', async () => {
      const { leave, until } = await follow();
      await wire.set({ type: 'websocket_close', count: 1 });
      await until('stale');
      await until('live');
      leave();
    });

    it('are silent: our client shows the value as stale and connects again; the silent one ends with the fault', async () => {
      const { leave, until } = await follow();
      const other = await wire.controls.subscribe('flight/state');
      await other.next();
      const fault = await wire.set({ type: 'subscription_silence', count: 2 });
      await wire.client.flight.setAltitudeSoftMax({ altitude: 26 });
      wire.platform.pass(SILENCE_MS);
      await until('live');
      assert.equal(other.raw.length, 1);
      await wire.remove(fault);
      assert.equal((await other.closed).code, 1006);
      leave();
    });

    it('deliver late, in order, and at once when the fault ends', async () => {
      const webSocket = await wire.controls.subscribe('flight/state');
      await webSocket.next();
      const parameters = { latency_ms: 60_000, jitter_ms: 60_000 };
      const fault = await wire.set({ type: 'latency', operation: 'subscribe.open', parameters });
      const late = await wire.controls.subscribe('flight/state');
      await wire.remove(fault);
      assert.equal(((await late.next()) as { flight_state: string }).flight_state, 'StandBy');
      for (const { socket } of [webSocket, late]) socket.close();
    });
  });

  describe('as such', () => {
    it('hit the same requests for the same seed', async () => {
      const pattern = async (seed: number) => {
        const fault = await wire.set({ type: 'error_status', operation: 'camera.state', probability: 0.4, seed });
        let text = '';
        for (let index = 0; index < 24; index += 1)
          text += (await wire.read('camera/state')).status === 200 ? '.' : 'x';
        const { hits: hit, met } = await wire.remove(fault);
        assert.deepEqual([met, hit], [24, [...text].filter((one) => one === 'x').length]);
        return text;
      };
      const [first, again, other] = [await pattern(7), await pattern(7), await pattern(8)];
      assert.equal(first, again);
      assert.notEqual(first, other);
      assert.match(first, /x/);
    });

    it('spare other clients, the controls, the health and the token request', async () => {
      await wire.set({ type: 'reset', client: 'somebody else' });
      assert.equal(await wire.flightState(), 'StandBy');
      await wire.set({ type: 'reset' });
      await assert.rejects(wire.read());
      assert.equal((await wire.station.stranger().get('/api/health')).status, 200);
      const other = await wire.station.client();
      assert.equal((await other.send('/sim/v1/wire-faults', { method: 'DELETE' })).status, 200);
      assert.equal((await wire.read()).status, 200);
    });

    it('end after their duration of station time', async () => {
      const fault = await wire.set({ type: 'reset', operation: 'camera.state', duration: 5 });
      wire.station.advance(4.9);
      await assert.rejects(wire.read('camera/state'));
      wire.station.advance(0.2);
      assert.equal((await wire.stateOf(fault)).status, 'ended');
      assert.equal((await wire.read('camera/state')).status, 200);
    });

    it('are removed by a reset to a snapshot', async () => {
      await wire.controls.post('/sim/v1/snapshots', { name: 'before' });
      const fault = await wire.set({ type: 'reset', operation: 'camera.state' });
      assert.ok((await wire.controls.post('/sim/v1/snapshots/before/reset', {})).status < 300);
      assert.equal((await wire.stateOf(fault)).status, 'ended');
      assert.equal((await wire.read('camera/state')).status, 200);
    });

    it('present another certificate until they end: a pinned key refuses it', async () => {
      const key = async () => {
        const socket = connect({ port: wire.station.port, host: '127.0.0.1', rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        const certificate = socket.getPeerX509Certificate() ?? assert.fail();
        socket.destroy();
        return pinOf(certificate);
      };
      const pin = await key();
      const pinned = async () => {
        const given = { url: wire.station.secureUrl, key: TEST_KEY, platform: nodePlatform({ pin }) };
        await using secure = new KitestringClient(given);
        return (await secure.flight.getFlightState()).flight_state;
      };
      assert.equal(await pinned(), 'StandBy');
      const fault = await wire.set({ type: 'certificate_change' });
      assert.notEqual(await key(), pin);
      await assert.rejects(pinned(), { code: 'UNTRUSTED' });
      await wire.remove(fault);
      assert.equal(await key(), pin);
      assert.equal(await pinned(), 'StandBy');
    });

    it('are refused with the field, the limit and what to do', async () => {
      const refused = async (request: object) => {
        const { status, body } = await wire.send(request as WireFaultRequest);
        return `${status} ${(body as { message: string }).message}`;
      };
      assert.ok((await refused({ type: 'rest' })).startsWith(`400 type must be one of ${WIRE_FAULT_TYPES.join(', ')}`));
      assert.equal(
        await refused({ type: 'reset', operation: 'flight.stat' }),
        '400 operation must be the id of an operation that faults reach, such as flight.state, got "flight.stat"',
      );
      assert.match(await refused({ type: 'reset', operation: 'sim.faults' }), /^400 operation must be/);
      assert.match(await refused({ type: 'reset', operation: 'auth.token.request' }), /^409 .* needs a count/);
      assert.match(await refused({ type: 'certificate_change', count: 1 }), /^400 count is not a known property/);
      assert.match(await refused({ type: 'reset', probability: 0 }), /^400 probability must be > 0, got 0/);
      assert.match(
        await refused({ type: 'latency', parameters: { latency_ms: 60_001 } }),
        /^400 parameters.latency_ms must be <= 60000/,
      );
      const one = { type: 'reset', client: 'nobody' } as const;
      for (let index = 0; index < WIRE_FAULTS_MAX; index += 1) await wire.set(one);
      assert.match(await refused(one), /^409 .*32 faults are active, remove one first/);
      assert.equal((await wire.list()).length, WIRE_FAULTS_MAX);
      await wire.removeAll();
      assert.equal((await wire.controls.send('/sim/v1/wire-faults/9999', { method: 'DELETE' })).status, 404);
    });
  });

  it('restart the computer in the middle of a request, and outlive it', async () => {
    const fault = await wire.set({
      type: 'restart',
      operation: 'camera.state',
      count: 1,
      parameters: { downtime_s: 5 },
    });
    await assert.rejects(wire.read('camera/state'));
    wire.station.advance(1);
    await assert.rejects(wire.read());
    wire.station.advance(4.2);
    await wire.station.running.settled();
    assert.deepEqual([await wire.hits(fault), await wire.flightState()], [1, 'StandBy']);
  });

  it('hold nothing back when the station stops', async () => {
    await wire.set({ type: 'stalled_body', operation: 'flight.state' });
    const fault = await wire.set({ type: 'latency', operation: 'camera.state', parameters: { latency_ms: 60_000 } });
    const response = await wire.read();
    const late = wire.read('camera/state');
    await wire.untilHits(fault, 1);
    isStopped = true;
    const stopped = wire.station.running.stop();
    assert.equal(typeof JSON.parse(await response.text()).flight_state, 'string');
    await late;
    await stopped;
  });
});
