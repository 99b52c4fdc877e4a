import { Worker } from 'node:worker_threads';
import { endThread } from './end-thread.ts';

interface PictureThreadOptions {
  readonly script: URL;
  /** For debuggers and profiles. */
  readonly name: string;
  /** Start data of the script. */
  readonly setup: object;
}

interface PictureThreadEvents<FromThread> {
  readonly onMessage: (message: FromThread) => void;
  /** It has ended with a fault. */
  readonly onFault: (reason: string) => void;
}

/** A worker thread that creates or sends pictures. It sends nothing after it was ended. */
export class PictureThread<ToThread, FromThread> {
  readonly #worker: Worker;
  #isEnding = false;

  constructor({ name, script, setup }: PictureThreadOptions, { onFault, onMessage }: PictureThreadEvents<FromThread>) {
    this.#worker = new Worker(script, {
      workerData: setup,
      name,
      // The thread allocates little: a small young generation keeps its memory small too.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let reason = 'the thread has ended';
    this.#worker.on('message', (message: FromThread) => {
      if (!this.#isEnding) onMessage(message);
    });
    this.#worker.on('error', (error) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    this.#worker.on('exit', () => {
      if (!this.#isEnding) onFault(reason);
    });
  }

  send(message: ToThread | { readonly kind: 'end' }): void {
    this.#worker.postMessage(message);
  }

  /** Ends the thread after its current task. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void endThread(this.#worker, () => this.send({ kind: 'end' }));
  }
}
