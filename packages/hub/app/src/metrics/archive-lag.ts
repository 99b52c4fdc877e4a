import { ARCHIVE_CONSUMER, journalStream } from '@kitestring/hub-contract/streams.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { SHARD } from '../broker/make-streams.ts';

/** Messages that the broker has for the archive and the archive has not committed yet. */
export interface ArchiveLag {
  readonly messages: number;
  /** Age of the oldest of them, seconds; 0 if there are none. */
  readonly oldestS: number;
}

const TIMEOUT_MS = 1500;

/** Rejects when the broker is unavailable or has no streams yet. */
export async function archiveLag(connection: NatsConnection, nowMs: number): Promise<ArchiveLag> {
  const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS, checkAPI: false });
  const { name } = journalStream(SHARD);
  const info = await manager.consumers.info(name, ARCHIVE_CONSUMER.name);
  const messages = info.num_pending + info.num_ack_pending;
  if (messages === 0) return { messages, oldestS: 0 };
  // The next message that still exists: older ones may have expired.
  const oldest = await manager.direct.getMessage(name, {
    seq: info.ack_floor.stream_seq + 1,
    next_by_subj: SUBJECTS.journal(SHARD, '*'),
  });
  return { messages, oldestS: oldest === null ? 0 : Math.max(0, (nowMs - oldest.time.getTime()) / 1000) };
}
