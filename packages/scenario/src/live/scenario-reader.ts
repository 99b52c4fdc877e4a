import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Problem } from '../file/problem.ts';
import type { Scenario } from '../scenario.ts';

export type ReaderOrder = { readonly what: 'text'; readonly text: string } | { readonly what: 'shipped' };

/** What was read: of thousands of problems the first ones, for whoever asked is told no more. */
export type ScenarioReading =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly problemCount: number };

/** Problems that are shown; more would hide the first ones. */
export const PROBLEMS_MAX = 20;

/**
 * What a scenario may take once it is read. The loop that flies has to take it over at once, which takes it 1 ms for 75 kB,
 * and a text of three lines repeats its steps thousands of times; the longest that ships, a shift of eight hours, takes 23.
 */
export const SCENARIO_MAX_KB = 64;

/** The longest text takes a fifth of a second; a machine with other work gets its time. */
const DEADLINE_MS = 10_000;
/** A text of 48,000 characters needs a tenth of it. */
const MEMORY_MAX_MB = 128;

/**
 * Reads scenarios on a thread of its own: YAML of a few pages takes longer than the loop that flies may be kept waiting.
 * The thread begins with the first reading, holds no process up, and ends with `close` or with a text that is too much for it.
 */
export class ScenarioReader {
  #worker: Worker | undefined;
  #isReading = false;
  /** Kept when the reading before the next one is over. */
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

  /** Those that ship, by name. @throws Error when the thread ends before */
  async shipped(): Promise<ReadonlyMap<string, Scenario>> {
    return (await this.#read({ what: 'shipped' })) as ReadonlyMap<string, Scenario>;
  }

  /** Ends the thread; the next reading begins another one. */
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
    const worker = this.#thread();
    const ended = new AbortController();
    const end = () => ended.abort(new Error('the thread has ended'));
    worker.once('exit', end);
    try {
      worker.postMessage(order);
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(DEADLINE_MS)]);
      const [read] = await once(worker, 'message', { signal });
      return read;
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
      // It reads a text: it needs no secret of the station.
      env: {},
    });
    this.#worker.unref();
    return this.#worker;
  }
}
