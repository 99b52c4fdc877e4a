import { engineCache } from '@kitestring/hub-app/engine/engine-cache.ts';
import { findEngine } from '@kitestring/hub-app/engine/find-engine.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Context } from '../context.ts';
import { type Finding, fail, fine } from '../doctor/finding.ts';

const ENGINE = 'nats-server';
const STREAMS = 'Broker';

/** Checks that there is a nats-server to start. */
export async function checkEngine({ engine }: HubSettingValues, environment: Context['environment']): Promise<Finding> {
  try {
    const places = { setting: engine, path: environment.PATH ?? '', cache: engineCache(environment) };
    const { file, foundIn, version } = await findEngine(places);
    return fine(ENGINE, `${version} (${foundIn}: ${file})`);
  } catch (fault) {
    return fail(ENGINE, (fault as Error).message, 'kitestring hub engine install, or --engine FILE.');
  }
}

/** Checks the nats-servers that run elsewhere: they take this hub, and have its streams and the room for them. */
export async function checkBroker(values: HubSettingValues): Promise<Finding> {
  const { brokerReport } = await import('@kitestring/hub-app/check/broker-report.ts');
  try {
    const { servers, storageFaults, streamFaults, streams, version } = await brokerReport(values);
    const found = `nats-server ${version}, ${servers} of ${values['nats.servers'].length} servers answer`;
    if (storageFaults.length > 0) {
      const todo =
        'Set jetstream.max_file_store on each: without it nats-server takes 75 % of the disk that was free at its start. "kitestring hub engine config" writes it.';
      return fail(STREAMS, `${found}; ${storageFaults.join('; ')}`, todo);
    }
    if (streamFaults.length === 0) return fine(STREAMS, `${found}, ${streams} streams as planned`);
    return fail(
      STREAMS,
      `${found}; ${streamFaults.join('; ')}`,
      'Start the hub: it makes its streams and corrects them.',
    );
  } catch (fault) {
    return fail(
      STREAMS,
      (fault as Error).message,
      'Check nats.servers, their TLS (nats.ca_file, nats.cert_file, nats.tls_first), keys_dir and the clock.',
    );
  }
}
