import type { FleetArchive } from '../archive/fleet-archive.ts';
import type { HubBroker } from '../broker/hub-broker.ts';
import type { HubDeps } from '../hub-deps.ts';
import { HubReadiness } from './hub-readiness.ts';

interface OpenReadinessOptions extends Pick<HubDeps, 'database' | 'clock' | 'nowMs' | 'log'> {
  readonly isConnected: () => boolean;
  readonly broker: Pick<HubBroker, 'fault'>;
  readonly fleetArchive: Pick<FleetArchive, 'fault'>;
}

const BROKER_AWAY =
  'nats-server is away: stations cannot be heard and commands are refused; the hub connects again by itself';

/** Follows broker, database and archive of a hub. */
export const openReadiness = (options: OpenReadinessOptions): Promise<HubReadiness> => {
  const { broker, database, fleetArchive, isConnected } = options;
  return HubReadiness.open({
    ...options,
    probes: {
      broker: () => (isConnected() ? undefined : (broker.fault ?? BROKER_AWAY)),
      database: () => database.query('SELECT 1').then(() => undefined),
      archive: () => fleetArchive.fault,
    },
  });
};
