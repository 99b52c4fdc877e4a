import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { ENVELOPE_SUBPROTOCOL, TOPICS } from '@kitestring/station-contract/topics.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { exchange, openSocket, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';
import {
  TestWebSocket,
  type TestWebSocketOptions,
  UpgradeRefusedFault,
} from '@kitestring/web/test/support/test-web-socket.ts';
import type { TestClient } from './support/test-client.ts';

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The shortest time between two messages of a state. */
const PACE_S = 0.1;

/** Resolves when everything that was sent by now has come. */
async function delivered({ socket }: TestWebSocket): Promise<void> {
  const answered = once(socket, 'pong');
  socket.ping();
  await answered;
}

async function rejection(opening: Promise<TestWebSocket>): Promise<UpgradeRefusedFault & { code: string }> {
  const error = await opening.then(
    () => assert.fail('the upgrade was made'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof UpgradeRefusedFault, String(error));
  return Object.assign(error, { code: (error.body as { code: string }).code });
}

describe('Subscriptions', () => {
  let station: TestStation;
  let client: TestClient;
  /** Clock of the pace of messages, and of the repetition of unchanged states. */
  let realTimeClock: VirtualClock;
  const open: TestWebSocket[] = [];
  beforeEach(async () => {
    realTimeClock = new VirtualClock();
    station = await startTestStation({ limits: { websocketsPerSession: 4 }, start: { realTimeClock } });
    client = await station.client();
    station.advance(1);
  });
  afterEach(async () => {
    for (const webSocket of open.splice(0)) webSocket.socket.terminate();
    await station[Symbol.asyncDispose]();
  });

  async function subscribe(topic: string, options?: TestWebSocketOptions, as = client): Promise<TestWebSocket> {
    const webSocket = await as.subscribe(topic, options);
    open.push(webSocket);
    return webSocket;
  }

  describe('a message', () => {
    for (const topic of ['flight/state', 'camera/state', 'system/state', 'handoff/state']) {
      it(`of ${topic} is exactly the JSON of the GET, at once`, async () => {
        const webSocket = await subscribe(topic);
        assert.deepEqual(await webSocket.next(), (await client.get(topic)).body);
      });
    }

    it('after a command shows it as under way', async () => {
      const webSocket = await subscribe('flight/state');
      assert.equal((await webSocket.next<FlightState>()).flight_state, 'StandBy');
      assert.equal((await client.post('flight/control/take_off')).status, 202);
      realTimeClock.advance(PACE_S);
      assert.equal((await webSocket.next<FlightState>()).flight_state, 'TakingOff');
    });

    it('comes at most every 100 ms, however often the state changes', async () => {
      const webSocket = await subscribe('flight/state');
      await client.post('flight/control/take_off');
      realTimeClock.advance(PACE_S);
      await webSocket.next<FlightState>(({ flight_state }) => flight_state === 'TakingOff');
      const before = webSocket.raw.length;
      for (let messages = 1; messages <= 5; messages += 1) {
        for (const part of [0.5, 0.5]) {
          for (let change = 0; change < 5; change += 1) station.advance(0.5);
          await delivered(webSocket);
          assert.equal(webSocket.raw.length - before, messages - 1);
          realTimeClock.advance(part * PACE_S);
        }
        await delivered(webSocket);
        assert.equal(webSocket.raw.length - before, messages);
      }
    });

    it('comes again every 5 s while nothing changes, so that a dead link is noticed', async () => {
      const webSocket = await subscribe('handoff/state');
      const state = await webSocket.next();
      for (const [seconds, messages] of [
        [4.9, 1],
        [0.1, 2],
        [5, 3],
      ] as const) {
        realTimeClock.advance(seconds);
        await delivered(webSocket);
        assert.equal(webSocket.raw.length, messages, `after ${seconds} s more`);
      }
      assert.deepEqual(await webSocket.next(), state);
    });
  });

  describe('notifications', () => {
    it('come one by one: the active ones at first, then each that begins, changes or ends', async () => {
      const { notifications } = station.station;
      notifications.raise('HIGH_WIND', { wind_speed: 13 });
      const webSocket = await subscribe('notifications/state');
      assert.equal((await webSocket.next<Notification>(({ code }) => code === 30_001)).end_time, undefined);
      notifications.raise('HIGH_WIND', { wind_speed: 14.5 });
      assert.deepEqual((await webSocket.next<Notification>()).parameters, { wind_speed: 14.5 });
      station.advance(1);
      notifications.clear('HIGH_WIND');
      assert.notEqual((await webSocket.next<Notification>(({ code }) => code === 30_001)).end_time, undefined);
    });
  });

  describe('an upgrade', () => {
    it('works over TLS too', async () => {
      const url = `${station.secureUrl.replace('https', 'wss')}/api/v1/flight/state/subscribe`;
      const webSocket = await TestWebSocket.open(url, { headers: { authorization: `Bearer ${client.token}` } });
      open.push(webSocket);
      assert.equal((await webSocket.next<FlightState>()).flight_state, 'StandBy');
    });

    it('takes the token of a browser as subprotocol, and chooses that one', async () => {
      const webSocket = await subscribe('flight/state', { protocols: [`bearer.${client.token}`] }, station.stranger());
      assert.equal(webSocket.socket.protocol, `bearer.${client.token}`);
    });

    it('envelops messages under kitestring.topics.v1, with the name of the topic and station time', async () => {
      const protocols = [`bearer.${client.token}`, ENVELOPE_SUBPROTOCOL];
      const webSocket = await subscribe('flight/state', { protocols }, station.stranger());
      assert.equal(webSocket.socket.protocol, ENVELOPE_SUBPROTOCOL);
      const { topic, time, data } = await webSocket.next();
      assert.equal(topic, 'flight/state');
      assert.equal(Date.parse(String(time)), Math.floor(station.station.clock.nowUs() / 1000));
      assert.deepEqual(data, (await client.get('flight/state')).body);
    });

    it('does not repeat the token where the client offers another subprotocol beside it', async () => {
      const protocols = ['kitestring.v1', `bearer.${client.token}`];
      const webSocket = await subscribe('flight/state', { protocols }, station.stranger());
      assert.equal(webSocket.socket.protocol, 'kitestring.v1');
      assert.deepEqual(await webSocket.next(), (await client.get('flight/state')).body);
    });

    it('sets a cookie that browsers send over HTTPS alone where it came over HTTPS', async () => {
      const headers = { authorization: `Bearer ${client.token}` };
      const url = `${station.secureUrl.replace('http', 'ws')}/api/v1/flight/state/subscribe`;
      const webSocket = await TestWebSocket.open(url, { headers });
      open.push(webSocket);
      assert.match(webSocket.headers['set-cookie']?.[0] ?? '', /; SameSite=Strict; Secure$/);
    });

    it('sets the cookie that names the connection', async () => {
      const webSocket = await subscribe('flight/state');
      assert.match(
        webSocket.headers['set-cookie']?.[0] ?? '',
        /^connection=websocket:[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Strict$/,
      );
    });

    const refused: readonly (readonly [string, string, number, string])[] = [
      ['a topic that is not there', 'flight/status', 404, 'TOPIC_NOT_FOUND'],
      ['a path whose changes are not published', 'flight/info', 405, 'NOT_SUBSCRIBABLE'],
      ['a video stream, where there is no video', 'videostreams/zoom/state', 404, 'STREAM_NOT_FOUND'],
    ];
    for (const [name, topic, status, code] of refused) {
      it(`to ${name} is answered with ${status} ${code}`, async () => {
        const refusal = await rejection(client.subscribe(topic));
        assert.deepEqual([refusal.status, refusal.code], [status, code]);
      });
    }

    it('to a path that no topic can have is answered with 404', async () => {
      assert.equal((await rejection(client.subscribe('a/b/c/d'))).code, 'NOT_FOUND');
    });

    it('without a token or with a wrong one is answered with 401', async () => {
      const stranger = station.stranger();
      const codes = [
        await rejection(stranger.subscribe('flight/state')),
        await rejection(stranger.subscribe('flight/state', { protocols: ['bearer.nonsense'] })),
      ].map(({ status, code }) => `${status} ${code}`);
      assert.deepEqual(codes, ['401 MISSING_TOKEN', '401 INVALID_TOKEN']);
    });

    it('needs the scope read, and so does a topic that is added or taken away', async () => {
      const { cookie } = await subscribe('flight/state');
      for (const scopes of ['control', 'can_override', 'experimental internal']) {
        const blind = await station.client(scopes);
        for (const topic of TOPICS.map(({ name }) => name.replace('{stream_id}', 'zoom'))) {
          const { code, status } = await rejection(blind.subscribe(topic));
          assert.equal(`${status} ${code}`, '403 INSUFFICIENT_SCOPE', `${topic} with ${scopes}`);
        }
        for (const change of ['subscribe', 'unsubscribe']) {
          assert.equal((await blind.post(`system/state/${change}`, undefined, { cookie })).status, 403);
        }
      }
    });

    for (const name of ['token', 'access_token']) {
      it(`with a token in the header ignores ${name} in the URL, and logs none of it`, async () => {
        const other = await station.client();
        const topic = `/api/v1/flight/state/subscribe?${name}=${other.token}`;
        const headers = { authorization: `Bearer ${client.token}` };
        const webSocket = await TestWebSocket.open(station.url.replace('http', 'ws') + topic, { headers });
        open.push(webSocket);
        await client.post('auth/token/invalidate');
        assert.equal((await webSocket.closed).code, 1008, 'it belongs to the session of the header');
        assert.equal((await other.get('flight/state')).status, 200);
        const wrong = { ...UPGRADE, authorization: 'Bearer nonsense' };
        assert.equal((await exchange(station.port, false, { path: topic, headers: wrong })).status, 401);
        assert.equal(JSON.stringify(station.log).includes(other.token ?? ''), false);
      });
    }

    it('with a token in the URL alone is refused, and says why', async () => {
      for (const name of ['token', 'access_token']) {
        const path = `/api/v1/flight/state/subscribe?${name}=${client.token}`;
        const answer = await exchange(station.port, false, { path, headers: UPGRADE });
        const { code, message } = JSON.parse(answer.body) as { code: string; message: string };
        assert.deepEqual([answer.status, code], [400, 'TOKEN_IN_URL']);
        assert.match(message, /must not be sent in the URL/);
      }
    });

    it('that is none is answered with 426', async () => {
      const answer = await client.get('flight/state/subscribe');
      assert.equal(answer.status, 426);
      assert.equal(answer.headers.get('upgrade'), 'websocket');
      assert.equal((await client.get('flight/status/subscribe')).status, 404);
    });

    it('over HTTP/1.0, which has no upgrades, is answered with 426, and the connection ends', async () => {
      const lines = Object.entries({ ...UPGRADE, host: 'x', authorization: `Bearer ${client.token}` });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const bytes = Buffer.from(`GET /api/v1/flight/state/subscribe HTTP/1.0\r\n${head}\r\n`);
      const socket = openSocket(station.port, false);
      socket.write(bytes);
      const { body, headers, status } = await readAnswer(socket);
      assert.deepEqual([status, JSON.parse(body).code], [426, 'UPGRADE_REQUIRED']);
      assert.equal(headers.connection, 'Upgrade, close');
      assert.deepEqual(await socket.toArray(), []);
    });

    it('with a handshake that is wrong is answered with 400 in JSON', async () => {
      const authorization = `Bearer ${client.token}`;
      const path = '/api/v1/flight/state/subscribe';
      for (const wrong of [{ 'sec-websocket-key': 'short' }, { 'sec-websocket-version': '7' }]) {
        const answer = await exchange(station.port, false, { path, headers: { ...UPGRADE, authorization, ...wrong } });
        assert.deepEqual([answer.status, answer.headers['sec-websocket-version']], [400, '13']);
        assert.equal(JSON.parse(answer.body).code, 'MALFORMED_HTTP');
      }
      const metrics = String((await station.stranger().get('/metrics')).body);
      assert.match(metrics, /operation="subscribe\.open",status="400"\} 2/);
    });

    it('to another protocol is answered as if it had not been asked for', async () => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
      assert.equal((await exchange(station.port, false, { path: '/api/health', headers })).status, 200);
    });

    it('of the fifth WebSocket where four are allowed is answered with 429, until one is closed', async () => {
      for (let count = 0; count < 4; count += 1) await subscribe('flight/state');
      const refusal = await rejection(client.subscribe('flight/state'));
      assert.deepEqual([refusal.status, refusal.code], [429, 'TOO_MANY_CONNECTIONS']);
      assert.ok(Number(refusal.headers['retry-after']) > 0);
      await subscribe('flight/state', {}, await station.client());
      open[0]?.close();
      await open[0]?.closed;
      await subscribe('flight/state');
    });
  });

  describe('a topic joined with the cookie', () => {
    it('is sent too, its state first, and no longer when it is taken away', async () => {
      const webSocket = await subscribe('flight/state', { protocols: [ENVELOPE_SUBPROTOCOL] });
      const headers = { cookie: webSocket.cookie };
      assert.equal((await client.post('system/state/subscribe', undefined, headers)).status, 201);
      await webSocket.next(({ topic }) => topic === 'system/state');
      assert.equal((await client.post('flight/state/unsubscribe', {}, headers)).status, 204);
      const before = webSocket.raw.length;
      await client.post('flight/control/take_off');
      station.advance(1);
      realTimeClock.advance(PACE_S);
      await webSocket.next(({ topic, data }) => {
        return topic === 'system/state' && (data as { rtb_lids_state: string }).rtb_lids_state === 'Opening';
      });
      assert.deepEqual(
        webSocket.raw.slice(before).filter((message) => message.includes('"flight/state"')),
        [],
      );
    });

    it('twice, or taken away when it is not there, changes nothing', async () => {
      const webSocket = await subscribe('flight/state');
      const headers = { cookie: `a=b; ${webSocket.cookie}; c=d` };
      assert.equal((await client.post('flight/state/subscribe', undefined, headers)).status, 201);
      assert.equal((await client.post('system/state/unsubscribe', undefined, headers)).status, 204);
      await client.post('flight/control/take_off');
      realTimeClock.advance(PACE_S);
      await webSocket.next<FlightState>(({ flight_state }) => flight_state === 'TakingOff');
      await delivered(webSocket);
      assert.equal(webSocket.raw.length, 2);
    });

    it('needs the cookie of a connection that is open, and the session that opened it', async () => {
      const webSocket = await subscribe('flight/state');
      const post = async (cookie: string | undefined, topic = 'system/state', as = client) => {
        const answer = await as.post(`${topic}/subscribe`, undefined, cookie === undefined ? {} : { cookie });
        return `${answer.status} ${(answer.body as { code: string }).code}`;
      };
      assert.equal(await post(undefined), '400 INVALID_CONNECTION');
      assert.equal(await post('connection=nonsense'), '400 INVALID_CONNECTION');
      const unknown = 'connection=websocket:00000000-0000-4000-8000-000000000000';
      assert.equal(await post(unknown), '400 INVALID_CONNECTION');
      const other = await station.client();
      assert.equal(await post(webSocket.cookie, 'system/state', other), '403 CONNECTION_OF_ANOTHER_SESSION');
      assert.equal(await post(webSocket.cookie, 'flight/status'), '404 TOPIC_NOT_FOUND');
      assert.equal(await post(webSocket.cookie, 'system/info'), '405 NOT_SUBSCRIBABLE');
      assert.equal(await post(webSocket.cookie, 'videostreams/zoom/state'), '404 STREAM_NOT_FOUND');
      webSocket.close();
      await webSocket.closed;
      assert.equal(await post(webSocket.cookie), '400 INVALID_CONNECTION');
    });
  });

  describe('a WebSocket', () => {
    it('is closed with 1008 when its token is given back, and no other', async () => {
      const other = await subscribe('flight/state', {}, await station.client());
      const webSocket = await subscribe('flight/state');
      await client.post('auth/token/invalidate');
      assert.deepEqual(await webSocket.closed, { code: 1008, reason: 'the session has ended' });
      assert.equal(other.socket.readyState, other.socket.OPEN);
    });

    it('is closed with 1008 when its token expires', async () => {
      const tokens = { ...DEFAULT_STATION_SETTINGS.tokens, validityS: 10 };
      await using brief = await startTestStation({ station: { tokens } });
      const webSocket = await (await brief.client()).subscribe('flight/state');
      brief.advance(9.5);
      assert.equal(webSocket.socket.readyState, webSocket.socket.OPEN);
      brief.advance(1.5);
      assert.deepEqual(await webSocket.closed, { code: 1008, reason: 'the session has ended' });
    });

    it('may talk, to no avail, but not without end', async () => {
      const webSocket = await subscribe('flight/state');
      webSocket.socket.send('hello');
      webSocket.socket.ping();
      await once(webSocket.socket, 'pong');
      for (let count = 0; count < 200; count += 1) webSocket.socket.send('hello');
      assert.equal((await webSocket.closed).code, 1008);
    });

    it('that sends too long a message or no WebSocket at all is closed, and the station goes on', async () => {
      const long = await subscribe('flight/state');
      long.socket.send('x'.repeat(70_000));
      assert.equal((await long.closed).code, 1009);
      const broken = await subscribe('flight/state');
      broken.tcp.write(Buffer.alloc(100, 0xff));
      assert.equal((await broken.closed).code, 1002);
      assert.equal((await client.get('flight/state')).status, 200);
      assert.deepEqual(
        station.log.filter(({ level }) => level === 'error'),
        [],
      );
    });
  });
});
