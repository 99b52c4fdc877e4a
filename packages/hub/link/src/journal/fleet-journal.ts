import type { Cursor } from '@kitestring/hub-contract/cursor.ts';
import { isEventKind, type JournalRecord, type RecordData, type RecordKind } from '@kitestring/hub-contract/record.ts';
import { FIRST_PREVIOUS_HASH } from '@kitestring/hub-contract/segment.ts';
import type { DatabaseConnection, DatabaseRow } from '@kitestring/station-store/database-connection.ts';
import { openJournalDatabase } from './journal-database.ts';
import { closeInBackground } from './journal-disk.ts';
import { type JournalStatements, journalStatements } from './journal-statements.ts';
import { OutcomeTable } from './outcome-table.ts';
import { renameEpoch } from './rename-epoch.ts';
import { type SealedSegment, sealSegment, segmentOfRow, signSegment, withinBytes } from './segment-row.ts';
import { StartList } from './start-list.ts';

/** A record without a number yet. Times in milliseconds since 1970. */
export type NewRecord = {
  readonly [Kind in RecordKind]: {
    readonly kind: Kind;
    readonly data: RecordData<Kind>;
    readonly stationMs: number;
    readonly realMs: number;
  };
}[RecordKind];

export interface JournalDeps {
  /** The database file. */
  readonly file: string;
  readonly sid: string;
  readonly sign: (text: string) => string;
  /** A new random name of an epoch. */
  readonly newEpoch: () => string;
  /** Bodies beyond this number of bytes are discarded, those of samples first. */
  readonly maxBytes: number;
  /** How long archived segments are kept: an archive that was restored from a backup is filled again from here. */
  readonly keepMs: number;
  /** Called with the new name of a damaged database that was set aside. */
  readonly onPutAside: (file: string) => void;
  /** Called when the disk failed to write a checkpoint or a new epoch. */
  readonly onDiskFault?: (fault: unknown) => void;
}

/** Note of a journal whose archive has not yet received the open notifications and the state. */
export const RETELL = 'retell';

/**
 * The station’s own record of events, and the reference for every archive: numbered without gaps within an epoch,
 * sealed into signed segments that are chained by their hashes, and kept until the archive has confirmed them and some
 * days longer. Each call is one transaction, and none waits for the disk. A kill loses nothing; a power cut loses at
 * most records that were not `synced`, which were never sent.
 * @throws StoreFault from every method when the disk cannot be used
 */
export class FleetJournal implements Disposable {
  /** Outcomes of commands by their id. */
  readonly outcomes: OutcomeTable;
  /** Starts of the service that have written this file. */
  readonly starts: StartList;
  readonly #deps: JournalDeps;
  readonly #connection: DatabaseConnection;
  readonly #statements: JournalStatements;
  #epoch = '';
  #previousEpoch: string | undefined;
  #from = 1;
  #confirmed = 0;
  /** Segments up to this number were signed for another membership or epoch. */
  #signedElsewhere = 0;
  #head = 0;
  #sealed = 0;
  #synced = 0;
  #lastHash = FIRST_PREVIOUS_HASH;
  #have = 0;
  #sent = 0;
  #generation = 0;
  #bodyBytes = 0;
  #events = new Set<number>();

