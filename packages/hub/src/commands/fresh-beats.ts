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
  /** The newest that was asked for, by station: presence has only those that come by themselves, each 5 s at rest. */
  readonly #answered = new Map<string, HeardBeat>();

  constructor(deps: FreshBeatsDeps) {
    this.#deps = deps;
  }

  /** The newest beat, or one that the station sends now; undefined when none comes. @param freshMs age up to which the newest will do */
  async of(sid: string, freshMs = BEAT_FRESH_MS): Promise<HeardBeat | undefined> {
    const newest = this.#newest(sid);
    if (newest !== undefined && this.#deps.nowMs() - newest.atMs < freshMs) return newest;
    const asked = this.#asked.get(sid) ?? this.#ask(sid).finally(() => this.#asked.delete(sid));
    this.#asked.set(sid, asked);
    return asked;
  }

  #newest(sid: string): HeardBeat | undefined {
    const { beat, heardMs } = this.#deps.presence.of(sid) ?? {};
    const heard = beat === undefined || heardMs === undefined ? undefined : { beat, atMs: heardMs };
    const answered = this.#answered.get(sid);
    if (answered === undefined || (heard !== undefined && heard.atMs >= answered.atMs)) {
      this.#answered.delete(sid);
      return heard;
    }
    return answered;
  }

  async #ask(sid: string): Promise<HeardBeat | undefined> {
    const { connection, nowMs } = this.#deps;
    try {
      const reply = await connection.request(SUBJECTS.request(sid, 'beat'), undefined, { timeout: BEAT_TIMEOUT_MS });
      const read = readMessage(Beat, reply.data);
      if (!read.ok) return undefined;
      const heard = { beat: read.value, atMs: nowMs() };
      this.#answered.set(sid, heard);
      return heard;
    } catch {
      return undefined;
    }
  }
}
