import { Beat } from '@kitestring/hub-contract/beat.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Presence } from '../presence/presence.ts';

/** An older beat is not used for a command: the station is asked for a new one. */
const BEAT_FRESH_MS = 2000;
const BEAT_TIMEOUT_MS = 1000;

interface FreshBeatsDeps {
  readonly connection: Pick<NatsConnection, 'request'>;
  readonly presence: Pick<Presence, 'of'>;
  readonly nowMs: () => number;
}

/** A beat with the time of its arrival. */
interface HeardBeat {
  readonly beat: Beat;
  readonly atMs: number;
}

/** Beats that are recent enough for an order. */
export class FreshBeats {
  readonly #deps: FreshBeatsDeps;
  /** Simultaneous orders share one request. */
  readonly #asked = new Map<string, Promise<HeardBeat | undefined>>();
  /** The newest requested beat by station: presence has only unrequested ones, every 5 s when idle. */
  readonly #answered = new Map<string, HeardBeat>();

  constructor(deps: FreshBeatsDeps) {
    this.#deps = deps;
  }

  /**
   * The newest beat, or one that the station is asked to send now; undefined if it does not answer. @param freshMs
   * maximum age of the newest beat
   */
  async of(sid: string, freshMs = BEAT_FRESH_MS): Promise<HeardBeat | undefined> {
    const newest = this.#newest(sid);
    if (newest !== undefined && this.#deps.nowMs() - newest.atMs < freshMs) return newest;
    const asked = this.#asked.get(sid) ?? this.#ask(sid).finally(() => this.#asked.delete(sid));
    this.#asked.set(sid, asked);
    return asked;
  }

  #newest(sid: string): HeardBeat | undefined {
    const { beat, receivedMs } = this.#deps.presence.of(sid) ?? {};
    const heard = beat === undefined || receivedMs === undefined ? undefined : { beat, atMs: receivedMs };
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
