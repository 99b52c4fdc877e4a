import { inboxPrefix } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubDeps } from '../hub-deps.ts';
import type { HubKeys } from '../identity/hub-keys.ts';
import { ReplicaNews } from '../replicas/replica-news.ts';
import { type BrokerAddress, connectHub, newReplicaName } from './broker.ts';
import { BrokerLink } from './broker-link.ts';

interface BrokerConnectionDeps extends Pick<HubDeps, 'nowMs' | 'log'> {
  readonly keys: HubKeys;
  readonly broker: BrokerAddress;
}

/** This replica at the broker. */
interface BrokerConnection {
  readonly connection: NatsConnection;
  readonly link: BrokerLink;
  readonly news: ReplicaNews;
  /** Prefix of the inboxes of this replica. */
  readonly inboxes: string;
}

/** @throws HubFault */
export async function openBrokerConnection(
  { broker, keys, log, nowMs }: BrokerConnectionDeps,
  cleanup: AsyncDisposableStack,
): Promise<BrokerConnection> {
  const name = newReplicaName();
  const connection = await connectHub({ broker, keys, nowMs, name });
  cleanup.defer(() => connection.close());
  const link = new BrokerLink(connection, log);
  cleanup.defer(() => link.stop());
  return { connection, link, news: new ReplicaNews(connection, name, log), inboxes: inboxPrefix(name) };
}
