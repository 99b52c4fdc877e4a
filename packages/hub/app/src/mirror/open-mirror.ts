import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { messageBytes } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import { TOPIC_TIME_HEADER, Want } from '@kitestring/hub-contract/want.ts';
import type { HubDeps } from '../hub-deps.ts';
import { TopicMirror } from './topic-mirror.ts';

interface OthersWant {
  readonly topics: readonly string[];
  readonly endsMs: number;
}

/** A station follows the latest subscription message, so each replica sends the topics that clients of all replicas read. */
class WantMerger {
  readonly #nowMs: () => number;
  /** By station and replica. */
  readonly #others = new Map<string, Map<string, OthersWant>>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Another replica reports what its clients read. */
  take({ sid, topics, ttlS }: Pick<Want, 'topics' | 'ttlS'> & { readonly sid: string }, replica: string): void {
    const ofStation = this.#others.get(sid) ?? new Map<string, OthersWant>();
    if (topics.length === 0) ofStation.delete(replica);
    else ofStation.set(replica, { topics, endsMs: this.#nowMs() + ttlS * 1000 });
    if (ofStation.size === 0) this.#others.delete(sid);
    else this.#others.set(sid, ofStation);
  }

  /** Topics that clients of other replicas read. */
  others(sid: string): ReadonlySet<string> {
    const ofStation = this.#others.get(sid) ?? new Map<string, OthersWant>();
    for (const [replica, { endsMs }] of ofStation) if (endsMs <= this.#nowMs()) ofStation.delete(replica);
    return new Set([...ofStation.values()].flatMap(({ topics }) => topics));
  }
}

type OpenMirrorOptions = Pick<HubDeps, 'budgets' | 'connection' | 'news' | 'clock' | 'nowMs'>;

/** Mirror of the topics of all stations at the broker. Stations are told what the clients of all replicas read. */
export function openMirror({ budgets, clock, connection, news, nowMs }: OpenMirrorOptions): TopicMirror {
  const wants = new WantMerger(nowMs);
  news.on('want', (want, replica) => wants.take(want, replica));
  const mirror = new TopicMirror({
    nowMs,
    sendWant: (sid, want, missing) => {
      news.tell('want', { sid, topics: want.topics, ttlS: want.ttlS });
      const others = wants.others(sid);
      // If there are too many, those of this replica come first.
      const all = [...new Set([...want.topics, ...others])].slice(0, LIMITS.wantedTopics);
      const publish = (topics: string[]) =>
        connection.publish(SUBJECTS.want(sid), messageBytes(Want, { ...want, topics }));
      // The station has sent these to all replicas already, and sends a state at once only for a new topic.
      if (missing.some((name) => others.has(name))) publish(all.filter((name) => !missing.includes(name)));
      publish(all);
    },
    after: (ms, callback) => clock.schedule(clock.nowUs() + ms * 1000, callback),
  });
  connection.subscribe(SUBJECTS.topic('*', '*'), {
    callback: (error, { data, headers, subject }) => {
      const sid = sidOfSubject(subject) ?? '';
      if (error !== null || !budgets.take(sid, { data })) return;
      const stationUs = Number(headers?.get(TOPIC_TIME_HEADER) || Number.NaN);
      const time = Number.isFinite(stationUs) ? stationUs : undefined;
      mirror.take(sid, subject.split('.').at(-1) ?? '', data, time);
    },
  });
  return mirror;
}
