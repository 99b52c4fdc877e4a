import type { Log } from '@kitestring/station/ports/log.ts';
import { StoreFault } from './store-fault.ts';

/** Reasons by primary result code of SQLite, for operators. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [5, 'another program has locked it'],
  [8, 'the disk is read-only'],
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
]);

interface StoreFaultsDeps {
  readonly log: Log;
  /** Whether writes would be stored. */
  readonly isUsable: () => boolean;
}

/** Store faults: reported once, then counted until resolved. A full disk fails many writes a second. */
export class StoreFaults {
  readonly #deps: StoreFaultsDeps;
  #reason: string | undefined;
  #sinceLogged = 0;
  #total = 0;

  constructor(deps: StoreFaultsDeps) {
    this.#deps = deps;
  }

  /** Why the store is unusable, without a path; undefined while it works. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Since the start. */
  get total(): number {
    return this.#total;
  }

  readonly report = (fault: unknown): void => {
    const { log } = this.#deps;
    if (!(fault instanceof StoreFault)) {
      log.error({ err: fault }, 'the store cannot be used');
      return;
    }
    this.#total += 1;
    this.#sinceLogged += 1;
    if (this.#reason !== undefined) return;
    this.#reason = reasonOf(fault);
    log.error({ err: fault }, 'the store cannot be used; further faults are counted until it can');
  };

  /** Checks whether the fault is resolved; call periodically. */
  look(): void {
    if (this.#reason === undefined || !this.#deps.isUsable()) return;
    this.#deps.log.info({ faults: this.#sinceLogged }, 'the store can be used again');
    this.#reason = undefined;
    this.#sinceLogged = 0;
  }
}

function reasonOf({ cause }: StoreFault): string {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : undefined;
  return (code === undefined ? undefined : REASONS.get(code)) ?? 'it does not answer';
}
