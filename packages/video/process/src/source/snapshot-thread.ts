import { PictureThread } from './picture-thread.ts';
import type { RenderView } from './scene-state.ts';
import type {
  CodedPictures,
  Snapshot,
  SnapshotOrder,
  SnapshotResult,
  SnapshotSetup,
  SnapshotWorkerSetup,
} from './snapshot-messages.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';
import { LINGER_MS } from './worker-source.ts';

/** Timeout of a snapshot, including the start of the thread: a busy machine needed more than 5 s for the first. */
const ANSWER_MS = 8000;
/** Streams start first: their threads start at the same time, and viewers may be waiting for them. */
const WARM_AFTER_MS = 2000;

type SnapshotWorker = PictureThread<SnapshotOrder, SnapshotResult>;

type SnapshotAnswer = Snapshot | Uint8Array | Temperatures;

/**
 * The thread that takes single pictures. It starts when one is requested or likely soon, and ends some time after the
 * last.
 */
export class SnapshotThread {
  readonly #setup: SnapshotSetup;
  readonly #onTrouble: (reason: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<SnapshotAnswer>>();
  #warming: NodeJS.Timeout | undefined;
  #lingering: NodeJS.Timeout | undefined;
  #thread: SnapshotWorker | undefined;
  #nextId = 1;

  constructor(setup: SnapshotSetup, onTrouble: (reason: string) => void) {
    this.#setup = setup;
    this.#onTrouble = onTrouble;
  }

  /** A picture is likely soon: the thread starts and stays for a while. */
  warmUp(): void {
    if (this.#thread !== undefined) this.#linger();
    else this.#warming ??= setTimeout(() => this.#begin(true), WARM_AFTER_MS).unref();
  }

  /** @throws when the thread fails or takes too long */
  take(streamId: string, view: RenderView, isRadiometric = false): Promise<Snapshot> {
    return this.#order(`a snapshot of ${streamId}`, (id) => ({ id, streamId, view, isRadiometric }));
  }

  /** A snapshot from pictures of a real camera. @throws when the thread fails or takes too long */
  encodeJpeg(streamId: string, coded: CodedPictures): Promise<Snapshot> {
    return this.#order(`a snapshot of ${streamId}`, (id) => ({ id, ...coded }));
  }

  /**
   * Temperatures in a picture without viewers.
   * @throws when the thread fails or takes too long, or the stream has none
   */
  measure(streamId: string, view: RenderView, box: PictureBox): Promise<Temperatures> {
    return this.#order(`temperatures of ${streamId}`, (id) => ({ id, streamId, view, box }));
  }

  /** A thumbnail of a JPEG. @throws when the thread fails or takes too long, or it is not a picture */
  thumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
    return this.#order('a thumbnail', (id) => ({ id, jpeg }));
  }

  async #order<Answer extends SnapshotAnswer>(what: string, orderOf: (id: number) => SnapshotOrder): Promise<Answer> {
    const thread = this.#begin(false);
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<SnapshotAnswer>();
    this.#waiting.set(id, waiting);
    const late = new Error(`${what} did not come within ${ANSWER_MS} ms`);
    const timer = setTimeout(() => waiting.reject(late), ANSWER_MS);
    thread.send(orderOf(id));
    try {
      // The thread's answer has the type of its order.
      return (await waiting.promise) as Answer;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (thread === this.#thread) this.#linger();
    }
  }

  end(): void {
    this.#drop('the camera is gone');
  }

  #begin(warmsUp: boolean): SnapshotWorker {
    this.#thread ??= this.#start(warmsUp);
    this.#linger();
    return this.#thread;
  }

  /** Ends after a while without orders, to free its memory. */
  #linger(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(
      () => this.#waiting.size === 0 && this.#drop('nobody wants a picture'),
      LINGER_MS,
    ).unref();
  }

  #start(warmsUp: boolean): SnapshotWorker {
    clearTimeout(this.#warming);
    this.#warming = undefined;
    const setup: SnapshotWorkerSetup = { ...this.#setup, warmsUp };
    return new PictureThread<SnapshotOrder, SnapshotResult>(
      { script: new URL('snapshot-worker.ts', import.meta.url), name: 'snapshots', setup },
      { onMessage: (result) => this.#accept(result), onFault: (reason) => this.#failed(reason) },
    );
  }

  #accept(result: SnapshotResult): void {
    const waiting = this.#waiting.get(result.id);
    if ('failure' in result) waiting?.reject(new Error(result.failure));
    else waiting?.resolve(asAnswer(result));
  }

  /** The next order starts a new thread. */
  #failed(reason: string): void {
    this.#onTrouble(`the thread for snapshots: ${reason}`);
    this.#drop(reason);
  }

  #drop(reason: string): void {
    clearTimeout(this.#warming);
    clearTimeout(this.#lingering);
    this.#warming = undefined;
    this.#thread?.end();
    this.#thread = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(reason));
  }
}

function asAnswer(result: Exclude<SnapshotResult, { readonly failure: string }>): SnapshotAnswer {
  if ('thumbnail' in result) return result.thumbnail;
  return 'temperatures' in result ? result.temperatures : result;
}
