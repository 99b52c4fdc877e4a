import { Worker } from 'node:worker_threads';
import type { PictureState, View } from './scene-state.ts';
import type { CodedPictures, SnapshotOrder, SnapshotResult, SnapshotSetup } from './snapshot-messages.ts';

/** How long a snapshot may take, the start of the thread included: a busy machine needed more than 5 s for the first. */
const ANSWER_MS = 8000;
/** Streams come first: their threads start at the same time, and somebody may be waiting for them to come back. */
const WARM_AFTER_MS = 2000;

export interface Snapshot {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  readonly state: PictureState;
}

/** The thread that takes single pictures. It is there soon after the start, without work and without CPU, so that a picture is quick. */
export class SnapshotThread {
  readonly #setup: SnapshotSetup;
  readonly #onTrouble: (reason: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<Snapshot>>();
  readonly #warming: NodeJS.Timeout;
  #worker: Worker | undefined;
  #nextId = 1;

  constructor(setup: SnapshotSetup, onTrouble: (reason: string) => void) {
    this.#setup = setup;
    this.#onTrouble = onTrouble;
    this.#warming = setTimeout(() => {
      this.#worker ??= this.#start();
    }, WARM_AFTER_MS).unref();
  }

  /** @throws when the thread fails or takes too long */
  take(streamId: string, view: View): Promise<Snapshot> {
    return this.#order(streamId, (id) => ({ id, streamId, view }));
  }

  /** Of pictures that a real camera has sent. @throws when the thread fails or takes too long */
  develop(streamId: string, coded: CodedPictures): Promise<Snapshot> {
    return this.#order(streamId, (id) => ({ id, ...coded }));
  }

  async #order(streamId: string, orderOf: (id: number) => SnapshotOrder): Promise<Snapshot> {
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<Snapshot>();
    this.#waiting.set(id, waiting);
    const late = new Error(`a snapshot of ${streamId} did not come within ${ANSWER_MS} ms`);
    const timer = setTimeout(() => waiting.reject(late), ANSWER_MS);
    this.#worker.postMessage(orderOf(id));
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  end(): void {
    clearTimeout(this.#warming);
    this.#drop('the camera is gone');
  }

  #start(): Worker {
    const worker = new Worker(new URL('snapshot-worker.ts', import.meta.url), {
      workerData: this.#setup,
      name: 'snapshots',
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (result: SnapshotResult) => this.#accept(result));
    worker.on('error', (error) => this.#failed(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#failed(worker, 'it has ended'));
    return worker;
  }

  #accept(result: SnapshotResult): void {
    const waiting = this.#waiting.get(result.id);
    if ('failure' in result) waiting?.reject(new Error(result.failure));
    else waiting?.resolve(result);
  }

  /** The next order starts another one. */
  #failed(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#onTrouble(`the thread for snapshots: ${reason}`);
    this.#drop(reason);
  }

  #drop(reason: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(reason));
  }
}
