import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../src/api-error.ts';
import { ConnectionError } from '../src/connection-error.ts';
import { KitestringClient } from '../src/kitestring-client.ts';
import { NoEnvelopeError } from '../src/topic-link.ts';
import { refusal, settle, TestPlatform } from './test-platform.ts';

const ENVELOPE = 'kitestring.topics.v1';

function start() {
  const platform = new TestPlatform();
  return { platform, client: new KitestringClient({ url: 'https://station', key: 'k', platform }) };
}

const state = (altitude: number) => ({ flight_state: 'Flying', altitude });

describe('LiveTopic', () => {
  it('connects for the first listener and leaves with the last', async () => {
    const { platform, client } = start();
    const topic = client.topic('flight/state');
    assert.equal(topic.status, 'idle');
    const leaveFirst = topic.subscribe({ message: () => {} });
    const leaveSecond = topic.subscribe({ message: () => {} });
    await settle();
    assert.equal(platform.sockets.length, 1);
    assert.equal(platform.socket.request.url, 'wss://station/api/v1/flight/state/subscribe');
    assert.equal(platform.socket.request.token, 't1');
    leaveFirst();
    assert.equal(platform.socket.closedByClient, false);
    leaveSecond();
    assert.equal(platform.socket.closedByClient, true);
    assert.equal(topic.status, 'idle');
    assert.equal(platform.nextTimerMs, undefined);
  });

  it('understands bare states and the envelope with its time', async () => {
    const { platform, client } = start();
    const got: unknown[] = [];
    client.topic('flight/state').subscribe({ message: (message, timeUs) => got.push([message.altitude, timeUs]) });
    await settle();
    platform.socket.open().send(state(1));
    platform.socket.end(1006);
    await platform.advance(1000);
    const time = '1970-01-01T00:00:02.500000+00:00';
    platform.socket.open(ENVELOPE).send({ topic: 'flight/state', time, data: state(2) });
    assert.deepEqual(got, [
      [1, undefined],
      [2, 2_500_000],
    ]);
  });

  it('gives a late listener the state at once', async () => {
    const { platform, client } = start();
    const topic = client.topic('flight/state');
    topic.subscribe({ message: () => {} });
    await settle();
    platform.socket.open().send(state(7));
    const got: unknown[] = [];
    topic.subscribe({ message: ({ altitude }) => got.push(altitude) });
    assert.deepEqual(got, [7]);
    assert.equal(topic.latest?.altitude, 7);
  });

  it('lets a slow reader of a state skip to the newest', async () => {
    const { platform, client } = start();
    const reader = client.topic('flight/state')[Symbol.asyncIterator]();
    await settle();
    platform.socket.open();
    for (const altitude of [1, 2, 3]) platform.socket.send(state(altitude));
    assert.equal((await reader.next()).value?.altitude, 3);
  });

  it('keeps every event in order, and fails a reader who leaves a thousand waiting', async () => {
    const { platform, client } = start();
    const reader = client.topic('notifications/state')[Symbol.asyncIterator]();
    await settle();
    platform.socket.open();
    for (let code = 0; code < 1001; code += 1) platform.socket.send({ code });
    for (let code = 0; code < 1000; code += 1) assert.equal((await reader.next()).value?.code, code);
    await assert.rejects(reader.next(), { code: 'READER_TOO_SLOW' });
    assert.equal(platform.socket.closedByClient, true);
  });

  it('waits for a state that is wanted, and disconnects then', async () => {
    const { platform, client } = start();
    const flying = client.topic('flight/state').until(({ altitude = 0 }) => altitude > 5);
    await settle();
    platform.socket.open().send(state(1));
    platform.socket.send(state(6));
    assert.equal((await flying).altitude, 6);
    assert.equal(platform.socket.closedByClient, true);
  });

  it('stops waiting when the signal says so', async () => {
    const { client } = start();
    const stop = new AbortController();
    const waiting = client.topic('flight/state').until(() => false, stop.signal);
    const rejected = assert.rejects(waiting, /enough/);
    await settle();
    stop.abort(new Error('enough'));
    await rejected;
    assert.equal(client.topic('flight/state').status, 'idle');
  });

  it('ends a reader with the reason of its signal', async () => {
    const { platform, client } = start();
    const stop = new AbortController();
    const reader = client.topic('flight/state').values({ signal: stop.signal });
    await settle();
    platform.socket.open().send(state(1));
    assert.equal((await reader.next()).value?.altitude, 1);
    const next = assert.rejects(reader.next(), /enough/);
    stop.abort(new Error('enough'));
    await next;
    assert.equal(platform.socket.closedByClient, true);
    assert.throws(() => client.topic('flight/state').values({ signal: stop.signal }), /enough/);
  });

  it('shows whether its latest message is stale, how old it is and when the station sent it', async () => {
    const { platform, client } = start();
    const topic = client.topic('flight/state');
    const updates = topic.updates();
    assert.equal(topic.ageMs, undefined);
    await settle();
    const time = '1970-01-01T00:00:02.500000+00:00';
    platform.socket.open(ENVELOPE).send({ topic: 'flight/state', time, data: state(2) });
    const live = { status: 'live', message: state(2), stationTimeUs: 2_500_000 };
    assert.deepEqual((await updates.next()).value, live);
    await platform.advance(700);
    assert.equal(topic.ageMs, 700);
    platform.socket.end(1006);
    await settle();
    assert.deepEqual((await updates.next()).value, { ...live, status: 'stale' });
    await platform.advance(250);
    platform.socket.open().send(state(3));
    assert.deepEqual((await updates.next()).value, { status: 'live', message: state(3) });
  });

  it('tells the clock of the client the time of its messages', async () => {
    const { platform, client } = start();
    client.topic('flight/state').subscribe({ message: () => {} });
    await settle();
    platform.socket.open(ENVELOPE);
    for (const second of [10, 12]) {
      const time = `1970-01-01T00:00:${second}.000000+00:00`;
      platform.socket.send({ topic: 'flight/state', time, data: state(2) });
      if (second === 10) await platform.advance(1000);
    }
    assert.equal(client.clock.nowMs(), 12_000);
    assert.equal(client.clock.speed, 2);
  });

  it('tells a late reader of notifications at once of those that are active', async () => {
    const { platform, client } = start();
    const topic = client.topic('notifications/state');
    const got: unknown[] = [];
    topic.subscribe({ message: () => {} });
    await settle();
    platform.socket.open();
    const begin_time = '2026-03-01T09:30:00+00:00';
    platform.socket.send({ code: 1, begin_time });
    platform.socket.send({ code: 2, begin_time });
    platform.socket.send({ code: 1, begin_time, end_time: begin_time });
    topic.subscribe({ message: ({ code }) => got.push(code) });
    assert.deepEqual(got, [2]);
    platform.socket.end(1006);
    await platform.advance(250);
    platform.socket.open().send({ code: 3, begin_time });
    topic.subscribe({ message: ({ code }) => got.push(code) });
    assert.deepEqual(got, [2, 3, 3]);
  });

  it('ends its readers when the client is closed', async () => {
    const { platform, client } = start();
    const reader = client.topic('flight/state')[Symbol.asyncIterator]();
    await settle();
    platform.socket.open().send(state(1));
    await reader.next();
    const end = reader.next();
    await client.close();
    assert.deepEqual(await end, { done: true, value: undefined });
  });
});

