/**
 * The thread of WebRTC, which runs on demand: its library takes 40 MB and a fifth of a second to load, encrypts every
 * packet for each viewer, and its faults must not end the other outputs.
 */
import { Worker } from 'node:worker_threads';
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
  #worker: Worker | undefined;
  #lingering: NodeJS.Timeout | undefined;

  constructor(setup: () => WhepSetup, events: WhepThreadEvents) {
    this.#setup = setup;
    this.#events = events;
  }

  /** Starts the thread if necessary. */
  start(): void {
    clearTimeout(this.#lingering);
    if (this.#worker !== undefined) return;
    const worker = new Worker(new URL('whep-worker.ts', import.meta.url), {
      workerData: this.#setup(),
      name: 'whep',
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let reason = 'the thread has ended';
    worker.on('message', (message: FromWhep) => {
      if (this.#worker === worker) this.#events.onMessage(message);
    });
    worker.on('error', (error) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#events.onEnd(reason);
    });
    this.#worker = worker;
  }

  /** Dropped without a thread: there are no viewers then. */
  send(message: ToWhep): void {
    this.#worker?.postMessage(message);
  }

  /** Ends the thread after a while without viewers. */
  rest(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#endIdle(), LINGER_MS).unref();
  }

  #endIdle(): void {
    if (this.#worker === undefined) return;
    this.end();
    this.#events.onEnd(undefined);
  }

  end(): void {
    clearTimeout(this.#lingering);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
