import { randomUUID } from 'node:crypto';
import type { HubCommand } from '@kitestring/hub-contract/command.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { RELAY_TYPE, type RelayOrder, RelayReply } from '@kitestring/hub-contract/relay.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FreshBeats } from '../commands/fresh-beats.ts';
import { signedOrder } from '../commands/signed-order.ts';
import type { HubCommandKey } from '../identity/hub-keys.ts';

interface RelayOrdersDeps {
  readonly connection: Pick<NatsConnection, 'request'>;
  readonly beats: Pick<FreshBeats, 'of'>;
  readonly key: HubCommandKey;
}

/** The person for whom a station publishes. */
export type Asker = Pick<HubCommand, 'person' | 'scopes' | 'via'>;

type OrderedStream = Asker & Pick<RelayOrder, 'sid' | 'stream' | 'url' | 'token' | 'maxKbps' | 'leaseS' | 'restart'>;

/** A late order starts a stream for one lease at most. */
const ORDER_AGE_MS = 10_000;
/**
 * Maximum age of the beat at first: an idle station has sent one within 5 s, which saves a request over a mobile link
 * and leaves time for the order.
 */
const BEAT_AGE_MS = 6000;
/** The station connects to its relay over a mobile network, and starts its camera. */
const REPLY_MS = 20_000;

/** Orders to stations to publish streams to relays. */
export class RelayOrders {
  readonly #deps: RelayOrdersDeps;

  constructor(deps: RelayOrdersDeps) {
    this.#deps = deps;
  }

  /** The reply of the station; undefined if there is none. Never rejects. */
  async send(stream: OrderedStream): Promise<RelayReply | undefined> {
    const reply = await this.#send(stream, BEAT_AGE_MS);
    // The station has restarted, or the beat is from before an interruption of the link: the next one is current.
    return reply !== undefined && 'error' in reply && isOutdated(reply.error) ? this.#send(stream) : reply;
  }

  async #send(stream: OrderedStream, freshMs?: number): Promise<RelayReply | undefined> {
    const { beats, connection, key } = this.#deps;
    const heard = await beats.of(stream.sid, freshMs);
    if (heard === undefined) return undefined;
    const { boot, n: beat } = heard.beat;
    const order: RelayOrder = { v: 1, id: randomUUID(), boot, beat, maxAgeMs: ORDER_AGE_MS, ...stream };
    try {
      const subject = SUBJECTS.request(stream.sid, 'relay');
      const answer = await connection.request(subject, signedOrder(key, RELAY_TYPE, order), { timeout: REPLY_MS });
      const read = readMessage(RelayReply, answer.data);
      return read.ok ? read.value : undefined;
    } catch {
      return undefined;
    }
  }
}

const isOutdated = (error: string): boolean => error === 'COMMAND_TOO_LATE' || error === 'STATION_RESTARTED';
