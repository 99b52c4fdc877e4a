import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { AUDIT_KINDS, type AuditKind } from '@kitestring/station-contract/admin/audit-kinds.ts';
import type { AuditRecord, AuditSelection, AuditTable, NewAuditRecord } from './audit-table.ts';

/** Time between two tries to write what a failed store has left waiting. */
const TIDY_EVERY_S = 0.2;
/** Waiting entries that are written, and old ones that are deleted, at a time: it takes 1 to 7 ms, and more would delay the flight loop. */
const BATCH = 250;
/** Limit of entries that wait for a failed store; further ones are only counted. */
const WAITING_MAX = 10_000;
/** Repeated refusals are one entry per period, with their number. */
const REPEATED_S = 60;
const REPEATED_MAX = 1000;
const REPEATED_CODES: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'TOO_MANY_WRONG_KEYS',
  'INSUFFICIENT_SCOPE',
  // A player that keeps using an old ticket.
  'INVALID_TOKEN',
]);
const AGES_EVERY_S = 60;
const DAY_US = 86_400 * US_PER_S;

/** An event; the log adds the time. */
export type AuditEvent = Omit<NewAuditRecord, 'timeUs' | 'stationUs' | 'count'>;

/** Retention limits. */
interface AuditBounds {
  readonly maxEntriesPerKind: number;
  readonly keepDays: number;
}

interface AuditLogDeps {
  readonly store: AuditTable;
  /** Real time, UTC. */
  readonly realTimeClock: Clock;
  readonly stationClock: Pick<Clock, 'nowUs'>;
  readonly settings: AuditBounds;
  /** Called when the store could not be written; the write is retried. */
  readonly onStoreFault: (fault: unknown) => void;
}

/**
 * Audit log: who did what, with which result. A noted entry survives a kill: it is written at once, without waiting for
 * the disk. Flight never depends on it: entries wait for a failed store, and beyond a limit they are counted as lost.
 */
export class AuditLog {
  readonly #deps: AuditLogDeps;
  /** Those noted in this period, and how often each was repeated since; the oldest first. */
  readonly #repeated = new Map<string, { readonly event: AuditEvent; count: number }>();
  readonly #counts: Map<AuditKind, number>;
  readonly #cancels: readonly Cancel[];
  #waiting: NewAuditRecord[] = [];
  #isFailing = false;
  #lost = 0;
  #agesDueUs = 0;
  #lostUnsaid = 0;

  /** @throws StoreFault */
  constructor(deps: AuditLogDeps) {
    this.#deps = deps;
    this.#counts = new Map(deps.store.counts());
    this.#cancels = [
      every(deps.realTimeClock, TIDY_EVERY_S * US_PER_S, () => this.#tidy()),
      every(deps.realTimeClock, REPEATED_S * US_PER_S, () => this.#noteRepeated()),
    ];
    this.note({ kind: 'Station', operation: 'station.start', outcome: 'Done' });
  }

  /** Entries lost since the start, because the store could not be written. */
  get lost(): number {
    return this.#lost;
  }

  /** To be called before the answer is sent: what was answered is in the log, also after a kill. */
  note(event: AuditEvent): void {
    if (this.#isRepeated(event)) return;
    const record = this.#stamped(event, 1);
    if (this.#isFailing || !this.#append([record])) this.#wait(record);
  }

  #wait(record: NewAuditRecord): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#lost += 1;
      this.#lostUnsaid += 1;
      return;
    }
    this.#waiting.push(record);
  }

  /** Present entries, including the latest. @throws StoreFault */
  read(selection: AuditSelection): readonly AuditRecord[] {
    this.flush();
    return this.#deps.store.newest(selection);
  }

  /** Writes all waiting entries; no effect without any. Reports a store fault and stops. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#write());
  }

  /** Writes all waiting entries and stops. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#noteRepeated();
    this.#wait(this.#stamped({ kind: 'Station', operation: 'station.stop', outcome: 'Done' }, 1));
    this.flush();
  }

  /** Whether it is only counted, because the same was noted in this period. */
  #isRepeated(event: AuditEvent): boolean {
    const { address, code = '', kind, operation, sessionId } = event;
    // A player asks again every few seconds until there are pictures.
    if (!REPEATED_CODES.has(code) && (kind !== 'Viewing' || code === '')) return false;
    const key = `${operation} ${code} ${sessionId ?? address}`;
    const known = this.#repeated.get(key);
    if (known !== undefined) known.count += 1;
    else this.#repeated.set(key, { event, count: 0 });
    if (this.#repeated.size > REPEATED_MAX) this.#noteRepeated();
    return known !== undefined;
  }

  /** Notes how often each was repeated. One that was not is noted at once the next time. */
  #noteRepeated(): void {
    for (const [key, repetition] of this.#repeated) {
      if (repetition.count > 0) this.#wait(this.#stamped(repetition.event, repetition.count));
      else this.#repeated.delete(key);
      repetition.count = 0;
    }
  }

  #stamped(event: AuditEvent, count: number): NewAuditRecord {
    const { realTimeClock, stationClock } = this.#deps;
    return { timeUs: realTimeClock.nowUs(), stationUs: stationClock.nowUs(), ...event, count };
  }

  /** @returns true when the store has accepted it */
  #write(): boolean {
    const batch = this.#waiting.slice(0, BATCH);
    if (batch.length === 0) return true;
    const said = this.#lostUnsaid;
    const gap: AuditEvent = { kind: 'Station', operation: 'audit.entries_lost', outcome: 'Failed' };
    if (!this.#append(said === 0 ? batch : [...batch, this.#stamped(gap, said)])) return false;
    this.#waiting = this.#waiting.slice(batch.length);
    this.#lostUnsaid -= said;
    return true;
  }

  /** @returns true when the store has accepted them */
  #append(records: readonly NewAuditRecord[]): boolean {
    try {
      this.#deps.store.append(records);
    } catch (fault) {
      this.#isFailing = true;
      this.#deps.onStoreFault(fault);
      return false;
    }
    this.#isFailing = false;
    for (const { kind } of records) this.#add(kind, 1);
    return true;
  }

  #tidy(): void {
    if (!this.#write()) return;
    try {
      for (const kind of AUDIT_KINDS) this.#forgetSurplus(kind);
      if (this.#deps.realTimeClock.nowUs() >= this.#agesDueUs) this.#forgetByAge();
    } catch (fault) {
      this.#deps.onStoreFault(fault);
    }
  }

  /** So many at a time that it keeps up with clients and never takes long. */
  #forgetSurplus(kind: AuditKind): void {
    const { settings, store } = this.#deps;
    const surplus = Math.min((this.#counts.get(kind) ?? 0) - settings.maxEntriesPerKind, BATCH);
    if (surplus > 0) this.#add(kind, -store.forgetOldest(kind, surplus, Number.MAX_SAFE_INTEGER));
  }

  #forgetByAge(): void {
    const { realTimeClock, settings, store } = this.#deps;
    const nowUs = realTimeClock.nowUs();
    let isDone = true;
    for (const kind of AUDIT_KINDS) {
      const forgotten = store.forgetOldest(kind, BATCH, nowUs - settings.keepDays * DAY_US);
      this.#add(kind, -forgotten);
      if (forgotten === BATCH) isDone = false;
    }
    if (isDone) store.forgetNames(nowUs - settings.keepDays * DAY_US);
    if (isDone) this.#agesDueUs = nowUs + AGES_EVERY_S * US_PER_S;
  }

  #add(kind: AuditKind, change: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + change);
  }
}
