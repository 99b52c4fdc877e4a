import { Worker } from 'node:worker_threads';
import { endThread } from '../source/end-thread.ts';
import type { FromRelayEncoder, RelayEncoderSetup, ToRelayEncoder } from './relay-encoder-messages.ts';

interface RelayEncoderEvents {
  readonly onMessage: (message: FromRelayEncoder) => void;
  /** It has ended with a fault. */
  readonly onFault: (reason: string) => void;
}

/** The thread that makes one stream smaller. */
export class RelayEncoderThread {
  readonly #worker: Worker;
  #isEnding = false;

  constructor(setup: RelayEncoderSetup, { onFault, onMessage }: RelayEncoderEvents) {
    this.#worker = new Worker(new URL('relay-encoder-worker.ts', import.meta.url), {
      workerData: setup,
      name: 'relay-encoder',
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    let reason = 'the thread has ended';
    this.#worker.on('message', (message: FromRelayEncoder) => {
      if (!this.#isEnding) onMessage(message);
    });
    this.#worker.on('error', (error) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    this.#worker.on('exit', () => {
      if (!this.#isEnding) onFault(reason);
    });
  }

  send(message: ToRelayEncoder): void {
    this.#worker.postMessage(message);
  }

  /** Ends the thread after its current picture. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void endThread(this.#worker, () => this.send({ kind: 'end' }));
  }
}
