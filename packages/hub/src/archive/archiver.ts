import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ARCHIVE_CONSUMER, journalStream } from '@kitestring/hubcontract/streams.ts';
import { sidOfSubject } from '@kitestring/hubcontract/subjects.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { makeStreams, SHARD } from '../broker/make-streams.ts';
import type { Archive } from './archive.ts';
import { batchesOf } from './batches.ts';
import { type CheckedSegment, checkSegment } from './check-segment.ts';
import type { ArchiveCursor, SegmentOutcome } from './plan-batch.ts';

/** Segments of one transaction. */
const BATCH_MAX = 200;
/** Segments that the broker hands over before they are asked for: some hundred kB usually, 200 MB at most. */
const AHEAD_MAX = 200;
/** A segment whose predecessors are missing comes again after this time. */
const WAIT_MS = 2000;
/** Between two attempts after a failure of broker or database. */
const RETRY_MS = { first: 200, most: 10_000 };

interface ArchiverDeps {
  readonly connection: NatsConnection;
  readonly archive: Archive;
  /** Public keys that a station has or had; none: there is no such station. */
  readonly keysOf: (sid: string) => readonly string[];
  readonly log: Log;
  /** Called after each commit that has moved cursors. */
  readonly onMoved: (moved: readonly ArchiveCursor[], stored: readonly CheckedSegment[]) => void;
}

interface Delivery {
  readonly message: JsMsg;
  readonly segment: CheckedSegment;
}

/**
 * Takes segments from the broker, commits them, and acknowledges them only then: what is killed in between is delivered
 * again, and known by its numbers.
 */
export class Archiver {
  readonly #deps: ArchiverDeps;
  readonly #ended: Promise<void>;
  #isStopping = false;
  #close: () => Promise<unknown> = () => Promise.resolve();
  #waiting = 0;
  #segments = 0;

  constructor(deps: ArchiverDeps) {
    this.#deps = deps;
    this.#ended = this.#run();
  }

  /** Messages that the broker still has for the archive, as of the last one. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Segments archived since the start. */
  get segments(): number {
    return this.#segments;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#close();
    await this.#ended;
  }

  async #run(): Promise<void> {
    let retryMs = RETRY_MS.first;
    while (!this.#isStopping) {
      const begunMs = performance.now();
      try {
        await this.#consume();
      } catch (error) {
        if (this.#isStopping) return;
        this.#deps.log.warn({ err: error }, 'the archive waits for broker or database');
      }
      if (this.#isStopping) return;
      if (performance.now() - begunMs > RETRY_MS.most) retryMs = RETRY_MS.first;
      await wait(retryMs);
      retryMs = Math.min(2 * retryMs, RETRY_MS.most);
    }
  }

  async #consume(): Promise<void> {
    const { connection } = this.#deps;
    // A broker that has lost its store has no streams either.
    await makeStreams(await jetstreamManager(connection));
    const consumer = await jetstream(connection).consumers.get(journalStream(SHARD).name, ARCHIVE_CONSUMER.name);
    const messages = await consumer.consume({ max_messages: AHEAD_MAX, abort_on_missing_resource: true });
    this.#close = () => messages.close();
    try {
      for await (const batch of batchesOf(messages, BATCH_MAX)) await this.#archive(batch);
    } finally {
      await messages.close();
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
      this.#segments += plan.stored.length;
      if (plan.moved.length > 0) onMoved(plan.moved, plan.stored);
    }
    this.#waiting = batch.at(-1)?.info.pending ?? 0;
  }

  /** The segment of a message; undefined when it is refused, which the archive keeps. */
  async #check({ data, subject }: JsMsg): Promise<CheckedSegment | undefined> {
    const sid = sidOfSubject(subject) ?? '';
    const keys = this.#deps.keysOf(sid);
    if (keys.length === 0) {
      this.#deps.log.warn({ sid }, 'a segment of an unknown station was refused');
      return undefined;
    }
    const check = checkSegment(sid, data, keys);
    if (check.ok) return check.segment;
    await this.#quarantine(sid, check.reason, data);
    return undefined;
  }

  async #settle({ message, segment }: Delivery, outcome: SegmentOutcome | undefined): Promise<void> {
    if (outcome === 'waits') {
      message.nak(WAIT_MS);
      return;
    }
    if (outcome === 'broken') {
      await this.#quarantine(segment.sid, 'p: it does not follow the segment before', message.data);
    }
    message.ack();
  }

  async #quarantine(sid: string, reason: string, bytes: Uint8Array): Promise<void> {
    this.#deps.log.error({ sid, reason }, 'a segment was refused; it is kept aside');
    await this.#deps.archive.quarantine(sid, hash('sha256', bytes, 'base64url'), reason, bytes);
  }
}
