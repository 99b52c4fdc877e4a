import { randomUUID } from 'node:crypto';
import { FLOW_END, type HubCommand, type ProxiedRead, READ_TYPE } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { FreshBeats } from '../commands/fresh-beats.ts';
import { signedOrder } from '../commands/signed-order.ts';
import type { HubDeps } from '../hub-deps.ts';
import { type AnswerBody, ChunkedAnswer, type ChunkedBegin } from './chunked-answer.ts';
import { ReadSlots } from './read-slots.ts';

/** A late read is harmless; the age prevents a replay of an old one. */
const READ_AGE_MS = 10_000;
/** An idle station beats every 5 s: only a read after a missed beat requests a beat first, which doubles its messages. */
const READ_BEAT_MS = LIMITS.beatIdleMs + 1000;
/** Wait for a slot of the station. */
const SLOT_WAIT_MS = 5000;

/** A read of the published API of a station for a caller. */
export interface ReadOrder
  extends Pick<HubCommand, 'sid' | 'person' | 'scopes' | 'via' | 'trace'>,
    Pick<ProxiedRead, 'path' | 'method' | 'accept' | 'range' | 'ifRange' | 'ifNoneMatch' | 'ifModifiedSince'> {}

export interface ReadAnswer extends Extract<ChunkedBegin, { kind: 'answer' }> {
  readonly body: AnswerBody;
}

export type ReadOutcome =
  | ReadAnswer
  | Exclude<ChunkedBegin, { kind: 'answer' }>
  /** There are too many other reads of this station. */
  | { readonly kind: 'busy' };

interface StationReadsDeps extends Pick<HubDeps, 'key' | 'clock'> {
  readonly connection: Pick<NatsConnection, 'publish' | 'subscribe'>;
  /** Prefix of the inboxes of this replica. */
  readonly inboxes: string;
  readonly beats: Pick<FreshBeats, 'of'>;
}

/** Reads of stations, as used by routes. */
export type ReadOpener = Pick<StationReads, 'open'>;

/** Reads of the published APIs of the stations, over the broker. */
export class StationReads {
  readonly #deps: StationReadsDeps;
  readonly #slots = new ReadSlots();

  constructor(deps: StationReadsDeps) {
    this.#deps = deps;
  }

  /** The answer, starting with its first chunk. Its body must be read to the end or cancelled: until then it occupies a slot. */
  async open(order: ReadOrder): Promise<ReadOutcome> {
    const giveBack = await this.#slots.take(order.sid, AbortSignal.timeout(SLOT_WAIT_MS));
    if (giveBack === undefined) return { kind: 'busy' };
    const outcome = await this.#ask(order, giveBack, READ_BEAT_MS);
    // The station has restarted, or the beat is from before an interruption of the link: the next one is current.
    if (outcome.kind !== 'refused' || !isOutdated(outcome.error)) return outcome;
    const again = await this.#slots.take(order.sid, AbortSignal.timeout(SLOT_WAIT_MS));
    return again === undefined ? { kind: 'busy' } : this.#ask(order, again, 0);
  }

  async #ask(order: ReadOrder, giveBack: () => void, freshMs: number): Promise<ReadOutcome> {
    const { beats, clock, connection, inboxes, key } = this.#deps;
    const { sid } = order;
    const heard = await beats.of(sid, freshMs);
    if (heard === undefined) {
      giveBack();
      return { kind: 'silent' };
    }
    const id = randomUUID();
    const flow = SUBJECTS.flow(sid, id);
    const inbox = createInbox(inboxes);
    const body = new ChunkedAnswer({
      clock,
      giveCredit: (count) => connection.publish(flow, String(count)),
      onEnd: (isBrokenOff) => {
        subscription.unsubscribe();
        giveBack();
        if (isBrokenOff) connection.publish(flow, FLOW_END);
      },
    });
    const subscription = connection.subscribe(inbox, {
      callback: (fault, message) => {
        if (fault === null) body.take(message);
        else body.cancel();
      },
    });
    const { boot, n: beat } = heard.beat;
    const read: ProxiedRead = { v: 1, id, boot, beat, maxAgeMs: READ_AGE_MS, ...order };
    connection.publish(SUBJECTS.request(sid, 'http'), signedOrder(key, READ_TYPE, read), { reply: inbox });
    const begin = await body.begin;
    return begin.kind === 'answer' ? { ...begin, body } : begin;
  }
}

const isOutdated = (error: string): boolean => error === 'COMMAND_TOO_LATE' || error === 'STATION_RESTARTED';
