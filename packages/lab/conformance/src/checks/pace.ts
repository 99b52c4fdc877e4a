import { ENVELOPE_SUBPROTOCOL, type TopicDefinition } from '@kitestring/station-contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, needed } from '../check.ts';
import { parsed } from '../link/answer.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { answerTo } from './replies.ts';
import { nameOf } from './subscriptions.ts';

const check = checksAt('read');

const SUBSCRIPTIONS = decided('Subscriptions');
const MOST_PER_S = 10;
const SILENCE_S = 5;
/** Longer than the longest permitted silence, so that a whole one fits. */
const OBSERVED_MS = 6500;
/** A busy machine or network delays messages. */
const LATE_MS = 1000;
const SILENT_MS = SILENCE_S * 1000 + LATE_MS;
/** Pings come every 20 s. */
const PING_MS = 20_000;
const MISSED_PINGS_MAX = 2;

/** Message rates of topics, opened at the beginning of the run and evaluated at its end. */
export const paceChecks = (api: CheckedApi): ContractCheck[] => {
  const states = api.topics.filter(({ kind }) => kind === 'state');
  return [...states.flatMap((topic) => [pace(topic), timesOf(topic)]), SLOW_READER, PING, MISSED_PINGS];
};

/** Opens all topics, which are observed during the other checks. */
export const observationBegins = check(
  'subscribe.all-topics-at-once',
  'A session can subscribe to all topics at once.',
  SUBSCRIPTIONS,
  async (expect, station) => {
    for (const topic of station.api.topics.filter(({ kind }) => kind === 'state')) {
      const socket = await observedTopic(topic, station).catch(() => undefined);
      await timedTopic(topic, station).catch(() => undefined);
      if (socket !== undefined)
        expect.equal(socket.exchange.answer?.status, 101, `status of ${topic.name}`, socket.exchange);
    }
    // A missing topic is reported by its own check. It resumes reading in time: a client that does not answer pings for
    // a minute is disconnected.
    await slowReader(station).then(
      () => void readAgain(station).catch(() => {}),
      () => {},
    );
  },
);

const observedTopic = (topic: TopicDefinition, station: StationUnderTest): Promise<SocketLink> =>
  station.once(`observed ${topic.name}`, async () => {
    await answerTo(station.operation(topic.operationId), station);
    return station.subscribe(await nameOf(topic, station), { as: await station.shared() });
  });

/** The same in parallel, with the time of each message. */
const timedTopic = (topic: TopicDefinition, station: StationUnderTest): Promise<SocketLink> =>
  station.once(`timed ${topic.name}`, async () => {
    await answerTo(station.operation(topic.operationId), station);
    const as = await station.shared();
    return station.subscribe(await nameOf(topic, station), { as, subprotocols: [ENVELOPE_SUBPROTOCOL] });
  });

/** Maximum age of a message after a response at this speed, station seconds. */
const oldestS = (speed: number): number => 1 + 0.15 * speed;
const FRESH_TRIES = 4;

function timesOf(topic: TopicDefinition): ContractCheck {
  return {
    id: `${topic.operationId}.subscribe.in-time`,
    sentence: `${topic.name}: messages come in their order, each with a time of its own, and none is old.`,
    source: SUBSCRIPTIONS,
    level: 'read',
    run: async (expect, station) => {
      const socket = await timedTopic(topic, station);
      expect.that(await isFresh(socket, station), 'a message is as new as answers to requests are', socket.exchange);
      const times = socket.messages.map(({ text }) => timeOf(text));
      const back = times.filter((time, index) => time < (times[index - 1] ?? 0));
      expect.equal(back.length, 0, 'messages that are older than the one before', socket.exchange);
      const isGoing = times.length < 2 || (times.at(-1) ?? 0) > (times[0] ?? 0);
      expect.that(isGoing, 'times of messages go on', socket.exchange);
      const odd = socket.messages.filter(({ isBinary }) => isBinary);
      expect.equal(odd.length, 0, 'messages that are not texts', socket.exchange);
      // A station whose clock stands still says the same again, and may stumble once.
      const again = socket.messages.filter(({ text }, index) => text === socket.messages[index - 1]?.text);
      const isOften = new Set(times).size > 1 && again.length > times.length / 2;
      expect.that(
        !isOften,
        `${again.length} of ${times.length} messages only say the one before again`,
        socket.exchange,
      );
    },
  };
}

