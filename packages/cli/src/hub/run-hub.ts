import { engineCache } from '@kitestring/hub/engine/engine-cache.ts';
import { findEngine } from '@kitestring/hub/engine/find-engine.ts';
import { type RunningHub, startHub } from '@kitestring/hub/hub.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Context, ExitStatus } from '../context.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { hubBanner } from './hub-banner.ts';

/** Runs the hub until a stop is requested. @throws HubFault, StoreFault, TlsFault, ListenFault when it cannot start */
export async function runHub(settings: HubSettingValues, context: Context): Promise<ExitStatus> {
  const { environment, err, out, stop } = context;
  const log = serviceLog(settings, out);
  const { data_dir: dataDir } = settings;
  const places = { setting: settings.engine, path: environment.PATH ?? '', cache: engineCache(environment) };
  const engine = settings['nats.servers'].length > 0 ? undefined : await findEngine(places);
  const hub: RunningHub = await startHub({ version: VERSION, settings, engine, log });
  // Nothing else may be written to the log in JSON.
  const bannerOut = isPretty(settings, out) ? out : err;
  bannerOut.write(
    hubBanner(bannerOut, {
      ...hub,
      version: VERSION,
      dataDir,
      engine,
      keyFile: firstKeyFile(dataDir),
      isTerminal: out.isTerminal,
    }),
  );
  log.info({ url: hub.url, broker: hub.brokerUrl, dataDir }, 'listening');
  await stopped(stop);
  log.info({}, 'stopping');
  await hub.stop();
  log.info({}, 'stopped');
  return 0;
}
