import {
  ARCHIVE_CONSUMER,
  BEATS,
  EVENTS,
  type JetStreamPlan,
  journalStream,
  TOPICS,
} from '@kitestring/hub-contract/streams.ts';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';

const NS_PER_S = 1e9;
/** The only shard: it carries up to 2,000 stations. */
export const SHARD = 0;

/**
 * Creates or updates the streams of the hub. Safe to repeat: a broker that lost its store gets them again.
 * @param replicas number of copies of each stream
 */
export async function makeStreams(manager: JetStreamManager, replicas: number): Promise<void> {
  const journal = journalStream(SHARD);
  for (const config of streamConfigs(replicas)) await makeStream(manager, config);
  await manager.consumers.add(journal.name, {
    durable_name: ARCHIVE_CONSUMER.name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ARCHIVE_CONSUMER.ackWaitS * NS_PER_S,
    max_ack_pending: ARCHIVE_CONSUMER.maxPending,
    deliver_policy: DeliverPolicy.All,
  });
}

/** Configurations of the streams. @param replicas number of copies of each */
export const streamConfigs = (replicas: number): readonly StreamConfig[] =>
  [journalStream(SHARD), BEATS, TOPICS, EVENTS].map((plan) => streamConfig(plan, replicas));

async function makeStream(manager: JetStreamManager, config: StreamConfig): Promise<void> {
  try {
    await manager.streams.info(config.name);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    await manager.streams.add(config);
    return;
  }
  await manager.streams.update(config.name, config);
}

function streamConfig(plan: JetStreamPlan, replicas: number): StreamConfig {
  const { dedupeS, denyRemoval, maxAgeS, maxBytes, maxMessageBytes, maxPerSubject, name, storage, subjects } = plan;
  return {
    name,
    subjects: [...subjects],
    storage: storage === 'file' ? StorageType.File : StorageType.Memory,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    num_replicas: replicas,
    max_age: maxAgeS * NS_PER_S,
    allow_direct: true,
    ...(maxBytes !== undefined && { max_bytes: maxBytes }),
    ...(maxMessageBytes !== undefined && { max_msg_size: maxMessageBytes }),
    ...(maxPerSubject !== undefined && { max_msgs_per_subject: maxPerSubject }),
    ...(dedupeS !== undefined && { duplicate_window: dedupeS * NS_PER_S }),
    ...(denyRemoval === true && { deny_delete: true, deny_purge: true }),
  } as StreamConfig;
}
