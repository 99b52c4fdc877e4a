import type { HubDeps } from '../hub-deps.ts';
import type { StationPresence } from '../presence/presence.ts';
import { Lease } from '../replicas/lease.ts';
import { ArchiveDuty } from './archive-duty.ts';
import { Archiver } from './archiver.ts';
import { CursorSender } from './cursor-sender.ts';
import { EventPublisher } from './event-publisher.ts';
import { type ArchiveCursor, cursorKey } from './plan-batch.ts';
import { ResendOrders } from './resend-orders.ts';

interface FleetArchiveDeps
  extends Pick<HubDeps, 'budgets' | 'database' | 'connection' | 'archive' | 'stations' | 'news' | 'nowMs' | 'log'> {
  /** Whether other replicas may run on the same broker and database. */
  readonly hasReplicas: boolean;
  readonly isConnected: () => boolean;
  /** Whether this replica may archive. */
  readonly isArchive: boolean;
  /** Copies of each stream. */
  readonly streamReplicas: number;
  /** Called when there are new records and events. */
  readonly onArchived: () => void;
}

/** Progress of the archive for each station. It is sent to stations and other replicas; records that the broker has lost are requested again. */
export class FleetArchive {
  readonly #deps: FleetArchiveDeps;
  readonly #sender: CursorSender;
  readonly #duty: ArchiveDuty | undefined;
  readonly #orders = new ResendOrders();
  readonly #cursors = new Map<string, ArchiveCursor>();
  #segments = 0;
  #isOrdering = false;

  constructor(deps: FleetArchiveDeps) {
    this.#deps = deps;
    this.#sender = new CursorSender(deps.connection);
    deps.news.on('cursors', ({ cursors }) => {
      // Hash and generation are stored in the database.
      for (const cursor of cursors) this.#remember({ ...cursor, hash: undefined, generation: 0 });
    });
    this.#duty = deps.isArchive ? this.#archiveDuty() : undefined;
  }

  /** Whether this replica archives now. */
  get isOn(): boolean {
    return this.#duty?.isOn === true;
  }

  /** Where records are archived: `here`, `elsewhere`, or `never` on a replica without this duty. */
  get duty(): 'here' | 'elsewhere' | 'never' {
    if (this.#duty === undefined) return 'never';
    return this.#duty.isOn ? 'here' : 'elsewhere';
  }

  /** Why this replica does not archive, or does not know which one does; undefined while there is no fault. */
  get fault(): string | undefined {
    return this.#duty?.fault;
  }

  /** Messages that the broker holds for the archive; undefined while another replica archives. */
  get waiting(): number | undefined {
    return this.#duty?.waiting;
  }

  /** Segments that this process has archived. */
  get segments(): number {
    return this.#segments;
  }

  /** The cursor of an epoch, if known without asking the database. */
  cursorOf(sid: string, epoch: string): ArchiveCursor | undefined {
    return this.#cursors.get(cursorKey(sid, epoch));
  }

  forget(sid: string): void {
    this.#orders.forget(sid);
  }

  /** Remembers cursors and sends them to other replicas. */
  share(cursors: readonly ArchiveCursor[]): void {
    for (const cursor of cursors) this.#remember(cursor);
    if (!this.#deps.hasReplicas) return;
    this.#deps.news.tell('cursors', { cursors: cursors.map(({ epoch, have, sid }) => ({ sid, epoch, have })) });
  }

  /** Orders stations to resend records that the broker has lost; does nothing while an earlier call is running. Called about once a second. */
  async orderAllAgain(stations: readonly StationPresence[]): Promise<void> {
    if (this.#isOrdering) return;
    this.#isOrdering = true;
    try {
      for (const station of stations) await this.#orderAgain(station);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the records of the stations could not be checked');
    } finally {
      this.#isOrdering = false;
    }
  }

  async #orderAgain({ beat, sid, state }: StationPresence): Promise<void> {
    const { archive, log, nowMs } = this.#deps;
    // Only the archiving replica knows the progress.
    if (!this.isOn) return;
    // A station that has sent nothing, or whose journal is broken, has nothing to resend.
    if (state !== 'online' || beat === undefined || beat.sent === 0) return;
    const { epoch } = beat;
    const cursor = this.cursorOf(sid, epoch) ?? (await archive.cursor(sid, epoch));
    this.#remember(cursor);
    const isBehind = this.#duty?.isBehind === true;
    if (!this.#orders.isDue(sid, beat, cursor.have, isBehind, nowMs())) return;
    const { generation: gen, hash, have } = await archive.nextGeneration(sid, epoch);
    log.warn({ sid, from: have + 1, gen }, 'a station is asked to send its records again');
    this.#sender.send(sid, { v: 1, epoch, have, ...(hash !== undefined && { hash }), gen, from: have + 1 });
  }

  /** There may be new events to publish. */
  wake(): void {
    this.#duty?.wake();
  }

  async stop(): Promise<void> {
    await this.#duty?.stop();
  }

  #archiveDuty(): ArchiveDuty {
    const { archive, budgets, connection, database, hasReplicas, isConnected, log, news, stations, streamReplicas } =
      this.#deps;
    const loadKeys = async (sid: string) => {
      await stations.load(sid);
      return stations.keysOf(sid);
    };
    return new ArchiveDuty({
      log,
      isConnected,
      lease: hasReplicas ? new Lease(database, 'archive', news.replica) : undefined,
      // Another replica may have archived records meanwhile; the database has the truth.
      onBegin: () => this.#cursors.clear(),
      start: () => ({
        publisher: new EventPublisher({ database, connection, log }),
        archiver: new Archiver({
          budgets,
          connection,
          archive,
          log,
          loadKeys,
          keysOf: (sid) => stations.keysOf(sid),
          replicas: streamReplicas,
          onMoved: (moved, stored) => {
            this.#segments += stored.length;
            this.#moved(moved);
          },
        }),
      }),
    });
  }

  #moved(moved: readonly ArchiveCursor[]): void {
    this.share(moved);
    for (const { epoch, hash, have, sid } of moved) {
      this.#sender.send(sid, { v: 1, epoch, have, ...(hash !== undefined && { hash }) });
    }
    this.#deps.onArchived();
  }

  #remember(cursor: ArchiveCursor): void {
    this.#cursors.set(cursorKey(cursor.sid, cursor.epoch), cursor);
  }
}