/** Whether a message received after a response is at least as new, by the station's clock. */
async function isFresh(socket: SocketLink, station: StationUnderTest): Promise<boolean> {
  for (let tries = 0; tries < FRESH_TRIES; tries += 1) {
    const nowS = await station.nowS();
    const { length } = socket.messages;
    if (!(await station.sees(socket, SILENT_MS, () => socket.messages.length > length))) return false;
    if (timeOf(socket.messages.at(-1)?.text) >= nowS - oldestS(station.speed)) return true;
  }
  return false;
}

function pace(topic: TopicDefinition): ContractCheck {
  return {
    id: `${topic.operationId}.subscribe.pace`,
    sentence: `${topic.name}: at most ${MOST_PER_S} messages per second, and at least one every ${SILENCE_S} s.`,
    source: SUBSCRIPTIONS,
    level: 'read',
    run: async (expect, station) => {
      const socket = await observedTopic(topic, station);
      await socket.until(() => false, socket.openedAtMs + OBSERVED_MS - performance.now());
      // A silent one is observed until it has been silent for long enough.
      const lastMs = socket.messages.at(-1)?.atMs ?? socket.openedAtMs;
      const { length: count } = socket.messages;
      await socket.until(() => socket.messages.length > count, lastMs + SILENT_MS + 1 - performance.now());
      expect.that(socket.closeCode === undefined, 'the connection stays open', socket.exchange);
      const odd = socket.messages.filter(({ isBinary, text }) => isBinary || parsed(text) === undefined);
      expect.equal(odd.length, 0, 'messages that are no texts of JSON', socket.exchange);
      // All were sent after the upgrade request, even if some arrived late.
      const observedS = (performance.now() - socket.askedAtMs) / 1000;
      const { length } = socket.messages;
      expect.that(
        length <= MOST_PER_S * (observedS + LATE_MS / 1000),
        `${length} messages within ${observedS.toFixed(1)} s`,
        socket.exchange,
      );
      const times = socket.messages.map(({ atMs }) => atMs);
      const silenceMs = longestSilence([socket.openedAtMs, ...times, performance.now()]);
      const isSilent = silenceMs > SILENT_MS && (await isSilentAgain(socket, station));
      expect.that(!isSilent, `silent for ${(silenceMs / 1000).toFixed(1)} s`, socket.exchange);
    },
  };
}

/** Messages delayed by a busy machine look like a silence: the next two must be in time. */
async function isSilentAgain(socket: SocketLink, station: StationUnderTest): Promise<boolean> {
  for (let times = 0; times < 2; times += 1) {
    const { length } = socket.messages;
    if (!(await station.sees(socket, SILENT_MS, () => socket.messages.length > length))) return true;
  }
  return false;
}

const longestSilence = (times: readonly number[]): number =>
  Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));

/** A client that reads only the first message; messages carry their time. */
const slowReader = (station: StationUnderTest): Promise<SocketLink> =>
  station.once('slow reader', async () => {
    const as = await station.shared();
    const socket = await station.subscribe('system/state', { as, subprotocols: [ENVELOPE_SUBPROTOCOL] });
    if (await station.sees(socket, LATE_MS, () => socket.messages.length > 0)) socket.pause();
    return socket;
  });

/** The slow reader resumes. @returns whether it receives the newest state */
const readAgain = (station: StationUnderTest): Promise<boolean> =>
  station.once('slow reader reads again', async () => {
    const socket = await slowReader(station);
    await socket.until(() => false, socket.openedAtMs + OBSERVED_MS - SILENT_MS - performance.now());
    const sinceS = await station.nowS();
    await socket.until(() => false, SILENT_MS);
    socket.resume();
    return station.sees(socket, LATE_MS, () => timeOf(socket.messages.at(-1)?.text) >= sinceS);
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

/** Time of an enveloped message, seconds; 0 without envelope. */
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
    const leftMs = socket.openedAtMs + PING_MS + LATE_MS - performance.now();
    const isThere = await station.sees(socket, leftMs, () => socket.pings > 0);
    expect.that(isThere, `a ping within ${(PING_MS + LATE_MS) / 1000} s`, socket.exchange);
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
    const isClosed = await station.sees(deaf, withinMs, () => deaf.closeCode !== undefined);
    expect.that(isClosed, `it is disconnected within ${withinMs / 1000} s`, deaf.exchange);
    expect.that(
      deaf.pings >= MISSED_PINGS_MAX,
      `${deaf.pings} pings before it is disconnected, at least ${MISSED_PINGS_MAX}`,
      deaf.exchange,
    );
    expect.equal(hearing.closeCode, undefined, 'close of a connection whose pings are answered', hearing.exchange);
  },
};
