import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getFlightState, setAltitude } from '@kitestring/station-contract/flight/operations.ts';
import { ApiError } from '../src/api-error.ts';
import { ConnectionError } from '../src/connection-error.ts';
import { KitestringClient } from '../src/kitestring-client.ts';
import { grant, refusal, settle, TestPlatform } from './test-platform.ts';

const STATE = { flight_state: 'StandBy' };
const accepted = () => new Response(null, { status: 202 });

function start() {
  const platform = new TestPlatform();
  return { platform, client: new KitestringClient({ url: 'http://station:3128/', key: 'k', platform }) };
}

describe('KitestringClient: tokens', () => {
  it('gets one token for calls that begin together, and uses it again', async () => {
    const { platform, client } = start();
    platform.answers.push(Response.json(STATE), Response.json(STATE), Response.json(STATE));
    await Promise.all([client.flight.getFlightState(), client.flight.getFlightState()]);
    await client.flight.getFlightState();
    assert.equal(platform.tokenRequests, 1);
    assert.deepEqual(
      platform.sent.map(({ token }) => token),
      ['t1', 't1', 't1'],
    );
  });

  it('uses a token until the station refuses it, however near its end: control belongs to its session', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push(grant('short', 100));
    platform.answers.push(
      Response.json(STATE),
      Response.json(STATE),
      refusal(401, 'INVALID_TOKEN'),
      Response.json(STATE),
    );
    for (const ms of [0, 99_999, 1]) {
      await platform.advance(ms);
      await client.flight.getFlightState();
    }
    assert.deepEqual(
      platform.sent.map(({ token }) => token),
      ['short', 'short', 'short', 't2'],
    );
  });

  it('gets a new token after 401, once, and sends even a command again', async () => {
    const { platform, client } = start();
    platform.answers.push(refusal(401, 'INVALID_TOKEN'), accepted());
    await client.flight.takeOff();
    assert.deepEqual(
      platform.sent.map(({ token }) => token),
      ['t1', 't2'],
    );
    platform.answers.push(refusal(401, 'INVALID_TOKEN'), refusal(401, 'INVALID_TOKEN'));
    await assert.rejects(client.flight.takeOff(), { code: 'INVALID_TOKEN', status: 401 });
    assert.equal(platform.sent.length, 4);
  });

  it('does not ask again with a key that is refused', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push(refusal(401, 'INVALID_API_KEY'));
    await assert.rejects(client.flight.takeOff(), { code: 'INVALID_API_KEY' });
    assert.equal(platform.tokenRequests, 1);
    assert.equal(platform.sent.length, 0);
  });

  it('gives its token back when it is closed so', async () => {
    const { platform, client } = start();
    platform.answers.push(Response.json(STATE), new Response(null, { status: 200 }));
    await client.flight.getFlightState();
    await client.close({ giveBackToken: true });
    assert.equal(platform.sent[1]?.url, 'http://station:3128/api/v1/auth/token/invalidate');
    assert.equal(platform.sent[1]?.token, 't1');
  });

  it('uses a token that it was given, and does not replace it', async () => {
    const platform = new TestPlatform();
    const client = new KitestringClient({ url: 'http://station', token: 'mine', platform });
    platform.answers.push(refusal(401, 'INVALID_TOKEN'));
    await assert.rejects(client.flight.getFlightState(), { status: 401 });
    assert.equal(platform.sent[0]?.token, 'mine');
    assert.equal(platform.tokenRequests, 0);
  });
});

