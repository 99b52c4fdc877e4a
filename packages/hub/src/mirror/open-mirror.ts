import { messageBytes } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hubcontract/subjects.ts';
import { TOPIC_TIME_HEADER, Want } from '@kitestring/hubcontract/want.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ReplicaNews } from '../replicas/replica-news.ts';
import { WantMerger } from '../replicas/want-merger.ts';
import { TopicMirror } from './topic-mirror.ts';

interface OpenMirrorOptions {
  readonly connection: NatsConnection;
  readonly news: ReplicaNews;
  readonly clock: Clock;
  readonly nowMs: () => number;
}

/** The mirror of the topics of all stations at the broker: stations are told what the clients of all replicas read. */
export function openMirror({ clock, connection, news, nowMs }: OpenMirrorOptions): TopicMirror {
  const wants = new WantMerger(nowMs);
  news.on('want', (want, replica) => wants.take(want, replica));
  const mirror = new TopicMirror({
    nowMs,
    sendWant: (sid, want) => {
      news.tell('want', { sid, topics: want.topics, ttlS: want.ttlS });
      connection.publish(SUBJECTS.want(sid), messageBytes(Want, wants.merged(sid, want)));
    },
    after: (ms, callback) => clock.schedule(clock.nowUs() + ms * 1000, callback),
  });
  connection.subscribe(SUBJECTS.topic('*', '*'), {
    callback: (error, { data, headers, subject }) => {
      if (error !== null) return;
      const stationUs = Number(headers?.get(TOPIC_TIME_HEADER) || Number.NaN);
      const time = Number.isFinite(stationUs) ? stationUs : undefined;
      mirror.take(sidOfSubject(subject) ?? '', subject.split('.').at(-1) ?? '', data, time);
    },
  });
  return mirror;
}
