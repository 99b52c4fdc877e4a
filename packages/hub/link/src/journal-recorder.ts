import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { isEventKind, type RecordData, type RecordKind } from '@kitestring/hub-contract/record.ts';
import { type FleetJournal, type NewRecord, RETELL } from './journal/fleet-journal.ts';
import { notificationKey } from './notification-key.ts';
import type { StationEvent, StationFeed } from './station-feed.ts';

interface JournalRecorderDeps {
  /** Rejects with a StoreFault. */
  readonly openJournal: () => Promise<FleetJournal>;
  readonly feed: StationFeed;
  /** Real time. */
  readonly clock: Clock;
  readonly stationClock: Pick<Clock, 'nowUs'>;
  /** Called when there is a new segment, on the disk. */
  readonly onSealed: () => void;
  /** Called once when the journal cannot be used, and with undefined when it works again. */
  readonly onFault: (fault: StoreFault | undefined) => void;
}

const TICK_S = 1;
const PRUNE_EVERY_S = 60;
const SAMPLE_EVERY_S = { inFlight: 1, else: 10 };
/** Events that wait while the disk fails; further ones are counted as lost. */
const WAITING_MAX = 1000;
/** Bounds the work of one turn even if every tick and event adds a record. */
const SEALS_AT_ONCE = 20;

type OpenNotification = RecordData<'notification.begin'>;

/**
 * Writes records to the journal and seals them: events within 250 ms, samples each minute. A failing disk costs samples
 * and, beyond a limit, events, which are counted; the flight never waits for it. The journal stores which notifications
 * and which state were recorded last; a start adds the differences that a kill left unrecorded.
 */
export class JournalRecorder {
  readonly #deps: JournalRecorderDeps;
  readonly #cancels: readonly Cancel[];
  #journal: FleetJournal | undefined;
  #fault: StoreFault | undefined;
  /** Why the newest segments may not be on the disk; undefined if they are. */
  #syncFault: StoreFault | undefined;
  #waiting: NewRecord[] = [];
  #open = new Map<string, OpenNotification>();
  #phase: string | undefined;
  #lost = 0;
  #ticks = 0;
  #openAgainUs = 0;
  #opening: Promise<void> | undefined;
  #isStopped = false;
  #oldestUs: number | undefined;
  #cancelSeal: Cancel | undefined;

