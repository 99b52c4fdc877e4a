import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import { setCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import type { HubDeps } from '../hub-deps.ts';
import { ArchiveClock } from './archive-clock.ts';
import { ROWS_MAX, removeOldRows } from './old-rows.ts';

const EVERY_S = 3600;
const DAY_MS = 86_400_000;
/** Epochs that are looked up at once. */
const EPOCHS_MAX = 100;
/** Rows removed by one transaction: bodies of segments have up to 768 kB. */
const SEGMENTS_MAX = 200;
const EVENTS_MAX = 1000;
/** Advisory lock of the replica that removes; this database uses the number for nothing else. */
const LOCK = 119;

type KeptFor = 'archive.days' | 'archive.event_days' | 'archive.audit_days';

/** Lists beside segments and events, each with the setting of its retention. */
const LISTS = [
  ['command', 'archive.event_days'],
  ['alarm', 'archive.event_days'],
  ['audit', 'archive.audit_days'],
  ['quarantine', 'archive.days'],
  ['enrolment', 'archive.days'],
] as const;

interface RetentionDeps extends Pick<HubDeps, 'database' | 'clock' | 'nowMs' | 'log'> {
  /** Removes old recordings and flight logs. @returns how many */
  readonly removeUploads: (nowMs: number) => Promise<number>;
  readonly settings: Readonly<Record<KeptFor, number>>;
}

interface OldEpoch {
  readonly sid: string;
  readonly epoch: string;
}

/**
 * Removes archived data that is older than the settings allow, at the start and then hourly, by one replica at a time.
 * Only the beginning of an epoch is removed, and `cursor.kept_from` advances in the same transaction: removed records
 * are not a gap and are not archived again. Cursors stay.
 */
export class Retention {
  readonly #deps: RetentionDeps;
  readonly #clock: ArchiveClock;
  readonly #cancel: Cancel;
  #running: Promise<void> | undefined;
  #isStopping = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#clock = new ArchiveClock(deps);
    this.#cancel = every(deps.clock, EVERY_S * US_PER_S, () => void this.remove());
  }

  /** Removes everything that is due; a failure is logged, and the next attempt is an hour later. */
  remove(): Promise<void> {
    this.#running ??= this.#removeAll()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'old records could not be removed; tried again'))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Stops after the current transaction. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    await this.#running;
  }

  async #removeAll(): Promise<void> {
    const { log, settings } = this.#deps;
    const nowMs = await this.#clock.look();
    if (nowMs === undefined) return;
    const before = (keptFor: KeptFor) => nowMs - settings[keptFor] * DAY_MS;
    const segments = await this.#removeSegments(before('archive.days'));
    const events = await this.#inSteps(EVENTS_MAX, (queries) => cutEvents(queries, before('archive.event_days')));
    let rows = 0;
    for (const [list, keptFor] of LISTS) {
      rows += await this.#inSteps(ROWS_MAX, (queries) => removeOldRows(queries, list, before(keptFor)));
    }
    if (segments + events + rows > 0) log.info({ segments, events, rows }, 'old records were removed from the archive');
    const uploads = await this.#deps.removeUploads(nowMs);
    if (uploads > 0) log.info({ uploads }, 'recordings and flight logs were removed from the store');
  }

  async #removeSegments(beforeMs: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const epochs = await oldestEpochs(this.#deps.database, beforeMs);
      if (epochs.length === 0) return removed;
      for (const old of epochs) {
        const count = await this.#alone((queries) => cutSegments(queries, old, beforeMs));
        if (count === undefined) return removed;
        removed += count;
      }
    }
  }

  /** @param cut removes up to this many rows in a transaction, and fewer at the end */
  async #inSteps(most: number, cut: (queries: Queries) => Promise<number>): Promise<number> {
    let removed = 0;
    for (;;) {
      const count = (await this.#alone(cut)) ?? 0;
      removed += count;
      if (count < most) return removed;
    }
  }

  /** One transaction. @returns undefined if another replica is removing, or the hub stops */
  async #alone<T>(work: (queries: Queries) => Promise<T>): Promise<T | undefined> {
    if (this.#isStopping) return undefined;
    return this.#deps.database.transaction(async (queries) => {
      // Released with the transaction, also when this process is killed.
      const [row] = await queries.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK]);
      return row?.mine === true ? work(queries) : undefined;
    });
  }
}

/** Epochs whose first segment is old, oldest first. */
const oldestEpochs = ({ query }: Queries, beforeMs: number): Promise<readonly OldEpoch[]> =>
  query<OldEpoch>(
    `SELECT cursor.sid, cursor.epoch FROM cursor CROSS JOIN LATERAL (
       SELECT archived_ms FROM segment WHERE segment.sid = cursor.sid AND segment.epoch = cursor.epoch ORDER BY first LIMIT 1
     ) AS oldest
     WHERE oldest.archived_ms < $1 ORDER BY oldest.archived_ms, cursor.sid, cursor.epoch LIMIT $2`,
    [beforeMs, EPOCHS_MAX],
  );

async function cutSegments({ query }: Queries, { epoch, sid }: OldEpoch, beforeMs: number): Promise<number> {
  const segments = await query<{ first: number; last: number; hash: string; at_ms: number }>(
    `SELECT first, last, hash, archived_ms AS at_ms FROM segment
     WHERE sid = $1 AND epoch = $2 ORDER BY first LIMIT $3`,
    [sid, epoch, SEGMENTS_MAX],
  );
  const old = olderThan(beforeMs, segments);
  const end = old.at(-1);
  if (end === undefined) return 0;
  await query('DELETE FROM segment WHERE sid = $1 AND epoch = $2 AND first <= $3', [sid, epoch, end.first]);
  await query('DELETE FROM lost WHERE sid = $1 AND epoch = $2 AND last <= $3', [sid, epoch, end.last]);
  await query('UPDATE cursor SET kept_from = $3, kept_hash = $4 WHERE sid = $1 AND epoch = $2', [
    ...[sid, epoch, end.last + 1, end.hash],
  ]);
  return old.length;
}

async function cutEvents(queries: Queries, beforeMs: number): Promise<number> {
  const { query } = queries;
  // An event that is not yet in the stream of the broker stays: readers of the stream would never get it.
  const events = await query<{ n: number; at_ms: number }>(
    `SELECT n, stored_ms AS at_ms FROM event
     WHERE n <= (SELECT value FROM counter WHERE name = 'published') ORDER BY n LIMIT $1`,
    [EVENTS_MAX],
  );
  const old = olderThan(beforeMs, events);
  const end = old.at(-1);
  if (end === undefined) return 0;
  await query('DELETE FROM event WHERE n <= $1', [end.n]);
  await setCounter(queries, 'first_event', end.n + 1);
  return old.length;
}

/** The old rows at the beginning of a list. It stops at the first newer row, so that one number describes what is kept. */
function olderThan<T extends { readonly at_ms: number }>(beforeMs: number, rows: readonly T[]): readonly T[] {
  const kept = rows.findIndex(({ at_ms: atMs }) => atMs >= beforeMs);
  return kept === -1 ? rows : rows.slice(0, kept);
}
