import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Log } from '@kitestring/base/log.ts';
import { EVENT_STREAM_ALIVE_S, EVENT_STREAM_TYPE } from '@kitestring/hub-contract/fleet/events.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { type HandlerResult, onClosed } from '@kitestring/web/http';
import { eventView } from '../api/event-view.ts';
import type { EventKindFilter } from '../archive/archive-queries.ts';
import type { EventTail } from './event-tail.ts';

/** Limit per session; a page needs one. */
const STREAMS_MAX = 16;
/** Delay before browsers reconnect. */
const RETRY_MS = 2000;

interface StreamOptions extends EventKindFilter {
  /** After this number; undefined: only new events. */
  readonly after: number | undefined;
}

/** Streams of server-sent events, each at the pace of its reader: nothing is buffered for a slow one. */
export class EventStreams {
  readonly #deps: { readonly tail: EventTail; readonly log: Log };
  readonly #open = new Map<AbortController, string>();

  constructor(deps: { readonly tail: EventTail; readonly log: Log }) {
    this.#deps = deps;
  }

  open(sessionId: string, options: StreamOptions): HandlerResult {
    if (this.count(sessionId) >= STREAMS_MAX) return refuse('TOO_MANY_CONNECTIONS.streams', { most: STREAMS_MAX });
    const ended = new AbortController();
    this.#open.set(ended, sessionId);
    return {
      mediaType: `${EVENT_STREAM_TYPE}; charset=utf-8`,
      write: (response) => void this.#write(response, ended, options).finally(() => this.#open.delete(ended)),
    };
  }

  get size(): number {
    return this.#open.size;
  }

  /** Open streams of a session. */
  count(sessionId: string): number {
    return [...this.#open.values()].filter((id) => id === sessionId).length;
  }

  /** Ends the streams of a session, or of all sessions when it is absent. */
  end(sessionId?: string): void {
    for (const [ended, id] of this.#open) if (sessionId === undefined || id === sessionId) ended.abort();
  }

  async #write(response: ServerResponse, ended: AbortController, options: StreamOptions): Promise<void> {
    const { log, tail } = this.#deps;
    onClosed(response, () => ended.abort());
    const { signal } = ended;
    if (response.req.method === 'HEAD') ended.abort();
    try {
      response.write(`retry: ${RETRY_MS}\n\n`);
      for await (const { events, keptFrom, upTo } of tail.follow({
        ...options,
        aliveMs: EVENT_STREAM_ALIVE_S * 1000,
        signal,
      })) {
        // An id without data advances the reader past events that its filter excludes.
        const told = events.map((event) => `id: ${event.n}\ndata: ${JSON.stringify(eventView(event))}\n\n`).join('');
        const text = `${keptFrom === undefined ? '' : removedBefore(keptFrom)}${told}`;
        if (!response.write(text === '' ? `: alive\nid: ${upTo}\n\n` : text)) await once(response, 'drain', { signal });
      }
    } catch (fault) {
      if (!signal.aborted) log.warn({ err: fault }, 'a stream of events has ended; its reader connects again');
    }
    response.end();
  }
}

/** Tells a reader that events were removed. The id advances the reader, so that it is told only once. */
const removedBefore = (first: number): string =>
  `event: removed\nid: ${first - 1}\ndata: ${JSON.stringify({ first })}\n\n`;
