import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { TopicEnvelope } from '@kitestring/station-contract/topics.ts';
import { ConnectionError } from './connection-error.ts';
import type { LinkEvents, LinkStatus, TopicLink } from './topic-link.ts';
import { TopicReader } from './topic-reader.ts';

interface ReceivedMessage<Message> {
  readonly message: Message;
  readonly timeUs: number | undefined;
  readonly atMs: number;
}

/** Most notifications active at a time that are remembered; a station has some hundred kinds. */
const MAX_REMEMBERED = 1000;

/** `idle`: no listener, so not connected. `failed`: the topic is not available; readers received the error. */
export type TopicStatus = 'idle' | 'failed' | LinkStatus;

/** A message of a topic, or a change of its status. */
export interface TopicUpdate<Message> {
  readonly status: TopicStatus;
  /**
   * For a state the latest message, stale unless `status` is `live`; for events the one that arrived, absent at a
   * change of status.
   */
  readonly message?: Message;
  /** Station time at which `message` was sent, microseconds since 1970; absent if it carries none. */
  readonly stationTimeUs?: number;
}

interface ReadOptions {
  /** Ends the reader, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface LiveTopicDeps {
  readonly openLink: (events: LinkEvents) => TopicLink;
  /** Milliseconds that only grow. */
  readonly nowMs: () => number;
  /** Called with the station time of each message, microseconds since 1970; undefined if it carries none. */
  readonly observeTime: (stationTimeUs: number | undefined) => void;
}

interface TopicListener<Message> {
  /** @param stationTimeUs station time at which it was sent; undefined if the message carries none */
  message(message: Message, stationTimeUs: number | undefined): void;
  status?(status: TopicStatus): void;
  failed?(error: Error): void;
}

/**
 * A topic of the station with its latest value. The first listener connects, the last one to leave disconnects; a
 * broken connection is re-established automatically. A state then continues with its newest value; active notifications
 * are repeated, and those that ended in the gap are in the history.
 */
export class LiveTopic<Message> implements AsyncIterable<Message> {
  readonly name: string;
  readonly #kind: 'state' | 'event';
  readonly #deps: LiveTopicDeps;
  readonly #listeners = new Set<TopicListener<Message>>();
  /** For a listener that subscribes later: the latest message of a state, the active notifications. */
  readonly #remembered = new Map<string, ReceivedMessage<Message>>();
  #link: TopicLink | undefined;
  #latest: ReceivedMessage<Message> | undefined;
  #status: TopicStatus = 'idle';

  /** @internal */
  constructor(name: string, kind: 'state' | 'event', deps: LiveTopicDeps) {
    this.name = name;
    this.#kind = kind;
    this.#deps = deps;
  }

  /** The latest message; it may be stale unless `status` is `live`. */
  get latest(): Message | undefined {
    return this.#latest?.message;
  }

  /** Milliseconds since the latest message arrived; undefined before the first. */
  get ageMs(): number | undefined {
    return this.#latest && this.#deps.nowMs() - this.#latest.atMs;
  }

  get status(): TopicStatus {
    return this.#status;
  }

