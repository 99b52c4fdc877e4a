import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { Cursor, CursorTaken } from '@kitestring/hub-contract/cursor.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { SignedRequestName } from '@kitestring/hub-contract/signed-request.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { TOPIC_TIME_HEADER, Want } from '@kitestring/hub-contract/want.ts';
import { headers, type Msg } from '@nats-io/nats-core';
import type { BeatLog } from './beat-log.ts';
import type { CommandExecutor } from './commands/command-executor.ts';
import type { ReadProxy } from './commands/read-proxy.ts';
import type { LinkConnection } from './fleet-link-status.ts';
import type { HubIdentity } from './identity/credentials-file.ts';
import type { FleetJournal } from './journal/fleet-journal.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { Outbox } from './outbox.ts';
import type { RelayPublications } from './relay/relay-publications.ts';
import { BeatSender } from './session/beat-sender.ts';
import { HubGreeting, type Welcome } from './session/hub-greeting.ts';
import { RequestListener } from './session/request-listener.ts';
import { SessionIdentity } from './session/session-identity.ts';
import { SilenceWatch } from './session/silence-watch.ts';
import type { StationFeed } from './station-feed.ts';
import { TopicPublisher } from './topic-publisher.ts';
import type { BrokerConnection } from './transport/dial.ts';
import { UplinkPace } from './transport/uplink-pace.ts';
import type { PolicyKeeper } from './uploads/policy-keeper.ts';
import type { UploadExecutor } from './uploads/upload-executor.ts';

interface LinkSessionDeps {
  readonly boot: string;
  readonly beats: BeatLog;
  readonly identity: HubIdentity;
  readonly connection: BrokerConnection;
  readonly recorder: JournalRecorder;
  readonly feed: StationFeed;
  readonly clock: Clock;
  readonly stationClock: Pick<Clock, 'nowUs'>;
  readonly log: Log;
  readonly commands: CommandExecutor;
  readonly reads: ReadProxy;
  readonly relays: RelayPublications;
  readonly uploads: UploadExecutor;
  readonly policies: PolicyKeeper;
  readonly catchupKbps: number;
  readonly onConnection: (
    state: Exclude<LinkConnection, { state: 'Up' }> | { readonly state: 'Up'; readonly rttMs: undefined },
  ) => void;
  /** The hub has disconnected this service as a copy: until it is greeted it sends no beats and takes no orders. */
  readonly isQuarantined: () => boolean;
  /** The hub has found another service with this identity; the connection ends. */
  readonly onQuarantine: (reason: string) => void;
  /** Called with new credentials to store. */
  readonly onIdentity: (identity: HubIdentity) => void;
}

const PUBLISH_TIMEOUT_MS = 10_000;
const RENEW_LOOK_EVERY_S = 3600;

/** One connection to the broker, from its first greeting to its end. */
export class LinkSession {
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<string>;
  readonly #deps: LinkSessionDeps;
  readonly #identity: SessionIdentity;
  readonly #topics: TopicPublisher;
  readonly #pace: UplinkPace;
  readonly #greeting: HubGreeting;
  readonly #beats: BeatSender;
  readonly #silence: SilenceWatch;
  readonly #timers = new Set<Cancel>();
  readonly #warned = new Set<string>();
  #isLive = false;
  #endReason: string | undefined;
  #outbox: Outbox | undefined;
  #rttMs: number | undefined;
  /** Hub time at zero of the monotonic clock. */
  #hubOriginMs: number | undefined;

