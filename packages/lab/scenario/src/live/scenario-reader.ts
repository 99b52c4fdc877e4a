import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Problem } from '../file/problem.ts';
import type { Scenario } from '../scenario.ts';

export type ReaderOrder = { readonly what: 'text'; readonly text: string } | { readonly what: 'shipped' };

/** Result of reading: at most the first problems, because no more are shown. */
export type ScenarioReading =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly problemCount: number };

/** Maximum number of problems shown. */
export const PROBLEMS_MAX = 20;

/**
 * Maximum size of a parsed scenario. Transferring it blocks the flight loop, 1 ms for 75 kB, and a text of three lines
 * can repeat its steps thousands of times; the longest included one, a shift of eight hours, takes 23.
 */
export const SCENARIO_MAX_KB = 64;

/** The longest text takes a fifth of a second; the margin is for a busy machine. */
const TEXT_MS = 10_000;
/** Start of the thread, and the included scenarios, each: half a second, and nothing hostile in it. */
const OWN_WORK_MS = 60_000;
/** A text of 48,000 characters needs a tenth of it. */
const MEMORY_MAX_MB = 128;

const compiled = getCompileCacheDir();
/** No secrets of the station, but where Node keeps compiled code: without it the thread takes twice as long to start. */
const ENVIRONMENT = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };

/**
 * Reads scenarios on a separate thread: YAML of a few pages would block the flight loop too long. The thread starts on
 * first use, does not keep the process alive, and ends with `close` or with a text that exceeds its limits.
 */
export class ScenarioReader {
  #worker: Worker | undefined;
  #isReading = false;
  /** Resolves when the reading before the next one is over. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @returns `busy` while another text is being read, `given up` for a text that takes too much time or memory */
  async text(text: string): Promise<ScenarioReading | 'busy' | 'given up'> {
    if (this.#isReading) return 'busy';
    this.#isReading = true;
    try {
      return (await this.#read({ what: 'text', text })) as ScenarioReading;
    } catch {
      return 'given up';
    } finally {
      this.#isReading = false;
    }
  }

  /** Included scenarios by name. @throws Error when the thread ends before */
  async shipped(): Promise<ReadonlyMap<string, Scenario>> {
    return (await this.#read({ what: 'shipped' })) as ReadonlyMap<string, Scenario>;
  }

  /** Ends the thread; the next reading starts another one. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #read(order: ReaderOrder): Promise<unknown> {
    const read = this.#turn.then(() => this.#ask(order));
    this.#turn = read.catch(() => {});
    return read;
  }

  async #ask(order: ReaderOrder): Promise<unknown> {
    const isNew = this.#worker === undefined;
    const worker = this.#thread();
    const ended = new AbortController();
    const end = () => ended.abort(new Error('the thread has ended'));
    const answer = async (withinMs: number): Promise<unknown> => {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(withinMs)]);
      return (await once(worker, 'message', { signal }))[0];
    };
    worker.once('exit', end);
    try {
      if (isNew) await answer(OWN_WORK_MS);
      worker.postMessage(order);
      return await answer(order.what === 'text' ? TEXT_MS : OWN_WORK_MS);
    } catch (fault) {
      this.close();
      throw fault;
    } finally {
      worker.off('exit', end);
    }
  }

  #thread(): Worker {
    this.#worker ??= new Worker(new URL('./scenario-reader-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
      env: ENVIRONMENT,
    });
    this.#worker.unref();
    return this.#worker;
  }
}
