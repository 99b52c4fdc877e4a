import { hash } from 'node:crypto';
import { Beat } from '@kitestring/hubcontract/beat.ts';
import { CommandReply, ResultRequest } from '@kitestring/hubcontract/command.ts';
import { Cursor, CursorTaken } from '@kitestring/hubcontract/cursor.ts';
import { Credentials } from '@kitestring/hubcontract/enrolment.ts';
import { Hello, HelloReply } from '@kitestring/hubcontract/hello.ts';
import type { HubKey } from '@kitestring/hubcontract/hub-key.ts';
import type { Inventory } from '@kitestring/hubcontract/inventory.ts';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import { messageBytes, readMessage } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import { NO_EPOCH } from '@kitestring/hubcontract/tokens.ts';
import { Want } from '@kitestring/hubcontract/want.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { headers, type Msg, type NatsConnection } from '@nats-io/nats-core';
import type { BeatLog } from './beat-log.ts';
import type { CommandExecutor } from './commands/command-executor.ts';
import type { ReadProxy } from './commands/read-proxy.ts';
import type { LinkConnection } from './fleet-link-status.ts';
import { acceptedKeys } from './identity/accepted-keys.ts';
import type { HubIdentity } from './identity/credentials-file.ts';
import { renewalRequest } from './identity/enrol.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { Outbox } from './outbox.ts';
import type { StationFeed } from './station-feed.ts';
import { TopicPublisher } from './topic-publisher.ts';

interface LinkSessionDeps {
  readonly boot: string;
  readonly beats: BeatLog;
  readonly identity: HubIdentity;
  readonly connection: NatsConnection;
  readonly recorder: JournalRecorder;
  readonly feed: StationFeed;
  readonly clock: Clock;
  readonly log: Log;
  readonly commands: CommandExecutor;
  readonly reads: ReadProxy;
  readonly catchupKbps: number;
  readonly onConnection: (
    state: Exclude<LinkConnection, { state: 'Up' }> | { readonly state: 'Up'; readonly rttMs: undefined },
  ) => void;
  /** Called with new credentials, to be stored. */
  readonly onIdentity: (identity: HubIdentity) => void;
}

type Welcome = Exclude<HelloReply, { readonly refused: unknown }>;

const HELLO_TIMEOUT_MS = 5000;
const HELLO_AGAIN_S = 5;
const REFUSED_AGAIN_S = 300;
const PUBLISH_TIMEOUT_MS = 10_000;
const RTT_EVERY_S = 10;
const RENEW_LOOK_EVERY_S = 3600;

/** One connection to the broker, from its first greeting to its end. */
export class LinkSession {
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<string>;
  readonly #deps: LinkSessionDeps;
  readonly #topics: TopicPublisher;
  readonly #timers = new Set<Cancel>();
  #outbox: Outbox | undefined;
  #beatMs: number = LIMITS.beatMs;
  #beatIdleMs: number = LIMITS.beatIdleMs;
  #cancelBeat: Cancel | undefined;
  #identity: HubIdentity;
  #revision = 0;
  #rttMs: number | undefined;

  constructor(deps: LinkSessionDeps) {
    this.#deps = deps;
    this.#identity = deps.identity;
    const { clock, connection, feed } = deps;
    this.ended = connection
      .closed()
      .then((fault) => this.#end(fault instanceof Error ? fault.message : 'the connection was closed'));
    this.#topics = new TopicPublisher({
      clock,
      topic: (name) => feed.topic(name),
      publish: (name, bytes) => connection.publish(SUBJECTS.topic(this.#sid, name), bytes),
    });
    this.#timers.add(feed.onEvent(({ kind }) => kind === 'flight.phase' && this.#beat()));
    this.#listen();
    this.#beat();
    void this.#greet();
    this.#timers.add(every(clock, RTT_EVERY_S * US_PER_S, () => void this.#measure()));
    this.#timers.add(every(clock, RENEW_LOOK_EVERY_S * US_PER_S, () => void this.#renewIfDue()));
    void this.#renewIfDue();
  }

  /** Round trip to the broker; undefined before the first. */
  get rttMs(): number | undefined {
    return this.#rttMs;
  }

  /** Sends new segments. */
  pump(): void {
    this.#outbox?.pump();
  }

  async close(): Promise<void> {
    await this.#deps.connection.close();
  }

  get #sid(): string {
    return this.#identity.credentials.sid;
  }

  #end(reason: string): string {
    for (const cancel of this.#timers) cancel();
    this.#cancelBeat?.();
    this.#outbox?.stop();
    this.#topics.stop();
    return reason;
  }