  constructor(deps: LinkSessionDeps) {
    this.#deps = deps;
    const { clock, connection, isQuarantined, log, relays } = deps;
    this.ended = connection
      .closed()
      .then((fault) =>
        this.#end(this.#endReason ?? (fault instanceof Error ? fault.message : 'the connection was closed')),
      );
    this.#identity = new SessionIdentity(deps);
    const { sid } = this.#identity;
    this.#topics = this.#topicPublisher(sid);
    this.#pace = new UplinkPace({
      nowMs: () => performance.now(),
      delivered: () => connection.flush(),
      isVideoLive: () => relays.count > 0,
    });
    this.#greeting = new HubGreeting({ ...deps, sid, onWelcome: (welcome) => this.#welcome(welcome) });
    this.#beats = new BeatSender({
      ...deps,
      sid,
      watching: () => this.#topics.count,
      rttMs: () => this.#rttMs,
      inventoryRevision: () => this.#greeting.inventoryRevision,
      onSent: () => this.#silence.ping(),
    });
    this.#silence = new SilenceWatch({
      clock,
      nowMs: () => performance.now(),
      ping: () => connection.flush(),
      onRoundTrip: (ms) => {
        this.#rttMs = ms;
        this.#pace.noteRtt(ms);
      },
      onSilent: (ms) => {
        this.#endReason = `the broker has been silent for ${Math.round(ms / 1000)} s`;
        log.info({ silentMs: Math.round(ms) }, 'the broker does not answer: the connection is closed');
        connection.drop();
      },
    });
    if (!isQuarantined()) this.#goLive();
    void this.#greeting.greet();
    void this.#identity.renewIfDue();
    this.#timers.add(every(clock, RENEW_LOOK_EVERY_S * US_PER_S, () => void this.#identity.renewIfDue()));
  }

  /** Sends beats and executes orders of the hub. */
  #goLive(): void {
    if (this.#isLive) return;
    this.#isLive = true;
    const { feed, onQuarantine } = this.#deps;
    new RequestListener({
      ...this.#deps,
      identity: this.#identity,
      topics: this.#topics,
      pace: this.#pace,
      nextBeat: () => this.#beats.next(),
      onCursor: (message) => this.#takeCursor(message),
      onWant: (data) => this.#want(data),
      onQuarantine: (reason) => {
        onQuarantine(reason);
        void this.close();
      },
    });
    this.#timers.add(
      feed.onEvent(({ kind }) => {
        if (kind !== 'flight.phase') return;
        // Two phases may follow each other faster than messages are sent.
        this.#topics.publishNow();
        this.#beats.send();
      }),
    );
    this.#beats.send();
  }

  /** Round trip to the broker; undefined before the first. */
  get rttMs(): number | undefined {
    return this.#rttMs;
  }

  /** How far the clock of this computer is ahead of the hub’s; undefined before the first greeting. */
  get clockOffsetMs(): number | undefined {
    return this.#hubOriginMs === undefined ? undefined : Date.now() - performance.now() - this.#hubOriginMs;
  }

  /** Sends new segments. */
  pump(): void {
    this.#outbox?.pump();
  }

  /** Resolves once the broker has answered; rejects when the connection ends before. */
  roundTrip(): Promise<void> {
    return this.#deps.connection.roundTrip();
  }

  /** Asks the hub for an upload. */
  async ask(name: SignedRequestName, message: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const subject = SUBJECTS.hub(this.#identity.sid, name);
    return (await this.#deps.connection.request(subject, message, { timeout: timeoutMs })).data;
  }

  async close(): Promise<void> {
    await this.#deps.connection.close();
  }

  #end(reason: string): string {
    for (const cancel of this.#timers) cancel();
    this.#greeting.stop();
    this.#beats.stop();
    this.#silence.stop();
    this.#outbox?.stop();
    this.#topics.stop();
    this.#pace.stop();
    this.#deps.reads.endAll();
    return reason;
  }

  #topicPublisher(sid: string): TopicPublisher {
    const { clock, connection, feed, stationClock } = this.#deps;
    return new TopicPublisher({
      clock,
      topic: (name) => feed.topic(name),
      publish: (name, bytes) => {
        const own = headers();
        own.set(TOPIC_TIME_HEADER, String(Math.round(stationClock.nowUs())));
        connection.publish(SUBJECTS.topic(sid, name), bytes, { headers: own });
      },
    });
  }

  #want(data: Uint8Array): void {
    const read = readMessage(Want, data);
    if (!read.ok) {
      this.#warnOnce(read.message, 'the list of topics that the hub wants is not valid');
      return;
    }
    this.#topics.want(read.value);
    this.#beats.send();
  }

  /** Another station can direct the answers to its own requests to this one: that must not fill the log. */
  #warnOnce(reason: string, message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.#deps.log.warn({ reason }, message);
  }

  #takeCursor(message: Msg): void {
    const read = readMessage(Cursor, message.data);
    if (!read.ok) {
      this.#warnOnce(read.message, 'the cursor of the hub is not valid');
      return;
    }
    this.#deps.recorder.use((journal) => {
      const { generation } = journal;
      const hasStayed = journal.takeCursor(read.value, Date.now());
      void this.#answerCursor(message, journal);
      if (!hasStayed) void this.#greeting.greet();
      else if (journal.generation !== generation) this.#outbox?.restart();
    });
  }

  /** Waits until the epoch that it names is on the disk; the hub repeats its request until then. */
  async #answerCursor(message: Msg, journal: FleetJournal): Promise<void> {
    try {
      await journal.settled();
    } catch (fault) {
      return this.#deps.log.warn({ err: fault }, 'the new epoch of the journal cannot be written to the disk');
    }
    if (this.#deps.connection.isClosed()) return;
    message.respond(messageBytes(CursorTaken, { v: 1, epoch: journal.epoch, head: journal.head }));
  }

  #welcome({ beatIdleMs, beatMs, gen, have, hash, hubKeys, shard, t }: Welcome): void {
    this.#hubOriginMs = t - performance.now();
    this.#goLive();
    this.#beats.periods = { beatMs, beatIdleMs };
    this.#identity.takeKeys(hubKeys);
    let isTaken = false;
    this.#deps.recorder.use((journal) => {
      const hasStayed = journal.welcome({ have, gen, ...(hash !== undefined && { hash }) }, Date.now());
      isTaken = true;
      // The journal has begun a new epoch, which needs a new greeting.
      if (!hasStayed) return void this.#greeting.greet();
      this.#outbox?.stop();
      this.#outbox = this.#newOutbox(journal, shard);
      this.#outbox.pump();
    });
    // The disk is full. The greeting is repeated, because without it nothing would be sent before the next connection.
    if (!isTaken) this.#greeting.greetAgain();
    this.#deps.onConnection({ state: 'Up', rttMs: undefined });
    this.#beats.send();
  }

  #newOutbox(journal: FleetJournal, shard: number): Outbox {
    const { catchupKbps: kbps, clock, connection, log } = this.#deps;
    return new Outbox({
      journal,
      sid: this.#identity.sid,
      shard,
      clock,
      kbps,
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
  }
}