describe('LiveTopic: a link that breaks', () => {
  it('is made again, later each time it fails, at most every 5 s', async () => {
    const { platform, client } = start();
    const statuses: string[] = [];
    client.topic('flight/state').subscribe({ message: () => {}, status: (status) => statuses.push(status) });
    await settle();
    platform.socket.open().send(state(1));
    platform.socket.end(1006);
    const refused = new ConnectionError('UNREACHABLE', 'refused');
    for (const delayMs of [250, 250, 500, 1000, 2000, 4000, 5000, 5000]) {
      await settle();
      assert.equal(platform.nextTimerMs, delayMs);
      await platform.advance(delayMs);
      platform.socket.end(1006, refused);
    }
    await platform.advance(5000);
    platform.socket.open().send(state(2));
    assert.deepEqual(statuses, ['connecting', 'live', 'stale', 'live']);
  });

  it('is made again after 15 s of silence, and what the old one says is not heard', async () => {
    const { platform, client } = start();
    const got: unknown[] = [];
    const topic = client.topic('flight/state');
    topic.subscribe({ message: ({ altitude }) => got.push(altitude) });
    await settle();
    const old = platform.socket.open();
    old.send(state(1));
    await platform.advance(14_999);
    assert.equal(topic.status, 'live');
    await platform.advance(1);
    assert.equal(topic.status, 'stale');
    assert.equal(old.closedByClient, true);
    old.send(state(2));
    old.end(1000);
    await platform.advance(250);
    assert.equal(platform.sockets.length, 2);
    platform.socket.open().send(state(3));
    assert.deepEqual(got, [1, 3]);
  });

  it('may be silent for long where only events are sent', async () => {
    const { platform, client } = start();
    client.topic('notifications/state').subscribe({ message: () => {} });
    await settle();
    platform.socket.open();
    await platform.advance(3_600_000);
    assert.equal(platform.sockets.length, 1);
  });

  it('is live where no event comes: a reader is told when it is made and made again', async () => {
    const { platform, client } = start();
    const updates = client.topic('notifications/state').updates();
    await settle();
    platform.socket.open();
    platform.socket.end(1001);
    await platform.advance(250);
    platform.socket.open();
    for (const status of ['connecting', 'live', 'stale', 'live']) {
      assert.deepEqual((await updates.next()).value, { status });
    }
  });

  it('is made again although the silent one still sends pings', async () => {
    const { platform, client } = start();
    client.topic('flight/state').subscribe({ message: () => {} });
    await settle();
    const old = platform.socket.open();
    old.send(state(1));
    await platform.advance(15_000);
    old.ping();
    await platform.advance(250);
    assert.equal(platform.sockets.length, 2);
  });

  it('is made again where events are sent and no ping has come for 50 s, if pings can be seen', async () => {
    const { platform, client } = start();
    const topic = client.topic('notifications/state');
    topic.subscribe({ message: () => {} });
    await settle();
    const old = platform.socket.open();
    old.send({ code: 1, begin_time: '' });
    old.ping();
    await platform.advance(49_999);
    assert.equal(topic.status, 'live');
    await platform.advance(1);
    assert.equal(topic.status, 'stale');
    assert.equal(old.closedByClient, true);
    await platform.advance(250);
    assert.equal(platform.sockets.length, 2);
  });

  it('gets a new token when the station closes it for the old one', async () => {
    const { platform, client } = start();
    client.topic('flight/state').subscribe({ message: () => {} });
    await settle();
    platform.socket.open().send(state(1));
    platform.socket.end(1008);
    await platform.advance(250);
    assert.equal(platform.socket.request.token, 't2');
  });

  it('offers no envelope to a station that knows none', async () => {
    const { platform, client } = start();
    client.topic('flight/state').subscribe({ message: () => {} });
    await settle();
    assert.deepEqual(platform.socket.request.subprotocols, [ENVELOPE]);
    platform.socket.end(1006, new NoEnvelopeError());
    await platform.advance(0);
    assert.deepEqual(platform.socket.request.subprotocols, []);
  });

  it('waits as long as the station asks', async () => {
    const { platform, client } = start();
    client.topic('flight/state').subscribe({ message: () => {} });
    await settle();
    platform.socket.end(1006, new ApiError(429, { code: 'TOO_MANY_CONNECTIONS' }, 7000));
    await settle();
    assert.equal(platform.nextTimerMs, 7000);
  });

  for (const [name, error] of [
    ['no permission', new ApiError(403, { code: 'INSUFFICIENT_SCOPE' })],
    ['no such stream', new ApiError(404, { code: 'STREAM_NOT_FOUND' })],
    ['another key than the pinned one', new ConnectionError('UNTRUSTED', 'wrong key')],
  ] as const) {
    it(`is given up for ${name}`, async () => {
      const { platform, client } = start();
      const topic = client.topic('videostreams/zoom/state');
      const failed = assert.rejects(topic[Symbol.asyncIterator]().next(), error);
      await settle();
      platform.socket.end(1006, error);
      await failed;
      assert.equal(topic.status, 'failed');
      assert.equal(platform.nextTimerMs, undefined);
    });
  }

  it('is given up for a key that is refused', async () => {
    const { platform, client } = start();
    platform.tokenAnswers.push(refusal(401, 'INVALID_API_KEY'));
    await assert.rejects(client.topic('flight/state')[Symbol.asyncIterator]().next(), { code: 'INVALID_API_KEY' });
    assert.equal(platform.tokenRequests, 1);
    assert.equal(platform.sockets.length, 0);
  });

  for (const [text, subprotocol] of [
    ['hello', ''],
    ['null', ''],
    ['7', ENVELOPE],
  ] as const) {
    it(`is given up for messages that no station sends: ${text}`, async () => {
      const { platform, client } = start();
      const failed = assert.rejects(client.topic('notifications/state')[Symbol.asyncIterator]().next(), {
        code: 'NOT_A_STATION',
      });
      await settle();
      platform.socket.open(subprotocol).send(text);
      await failed;
    });
  }

  it('asks by GET why a browser’s socket was refused', async () => {
    const { platform, client } = start();
    const failed = assert.rejects(client.topic('flight/state')[Symbol.asyncIterator]().next(), {
      code: 'INSUFFICIENT_SCOPE',
    });
    platform.answers.push(refusal(403, 'INSUFFICIENT_SCOPE'));
    await settle();
    platform.socket.end(1006);
    await failed;
    assert.equal(platform.sent[0]?.url, 'https://station/api/v1/flight/state');
  });
});