describe('KitestringClient: what is sent', () => {
  it('fills in path, body and query', async () => {
    const { platform, client } = start();
    platform.answers.push(
      accepted(),
      accepted(),
      Response.json({ notifications: [] }),
      Response.json({ status: 'OK' }),
    );
    await client.flight.setAltitude({ altitude: 10 });
    await client.videostreams.setZoom({ stream_id: 'a/b ?' }, { zoom_level: 2 });
    await client.notifications.getNotificationHistory({ from_time: '2026-03-01T09:30:00+00:00' });
    await client.health.getHealth();
    const base = 'http://station:3128/api';
    assert.deepEqual(
      platform.sent.map(({ method, url, body, token }) => ({ method, url, body, token })),
      [
        { method: 'POST', url: `${base}/v1/flight/control/altitude`, body: { altitude: 10 }, token: 't1' },
        {
          method: 'POST',
          url: `${base}/v1/videostreams/a%2Fb%20%3F/control/zoom`,
          body: { zoom_level: 2 },
          token: 't1',
        },
        {
          method: 'GET',
          url: `${base}/v1/notifications/history?from_time=2026-03-01T09%3A30%3A00%2B00%3A00`,
          body: undefined,
          token: 't1',
        },
        { method: 'GET', url: `${base}/health`, body: undefined, token: undefined },
      ],
    );
  });

  it('reaches the controls of the simulator beside the API, and waits as long as a jump in time may take', async () => {
    const { platform, client } = start();
    const clock = { time: '2026-03-01T09:30:00.250000+00:00', speed: 1, paused: true, advancing: 0, slipped_s: 0 };
    const fault = { id: '1', type: 'gps_loss', status: 'active', severity: 1, parameters: {} };
    platform.answers.push(Response.json(fault, { status: 201 }), Response.json({ time: clock.time, points: [] }));
    platform.answers.push(Response.json(fault), 'never');
    assert.equal((await client.sim.injectFault({ type: 'gps_loss', duration: 5 })).status, 'active');
    await client.sim.getTether({ points: 5 });
    await client.sim.clearFault({ id: '1' });
    assert.deepEqual(
      platform.sent.map(({ method, url }) => `${method} ${url}`),
      [
        'POST http://station:3128/sim/v1/faults',
        'GET http://station:3128/sim/v1/tether?points=5',
        'DELETE http://station:3128/sim/v1/faults/1',
      ],
    );
    let failed: unknown;
    client.sim.advanceClock({ seconds: 86_400 }).catch((error: unknown) => {
      failed = error;
    });
    await settle();
    await platform.advance(599_999);
    assert.equal(failed, undefined);
    await platform.advance(1);
    assert.match(String(failed), /no answer from http:\/\/station:3128 in 600 s/);
  });

  it('tells control that was granted from a place in the queue', async () => {
    const { platform, client } = start();
    platform.answers.push(new Response(null, { status: 201 }), accepted());
    assert.equal(await client.handoff.requestControl({ operator_name: 'x' }), 'granted');
    assert.equal(await client.handoff.requestControl({ operator_name: 'x' }), 'queued');
  });

  it('hands over a file as the response that carries it', async () => {
    const { platform, client } = start();
    platform.answers.push(new Response('jpeg'));
    const snapshot = await client.videostreams.getSnapshot({ stream_id: 'zoom' });
    assert.equal(await snapshot.text(), 'jpeg');
  });
});

describe('KitestringClient: refusals and faults', () => {
  it('throws what the station says as an ApiError', async () => {
    const { platform, client } = start();
    const reply = {
      code: 'INVALID_REQUEST',
      message: 'altitude must be a number',
      details: [{ path: '/altitude', message: 'must be a number' }],
    };
    platform.answers.push(Response.json(reply, { status: 400 }));
    await assert.rejects(client.call(setAltitude, { body: { altitude: 1 } }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'INVALID_REQUEST');
      assert.equal(error.status, 400);
      assert.deepEqual(error.details, reply.details);
      return true;
    });
  });

  for (const [name, body] of [
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['a code of somebody else', '{"code":"E_PROXY","details":7}'],
    ['null', 'null'],
  ]) {
    it(`keeps the status when the answer is ${name}`, async () => {
      const { platform, client } = start();
      platform.answers.push(new Response(body, { status: 502 }));
      await assert.rejects(client.flight.takeOff(), { name: 'ApiError', code: 'HTTP_502', status: 502, details: [] });
    });
  }

  it('says that what answers is no station', async () => {
    const { platform, client } = start();
    platform.answers.push(new Response('<html>Welcome</html>'));
    await assert.rejects(client.flight.getFlightState(), { name: 'ConnectionError', code: 'NOT_A_STATION' });
  });

  it('gives up on an attempt after the timeout', async () => {
    const { platform, client } = start();
    platform.answers.push('never');
    const call = client.flight.takeOff();
    const rejected = assert.rejects(call, {
      code: 'TIMEOUT',
      message: /no answer from http:\/\/station:3128\/api in 10 s/,
    });
    await settle();
    await platform.advance(10_000);
    await rejected;
    assert.equal(platform.nextTimerMs, undefined);
  });

  it('ends with the reason of the signal', async () => {
    const { platform, client } = start();
    platform.answers.push('never');
    const stop = new AbortController();
    const rejected = assert.rejects(client.flight.getFlightState({ signal: stop.signal }), /enough/);
    await settle();
    stop.abort(new Error('enough'));
    await rejected;
  });
});