  constructor(deps: JournalRecorderDeps) {
    this.#deps = deps;
    this.#openWhenDue();
    this.#cancels = [
      deps.feed.onEvent((event) => this.#take(event)),
      every(deps.clock, TICK_S * US_PER_S, () => this.#tick()),
    ];
  }

  /** Resolves when no attempt to open the journal is in progress. */
  get opened(): Promise<void> | undefined {
    return this.#opening;
  }

  /** Undefined until it is open. */
  get journal(): FleetJournal | undefined {
    return this.#journal;
  }

  /** Events that were lost because the disk failed for too long. */
  get lost(): number {
    return this.#lost;
  }

  /** Why the journal cannot be written; undefined while it can. */
  get fault(): StoreFault | undefined {
    return this.#fault;
  }

  record<Kind extends RecordKind>(kind: Kind, data: RecordData<Kind>): void {
    this.#add({ ...this.#times(), kind, data } as NewRecord);
  }

  /** Records the inventory if it differs from the last recorded one. */
  noteInventory(inventory: RecordData<'inventory'>): void {
    const rev = String(inventory.rev);
    this.use((journal) => {
      if (journal.note('inventory') !== rev)
        journal.append([{ ...this.#times(), kind: 'inventory', data: inventory }], { inventory: rev });
    });
  }

  /** Runs a function on the journal. If the disk fails, it is skipped and the fault is reported. */
  use(work: (journal: FleetJournal) => void): void {
    this.#attempt(() => {
      const journal = this.#journal;
      const epoch = journal?.epoch;
      if (journal !== undefined) work(journal);
      // Open notifications and the state were recorded under the previous epoch.
      if (journal?.epoch !== epoch && journal !== undefined) this.#reconcile(journal);
    });
  }

  /** Resolves when the journal is closed and no thread uses its files. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancelSeal?.();
    this.#attempt(() => this.#seal());
    const journal = this.#journal;
    this.#journal = undefined;
    await journal?.closeGently();
  }

  #times(): Pick<NewRecord, 'stationMs' | 'realMs'> {
    return { stationMs: this.#deps.stationClock.nowUs() / 1000, realMs: this.#deps.clock.nowUs() / 1000 };
  }

  #take(event: StationEvent): void {
    if (event.kind === 'notification.begin') {
      // Called again when parameters change; the journal records only begin and end.
      if (this.#open.has(notificationKey(event.data))) return;
      this.#open.set(notificationKey(event.data), event.data);
    } else if (event.kind === 'notification.end') this.#open.delete(notificationKey(event.data));
    else if (event.kind === 'flight.phase') this.#phase = event.data.state;
    this.#add({ ...this.#times(), ...event } as NewRecord);
  }

  #add(record: NewRecord): void {
    const isEvent = isEventKind(record.kind);
    if (this.#fault !== undefined && !isEvent) return;
    if (this.#waiting.length >= WAITING_MAX) this.#lost += 1;
    else this.#waiting.push(record);
    this.#attempt(() => this.#write());
    if (!isEvent) return;
    const { clock } = this.#deps;
    this.#cancelSeal ??= clock.schedule(clock.nowUs() + LIMITS.segmentEventMs * 1000, () => {
      this.#cancelSeal = undefined;
      this.#attempt(() => this.#seal());
    });
  }

  #tick(): void {
    this.#ticks += 1;
    const { feed } = this.#deps;
    const isInFlight = !['StandBy', 'Unknown'].includes(feed.beat().phase);
    const everyS = isInFlight ? SAMPLE_EVERY_S.inFlight : SAMPLE_EVERY_S.else;
    if (this.#ticks % everyS === 0) this.record('state', feed.sample());
    this.#attempt(() => {
      this.#write();
      if (this.#isSealDue()) this.#seal();
      else if (this.#syncFault !== undefined) this.#sync();
      if (this.#ticks % PRUNE_EVERY_S === 0) this.#journal?.prune(this.#deps.clock.nowUs() / 1000);
    });
  }

  #isSealDue(): boolean {
    if (this.#journal === undefined || this.#oldestUs === undefined) return false;
    const isOld = this.#deps.clock.nowUs() - this.#oldestUs >= LIMITS.segmentAgeMs * 1000;
    return isOld || this.#journal.head - this.#journal.sealed >= LIMITS.segmentRecordsUsual;
  }

  #write(): void {
    if (this.#journal === undefined || this.#waiting.length === 0) return;
    const open = JSON.stringify([...this.#open.values()]);
    const notes = { open, [RETELL]: '', ...(this.#phase && { phase: this.#phase }) };
    this.#journal.append(this.#waiting, notes);
    this.#waiting = [];
    this.#oldestUs ??= this.#deps.clock.nowUs();
  }

  #seal(): void {
    let sealed = 0;
    while (sealed < SEALS_AT_ONCE && this.#journal?.seal(LIMITS.segmentRecordsUsual)) sealed += 1;
    this.#oldestUs = undefined;
    if (sealed > 0) this.#sync();
  }

  /** The flight continues in the meantime. */
  #sync(): void {
    const journal = this.#journal;
    journal?.sync().then(
      () => {
        this.#syncFault = undefined;
        this.#deps.onSealed();
      },
      (fault: StoreFault) => {
        this.#syncFault = fault;
        if (journal === this.#journal) this.#attempt(() => {});
      },
    );
  }

  /** Opens the journal in the background, at most once a second. */
  #openWhenDue(): void {
    const nowUs = this.#deps.clock.nowUs();
    if (this.#opening !== undefined || this.#isStopped || nowUs < this.#openAgainUs) return;
    this.#openAgainUs = nowUs + TICK_S * US_PER_S;
    this.#opening = this.#deps
      .openJournal()
      .then(
        async (journal) => {
          if (this.#isStopped) return await journal.closeGently();
          this.#journal = journal;
          this.#attempt(() => this.#reconcile(journal));
        },
        (fault: unknown) => this.#failed(fault),
      )
      .finally(() => {
        this.#opening = undefined;
      });
  }

  /** Runs a step on an open journal. If it is closed, opens it and skips the step. */
  #attempt(step: () => void): void {
    if (this.#journal === undefined) {
      this.#openWhenDue();
      return;
    }
    try {
      step();
      if (this.#syncFault !== undefined) throw this.#syncFault;
      if (this.#fault === undefined) return;
      this.#fault = undefined;
      this.#deps.onFault(undefined);
    } catch (fault) {
      this.#failed(fault);
    }
  }

  #failed(fault: unknown): void {
    if (!(fault instanceof StoreFault)) throw fault;
    const isNew = this.#fault === undefined;
    this.#fault = fault;
    if (isNew) this.#deps.onFault(fault);
  }

  /** Adds what happened while nothing was recorded: begins, ends and the state. A new archive gets everything that is active. */
  #reconcile(journal: FleetJournal): void {
    // Segments of an earlier start, or under a new epoch: they are sent once they are on the disk.
    if (journal.sealed > 0) this.#sync();
    const times = this.#times();
    const before = JSON.parse(journal.note('open') ?? '[]') as OpenNotification[];
    const now = new Map(this.#deps.feed.activeNotifications().map((one) => [notificationKey(one), one]));
    const isRetold = (journal.note(RETELL) ?? '') !== '';
    const known = new Set(isRetold ? [] : before.map(notificationKey));
    const missed = this.#waiting;
    this.#waiting = [];
    for (const data of before) {
      if (!now.has(notificationKey(data))) this.#waiting.push({ ...times, kind: 'notification.end', data });
    }
    for (const [key, data] of now) {
      if (!known.has(key)) this.#waiting.push({ ...times, kind: 'notification.begin', data });
    }
    const { phase } = this.#deps.feed.beat();
    const previous = journal.note('phase') as typeof phase | undefined;
    if (phase !== previous) {
      const data = { state: phase, ...(previous !== undefined && { previous }) };
      this.#waiting.push({ ...times, kind: 'flight.phase', data });
    }
    // Records of notifications and states are produced by the difference above.
    this.#waiting.push(
      ...missed.filter(({ kind }) => !['flight.phase', 'notification.begin', 'notification.end'].includes(kind)),
    );
    this.#open = now;
    this.#phase = phase;
    this.#oldestUs = this.#deps.clock.nowUs();
    this.#write();
    this.#seal();
  }
}
