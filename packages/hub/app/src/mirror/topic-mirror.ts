import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { Want } from '@kitestring/hub-contract/want.ts';

/** After this time without a reader a topic is no longer wanted. */
const READ_WITHIN_MS = 60_000;
const WANT_TTL_S = 30;
/** Rate of the states of a station. */
const WANT_HZ = 10;
/** From the first request to the first value: like any read of a station, because a round trip on a slow link takes 4 s and more. */
export const FIRST_VALUE_MS = 10_000;

/** Newest bytes of a topic, as serialised by the station. */
export interface MirroredValue {
  readonly bytes: Uint8Array;
  readonly atMs: number;
  /** Station time of the message, Unix microseconds; undefined if the station does not send it. */
  readonly stationUs: number | undefined;
}

interface MirroredTopic {
  value: MirroredValue | undefined;
  readMs: number;
  readonly waiters: Set<() => void>;
  readonly watchers: Set<() => void>;
}

interface TopicMirrorDeps {
  readonly nowMs: () => number;
  /** Tells a station which topics are wanted. @param missing those of which no state has come */
  readonly sendWant: (sid: string, want: Want, missing: readonly string[]) => void;
  /** Calls back once after this time. @returns a function that cancels it */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/**
 * The newest state of every topic that clients of the hub read. Stations send them only while there are readers, so
 * that any number of readers loads the link to a station only once.
 */
export class TopicMirror {
  readonly #deps: TopicMirrorDeps;
  readonly #bySid = new Map<string, Map<string, MirroredTopic>>();
  /** Stations that follow the current subscription of this replica. */
  readonly #asked = new Set<string>();

  constructor(deps: TopicMirrorDeps) {
    this.#deps = deps;
  }

  /** The state of a topic, requested from the station if needed. Undefined when it does not arrive in time. */
  async read(sid: string, name: string): Promise<MirroredValue | undefined> {
    const topic = this.#topic(sid, name);
    if (topic === undefined) return undefined;
    const isWanted = this.#isRead(topic);
    topic.readMs = this.#deps.nowMs();
    if (!isWanted) this.#want(sid);
    if (topic.value === undefined) await this.#firstValue(topic);
    return topic.value;
  }

  /** The newest state of a topic that was read; undefined if none arrived since the station connected. */
  newest(sid: string, name: string): MirroredValue | undefined {
    return this.#bySid.get(sid)?.get(name)?.value;
  }

  /**
   * Keeps the subscription to a topic that was read. @param listener called for each new state @returns a function that
   * ends it
   */
  watch(sid: string, name: string, listener: () => void): () => void {
    const topic = this.#topic(sid, name);
    topic?.watchers.add(listener);
    return () => {
      if (topic?.watchers.delete(listener)) topic.readMs = this.#deps.nowMs();
    };
  }

  /** A station has sent a state. Ignored if no reader has requested it. */
  take(sid: string, name: string, bytes: Uint8Array, stationUs?: number): void {
    const topic = this.#bySid.get(sid)?.get(name);
    if (topic === undefined || bytes.length > LIMITS.messageBytes) return;
    topic.value = { bytes, atMs: this.#deps.nowMs(), stationUs };
    for (const resolve of topic.waiters) resolve();
    for (const tell of topic.watchers) tell();
  }

  /** The station has reconnected: it has no subscriptions, and its states may have changed. */
  restart(sid: string): void {
    const topics = this.#bySid.get(sid);
    if (topics === undefined) return;
    for (const topic of topics.values()) topic.value = undefined;
    this.#want(sid);
  }

  /** States may have been missed. */
  refresh(): void {
    this.#asked.clear();
    for (const sid of this.#bySid.keys()) this.restart(sid);
  }

  forget(sid: string): void {
    this.#bySid.delete(sid);
    this.#asked.delete(sid);
  }

  /** Repeats subscriptions, and ends those without readers. Called about every 20 s. */
  repeat(): void {
    for (const [sid, topics] of this.#bySid) {
      for (const [name, topic] of topics) if (!this.#isRead(topic)) topics.delete(name);
      if (topics.size > 0) this.#want(sid);
      else this.#bySid.delete(sid);
    }
  }

  #want(sid: string): void {
    const topics = [...(this.#bySid.get(sid) ?? [])];
    if (topics.length === 0) return;
    // A station sends each state once, also to a hub that was restarted or missed it.
    if (!this.#asked.has(sid)) this.#deps.sendWant(sid, wantMessage([]), []);
    this.#asked.add(sid);
    const missing = topics.filter(([, { value }]) => value === undefined).map(([name]) => name);
    this.#deps.sendWant(sid, wantMessage(topics.map(([name]) => name)), missing);
  }

  #isRead({ readMs, watchers }: MirroredTopic): boolean {
    return watchers.size > 0 || this.#deps.nowMs() - readMs < READ_WITHIN_MS;
  }

  /** Undefined when more topics are read than may be requested from a station. */
  #topic(sid: string, name: string): MirroredTopic | undefined {
    const topics = this.#bySid.get(sid) ?? new Map<string, MirroredTopic>();
    const known = topics.get(name);
    if (known !== undefined) return known;
    if (topics.size >= LIMITS.wantedTopics) return undefined;
    const never = Number.NEGATIVE_INFINITY;
    const topic: MirroredTopic = { value: undefined, readMs: never, waiters: new Set(), watchers: new Set() };
    this.#bySid.set(sid, topics.set(name, topic));
    return topic;
  }

  #firstValue(topic: MirroredTopic): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        topic.waiters.delete(end);
        cancel();
        resolve();
      };
      topic.waiters.add(end);
      const cancel = this.#deps.after(FIRST_VALUE_MS, end);
    });
  }
}

const wantMessage = (topics: string[]): Want => ({ v: 1, topics, maxHz: WANT_HZ, ttlS: WANT_TTL_S });
