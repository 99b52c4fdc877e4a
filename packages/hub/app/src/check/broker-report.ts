import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { JetStreamApiError, type JetStreamManager, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { type NatsConnection, TimeoutError } from '@nats-io/transport-node';
import { connectHub, newReplicaName, withSystemAccount } from '../broker/broker.ts';
import { type ServerStorage, storageOfServers } from '../broker/broker-storage.ts';
import { streamReplicas } from '../broker/hub-broker.ts';
import { streamConfigs } from '../broker/make-streams.ts';
import { natsTls } from '../broker/nats-tls.ts';
import { STREAM_BYTES } from '../broker/storage-fault.ts';
import { keysFolder, openHubKeys } from '../identity/hub-keys.ts';

/** State of the configured nats-servers. */
interface BrokerReport {
  /** Version of the server that answered. */
  readonly version: string;
  /** Streams that differ from those of the hub, with the difference. */
  readonly streamFaults: readonly string[];
  readonly streams: number;
  /** Servers with less storage for streams than they reserve. */
  readonly storageFaults: readonly string[];
  readonly servers: number;
}

const COMPARED = ['subjects', 'storage', 'max_age', 'max_bytes', 'num_replicas', 'duplicate_window'] as const;
const WAIT_MS = 3000;
const ATTEMPTS = 3;
const GIB = 1024 ** 3;

/** Connects like the hub, without changing anything. @throws HubFault when no server accepts */
export async function brokerReport(settings: HubSettingValues): Promise<BrokerReport> {
  const keys = openHubKeys(keysFolder(settings), { mayMake: false });
  const broker = { servers: settings['nats.servers'], tls: natsTls(settings) };
  const options = { broker, keys, nowMs: () => Date.now() };
  const connection = await connectHub({ ...options, name: newReplicaName() });
  try {
    const configs = streamConfigs(streamReplicas(settings));
    const faults = await Promise.all(configs.map((config) => streamFault(connection, config)));
    const storage = await withSystemAccount(options, (system) => storageOfServers(system, broker.servers.length));
    return {
      version: connection.info?.version ?? '',
      streamFaults: faults.filter((fault) => fault !== undefined),
      streams: configs.length,
      storageFaults: storage.filter(({ diskMax }) => diskMax < STREAM_BYTES).map(storageText),
      servers: storage.length,
    };
  } finally {
    await connection.close();
  }
}

async function streamFault(connection: NatsConnection, wanted: StreamConfig): Promise<string | undefined> {
  try {
    const manager = await openManager(connection);
    const { config } = await manager.streams.info(wanted.name);
    const differing = COMPARED.filter(
      (name) => JSON.stringify(config[name]) !== JSON.stringify(wanted[name] ?? config[name]),
    );
    return differing.length === 0 ? undefined : `${wanted.name} has another ${differing.join(', ')}`;
  } catch (fault) {
    if (!(fault instanceof JetStreamApiError)) throw fault;
    return `${wanted.name}: ${fault.message}`;
  }
}

const storageText = ({ diskMax, name }: ServerStorage): string =>
  `${name} has ${(diskMax / GIB).toFixed(1)} GiB for streams, which reserve ${STREAM_BYTES / GIB} GiB`;

/** Nodes that have just started do not answer until they have a leader. */
async function openManager(connection: NatsConnection): Promise<JetStreamManager> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await jetstreamManager(connection, { timeout: WAIT_MS });
    } catch (fault) {
      if (!(fault instanceof TimeoutError)) throw fault;
      if (attempt === ATTEMPTS)
        throw new Error('JetStream does not answer: the nats-servers have no leader', { cause: fault });
    }
  }
}
