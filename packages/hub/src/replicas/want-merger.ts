import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import type { Want } from '@kitestring/hubcontract/want.ts';

interface OthersWant {
  readonly topics: readonly string[];
  readonly endsMs: number;
}

/**
 * A station does what it was told last, so each replica tells it what the clients of all replicas read.
 */
export class WantMerger {
  readonly #nowMs: () => number;
  /** By station and replica. */
  readonly #others = new Map<string, Map<string, OthersWant>>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Another replica has told what its clients read. */
  take({ sid, topics, ttlS }: Pick<Want, 'topics' | 'ttlS'> & { readonly sid: string }, replica: string): void {
    const ofStation = this.#others.get(sid) ?? new Map<string, OthersWant>();
    if (topics.length === 0) ofStation.delete(replica);
    else ofStation.set(replica, { topics, endsMs: this.#nowMs() + ttlS * 1000 });
    if (ofStation.size === 0) this.#others.delete(sid);
    else this.#others.set(sid, ofStation);
  }

  /** Topics of all replicas together; own ones first where there are too many. */
  merged(sid: string, want: Want): Want {
    const ofStation = this.#others.get(sid);
    if (ofStation === undefined) return want;
    for (const [replica, { endsMs }] of ofStation) if (endsMs <= this.#nowMs()) ofStation.delete(replica);
    const topics = new Set([...want.topics, ...[...ofStation.values()].flatMap((other) => other.topics)]);
    return { ...want, topics: [...topics].slice(0, LIMITS.wantedTopics) };
  }
}
