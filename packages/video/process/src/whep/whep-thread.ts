/**
 * The thread of WebRTC, which runs on demand: its library takes 40 MB and a fifth of a second to load, encrypts every
 * packet for each viewer, and its faults must not end the other outputs.
 */
import { PictureThread } from '../source/picture-thread.ts';
import type { FromWhep, ToWhep, WhepSetup } from './whep-messages.ts';

/** Time after the last viewer until the thread ends: a viewer that reconnects need not wait. */
const LINGER_MS = 60_000;

interface WhepThreadEvents {
  readonly onMessage: (message: FromWhep) => void;
  /** It has ended, with all its viewers. @param fault undefined when it was idle */
  readonly onEnd: (fault: string | undefined) => void;
}

export class WhepThread {
  readonly #setup: () => WhepSetup;
  readonly #events: WhepThreadEvents;
  #thread: PictureThread<ToWhep, FromWhep> | undefined;
  #lingering: NodeJS.Timeout | undefined;

  constructor(setup: () => WhepSetup, events: WhepThreadEvents) {
    this.#setup = setup;
    this.#events = events;
  }

  /** Starts the thread if necessary. */
  start(): void {
    clearTimeout(this.#lingering);
    if (this.#thread !== undefined) return;
    this.#thread = new PictureThread<ToWhep, FromWhep>(
      { script: new URL('whep-worker.ts', import.meta.url), name: 'whep', setup: this.#setup() },
      {
        onMessage: this.#events.onMessage,
        onFault: (reason) => {
          this.#thread = undefined;
          this.#events.onEnd(reason);
        },
      },
    );
  }

  /** Dropped without a thread: there are no viewers then. */
  send(message: ToWhep): void {
    this.#thread?.send(message);
  }

  /** Ends the thread after a while without viewers. */
  rest(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#endIdle(), LINGER_MS).unref();
  }

  #endIdle(): void {
    if (this.#thread === undefined) return;
    this.end();
    this.#events.onEnd(undefined);
  }

  end(): void {
    clearTimeout(this.#lingering);
    this.#thread?.end();
    this.#thread = undefined;
  }
}