  /** @param connection to the database; absent: it is opened, which waits for the disk */
  constructor(deps: JournalDeps, connection?: DatabaseConnection) {
    this.#deps = deps;
    this.#connection = connection ?? openJournalDatabase(deps.file, deps.onPutAside, deps.onDiskFault ?? (() => {}));
    this.#statements = journalStatements(this.#connection);
    try {
      this.outcomes = new OutcomeTable(this.#connection);
      this.starts = new StartList(this.#connection);
      this.#load();
    } catch (fault) {
      // The next attempt is a second later.
      this.close();
      throw fault;
    }
  }

  get epoch(): string {
    return this.#epoch;
  }

  get previousEpoch(): string | undefined {
    return this.#previousEpoch;
  }

  /** Records before this one are equal to those of the previous epoch, which its archive has. */
  get from(): number {
    return this.#from;
  }

  /** Number of the newest record. */
  get head(): number {
    return this.#head;
  }

  /** The broker has confirmed the records up to this one since the last connection. */
  get sent(): number {
    return this.#sent;
  }

  /** The archive has committed the records up to this one. */
  get have(): number {
    return this.#have;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Number of the last record that is in a segment. */
  get sealed(): number {
    return this.#sealed;
  }

  /** Number of the last record that is in a segment and on the disk; segments up to here may be sent. */
  get synced(): number {
    return this.#synced;
  }

  /** Bytes of all bodies. */
  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  /** Number of the oldest record that is kept. */
  get keptFrom(): number {
    const first = this.#statements.oldestSegment.get()?.first;
    return first === undefined ? Math.min(this.#sealed + 1, this.#head) : Number(first);
  }

  /** Whether an event is among the records that are in no segment yet. */
  get hasUnsealedEvent(): boolean {
    return this.#events.size > 0;
  }

  /** A text that was written together with records. */
  note(name: string): string | undefined {
    const text = this.#statements.meta.get(`note.${name}`)?.value;
    return text === undefined ? undefined : String(text);
  }

  /**
   * Appends the records in this order, with their notes. Samples are refused while the journal is full.
   * @returns the number of refused records
   */
  append(records: readonly NewRecord[], notes: Readonly<Record<string, string>> = {}): number {
    const taken = this.#isFull() ? records.filter(({ kind }) => isEventKind(kind)) : records;
    const write = () => {
      this.#insert(taken, this.#head);
      for (const [name, text] of Object.entries(notes)) this.#setMeta(`note.${name}`, text);
    };
    if (taken.length > 0) this.outcomes.transact(write);
    for (const [index, { kind }] of taken.entries()) {
      if (isEventKind(kind)) this.#events.add(this.#head + index + 1);
    }
    this.#head += taken.length;
    return records.length - taken.length;
  }

  /** Brings everything written before the call to the disk. @throws StoreFault */
  async sync(): Promise<void> {
    const [epoch, sealed] = [this.#epoch, this.#sealed];
    await this.#connection.sync();
    if (epoch === this.#epoch) this.#synced = Math.max(this.#synced, sealed);
  }

  /**
   * Resolves when the name of the epoch is on the disk, so that the hub may be told; undefined when it is already.
   * @throws StoreFault
   */
  settled(): Promise<void> | undefined {
    return this.#connection.settled();
  }

  /** Seals the oldest records that are not in a segment yet. @returns whether there were any */
  seal(countMax: number): boolean {
    const records = withinBytes(this.#statements.unsealed.all(countMax).map(recordOfRow));
    const [first, ...rest] = records;
    if (first === undefined) return false;
    const segment = sealSegment({
      ...{ epoch: this.#epoch, sid: this.#deps.sid, previous: this.#lastHash, sign: this.#deps.sign },
      records: [first, ...rest],
      hasEvent: records.some(({ k }) => isEventKind(k)),
    });
    this.#connection.transactWithoutSync(() => {
      this.#statements.insertSegment.run(...values(segment));
      this.#statements.deleteRecords.run(segment.last);
    });
    this.#sealed = segment.last;
    this.#lastHash = segment.hash;
    this.#bodyBytes += segment.body?.length ?? 0;
    for (const seq of this.#events) if (seq <= segment.last) this.#events.delete(seq);
    return true;
  }

  /** The first segment with records after this number; undefined if there is none yet. */
  segmentAfter(seq: number): SealedSegment | undefined {
    const row = this.#statements.segmentAfter.get(seq);
    if (row === undefined) return undefined;
    const segment = segmentOfRow(row);
    if (segment.last > this.#signedElsewhere) return segment;
    const { sid, sign } = this.#deps;
    return { ...segment, signature: signSegment(sid, segment.hash, sign) };
  }

  /** The broker has the records up to `last`, sent under this epoch and generation. */
  confirmSent(epoch: string, generation: number, last: number): void {
    if (epoch === this.#epoch && generation === this.#generation && last <= this.#sealed) {
      this.#sent = Math.max(this.#sent, last);
    }
  }

  /**
   * Handles the hub’s greeting, which names the last archived record. It may be lower than before if the hub’s database
   * was restored. Sending begins after it. @returns false when the journal has to begin another epoch instead
   */
  welcome({ gen, have, hash }: Pick<Cursor, 'have' | 'hash'> & { readonly gen: number }, nowMs: number): boolean {
    if (this.#isSetBack(have, hash)) return this.#beginEpoch();
    this.#store(have, gen, nowMs);
    this.#sent = have;
    return true;
  }

  /** A cursor of the archive. One of another epoch, or an older one, has no effect. @returns false as `welcome` does */
  takeCursor({ epoch, gen, from, have, hash }: Cursor, nowMs: number): boolean {
    if (epoch !== this.#epoch) return true;
    if (this.#isSetBack(have, hash)) return this.#beginEpoch();
    const isOrder = gen !== undefined && gen > this.#generation;
    this.#store(isOrder ? have : Math.max(this.#have, have), isOrder ? gen : this.#generation, nowMs);
    if (isOrder) this.#sent = Math.max(0, Math.min(this.#sent, (from ?? have + 1) - 1));
    this.#sent = Math.max(this.#sent, this.#have);
    return true;
  }

  /**
   * Removes old data: archived segments by age; when full, archived ones first, then the bodies of the oldest samples.
   * A segment with an event keeps its body, and the newest segment stays for the chain.
   */
  prune(nowMs: number): void {
    this.#connection.transactWithoutSync(() => {
      // From the oldest on, also after the clock was set: there is never a gap between segments.
      for (const row of this.#statements.oldest.all(this.#sealed)) {
        if (row.archived_ms === null || Number(row.archived_ms) >= nowMs - this.#deps.keepMs) break;
        this.#giveUp(row);
      }
      if (!this.#isFull()) return;
      for (const row of this.#statements.surplus.all(this.#sealed)) if (this.#isFull()) this.#giveUp(row);
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Resolves when it is closed and no thread uses its files; the event loop never waits for the disk. */
  closeGently(): Promise<void> {
    return closeInBackground(this.#connection);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #load(): void {
    const meta = (name: string) => this.#statements.meta.get(name)?.value;
    const newest = this.#statements.newestSegment.get();
    this.#epoch = String(meta('epoch') ?? '');
    const previous = meta('previous_epoch');
    this.#previousEpoch = typeof previous === 'string' && previous !== '' ? previous : undefined;
    this.#have = Number(meta('have') ?? 0);
    this.#sent = this.#have;
    this.#generation = Number(meta('generation') ?? 0);
    this.#sealed = Number(newest?.last ?? 0);
    // A killed station may have left segments that are not on the disk, and a new epoch changes all.
    this.#synced = 0;
    this.#lastHash = newest === undefined ? FIRST_PREVIOUS_HASH : String(newest.hash);
    this.#head = Math.max(this.#sealed, Number(this.#statements.newestRecord.get()?.seq ?? 0));
    this.#bodyBytes = Number(this.#statements.bodyBytes.get()?.bytes ?? 0);
    this.#from = Number(meta('from') ?? 1);
    this.#confirmed = Number(meta('confirmed') ?? 0);
    this.#signedElsewhere = Number(meta('signed_elsewhere') ?? 0);
    const unsealed = this.#statements.unsealed.all(-1).map(recordOfRow);
    this.#events = new Set(unsealed.filter(({ k }) => isEventKind(k)).map(({ s }) => s));
    const sid = meta('sid');
    if (sid === undefined) this.#beginEpoch();
    else if (sid !== this.#deps.sid) this.#joinAgain();
  }

  /**
   * The station has a new membership. Its new archive may lack everything that the former one had, which may be lost:
   * every record that is still kept is offered, under its number.
   */
  #joinAgain(): void {
    this.#connection.transact(() => {
      this.#statements.notArchived.run(0);
      this.#begin(0, Math.max(this.#have, this.#confirmed));
    });
    this.#load();
  }

  /**
   * The archive has other records under these numbers: the numbering continues in a new epoch, with all kept records.
   * @returns false, because the epoch has changed
   */
  #beginEpoch(): false {
    const epoch = this.#deps.newEpoch();
    const have = Math.min(Math.max(this.#have, this.#confirmed), this.#sealed);
    this.#connection.transact(() => {
      renameEpoch(this.#statements, epoch);
      this.#setMeta('previous_epoch', this.#epoch);
      this.#setMeta('epoch', epoch);
      this.#setMeta('from', have + 1);
      this.#begin(have, 0);
    });
    this.#load();
    return false;
  }

  /**
   * @param have last record that the archive is believed to have @param confirmed last record that the archive of a
   * former membership had
   */
  #begin(have: number, confirmed: number): void {
    this.#setMeta('sid', this.#deps.sid);
    this.#setMeta('have', have);
    this.#setMeta('confirmed', confirmed);
    this.#setMeta('generation', 0);
    this.#setMeta('signed_elsewhere', this.#sealed);
    // The archive has not received them.
    this.#statements.clearTold.run();
    this.#setMeta(`note.${RETELL}`, 'all');
  }

  #isSetBack(have: number, hash: string | undefined): boolean {
    if (have > this.#sealed) return true;
    if (hash === undefined || have < this.keptFrom) return false;
    return this.#statements.segmentEnding.get(have)?.hash !== hash;
  }

  #store(have: number, generation: number, nowMs: number): void {
    if (have === this.#have && generation === this.#generation) return;
    this.#connection.transactWithoutSync(() => {
      this.#setMeta('have', have);
      this.#setMeta('generation', generation);
      this.#statements.archived.run(nowMs, have);
      if (have < this.#have) this.#statements.notArchived.run(have);
    });
    this.#have = have;
    this.#generation = generation;
  }

  #insert(records: readonly NewRecord[], after: number): void {
    for (const [index, { data, kind, realMs, stationMs }] of records.entries()) {
      this.#statements.insertRecord.run(
        after + index + 1,
        Math.round(stationMs),
        Math.round(realMs),
        kind,
        JSON.stringify(data),
      );
    }
  }

  #giveUp({ archived_ms, bytes, first }: DatabaseRow): void {
    const { clearBody, deleteSegment } = this.#statements;
    (archived_ms === null ? clearBody : deleteSegment).run(Number(first));
    this.#bodyBytes -= Number(bytes ?? 0);
  }

  #isFull(): boolean {
    return this.#bodyBytes > this.#deps.maxBytes;
  }

  #setMeta(name: string, value: string | number): void {
    this.#statements.setMeta.run(name, value);
  }
}

const values = (segment: SealedSegment) =>
  [
    ...[segment.first, segment.last, segment.t0, segment.t1, segment.hasEvent ? 1 : 0, segment.previous],
    ...[segment.bodyHash, segment.hash, segment.signature, segment.body ?? null],
  ] as const;

function recordOfRow(row: DatabaseRow): JournalRecord {
  const data = JSON.parse(String(row.data)) as JournalRecord['d'];
  return { s: Number(row.seq), t: Number(row.station_ms), w: Number(row.real_ms), k: String(row.kind), d: data };
}
