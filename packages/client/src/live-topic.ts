import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import type { TopicEnvelope } from '@kitestring/contract/topics.ts';
import { ConnectionError } from './connection-error.ts';
import type { LinkEvents, LinkStatus, TopicLink } from './topic-link.ts';
import { TopicReader } from './topic-reader.ts';

/** `idle`: no listener, so not connected. `failed`: the topic is not available; readers received the error. */
export type TopicStatus = 'idle' | 'failed' | LinkStatus;

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
  readonly #openLink: (events: LinkEvents) => TopicLink;
  readonly #listeners = new Set<TopicListener<Message>>();
  #link: TopicLink | undefined;
  #latest: Message | undefined;
  #status: TopicStatus = 'idle';

  constructor(name: string, kind: 'state' | 'event', openLink: (events: LinkEvents) => TopicLink) {
    this.name = name;
    this.#kind = kind;
    this.#openLink = openLink;
  }

  /** The latest message; it may be stale unless `status` is `live`. */
  get latest(): Message | undefined {
    return this.#latest;
  }

  get status(): TopicStatus {
    return this.#status;
  }

  /**
   * Calls back for each message, at once with the latest one of a live state.
   * @returns a function that unsubscribes
   */
  subscribe(listener: TopicListener<Message>): () => void {
    this.#listeners.add(listener);
    if (this.#link === undefined) this.#connect();
    else if (this.#status === 'live' && this.#kind === 'state' && this.#latest !== undefined) {
      listener.message(this.#latest, undefined);
    }
    return () => this.#leave(listener);
  }

  /**
   * Resolves with the first message for which `holds` returns true.
   * @throws the error that ended the topic, or the reason of `signal`
   */
  async until(holds: (message: Message) => boolean, signal?: AbortSignal): Promise<Message> {
    signal?.throwIfAborted();
    const reader = this[Symbol.asyncIterator]();
    const stop = () => reader.finish(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for await (const message of reader) if (holds(message)) return message;
      throw new Error(`the topic ${this.name} was closed`);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  [Symbol.asyncIterator](): TopicReader<Message> {
    const reader = new TopicReader<Message>(this.#kind, () => leave());
    const leave = this.subscribe({
      message: (message) => reader.push(message),
      failed: (error) => reader.finish(error),
      status: (status) => {
        if (status === 'idle') reader.finish();
      },
    });
    return reader;
  }

  /** Disconnects and ends all readers. */
  close(): void {
    this.#disconnect('idle');
    this.#listeners.clear();
  }

  #connect(): void {
    this.#setStatus('connecting');
    this.#link = this.#openLink({
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
    this.#latest = received.message;
    for (const listener of this.#listeners) listener.message(received.message, received.timeUs);
  }

  #parse(text: string, enveloped: boolean): { message: Message; timeUs: number | undefined } | undefined {
    try {
      const parsed: unknown = JSON.parse(text);
      if (!enveloped) return { message: parsed as Message, timeUs: undefined };
      const { data, time } = parsed as TopicEnvelope;
      return { message: data as Message, timeUs: parseTimestamp(time) };
    } catch (cause) {
      const message = `a message of ${this.name} is not what a station sends`;
      this.#fail(new ConnectionError('NOT_A_STATION', message, { cause }));
      return undefined;
    }
  }

  #setStatus(status: TopicStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener.status?.(status);
  }
}
