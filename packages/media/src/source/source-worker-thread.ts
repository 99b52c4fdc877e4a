import { Worker } from 'node:worker_threads';
import { endThread } from './end-thread.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-messages.ts';

interface ThreadEvents {
  readonly onMessage: (message: FromWorker) => void;
  /** It has ended with a fault. */
  readonly onFault: (reason: string) => void;
}

/** The worker thread of one source. */
export class SourceWorkerThread {
  readonly #worker: Worker;
  #isEnding = false;

  constructor(setup: WorkerSetup, { onMessage, onFault }: ThreadEvents) {
    this.#worker = new Worker(new URL('source-worker.ts', import.meta.url), {
      workerData: setup,
      name: setup.renderer.streamId,
      // The thread allocates little: a small young generation keeps its memory small too.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let reason = 'the thread has ended';
    this.#worker.on('message', (message: FromWorker) => {
      if (!this.#isEnding) onMessage(message);
    });
    this.#worker.on('error', (error) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    this.#worker.on('exit', () => {
      if (!this.#isEnding) onFault(reason);
    });
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Ends the thread after its current picture. */
  end(): void {
    this.#isEnding = true;
    void endThread(this.#worker, () => this.send({ kind: 'end' }));
  }
}
