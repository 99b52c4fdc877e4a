import { setTimeout as wait } from 'node:timers/promises';
import {
  type ArchivedEvent,
  type EventKindFilter,
  eventsAfter,
  firstEvent,
  fitsFilter,
  newestEvent,
} from '../archive/archive-queries.ts';
import type { HubDeps } from '../hub-deps.ts';

/** The newest events, shared by all current readers. */
const KEPT_MAX = 2000;
const PAGE = 500;
/** Interval without a signal from the broker or this replica. */
const LOOK_EVERY_MS = 5000;
const RETRY_MS = 1000;

type EventTailDeps = Pick<HubDeps, 'database' | 'log'>;

interface FollowOptions extends EventKindFilter {
  /** After this number; undefined: only new events. */
  readonly after: number | undefined;
  /** An empty batch is sent after this time without events. */
  readonly aliveMs: number;
  readonly signal: AbortSignal;
}

interface EventBatch {
  readonly events: readonly ArchivedEvent[];
  /** All matching events up to this number were delivered. */
  readonly upTo: number;
  /** Number of the oldest event that is kept, if events were removed before the reader got them. */
  readonly keptFrom?: number;
}

/** The newest part of the event list, read once from the database for any number of readers. Nothing is read without readers. */
export class EventTail {
  readonly #deps: EventTailDeps;
  /** Ordered; the last one has the number `#newest`. */
  #kept: ArchivedEvent[] = [];
  #newest: number | undefined;
  #readers = 0;
  #reading: Promise<void> | undefined;
  #isAsked = false;
  readonly #waiters = new Set<() => void>();
  readonly #stop = new AbortController();

  constructor(deps: EventTailDeps) {
    this.#deps = deps;
  }

  /** There may be new events. */
  wake(): void {
    this.#isAsked = true;
    if (this.#readers === 0 || this.#stop.signal.aborted) return;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  /** Events in order, each once, until the signal is aborted. Throws errors of the database while a reader catches up. */
  async *follow({ after, aliveMs, signal, ...filter }: FollowOptions): AsyncGenerator<EventBatch> {
    const ended = AbortSignal.any([signal, this.#stop.signal]);
    // The list was not updated without readers.
    if (this.#readers === 0) this.#forget();
    this.#readers += 1;
    const look = setInterval(() => this.wake(), LOOK_EVERY_MS);
    try {
      let upTo = after ?? (await newestEvent(this.#deps.database));
      this.wake();
      while (!ended.aborted) {
        const batch = this.#newer(upTo, filter) ?? (await this.#older(upTo, filter));
        const hasMoved = batch.upTo > upTo;
        upTo = Math.max(upTo, batch.upTo);
        if (batch.events.length > 0 || batch.keptFrom !== undefined) yield batch;
        else if (!hasMoved && !(await this.#hasNews(aliveMs, ended)) && !ended.aborted) yield { events: [], upTo };
      }
    } finally {
      clearInterval(look);
      this.#readers -= 1;
    }
  }

  #forget(): void {
    this.#kept = [];
    this.#newest = undefined;
  }

  /** From memory; undefined for a reader that is further behind. */
  #newer(after: number, filter: EventKindFilter): EventBatch | undefined {
    const newest = this.#newest ?? after;
    if (after >= newest) return { events: [], upTo: after };
    const [oldest] = this.#kept;
    if (oldest === undefined || oldest.n > after + 1) return undefined;
    const begin = this.#kept.findLastIndex(({ n }) => n <= after) + 1;
    return { events: this.#kept.slice(begin).filter((event) => fitsFilter(event, filter)), upTo: newest };
  }

  async #older(after: number, filter: EventKindFilter): Promise<EventBatch> {
    const { database } = this.#deps;
    // Read first: everything committed up to here is found by the second query.
    const newest = await newestEvent(database);
    const events = await eventsAfter(database, { after, limit: PAGE, ...filter });
    // Read last: a removal meanwhile is reported, once, because the reader is behind it then.
    const first = await firstEvent(database);
    const last = events.at(-1)?.n ?? after;
    const upTo = events.length < PAGE ? Math.max(newest, last) : last;
    return after + 1 < first ? { events, upTo: Math.max(upTo, first - 1), keptFrom: first } : { events, upTo };
  }

  /** @returns false when nothing arrived in time */
  #hasNews(aliveMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isNews: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(onNews);
        resolve(isNews);
      };
      const onNews = () => end(true);
      const onAbort = () => end(false);
      const timer = setTimeout(() => end(false), aliveMs);
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(onNews);
      if (signal.aborted) onAbort();
    });
  }

  async #readAll(): Promise<void> {
    while (this.#isAsked && this.#readers > 0 && !this.#stop.signal.aborted) {
      this.#isAsked = false;
      try {
        await this.#read();
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'new events could not be read; tried again');
        this.#isAsked = true;
        await wait(RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
      }
    }
  }

  async #read(): Promise<void> {
    const { database } = this.#deps;
    const before = this.#newest;
    this.#newest ??= await newestEvent(database);
    for (let isMore = true; isMore; ) {
      const events = await eventsAfter(database, { after: this.#newest, limit: PAGE });
      this.#kept = [...this.#kept, ...events].slice(-KEPT_MAX);
      this.#newest = events.at(-1)?.n ?? this.#newest;
      isMore = events.length === PAGE;
    }
    if (this.#newest !== before) for (const onNews of [...this.#waiters]) onNews();
  }
}
