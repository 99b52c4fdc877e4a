import { Beat } from '@kitestring/hubcontract/beat.ts';
import { readMessage } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Presence } from '../presence/presence.ts';

/** A beat that is older is not used for a command: the station is asked for a new one. */
const BEAT_FRESH_MS = 2000;
const BEAT_TIMEOUT_MS = 1000;

interface FreshBeatsDeps {
  readonly connection: Pick<NatsConnection, 'request'>;
  readonly presence: Pick<Presence, 'of'>;
  readonly nowMs: () => number;
}

/** A beat, and when the hub heard it. */
interface HeardBeat {
  readonly beat: Beat;
  readonly atMs: number;
}

/** Beats that are young enough to bind an order to them. */
export class FreshBeats {
  readonly #deps: FreshBeatsDeps;
  /** Orders that come together wait for one answer. */
  readonly #asked = new Map<string, Promise<HeardBeat | undefined>>();

  constructor(deps: FreshBeatsDeps) {
    this.#deps = deps;
  }

  /** The newest beat, or one that the station sends now; undefined when none comes. @param freshMs age up to which the newest will do */
  async of(sid: string, freshMs = BEAT_FRESH_MS): Promise<HeardBeat | undefined> {
    const { nowMs, presence } = this.#deps;
    const { beat, heardMs } = presence.of(sid) ?? {};
    if (beat !== undefined && heardMs !== undefined && nowMs() - heardMs < freshMs) return { beat, atMs: heardMs };
    const asked = this.#asked.get(sid) ?? this.#ask(sid).finally(() => this.#asked.delete(sid));
    this.#asked.set(sid, asked);
    return asked;
  }

  async #ask(sid: string): Promise<HeardBeat | undefined> {
    const { connection, nowMs } = this.#deps;
    try {
      const reply = await connection.request(SUBJECTS.request(sid, 'beat'), undefined, { timeout: BEAT_TIMEOUT_MS });
      const read = readMessage(Beat, reply.data);
      return read.ok ? { beat: read.value, atMs: nowMs() } : undefined;
    } catch {
      return undefined;
    }
  }
}
