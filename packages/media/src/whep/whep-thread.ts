/**
 * The thread in which WebRTC runs while somebody uses it: its library takes 40 MB and a fifth of a second to load, encrypts
 * every packet for each viewer, and a fault of it must not end the other outputs.
 */
import { Worker } from 'node:worker_threads';
import type { FromWhep, ToWhep, WhepSetup } from './whep-messages.ts';

/** Whoever looks again soon need not wait for it. */
const LINGER_MS = 60_000;

export interface WhepThreadEvents {
  readonly onMessage: (message: FromWhep) => void;
  /** It has ended, and all its viewers with it. @param fault undefined when it was idle */
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

  /** Starts it where nobody has. */
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

  /** Lost while there is no thread: then there is nobody for whom it would matter. */
  send(message: ToWhep): void {
    this.#worker?.postMessage(message);
  }

  /** Ends it after a while, unless somebody comes. */
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