  /**
   * Calls back for each message, at once with the latest one of a live state, or with the active notifications.
   * @returns a function that unsubscribes
   */
  subscribe(listener: TopicListener<Message>): () => void {
    this.#listeners.add(listener);
    if (this.#link === undefined) this.#connect();
    else if (this.#status === 'live') {
      for (const { message, timeUs } of this.#remembered.values()) listener.message(message, timeUs);
    }
    return () => this.#leave(listener);
  }

  /**
   * Resolves with the first message for which `holds` returns true.
   * @throws the error that ended the topic, or the reason of `signal`
   */
  async until(holds: (message: Message) => boolean, signal?: AbortSignal): Promise<Message> {
    for await (const message of this.values({ signal })) if (holds(message)) return message;
    throw new Error(`the topic ${this.name} was closed`);
  }

  /** The messages, as `for await (const message of topic)`, until `signal` aborts. A slow reader of a state skips to the newest. */
  values({ signal }: ReadOptions = {}): TopicReader<Message> {
    return this.#read(signal, (reader) => ({
      message: (message) => reader.push(message),
      status: (status) => {
        if (status === 'idle') reader.finish();
      },
    }));
  }

  /**
   * The messages and each change of the status: shows when the latest message is stale because the connection is lost, and
   * when it is live again.
   */
  updates({ signal }: ReadOptions = {}): TopicReader<TopicUpdate<Message>> {
    return this.#read<TopicUpdate<Message>>(signal, (reader) => ({
      message: (message, timeUs) => reader.push(this.#update(message, timeUs)),
      status: (status) => {
        if (status === 'idle') reader.finish();
        else if (this.#kind === 'event') reader.push({ status });
        else if (status !== 'live') reader.push(this.#latestUpdate());
      },
    }));
  }

  [Symbol.asyncIterator](): TopicReader<Message> {
    return this.values();
  }

  /** Disconnects and ends all readers. */
  close(): void {
    this.#disconnect('idle');
    this.#listeners.clear();
  }

  #read<Value>(
    signal: AbortSignal | undefined,
    listenerFor: (reader: TopicReader<Value>) => TopicListener<Message>,
  ): TopicReader<Value> {
    signal?.throwIfAborted();
    const stop = () => reader.finish(signal?.reason);
    const reader = new TopicReader<Value>(this.#kind, () => {
      leave();
      signal?.removeEventListener('abort', stop);
    });
    signal?.addEventListener('abort', stop, { once: true });
    const leave = this.subscribe({ ...listenerFor(reader), failed: (error) => reader.finish(error) });
    return reader;
  }

  #update(message: Message, timeUs: number | undefined): TopicUpdate<Message> {
    return { status: this.#status, message, ...(timeUs !== undefined && { stationTimeUs: timeUs }) };
  }

  #latestUpdate(): TopicUpdate<Message> {
    return this.#latest ? this.#update(this.#latest.message, this.#latest.timeUs) : { status: this.#status };
  }

  #connect(): void {
    this.#setStatus('connecting');
    this.#link = this.#deps.openLink({
      message: (text, enveloped) => this.#receive(text, enveloped),
      status: (status) => this.#setStatus(status),
      failed: (error) => this.#fail(error),
    });
  }

  #leave(listener: TopicListener<Message>): void {
    if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#disconnect('idle');
  }

  #disconnect(status: TopicStatus): void {
    this.#link?.close();
    this.#link = undefined;
    this.#latest = undefined;
    this.#remembered.clear();
    this.#setStatus(status);
  }

  #fail(error: Error): void {
    this.#disconnect('failed');
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.failed?.(error);
  }

  #receive(text: string, enveloped: boolean): void {
    const received = this.#parse(text, enveloped);
    if (received === undefined) return;
    const { message, timeUs } = received;
    this.#latest = { message, timeUs, atMs: this.#deps.nowMs() };
    this.#remember(this.#latest);
    this.#deps.observeTime(timeUs);
    for (const listener of this.#listeners) listener.message(message, timeUs);
  }

  #remember(received: ReceivedMessage<Message>): void {
    // The only topic of events is that of notifications; a state replaces the one before.
    const { begin_time, code, end_time } = received.message as unknown as Notification;
    const isState = this.#kind === 'state';
    const identity = isState ? '' : `${code} ${begin_time}`;
    if (!isState && end_time !== undefined) this.#remembered.delete(identity);
    else if (this.#remembered.has(identity) || this.#remembered.size < MAX_REMEMBERED)
      this.#remembered.set(identity, received);
  }

  #parse(text: string, enveloped: boolean): Pick<ReceivedMessage<Message>, 'message' | 'timeUs'> | undefined {
    try {
      const parsed = JSON.parse(text);
      const { data, time }: Partial<TopicEnvelope> = enveloped ? parsed : { data: parsed };
      if (typeof data !== 'object' || data === null) throw new TypeError('it is no object');
      return { message: data as Message, timeUs: parseTimestamp(time ?? '') };
    } catch (cause) {
      const message = `a message of ${this.name} is not what a station sends`;
      this.#fail(new ConnectionError('NOT_A_STATION', message, { cause }));
      return undefined;
    }
  }

  #setStatus(status: TopicStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    // The station repeats the active ones when it is connected again.
    if (status === 'stale') this.#remembered.clear();
    for (const listener of this.#listeners) listener.status?.(status);
  }
}
