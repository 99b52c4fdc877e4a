import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WireOrder } from './wire-sender.ts';

/** No single request may take more of the processor than this, milliseconds: every one has to wait behind it, the flight too. */
export const COST_MAX_MS = 5;

/**
 * Other work on the machine only ever adds: caches that it empties, a collection of garbage, a core shared by two threads. The
 * best round is the truth, and on a busy machine it takes many to see it; what is cheap ends after two.
 */
const ROUNDS = 40;

export interface Cost {
  /** Processor time of this thread for one conversation, milliseconds. */
  readonly ms: number;
  /** The last answer. */
  readonly heard: string;
}

/** Measures what bytes on the wire cost the thread that answers them, which is this one. */
export class CostMeter implements AsyncDisposable {
  readonly #sender = new Worker(new URL('./wire-sender.ts', import.meta.url));

  /** Ends early once it is proven cheap. @param steps what is sent, and what is awaited before the next is */
  async of(port: number, steps: WireOrder['steps'], times = 4): Promise<Cost> {
    let best = { ms: Number.POSITIVE_INFINITY, heard: '' };
    for (let round = 0; round < ROUNDS && (round < 2 || best.ms > COST_MAX_MS); round += 1) {
      const startMs = threadMs();
      const heard = await this.#send({ port, steps, times });
      const ms = (threadMs() - startMs) / times;
      if (ms < best.ms) best = { ms, heard };
    }
    return best;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sender.terminate();
  }

  async #send(order: WireOrder): Promise<string> {
    this.#sender.postMessage(order);
    const [{ fault, heard }] = (await once(this.#sender, 'message')) as [{ fault?: string; heard: string }];
    if (fault !== undefined) throw new Error(fault);
    return heard;
  }
}

/** Time of the processor that this thread has used. Other threads and processes do not count, however busy they are. */
export function threadMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1000;
}
