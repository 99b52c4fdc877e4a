import { Beat } from '@kitestring/hubcontract/beat.ts';
import { messageBytes, readMessage } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hubcontract/subjects.ts';
import { Want } from '@kitestring/hubcontract/want.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import { Archive } from './archive/archive.ts';
import { Archiver } from './archive/archiver.ts';
import { CursorSender } from './archive/cursor-sender.ts';
import { EventPublisher } from './archive/event-publisher.ts';
import { type ArchiveCursor, cursorKey } from './archive/plan-batch.ts';
import { ResendOrders } from './archive/resend-orders.ts';
import { connectHub, pushAccount } from './broker/broker.ts';
import { CommandTable } from './commands/command-table.ts';
import { StationCommands } from './commands/station-commands.ts';
import type { Database } from './database/database.ts';
import type { HubKeys } from './identity/hub-keys.ts';
import type { Identity } from './identity/identity.ts';
import type { StationEnrolment } from './identity/station-enrolment.ts';
import { TopicMirror } from './mirror/topic-mirror.ts';
import { Presence, type StationPresence } from './presence/presence.ts';
import { StationRequests } from './presence/station-requests.ts';
import type { HubAudit } from './registry/audit.ts';
import type { Stations } from './registry/stations.ts';

/** A beat is written to the database this often: it is for the time after a restart of the hub. */
const KEEP_BEATS_EVERY_S = 30;
/** Below the life of a want. */
const WANT_EVERY_S = 20;

interface FleetDeps {
  readonly database: Database;
  readonly stations: Stations;
  readonly audit: HubAudit;
  readonly identity: Identity;
  readonly enrolment: StationEnrolment;
  readonly keys: HubKeys;
  /** Address of the broker. */
  readonly server: string;
  readonly clock: Clock;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** The hub's work with its stations over the broker: presence, archive, events, revocation. */
export class Fleet {
  readonly presence = new Presence();
  readonly mirror: TopicMirror;
  readonly commandTable: CommandTable;
  readonly commands: StationCommands;
  readonly #deps: FleetDeps;
  readonly #connection: NatsConnection;
  readonly #archive: Archive;
  readonly #archiver: Archiver;
  readonly #sender: CursorSender;
  readonly #publisher: EventPublisher;
  readonly #orders = new ResendOrders();
  readonly #cursors = new Map<string, ArchiveCursor>();
  readonly #cancels: Cancel[];
  /** Stations whose newest beat is not in the database yet. */
  readonly #unkept = new Set<string>();
  #isConnected = true;
  #isPushDue = false;
  #isChecking = false;
  #isStopping = false;

