import { StoreFault } from '@kitestring/base/store-fault.ts';

/** Items of one round. Each sender waits for its answer, which bounds their number. */
const AT_ONCE_MAX = 100;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

/** Batches what arrives while an earlier batch is processed: many stations that enrol or reconnect share a few commits. */
export class Gathered<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  /** @param work all or nothing; results in the order of the items */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  do(item: Item): Promise<Result> {
    const { promise, reject, resolve } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#round(this.#waiting.splice(0, AT_ONCE_MAX));
    this.#isRunning = false;
  }

  async #round(round: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(round.map(({ item }) => item));
      for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result);
    } catch (fault) {
      // A failed database affects all; any other fault concerns one item and must not fail the rest.
      const isOfAll = round.length === 1 || fault instanceof StoreFault;
      if (isOfAll) for (const { reject } of round) reject(fault);
      else for (const one of round) await this.#round([one]);
    }
  }
}
