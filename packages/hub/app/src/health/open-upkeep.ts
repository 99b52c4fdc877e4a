import { Retention } from '../archive/retention.ts';
import type { HubBroker } from '../broker/hub-broker.ts';
import type { Fleet } from '../fleet.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubKeys } from '../identity/hub-keys.ts';
import { OtlpExporter } from '../telemetry/otlp-exporter.ts';
import { Traces } from '../telemetry/traces.ts';
import type { HubReadiness } from './hub-readiness.ts';
import { openReadiness } from './open-readiness.ts';
import { openStorageWatch } from './open-storage-watch.ts';
import type { StorageWatch } from './storage-watch.ts';

interface UpkeepDeps extends Pick<HubDeps, 'database' | 'settings' | 'clock' | 'nowMs' | 'log'> {
  readonly broker: HubBroker;
  readonly fleet: Fleet;
  readonly hubKeys: HubKeys;
  readonly version: string;
}

export interface Upkeep {
  readonly readiness: HubReadiness;
  readonly storage: StorageWatch;
  readonly traces: Traces;
}

/** Starts the upkeep of a hub: removal of old data, traces, readiness and the check of free storage. */
export async function openUpkeep(deps: UpkeepDeps, cleanup: AsyncDisposableStack): Promise<Upkeep> {
  const { broker, clock, database, fleet, hubKeys, log, nowMs, settings, version } = deps;
  const { connection, fleetArchive, link } = fleet;
  const removeUploads = (now: number) => fleet.files.uploadRetention.remove(now);
  const retention = new Retention({ database, settings, removeUploads, clock, nowMs, log });
  cleanup.defer(() => retention.stop());
  void retention.remove();
  const url = settings['telemetry.otlp_url'];
  const exporter = url === undefined ? undefined : new OtlpExporter({ url, version, clock, log });
  cleanup.defer(() => exporter?.stop());
  const isConnected = () => link.isConnected;
  const readiness = await openReadiness({
    broker,
    connection,
    database,
    fleetArchive,
    isConnected,
    clock,
    nowMs,
    log,
  });
  cleanup.defer(() => readiness.stop());
  const storage = await openStorageWatch({
    broker: broker.address,
    keys: hubKeys,
    settings,
    clock,
    nowMs,
    log,
  });
  cleanup.defer(() => storage.stop());
  return { readiness, storage, traces: new Traces(exporter) };
}
