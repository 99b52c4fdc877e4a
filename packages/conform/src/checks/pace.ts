import { ENVELOPE_SUBPROTOCOL, type TopicDefinition } from '@kitestring/contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, needed } from '../check.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { nameOf, parsed } from './subscriptions.ts';

const check = checksAt('read');

const SUBSCRIPTIONS = decided('Subscriptions');
const MOST_PER_S = 10;
const SILENCE_S = 5;
/** Observed for longer than the longest silence that is allowed, so that a whole one fits in. */
const OBSERVED_MS = 6500;
/** Messages come late where machine or network are busy. */
const LATE_MS = 1000;
/** Over so long a time the pace is judged: messages that were late together must not count as too many. */
const WINDOW_MS = 3000;
/** Pings come every 20 s. */
const PING_MS = 20_000;
const MISSED_PINGS_MAX = 2;

/** How often topics send. They are opened when the run begins and judged at its end. */
export const paceChecks = (api: CheckedApi): ContractCheck[] => {
  return [...api.topics.filter(({ kind }) => kind === 'state').map(paceOf), SLOW_READER, PING, MISSED_PINGS];
};

/** Opens all topics, so that time passes for them while other checks are made. */
export const observationBegins = check(
  'subscribe.all-topics-at-once',
  'A session can subscribe to all topics at once.',
  SUBSCRIPTIONS,
  async (expect, station) => {
    for (const topic of station.api.topics.filter(({ kind }) => kind === 'state')) {
      const socket = await observedTopic(topic, station).catch(() => undefined);
      if (socket !== undefined)
        expect.equal(socket.exchange.answer?.status, 101, `status of ${topic.name}`, socket.exchange);
    }
    // Its own check says what is wrong where it cannot be had.
    // It reads again in time, however long the other checks take: who answers no pings for a minute is disconnected.
    await slowReader(station).then(
      () => void readAgain(station).catch(() => {}),
      () => {},
    );
  },
);

const observer = (station: StationUnderTest) => station.once('owner', () => station.sessions.fresh('read'));

const observedTopic = (topic: TopicDefinition, station: StationUnderTest): Promise<SocketLink> =>
  station.once(`observed ${topic.name}`, async () => {
    const as = needed(await observer(station), 'there is no token');
    return station.subscribe(await nameOf(topic, station), { as });
  });

function paceOf(topic: TopicDefinition): ContractCheck {
  return {
    id: `${topic.operationId}.subscribe.pace`,
    sentence: `${topic.name}: at most ${MOST_PER_S} messages per second, and at least one every ${SILENCE_S} s.`,
    source: SUBSCRIPTIONS,
    level: 'read',
    run: async (expect, station) => {
      const socket = await observedTopic(topic, station);
      await socket.until(() => false, socket.openedAtMs + OBSERVED_MS - performance.now());
      const times = socket.messages.map(({ atMs }) => atMs);
      expect.that(socket.closeCode === undefined, 'the connection stays open', socket.exchange);
      const silenceMs = longestSilence([socket.openedAtMs, ...times, performance.now()]);
      expect.that(
        silenceMs <= SILENCE_S * 1000 + LATE_MS,
        `silent for ${(silenceMs / 1000).toFixed(1)} s`,
        socket.exchange,
      );
      const most = mostWithin(times, WINDOW_MS);
      const allowed = (MOST_PER_S * (WINDOW_MS + LATE_MS)) / 1000 + 1;
      expect.that(most <= allowed, `${most} messages within ${WINDOW_MS / 1000} s`, socket.exchange);
    },
  };
}

const longestSilence = (times: readonly number[]): number =>
  Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));

function mostWithin(times: readonly number[], windowMs: number): number {
  let most = 0;
  let from = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[from] ?? time) > windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** A client that reads the first message and then nothing; its messages tell their time. */
const slowReader = (station: StationUnderTest): Promise<SocketLink> =>
  station.once('slow reader', async () => {
    const as = needed(await observer(station), 'there is no token');
    const socket = await station.subscribe('system/state', { as, subprotocols: [ENVELOPE_SUBPROTOCOL] });
    if (await socket.until(() => socket.messages.length > 0, LATE_MS)) socket.pause();
    return socket;
  });

/** The slow reader reads again. @returns whether it finds the newest state then */
const readAgain = (station: StationUnderTest): Promise<boolean> =>
  station.once('slow reader reads again', async () => {
    const socket = await slowReader(station);
    await socket.until(() => false, socket.openedAtMs + OBSERVED_MS - performance.now());
    socket.resume();
    const nowS = await station.nowS();
    const allowedS = (SILENCE_S + LATE_MS / 1000) * station.speed;
    return socket.until(() => nowS - timeOf(socket.messages.at(-1)?.text) <= allowedS, LATE_MS);
  });

const SLOW_READER = check(
  'subscribe.slow-reader',
  'A client that reads nothing for some seconds keeps its connection, and finds the newest state when it reads again.',
  SUBSCRIPTIONS,
  async (expect, station) => {
    const socket = await slowReader(station);
    expect.needs(socket.messages.length > 0, `a message within ${LATE_MS / 1000} s`, socket.exchange);
    expect.that(await readAgain(station), `the newest message is at most ${SILENCE_S} s old`, socket.exchange);
    expect.equal(socket.closeCode, undefined, 'close of the connection', socket.exchange);
  },
);

/** Seconds of the time that an enveloped message carries; of one without, long ago. */
function timeOf(text = ''): number {
  const { time } = (parsed(text) ?? {}) as { time?: unknown };
  const stationMs = Date.parse(String(time));
  return Number.isNaN(stationMs) ? 0 : stationMs / 1000;
}

const PING: ContractCheck = {
  id: 'subscribe.pings',
  sentence: 'The station sends a ping every 20 s.',
  source: SUBSCRIPTIONS,
  level: 'read',
  isLong: true,
  lane: 'waits',
  run: async (expect, station) => {
    const topic = station.api.topics.find(({ name }) => name === 'flight/state');
    const socket = await observedTopic(needed(topic, 'there is no flight/state'), station);
    await socket.until(() => socket.pingsAtMs.length > 0, socket.openedAtMs + PING_MS + LATE_MS - performance.now());
    expect.that(socket.pingsAtMs.length > 0, `a ping within ${(PING_MS + LATE_MS) / 1000} s`, socket.exchange);
  },
};

const MISSED_PINGS: ContractCheck = {
  id: 'subscribe.missed-pings',
  sentence: `A client that answers no pings is disconnected after ${MISSED_PINGS_MAX}; one that answers them is not.`,
  source: SUBSCRIPTIONS,
  level: 'read',
  isLong: true,
  lane: 'waits',
  run: async (expect, station) => {
    using hearing = await station.subscribe('flight/state');
    using deaf = await station.subscribe('flight/state', { isDeaf: true });
    const withinMs = (MISSED_PINGS_MAX + 1) * PING_MS + LATE_MS;
    await deaf.until(() => deaf.closeCode !== undefined, withinMs);
    const { pingsAtMs } = deaf;
    expect.that(deaf.closeCode !== undefined, `it is disconnected within ${withinMs / 1000} s`, deaf.exchange);
    expect.that(
      pingsAtMs.length >= MISSED_PINGS_MAX,
      `${pingsAtMs.length} pings before it is disconnected, at least ${MISSED_PINGS_MAX}`,
      deaf.exchange,
    );
    expect.equal(hearing.closeCode, undefined, 'close of a connection whose pings are answered', hearing.exchange);
  },
};
