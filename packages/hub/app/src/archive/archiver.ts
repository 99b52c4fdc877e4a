import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ARCHIVE_CONSUMER, journalStream } from '@kitestring/hub-contract/streams.ts';
import { sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import {
  type Consumer,
  type ConsumerMessages,
  JetStreamApiCodes,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { makeStreams, SHARD } from '../broker/make-streams.ts';
import { storageFaultText } from '../broker/storage-fault.ts';
import type { HubDeps } from '../hub-deps.ts';
import { batches } from './batches.ts';
import { type CheckedSegment, checkSegment } from './check-segment.ts';
import { drainMessages } from './drain-messages.ts';
import type { ArchiveCursor, SegmentOutcome } from './plan-batch.ts';

/** Segments of one transaction. */
const BATCH_MAX = 200;
/** Segments that the broker delivers ahead: some hundred kB usually, 200 MB at most. */
const AHEAD_MAX = 200;
/**
 * Redelivery delay of a segment whose predecessors are missing. It is longer than the broker’s wait for an
 * acknowledgement from a station, which therefore still has the segment: while `ARCHIVE_CONSUMER.maxPending` segments
 * wait, the broker delivers no others.
 */
const WAIT_MS = 2000;
const WAITS_MAX = 20;
/**
 * Pull request and heartbeat of the consumer. After twice the heartbeat without one the pull is repeated at each missed
 * heartbeat: its node may be gone, and a cluster has a new leader only 4 to 9 s later. The library would first ask
 * whether the consumer exists, which only a leader answers, and with its default times it would stop the archive for
 * half a minute.
 */
const PULL_MS = 1000;
const HEARTBEAT_MS = 500;
const ASK_MS = 1000;
/** Missed heartbeats: longer than a cluster needs for a new leader. */
const SILENT_HEARTBEATS = 30;
/** Wait between attempts after a failure of broker or database. */
const RETRY_MS = { first: 200, most: 10_000 };

interface ArchiverDeps extends Pick<HubDeps, 'budgets' | 'connection' | 'archive' | 'log'> {
  /** Public keys that a station has or had; empty for an unknown station. */
  readonly keysOf: (sid: string) => readonly string[];
  /** The same from the database: another replica may just have enrolled it or changed its key. */
  readonly loadKeys: (sid: string) => Promise<readonly string[]>;
  /** Number of copies of each stream. */
  readonly replicas: number;
  /** Called after each commit that has advanced cursors. */
  readonly onMoved: (moved: readonly ArchiveCursor[], stored: readonly CheckedSegment[]) => void;
  /** 2 s when absent. */
  readonly waitMs?: number;
}

interface Delivery {
  readonly message: JsMsg;
  readonly segment: CheckedSegment;
}

/**
 * Receives segments from the broker, commits them, and only then acknowledges them. After a kill in between they are
 * delivered again, and recognised by their numbers.
 */
export class Archiver {
  readonly #deps: ArchiverDeps;
  readonly #ended: Promise<void>;
  readonly #stop = new AbortController();
  #close: () => void = () => {};
  #waiting = 0;
  /** All segments of the last batch wait for predecessors. */
  #isStuck = false;
  #fault: string | undefined;

  constructor(deps: ArchiverDeps) {
    this.#deps = deps;
    this.#ended = this.#run();
  }

  /** Messages that the broker holds for the archive, as reported by the last message. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Why nothing is being archived; undefined if there is no fault. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Whether messages are waiting at the broker and the archive is making progress. */
  get isBehind(): boolean {
    return this.#waiting > 0 && !this.#isStuck;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#close();
    await this.#ended;
  }

  get #isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    const pause = new Pause(this.#stop.signal);
    while (!this.#isStopping) {
      try {
        await this.#consume(pause);
      } catch (error) {
        if (this.#isStopping) return;
        const reason = storageFaultText(error);
        this.#fault = reason ?? text(error);
        if (reason === undefined) this.#deps.log.warn({ err: error }, 'the archive waits for the broker');
        else this.#deps.log.error({ reason }, 'nothing is archived: the broker has too little storage');
      }
      await pause.wait();
    }
  }

  async #consume(pause: Pause): Promise<void> {
    const { connection, replicas } = this.#deps;
    // A broker that has lost its store has no streams either.
    await makeStreams(await jetstreamManager(connection), replicas);
    const { consumers } = jetstream(connection, { timeout: ASK_MS });
    const consumer = await consumers.get(journalStream(SHARD).name, ARCHIVE_CONSUMER.name);
    const messages = await consumer.consume({
      max_messages: AHEAD_MAX,
      bind: true,
      expires: PULL_MS,
      idle_heartbeat: HEARTBEAT_MS,
    });
    const { num_ack_pending: open, num_pending: waiting } = await consumer.info();
    this.#waiting = waiting + open;
    // Segments refused by the database are redelivered; the fault ends only when they are stored.
    if (this.#waiting === 0) this.#fault = undefined;
    // Not awaited: it resolves only during the loop below, which receives messages that arrived earlier.
    this.#close = () => void drainMessages(messages);
    // Stopped while the broker was asked.
    if (this.#isStopping) this.#close();
    void this.#closeWhenSilent(messages, consumer);
    try {
      for await (const batch of batches(messages, BATCH_MAX)) {
        if (this.#isStopping) handBack(batch, 0);
        else await this.#tryToArchive(batch, pause);
      }
    } finally {
      this.#close();
    }
  }

  /** A broker that has disabled its streams is silent, but names the reason when asked for them. One that has lost its streams is asked at once. */
  async #closeWhenSilent(messages: ConsumerMessages, consumer: Consumer): Promise<void> {
    let isAsking = false;
    for await (const { type, ...status } of messages.status()) {
      if (type !== 'heartbeats_missed') continue;
      if ('count' in status && Number(status.count) >= SILENT_HEARTBEATS) void messages.close();
      if (isAsking) continue;
      isAsking = true;
      void isMissing(consumer).then((missing) => {
        isAsking = false;
        if (missing) void messages.close();
      });
    }
  }

  /**
   * The consumer stays open while the database fails. Closing it would leave segments in transit without an answer, and
   * the broker would redeliver them only after 30 s.
   */
  async #tryToArchive(batch: readonly JsMsg[], pause: Pause): Promise<void> {
    try {
      await this.#archive(batch);
      pause.end();
    } catch (error) {
      handBack(batch, pause.nextMs);
      this.#fault = text(error);
      if (this.#isStopping) return;
      this.#deps.log.warn({ err: error }, 'the archive waits for the database');
      await pause.wait();
    }
  }

  async #archive(batch: readonly JsMsg[]): Promise<void> {
    const { archive, onMoved } = this.#deps;
    const deliveries: Delivery[] = [];
    for (const message of batch) {
      const segment = await this.#check(message);
      if (segment === undefined) message.ack();
      else deliveries.push({ message, segment });
    }
    if (deliveries.length > 0) {
      const plan = await archive.store(deliveries.map(({ segment }) => segment));
      for (const [index, delivery] of deliveries.entries()) await this.#settle(delivery, plan.outcomes[index]);
      this.#isStuck = plan.outcomes.every((outcome) => outcome === 'waits');
      if (plan.moved.length > 0) onMoved(plan.moved, plan.stored);
    }
    this.#waiting = batch.at(-1)?.info.pending ?? 0;
    this.#fault = undefined;
  }

  /** The segment of a message; undefined if it is refused, which the archive records. */
  async #check({ data, subject }: JsMsg): Promise<CheckedSegment | undefined> {
    const sid = sidOfSubject(subject) ?? '';
    const { budgets, keysOf, loadKeys, log } = this.#deps;
    // A dropped segment is still in the journal of its station.
    if (!budgets.take(sid, { data })) return undefined;
    const known = keysOf(sid);
    const first = checkSegment(sid, data, known);
    if (first.ok) return first.segment;
    const keys = await loadKeys(sid);
    if (keys.length === 0) {
      log.warn({ sid }, 'a segment of an unknown station was refused');
      return undefined;
    }
    const check = keys.length === known.length ? first : checkSegment(sid, data, keys);
    if (check.ok) return check.segment;
    await this.#quarantine(sid, check.reason, data);
    return undefined;
  }

  async #settle({ message, segment }: Delivery, outcome: SegmentOutcome | undefined): Promise<void> {
    if (outcome === 'waits' && message.info.deliveryCount < WAITS_MAX) {
      message.nak(this.#deps.waitMs ?? WAIT_MS);
      return;
    }
    if (outcome === 'broken') {
      await this.#quarantine(segment.sid, 'p: it does not follow the segment before', message.data);
    }
    message.ack();
  }

  async #quarantine(sid: string, reason: string, bytes: Uint8Array): Promise<void> {
    this.#deps.log.error({ sid, reason }, 'a segment was refused and quarantined');
    await this.#deps.archive.quarantine(sid, hash('sha256', bytes, 'base64url'), reason, bytes);
  }
}

const MISSING: readonly number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];

const isMissing = (consumer: Consumer): Promise<boolean> =>
  consumer.info().then(
    () => false,
    (fault: unknown) => fault instanceof JetStreamApiError && MISSING.includes(fault.code),
  );

const text = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

/** The broker redelivers them to the archiver of that time. */
function handBack(batch: readonly JsMsg[], afterMs: number): void {
  for (const message of batch) message.nak(afterMs);
}

/** Doubles with each failure. */
class Pause {
  readonly #signal: AbortSignal;
  nextMs: number = RETRY_MS.first;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async wait(): Promise<void> {
    const ms = this.nextMs;
    this.nextMs = Math.min(2 * ms, RETRY_MS.most);
    await wait(ms, undefined, { signal: this.#signal }).catch(() => {});
  }

  /** Resets after a success. */
  end(): void {
    this.nextMs = RETRY_MS.first;
  }
}