describe('KitestringClient: retries', () => {
  const broken = () => new TypeError('fetch failed', { cause: new Error('ECONNRESET') });

  it('repeats a read after a broken connection, waiting longer each time, four attempts in all', async () => {
    const { platform, client } = start();
    platform.answers.push(broken(), broken(), broken(), broken());
    const rejected = assert.rejects(client.flight.getFlightState(), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.equal(error.message, 'cannot reach http://station:3128/api: ECONNRESET');
      return true;
    });
    for (const delayMs of [200, 400, 800]) {
      await settle();
      assert.equal(platform.nextTimerMs, delayMs);
      await platform.advance(delayMs);
    }
    await rejected;
    assert.equal(platform.sent.length, 4);
  });

  it('repeats a read after 503', async () => {
    const { platform, client } = start();
    platform.answers.push(refusal(503, 'DATA_NOT_READY'), Response.json(STATE));
    const call = client.call(getFlightState, {});
    await settle();
    await platform.advance(200);
    assert.deepEqual(await call, STATE);
  });

  it('never repeats a command that may have been carried out', async () => {
    for (const answer of [broken(), refusal(503, 'AIRCRAFT_LINK_DOWN'), refusal(500, 'INTERNAL_ERROR')]) {
      const { platform, client } = start();
      platform.answers.push(answer);
      await assert.rejects(client.flight.takeOff());
      assert.equal(platform.sent.length, 1);
    }
  });

  it('repeats a command that was refused for its rate, when the station says', async () => {
    const { platform, client } = start();
    platform.answers.push(refusal(429, 'RATE_LIMITED', { 'retry-after': '3' }), accepted());
    const call = client.flight.takeOff();
    await settle();
    assert.equal(platform.nextTimerMs, 3000);
    await platform.advance(3000);
    await call;
  });

  it('reports every answer and every lost connection at once with one attempt', async () => {
    const platform = new TestPlatform();
    const client = new KitestringClient({ url: 'http://station', key: 'k', platform, maxAttempts: 1 });
    platform.answers.push(
      broken(),
      refusal(503, 'DATA_NOT_READY'),
      refusal(429, 'RATE_LIMITED', { 'retry-after': '3' }),
    );
    for (const code of ['UNREACHABLE', 'DATA_NOT_READY', 'RATE_LIMITED']) {
      await assert.rejects(client.flight.getFlightState(), { code });
    }
    assert.equal(platform.sent.length, 3);
    platform.answers.push(refusal(401, 'INVALID_TOKEN'), Response.json(STATE));
    assert.deepEqual(await client.flight.getFlightState(), STATE, 'a token that is not valid any more is renewed');
  });

  it('does not multiply its retries by those of the token request', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push(broken(), broken(), broken(), broken());
    const rejected = assert.rejects(client.flight.getFlightState(), { code: 'UNREACHABLE' });
    for (const delayMs of [200, 400, 800]) {
      await settle();
      await platform.advance(delayMs);
    }
    await rejected;
    assert.equal(platform.tokenRequests, 4);
  });

  it('does not wait for a token when the signal says so', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push('never');
    const stop = new AbortController();
    const rejected = assert.rejects(client.flight.getFlightState({ signal: stop.signal }), /enough/);
    stop.abort(new Error('enough'));
    await rejected;
  });

  it('leaves no rejection without a listener when the signal has said so before', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push(refusal(401, 'INVALID_API_KEY'));
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(client.flight.getFlightState({ signal }), /enough/);
    // An unhandled rejection fails the test.
    await settle();
  });

  it('leaves a long wait to the caller', async () => {
    const { platform, client } = start();
    platform.answers.push(refusal(429, 'RATE_LIMITED', { 'retry-after': '60' }));
    await assert.rejects(client.flight.getFlightState(), { code: 'RATE_LIMITED', retryAfterMs: 60_000 });
  });

  it('stops waiting when the signal says so', async () => {
    const { platform, client } = start();
    platform.answers.push(broken());
    const stop = new AbortController();
    const rejected = assert.rejects(client.flight.getFlightState({ signal: stop.signal }), /enough/);
    await settle();
    stop.abort(new Error('enough'));
    await rejected;
    assert.equal(platform.nextTimerMs, undefined);
  });
});
