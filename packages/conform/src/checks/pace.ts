import type { TopicDefinition } from '@kitestring/contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, needed } from '../check.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { nameOf } from './subscriptions.ts';

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

/** How often topics send. They are opened when the run begins and judged at its end. */
export const paceChecks = (api: CheckedApi): ContractCheck[] => {
  return [...api.topics.filter(({ kind }) => kind === 'state').map(paceOf), PING];
};

/** Opens all topics, so that time passes for them while other checks are made. */
export const observationBegins: ContractCheck = {
  id: 'subscribe.all-topics-at-once',
  sentence: 'A session can subscribe to all topics at once.',
  source: SUBSCRIPTIONS,
  level: 'read',
  run: async (expect, station) => {
    for (const topic of station.api.topics.filter(({ kind }) => kind === 'state')) {
      const socket = await observedTopic(topic, station).catch(() => undefined);
      if (socket !== undefined)
        expect.equal(socket.exchange.answer?.status, 101, `status of ${topic.name}`, socket.exchange);
    }
  },
};

const observedTopic = (topic: TopicDefinition, station: StationUnderTest): Promise<SocketLink> =>
  station.once(`observed ${topic.name}`, async () => {
    const as = needed(await station.once('observer', () => station.sessions.fresh('read')), 'there is no token');
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

const PING: ContractCheck = {
  id: 'subscribe.pings',
  sentence: 'The station sends a ping every 20 s.',
  source: SUBSCRIPTIONS,
  level: 'read',
  isLong: true,
  run: async (expect, station) => {
    const topic = station.api.topics.find(({ name }) => name === 'flight/state');
    const socket = await observedTopic(needed(topic, 'there is no flight/state'), station);
    await socket.until(() => socket.pingsAtMs.length > 0, socket.openedAtMs + PING_MS + LATE_MS - performance.now());
    expect.that(socket.pingsAtMs.length > 0, `a ping within ${(PING_MS + LATE_MS) / 1000} s`, socket.exchange);
  },
};
