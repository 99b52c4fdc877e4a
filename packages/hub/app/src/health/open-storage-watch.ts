import { type BrokerAddress, withSystemAccount } from '../broker/broker.ts';
import { leastSpace, storageOfServers } from '../broker/broker-storage.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubKeys } from '../identity/hub-keys.ts';
import { StorageWatch } from './storage-watch.ts';

interface OpenStorageWatchOptions extends Pick<HubDeps, 'settings' | 'clock' | 'nowMs' | 'log'> {
  readonly keys: HubKeys;
  readonly broker: BrokerAddress;
}

/** Monitors the storage of a hub and its nats-servers. */
export const openStorageWatch = ({ settings, ...deps }: OpenStorageWatchOptions): Promise<StorageWatch> =>
  StorageWatch.open({
    ...deps,
    dataDir: settings.data_dir,
    lowBytes: settings['storage.low_mib'] * 1024 ** 2,
    lowBrokerShare: settings['storage.low_broker_percent'] / 100,
    brokerSpace: () =>
      withSystemAccount(deps, async (connection) =>
        leastSpace(await storageOfServers(connection, deps.broker.servers.length)),
      ),
  });