  private constructor(deps: FleetDeps, connection: NatsConnection) {
    const { clock, database, log, nowMs, stations } = deps;
    this.#deps = deps;
    this.#connection = connection;
    this.#archive = new Archive(database, nowMs);
    this.#sender = new CursorSender(connection);
    this.#publisher = new EventPublisher({ database, connection, log });
    this.#archiver = new Archiver({
      ...{ connection, archive: this.#archive, log, keysOf: (sid) => stations.keysOf(sid) },
      onMoved: (moved) => this.#moved(moved),
    });
    new StationRequests({
      ...deps,
      ...{ connection, archive: this.#archive, presence: this.presence },
      onCursor: (cursor) => this.#remember(cursor),
      onHello: (sid) => this.mirror.restart(sid),
    });
    this.commandTable = new CommandTable(database);
    this.commands = new StationCommands({
      ...{ connection, database, log, nowMs, audit: deps.audit, key: deps.keys.command },
      ...{ presence: this.presence, table: this.commandTable },
    });
    this.mirror = new TopicMirror({
      nowMs,
      sendWant: (sid, want) => connection.publish(SUBJECTS.want(sid), messageBytes(Want, want)),
      after: (ms, callback) => clock.schedule(clock.nowUs() + ms * 1000, callback),
    });
    connection.subscribe(SUBJECTS.topic('*', '*'), {
      callback: (error, { data, subject }) => {
        if (error === null) this.mirror.take(sidOfSubject(subject) ?? '', subject.split('.').at(-1) ?? '', data);
      },
    });
    connection.subscribe(SUBJECTS.beat('*'), {
      callback: (error, { data, subject }) => {
        if (error === null) this.#beat(sidOfSubject(subject) ?? '', data);
      },
    });
    void this.#followConnection();
    this.presence.onChange((presence, before) => this.#changed(presence, before));
    this.#publisher.wake();
    this.#cancels = [
      every(clock, US_PER_S, () => void this.#check()),
      every(clock, US_PER_S, () => void this.commands.settleOpen()),
      every(clock, WANT_EVERY_S * US_PER_S, () => this.mirror.repeat()),
      every(clock, KEEP_BEATS_EVERY_S * US_PER_S, () => void this.#keepBeats()),
    ];
  }

  static async join(deps: FleetDeps): Promise<Fleet> {
    return new Fleet(deps, await connectHub(deps));
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The archive's cursor of a numbering, as far as known without asking the database. */
  cursorOf(sid: string, epoch: string): ArchiveCursor | undefined {
    return this.#cursors.get(cursorKey(sid, epoch));
  }

  /** Ends the membership of a station: its credentials are void and its link is cut at once. */
  async revoke(sid: string, { address, who }: { who: string; address: string | undefined }): Promise<void> {
    const { audit, nowMs, stations } = this.#deps;
    if (stations.get(sid)?.revokedMs !== undefined) return;
    await stations.revoke(sid, nowMs());
    await audit.note({ who, what: 'fleet.station.revoke', station: sid, outcome: 'done', address });
    this.presence.forget(sid);
    this.#orders.forget(sid);
    this.mirror.forget(sid);
    this.#isPushDue = true;
    await this.#pushIfDue();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const cancel of this.#cancels) cancel();
    await this.#archiver.stop();
    await this.#publisher.stop();
    await this.#keepBeats();
    await this.#connection.close();
  }

  #beat(sid: string, data: Uint8Array): void {
    const { log, nowMs, stations } = this.#deps;
    const station = stations.get(sid);
    if (station === undefined || station.revokedMs !== undefined) return;
    const read = readMessage(Beat, data);
    if (read.ok) this.presence.beat(sid, read.value, nowMs());
    else log.warn({ sid, fault: read.message }, 'a beat is malformed');
  }

  #changed({ sid, state }: StationPresence, before: StationPresence['state']): void {
    this.#unkept.add(sid);
    if (state === before) return;
    const { log, stations } = this.#deps;
    log.info({ sid, name: stations.get(sid)?.name, state }, 'station');
  }

  #moved(moved: readonly ArchiveCursor[]): void {
    for (const cursor of moved) {
      this.#remember(cursor);
      const { epoch, hash, have, sid } = cursor;
      this.#sender.send(sid, { v: 1, epoch, have, ...(hash !== undefined && { hash }) });
    }
    this.#publisher.wake();
  }

  #remember(cursor: ArchiveCursor): void {
    this.#cursors.set(cursorKey(cursor.sid, cursor.epoch), cursor);
  }

  async #check(): Promise<void> {
    this.presence.check(this.#deps.nowMs());
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#pushIfDue();
      for (const presence of this.presence.all()) await this.#orderAgain(presence);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the records of the stations could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }

  /** Asks a station to send again what the broker has lost. */
  async #orderAgain({ beat, sid, state }: StationPresence): Promise<void> {
    // A station that has sent nothing, or whose journal is broken, has nothing to send again.
    if (state !== 'online' || beat === undefined || beat.sent === 0 || !this.#isConnected) return;
    const { epoch } = beat;
    const cursor = this.cursorOf(sid, epoch) ?? (await this.#archive.cursor(sid, epoch));
    this.#remember(cursor);
    const isBehind = this.#archiver.waiting > 0;
    if (!this.#orders.isDue(sid, beat, cursor.have, isBehind, this.#deps.nowMs())) return;
    const { generation: gen, hash, have } = await this.#archive.nextGeneration(sid, epoch);
    this.#deps.log.warn({ sid, from: have + 1, gen }, 'a station is asked to send its records again');
    this.#sender.send(sid, { v: 1, epoch, have, ...(hash !== undefined && { hash }), gen, from: have + 1 });
  }

  async #keepBeats(): Promise<void> {
    const { log, stations } = this.#deps;
    try {
      for (const sid of this.#unkept) {
        const { beat, heardMs } = this.presence.of(sid) ?? {};
        this.#unkept.delete(sid);
        if (beat !== undefined && heardMs !== undefined) await stations.keepBeat(sid, beat, heardMs);
      }
    } catch (error) {
      log.warn({ err: error }, 'the newest beats could not be kept');
    }
  }

  async #pushIfDue(): Promise<void> {
    if (!this.#isPushDue) return;
    const { identity, log } = this.#deps;
    try {
      await pushAccount(this.#deps, identity.fleetJwt());
      this.#isPushDue = false;
    } catch (error) {
      log.error({ err: error }, 'a revocation could not be told to the broker; it is tried again');
    }
  }

  async #followConnection(): Promise<void> {
    const { log } = this.#deps;
    for await (const { type } of this.#connection.status()) {
      if (this.#isStopping) return;
      if (type === 'disconnect') {
        this.#isConnected = false;
        log.warn({}, 'the broker is away');
      } else if (type === 'reconnect') {
        this.#isConnected = true;
        log.info({}, 'the broker is back');
      }
    }
  }
}
