import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WireOrder } from './wire-sender.ts';

/**
 * Highest processor time of one request, milliseconds on a processor on which the yardstick takes `YARDSTICK_MS`. Every
 * other request, and the flight, waits for it.
 */
export const COST_MAX_MS = 5;

/**
 * Other work on the machine only adds: emptied caches, garbage collection. So the best round counts; cheap requests end
 * after two. Work on the sibling thread of the core slows the yardstick of the same round as well.
 */
const ROUNDS = 40;

/** A fixed amount of work, similar to a request: parse text, create objects, write text. */
const YARDSTICK = JSON.stringify(
  Array.from({ length: 1000 }, (_, index) => ({ id: index, name: `item ${index}`, is: [true, null, index / 7] })),
);
/** Cost measured when the limit was set, on two idle cores of an AMD EPYC. */
const YARDSTICK_MS = 0.5;
/**
 * Work of this thread that is unrelated to the conversation is subtracted. It is measured in windows, and the lowest
 * counts: after a start there is more of it.
 */
const IDLE_WINDOWS = 6;
const IDLE_WINDOW_MS = 200;
const YARDSTICK_TRIES = 5;

interface Cost {
  /**
   * Processor time of this thread for one conversation, milliseconds, scaled down on a processor that is slower at the
   * yardstick.
   */
  readonly ms: number;
  /** The last answer. */
  readonly heard: string;
}

/** Measures the processor time that this thread needs to answer bytes on the wire. */
export class CostMeter implements AsyncDisposable {
  #idleShare: Promise<number> | undefined;
  readonly #sender = new Worker(new URL('./wire-sender.ts', import.meta.url));

  /**
   * Ends early once the request is proven cheap.
   * @param steps bytes to send, and the text awaited before the next step
   */
  async of(port: number, steps: WireOrder['steps'], times = 4): Promise<Cost> {
    this.#idleShare ??= idleShare();
    const idle = await this.#idleShare;
    let cost: Cost = { ms: Number.POSITIVE_INFINITY, heard: '' };
    for (let round = 0; round < ROUNDS && (round < 2 || cost.ms > COST_MAX_MS); round += 1) {
      const beforeMs = measuredYardstickMs();
      const [startMs, beganMs] = [threadMs(), performance.now()];
      const heard = await this.#send({ port, steps, times });
      const roundMs = Math.max(0, threadMs() - startMs - idle * (performance.now() - beganMs)) / times;
      const yardstickMs = Math.min(beforeMs, measuredYardstickMs());
      // A faster processor does not tighten the limit, which protects the flight.
      const ms = roundMs / Math.max(1, yardstickMs / YARDSTICK_MS);
      if (ms < cost.ms) cost = { ms, heard };
    }
    return cost;
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

/** @returns lowest share of a processor that this idle thread takes */
async function idleShare(): Promise<number> {
  let least = 1;
  for (let window = 0; window < IDLE_WINDOWS; window += 1) {
    const [startMs, beganMs] = [threadMs(), performance.now()];
    await setTimeout(IDLE_WINDOW_MS);
    least = Math.min(least, (threadMs() - startMs) / (performance.now() - beganMs));
  }
  return least;
}

/**
 * By real time, because the time of a thread is counted in slices longer than this. @returns the median of a few tries,
 * so that an interrupted one does not count
 */
function measuredYardstickMs(): number {
  const tries = Array.from({ length: YARDSTICK_TRIES }, () => {
    const startMs = performance.now();
    JSON.stringify(JSON.parse(YARDSTICK));
    return performance.now() - startMs;
  });
  return tries.sort((a, b) => a - b)[YARDSTICK_TRIES >> 1] ?? Number.NaN;
}

/** Processor time of this thread. Other threads and processes do not count, however busy they are. */
export function threadMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1000;
}
