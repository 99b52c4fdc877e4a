import path from 'node:path';
import { engineCache } from '@kitestring/hub/engine/engine-cache.ts';
import { findEngine } from '@kitestring/hub/engine/find-engine.ts';
import { type RunningHub, startHub } from '@kitestring/hub/hub.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { Context, ExitStatus } from '../context.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { hubBanner } from './hub-banner.ts';

interface HubSettings {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly brokerPort: number;
  readonly publicHost: string | undefined;
  readonly tls?: { readonly keyFile: string; readonly certFile: string };
  readonly engine: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly logFormat: 'auto' | 'json' | 'pretty';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/** Runs the hub until a stop is requested. @throws HubFault, StoreFault, TlsFault, ListenFault when it cannot start */
export async function runHub(settings: HubSettings, context: Context): Promise<ExitStatus> {
  const { environment, err, folder, out, stop } = context;
  const { brokerPort, databaseUrl, host, logFormat, logLevel, port, publicHost, tls } = settings;
  const logSettings = { 'log.format': logFormat, 'log.level': logLevel };
  const log = serviceLog(logSettings, out);
  const dataDir = path.resolve(folder, settings.dataDir);
  const engine = await findEngine({
    ...{ setting: settings.engine, path: environment.PATH ?? '', cache: engineCache(environment) },
  });
  const hub: RunningHub = await startHub({
    ...{ version: VERSION, dataDir, listen: { host, port }, brokerPort, publicHost, engine, databaseUrl, log },
    ...(tls !== undefined && { tls }),
  });
  // Nothing else may be written to the log in JSON.
  const bannerOut = isPretty(logSettings, out) ? out : err;
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
