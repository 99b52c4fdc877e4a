import { readCounter, setCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import type { HubDeps } from '../hub-deps.ts';

/** A larger step between two checks, forward or back, makes the clock doubtful. A hub that was off for two weeks keeps a good clock. */
const LEAP_MS = 14 * 86_400_000;
/** Checks during which a doubtful clock must run normally before it is trusted. */
const DOUBTED_LOOKS = 24;
/** Time of the last check of a trusted clock. */
const LOOK = 'archive_clock';

type ArchiveClockDeps = Pick<HubDeps, 'database' | 'nowMs' | 'log'>;

/** The clock of the hub as far as it may decide what is old: a clock that is years ahead would empty the archive within an hour. */
export class ArchiveClock {
  readonly #deps: ArchiveClockDeps;
  #looks = 0;
  #before: number | undefined;

  constructor(deps: ArchiveClockDeps) {
    this.#deps = deps;
  }

  /** Checks the clock; called once an hour. @returns Unix milliseconds; undefined while the clock is doubtful */
  async look(): Promise<number | undefined> {
    const { database, log, nowMs } = this.#deps;
    const now = nowMs();
    const before = await readCounter(database, LOOK);
    const leapMs = before === undefined ? 0 : now - before;
    // Another replica has checked meanwhile, or the clock was corrected.
    this.#looks = before === this.#before ? this.#looks + 1 : 1;
    this.#before = before;
    if (Math.abs(leapMs) > LEAP_MS && this.#looks <= DOUBTED_LOOKS) {
      const days = Math.round(leapMs / 86_400_000);
      log.error(
        { days, looks: this.#looks },
        'the clock of the hub has jumped: nothing is removed from the archive until it is corrected, or has run normally for a day',
      );
      return undefined;
    }
    this.#before = now;
    await setCounter(database, LOOK, now);
    return now;
  }
}

/** Time stamp for what is archived now: never before the last check, so that nothing becomes old when a slow clock is corrected. */
export const archivingMs = async (queries: Queries, nowMs: number): Promise<number> =>
  Math.max(nowMs, (await readCounter(queries, LOOK)) ?? nowMs);
