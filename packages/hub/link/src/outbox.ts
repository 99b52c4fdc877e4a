import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { segmentBytes } from '@kitestring/hub-contract/segment.ts';
import { SUBJECTS, segmentMessageId } from '@kitestring/hub-contract/subjects.ts';
import type { FleetJournal } from './journal/fleet-journal.ts';
import { segmentHead } from './journal/segment-row.ts';

/** Publishes a segment; resolves when the broker has stored it. */
type PublishSegment = (subject: string, bytes: Uint8Array, messageId: string) => Promise<void>;

interface OutboxDeps {
  readonly journal: Pick<FleetJournal, 'segmentAfter' | 'confirmSent' | 'sent' | 'synced' | 'epoch' | 'generation'>;
  readonly sid: string;
  readonly shard: number;
  readonly publish: PublishSegment;
  readonly clock: Clock;
  /** Upper limit for segments on the uplink, kbit/s. */
  readonly kbps: number;
  /** Called when a segment could not be sent; it is sent again. */
  readonly onFault: (fault: unknown) => void;
}

const BACKOFF_MIN_S = 1;
const BACKOFF_MAX_S = 60;
/** Failures before the pause doubles: a cluster of brokers elects a new leader 4 to 9 s after the loss of one. */
const SOON_MAX = 10;

interface InFlight {
  readonly last: number;
  isTaken: boolean;
}

/**
 * Sends segments in order over one connection, a few at a time. Each counts as sent when the broker has it and all
 * before it. Failed ones are sent again each second at first, then after a pause that doubles: without one, 27,000
 * requests were sent for a lost stream.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  #inFlight: InFlight[] = [];
  #position: number;
  /** Incremented when everything in flight becomes invalid. */
  #round = 0;
  #failures = 0;
  #cancelPause: Cancel | undefined;
  #isStopped = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#position = deps.journal.sent;
  }

  /** Sends segments that are sealed, on the disk and not in flight. */
  pump(): void {
    const { journal } = this.#deps;
    while (!this.#isStopped && this.#cancelPause === undefined && this.#inFlight.length < LIMITS.segmentsInFlight) {
      if (this.#position >= journal.synced) return;
      if (!this.#sendNext()) return;
    }
  }

  /** Starts again after the journal’s `sent`, which an order of the hub has reduced. */
  restart(): void {
    this.#round += 1;
    this.#inFlight = [];
    this.#position = this.#deps.journal.sent;
    this.pump();
  }

  stop(): void {
    this.#isStopped = true;
    this.#round += 1;
    this.#cancelPause?.();
  }

  #sendNext(): boolean {
    const { journal, publish, shard, sid } = this.#deps;
    const { epoch, generation } = journal;
    const segment = journal.segmentAfter(this.#position);
    if (segment === undefined) return false;
    this.#position = segment.last;
    const bytes = segmentBytes(segmentHead(segment, epoch, generation), segment.body ?? new Uint8Array());
    const sent: InFlight = { last: segment.last, isTaken: false };
    this.#inFlight.push(sent);
    const round = this.#round;
    publish(SUBJECTS.journal(shard, sid), bytes, segmentMessageId(sid, epoch, segment.first, generation)).then(
      () => round === this.#round && this.#taken(sent),
      (fault: unknown) => round === this.#round && this.#failed(fault),
    );
    this.#pause((bytes.length * 8) / (this.#deps.kbps * 1000));
    return true;
  }

  #taken(sent: InFlight): void {
    const { journal } = this.#deps;
    sent.isTaken = true;
    this.#failures = 0;
    for (let [first] = this.#inFlight; first?.isTaken; [first] = this.#inFlight) {
      this.#inFlight.shift();
      journal.confirmSent(journal.epoch, journal.generation, first.last);
    }
    this.pump();
  }

  #failed(fault: unknown): void {
    this.#deps.onFault(fault);
    this.#failures += 1;
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#round += 1;
    this.#inFlight = [];
    this.#position = this.#deps.journal.sent;
    this.#pause(Math.min(BACKOFF_MAX_S, BACKOFF_MIN_S * 2 ** Math.max(0, this.#failures - SOON_MAX)));
  }

  #pause(seconds: number): void {
    const { clock } = this.#deps;
    this.#cancelPause = clock.schedule(clock.nowUs() + Math.ceil(seconds * US_PER_S), () => {
      this.#cancelPause = undefined;
      this.pump();
    });
  }
}
