import type { Log } from '@kitestring/base/log.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';

/** Reasons by primary result code of SQLite, for operators. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [5, 'another program has locked it'],
  [8, 'the disk is read-only'],
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
  [14, 'its folder or disk is read-only'],
]);

/** The same by the codes of the system. */
const REASONS_OF_SYSTEM: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'the disk is read-only'],
  ['EIO', 'the disk reports an error'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
]);

const UNKNOWN = 'it does not answer';

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
    this.#reason = reason(fault);
    log.error({ err: fault }, 'the store cannot be used; further faults are counted until it can');
  };

  /** The store is a copy in memory since the start: nothing ends that but another start. */
  readonly reportMemoryOnly = (fault: StoreFault): void => {
    this.#total += 1;
    this.#reason = `${reason(fault)} since the start, so nothing is stored until the next start`;
    this.#deps.log.error({ err: fault }, 'nothing can be stored: the station runs on a copy of its database in memory');
  };

  /** Checks whether the fault is resolved; call periodically. */
  look(): void {
    if (this.#reason === undefined || !this.#deps.isUsable()) return;
    this.#deps.log.info({ faults: this.#sinceLogged }, 'the store can be used again');
    this.#reason = undefined;
    this.#sinceLogged = 0;
  }
}

function reason({ cause }: StoreFault): string {
  if (!(cause instanceof Error)) return UNKNOWN;
  if ('errcode' in cause) return REASONS.get(Number(cause.errcode) & 0xff) ?? UNKNOWN;
  return REASONS_OF_SYSTEM.get(String((cause as NodeJS.ErrnoException).code)) ?? UNKNOWN;
}
