import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FleetArchive } from '../archive/fleet-archive.ts';
import type { HubBroker } from '../broker/hub-broker.ts';
import type { HubDeps } from '../hub-deps.ts';
import { HubReadiness } from './hub-readiness.ts';

interface OpenReadinessOptions extends Pick<HubDeps, 'connection' | 'database' | 'clock' | 'nowMs' | 'log'> {
  readonly isConnected: () => boolean;
  readonly broker: Pick<HubBroker, 'fault'>;
  readonly fleetArchive: Pick<FleetArchive, 'fault'>;
}

const BROKER_AWAY =
  'nats-server is away: stations cannot be heard and commands are refused; the hub connects again by itself';

const STREAMS_AWAY =
  'nats-server does not answer for its streams: in a cluster most of the nodes must run. Sign-in, live states and commands go on, records wait at the stations';
/** Less than the interval between two probes. */
const STREAMS_WAIT_MS = 2000;

/** A node that has lost the others still forwards messages, but its streams have no leader. */
const streamsFault = (connection: NatsConnection): Promise<string | undefined> =>
  jetstreamManager(connection, { timeout: STREAMS_WAIT_MS, checkAPI: false })
    .then((manager) => manager.getAccountInfo())
    .then(
      () => undefined,
      () => STREAMS_AWAY,
    );

/** Monitors broker, streams, database and archive of a hub. */
export const openReadiness = (options: OpenReadinessOptions): Promise<HubReadiness> => {
  const { broker, connection, database, fleetArchive, isConnected } = options;
  return HubReadiness.open({
    ...options,
    probes: {
      broker: () => (isConnected() ? undefined : (broker.fault ?? BROKER_AWAY)),
      streams: () => (isConnected() ? streamsFault(connection) : (broker.fault ?? BROKER_AWAY)),
      database: () => database.query('SELECT 1').then(() => undefined),
      archive: () => fleetArchive.fault,
    },
  });
};
