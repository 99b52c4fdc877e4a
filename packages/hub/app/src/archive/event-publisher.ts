import { setTimeout as wait } from 'node:timers/promises';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { jetstream } from '@nats-io/jetstream';
import { readCounter, setCounter } from '../database/counters.ts';
import type { HubDeps } from '../hub-deps.ts';
import { type ArchivedEvent, eventsAfter } from './archive-queries.ts';

const PAGE = 200;
const RETRY_MS = 1000;

type EventPublisherDeps = Pick<HubDeps, 'database' | 'connection' | 'log'>;

/**
 * Publishes archived events to the event stream, ordered by number. After a kill an event may be published again: the
 * broker recognises its id for an hour, readers its number.
 */
export class EventPublisher {
  readonly #deps: EventPublisherDeps;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopping = false;

  constructor(deps: EventPublisherDeps) {
    this.#deps = deps;
  }

  /** There may be new events. */
  wake(): void {
    this.#isAsked = true;
    this.#running ??= this.#publishAll().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #publishAll(): Promise<void> {
    while (this.#isAsked && !this.#isStopping) {
      this.#isAsked = false;
      try {
        while (!this.#isStopping && (await this.#publishPage())) {}
      } catch (error) {
        if (this.#isStopping) return;
        this.#deps.log.warn({ err: error }, 'events could not be published; they are tried again');
        this.#isAsked = true;
        await wait(RETRY_MS);
      }
    }
  }

  /** @returns whether there may be more */
  async #publishPage(): Promise<boolean> {
    const { connection, database } = this.#deps;
    const after = (await readCounter(database, 'published')) ?? 0;
    const events = await eventsAfter(database, { after, limit: PAGE });
    const last = events.at(-1);
    if (last === undefined) return false;
    const stream = jetstream(connection);
    for (const event of events) {
      await stream.publish(SUBJECTS.event(event.sid, event.kind), JSON.stringify(event), { msgID: messageId(event) });
    }
    await setCounter(database, 'published', last.n);
    return events.length === PAGE;
  }
}

const messageId = ({ epoch, n, seq, sid }: ArchivedEvent): string =>
  epoch === null ? `hub:${n}` : `${sid}:${epoch}:${seq}`;