  #listen(): void {
    const { connection } = this.#deps;
    const onMessage = (handle: (message: Msg) => void) => (fault: Error | null, message: Msg) => {
      if (fault === null) handle(message);
      else this.#deps.log.warn({ err: fault }, 'the broker has ended a subscription of the hub');
    };
    connection.subscribe(SUBJECTS.requests(this.#sid), { callback: onMessage((message) => this.#request(message)) });
    connection.subscribe(SUBJECTS.want(this.#sid), { callback: onMessage((message) => this.#want(message)) });
  }

  #request(message: Msg): void {
    const name = message.subject.split('.').slice(3).join('.');
    const { commands, reads } = this.#deps;
    const keys = this.#identity.credentials.hubKeys;
    if (name === 'beat') message.respond(this.#nextBeat());
    else if (name === 'cursor') this.#takeCursor(message);
    else if (name === 'cmd') void commands.execute(message.data, keys).then((reply) => respond(message, reply));
    else if (name === 'result') void this.#tellResult(message);
    else if (name === 'http') void reads.answer(message.data, keys, (bytes, own) => respondChunk(message, bytes, own));
    else if (name.startsWith('flow.')) reads.credit(name.slice('flow.'.length), message.string());
  }

  async #tellResult(message: Msg): Promise<void> {
    const read = readMessage(ResultRequest, message.data);
    if (read.ok) respond(message, await this.#deps.commands.result(read.value.id));
    else respond(message, { v: 1, error: 'MALFORMED_COMMAND', message: read.message });
  }

  #want({ data }: Msg): void {
    const read = readMessage(Want, data);
    if (!read.ok) {
      this.#deps.log.warn({ reason: read.message }, 'the hub wants topics in a form that is not known');
      return;
    }
    this.#topics.want(read.value);
    this.#beat();
  }

  #takeCursor(message: Msg): void {
    const read = readMessage(Cursor, message.data);
    if (!read.ok) {
      this.#deps.log.warn({ reason: read.message }, 'the cursor of the hub is none');
      return;
    }
    this.#deps.recorder.use((journal) => {
      const { generation } = journal;
      const hasStayed = journal.takeCursor(read.value, Date.now());
      message.respond(messageBytes(CursorTaken, { v: 1, epoch: journal.epoch, head: journal.head }));
      if (!hasStayed) void this.#greet();
      else if (journal.generation !== generation) this.#outbox?.restart();
    });
  }

  /** Says hello until the hub has answered. The station’s beats do not wait for it. */
  async #greet(): Promise<void> {
    const { connection } = this.#deps;
    try {
      const hello = messageBytes(Hello, this.#hello());
      const answer = await connection.request(SUBJECTS.hub(this.#sid, 'hello'), hello, { timeout: HELLO_TIMEOUT_MS });
      const read = readMessage(HelloReply, answer.data);
      if (!read.ok) this.#greetAgain(HELLO_AGAIN_S, `the hub's greeting is none: ${read.message}`);
      else if ('refused' in read.value) {
        this.#deps.onConnection({ state: 'Refused', reason: `${read.value.message} (${read.value.refused})` });
        this.#after(REFUSED_AGAIN_S, () => void this.#greet());
      } else this.#welcome(read.value);
    } catch (fault) {
      if (!connection.isClosed()) this.#greetAgain(HELLO_AGAIN_S, `the hub does not answer: ${textOf(fault)}`);
    }
  }

  #greetAgain(afterS: number, reason: string): void {
    this.#deps.onConnection({ state: 'Waiting', reason, sinceUs: this.#deps.clock.nowUs() });
    this.#after(afterS, () => void this.#greet());
  }

  #hello(): Hello {
    const { boot, recorder } = this.#deps;
    const journal = recorder.journal;
    const numbers = {
      epoch: journal?.epoch ?? NO_EPOCH,
      head: journal?.head ?? 0,
      keptFrom: journal?.keptFrom ?? 0,
      ...(journal?.previousEpoch !== undefined && { previousEpoch: journal.previousEpoch }),
    };
    return { v: 1, sid: this.#sid, boot, ...numbers, inventory: this.#inventory(), t: Date.now() };
  }

  #welcome({ beatIdleMs, beatMs, gen, have, hash, hubKeys, shard }: Welcome): void {
    const { clock, connection, catchupKbps: kbps, log, onConnection, recorder } = this.#deps;
    this.#beatMs = beatMs;
    this.#beatIdleMs = beatIdleMs;
    this.#takeKeys(hubKeys);
    recorder.use((journal) => {
      const hasStayed = journal.welcome({ have, gen, ...(hash !== undefined && { hash }) }, Date.now());
      // The journal was set back and has another epoch: that one is greeted for.
      if (!hasStayed) return void this.#greet();
      this.#outbox?.stop();
      this.#outbox = new Outbox({
        ...{ journal, sid: this.#sid, shard, clock, kbps },
        publish: async (subject, bytes, messageId) => {
          const own = headers();
          own.set('Nats-Msg-Id', messageId);
          const answer = await connection.request(subject, bytes, { timeout: PUBLISH_TIMEOUT_MS, headers: own });
          const { error } = answer.json<{ error?: { description?: string } }>();
          if (error !== undefined)
            throw new Error(`the broker refuses a segment: ${error.description ?? 'no reason given'}`);
        },
        onFault: (fault) => log.warn({ err: fault }, 'records could not be sent to the hub; they are sent again'),
      });
      this.#outbox.pump();
    });
    onConnection({ state: 'Up', rttMs: undefined });
    this.#beat();
  }

  #takeKeys(offered: readonly HubKey[]): void {
    const identity = this.#identity;
    const hubKeys = acceptedKeys(identity.credentials.hubKeys, offered);
    if (hubKeys === undefined) return;
    this.#store({ ...identity, credentials: { ...identity.credentials, hubKeys } });
  }

  #inventory(): Inventory {
    const own = this.#deps.feed.inventory();
    // Another number for another content; which one is of no meaning.
    const rev = Number.parseInt(hash('sha256', JSON.stringify(own), 'hex').slice(0, 8), 16);
    const inventory = { ...own, rev };
    this.#revision = rev;
    this.#deps.recorder.noteInventory(inventory);
    return inventory;
  }

  #nextBeat(): Uint8Array {
    const { beats, boot, feed, recorder } = this.#deps;
    const state = feed.beat();
    const journal = recorder.journal;
    const n = beats.next(performance.now());
    return messageBytes(Beat, {
      ...{ v: 1, boot, n, epoch: journal?.epoch ?? NO_EPOCH, head: journal?.head ?? 0, sent: journal?.sent ?? 0 },
      ...state,
      watching: this.#topics.count,
      link: { ...(this.#rttMs !== undefined && { rttMs: Math.round(this.#rttMs) }) },
      t: Date.now(),
      rev: this.#revision,
    });
  }

  /** Sends a beat, and the next one in its time. */
  #beat(): void {
    const { clock, connection, feed } = this.#deps;
    this.#cancelBeat?.();
    if (connection.isClosed()) return;
    connection.publish(SUBJECTS.beat(this.#sid), this.#nextBeat());
    const isQuiet = ['StandBy', 'Unknown'].includes(feed.beat().phase) && this.#topics.count === 0;
    const periodMs = isQuiet ? this.#beatIdleMs : this.#beatMs;
    this.#cancelBeat = clock.schedule(clock.nowUs() + periodMs * 1000, () => this.#beat());
  }

  async #measure(): Promise<void> {
    try {
      const beganMs = performance.now();
      await this.#deps.connection.flush();
      this.#rttMs = performance.now() - beganMs;
    } catch {
      // The connection ends by itself, with a reason.
    }
  }

  async #renewIfDue(): Promise<void> {
    const { connection, log } = this.#deps;
    const identity = this.#identity;
    if (Date.now() - identity.credentials.issued < LIMITS.credentialsRenewS * 1000) return;
    try {
      const subject = SUBJECTS.hub(this.#sid, 'renew');
      const answer = await connection.request(subject, renewalRequest(identity), { timeout: HELLO_TIMEOUT_MS });
      const read = readMessage(Credentials, answer.data);
      if (read.ok) this.#store({ ...identity, credentials: read.value });
      else log.warn({ reason: read.message }, 'the hub has not renewed the credentials of this station');
    } catch (fault) {
      log.warn({ err: fault }, 'the credentials of this station could not be renewed; tried again in an hour');
    }
  }

  #store(identity: HubIdentity): void {
    this.#deps.onIdentity(identity);
    this.#identity = identity;
  }

  #after(seconds: number, work: () => void): void {
    const { clock } = this.#deps;
    const cancel = clock.schedule(clock.nowUs() + seconds * US_PER_S, () => {
      this.#timers.delete(cancel);
      work();
    });
    this.#timers.add(cancel);
  }
}

const respond = (message: Msg, reply: CommandReply): void => void message.respond(messageBytes(CommandReply, reply));

function respondChunk(message: Msg, bytes: Uint8Array, own: Readonly<Record<string, string>>): void {
  const chunkHeaders = headers();
  for (const [name, value] of Object.entries(own)) chunkHeaders.set(name, value);
  message.respond(bytes, { headers: chunkHeaders });
}

const textOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
