import { readCounter, setCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import type { HubDeps } from '../hub-deps.ts';

/** A clock that went further between two looks, ahead or back, is doubted: a hub that was off for two weeks is not. */
const LEAP_MS = 14 * 86_400_000;
/** Looks for which a doubted clock must stay where it is, until it counts. */
const DOUBTED_LOOKS = 24;
/** When the clock was last looked at, and believed. */
const LOOK = 'archive_clock';

type ArchiveClockDeps = Pick<HubDeps, 'database' | 'nowMs' | 'log'>;

/** The clock of the hub, as far as it may decide what is old: one that is years ahead would empty the archive in an hour. */
export class ArchiveClock {
  readonly #deps: ArchiveClockDeps;
  #looks = 0;
  #before: number | undefined;

  constructor(deps: ArchiveClockDeps) {
    this.#deps = deps;
  }

  /** Looks at the clock; called once an hour. @returns Unix milliseconds; undefined while it is doubted */
  async look(): Promise<number | undefined> {
    const { database, log, nowMs } = this.#deps;
    const now = nowMs();
    const before = await readCounter(database, LOOK);
    const leapMs = before === undefined ? 0 : now - before;
    // Another replica, or the same clock set right, has looked meanwhile.
    this.#looks = before === this.#before ? this.#looks + 1 : 1;
    this.#before = before;
    if (Math.abs(leapMs) > LEAP_MS && this.#looks <= DOUBTED_LOOKS) {
      const days = Math.round(leapMs / 86_400_000);
      log.error(
        { days, looks: this.#looks },
        'the clock of the hub has leapt: nothing is removed from the archive until it is set right, or has stayed so for a day',
      );
      return undefined;
    }
    this.#before = now;
    await setCounter(database, LOOK, now);
    return now;
  }
}

/** Time to note for what is archived now: never before the last look, so that nothing becomes old when a slow clock is set right. */
export const archivingMs = async (queries: Queries, nowMs: number): Promise<number> =>
  Math.max(nowMs, (await readCounter(queries, LOOK)) ?? nowMs);
