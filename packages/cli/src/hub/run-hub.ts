import { existsSync } from 'node:fs';
import { engineCache } from '@kitestring/hub-app/engine/engine-cache.ts';
import { type Engine, findEngine } from '@kitestring/hub-app/engine/find-engine.ts';
import { type RunningHub, startHub } from '@kitestring/hub-app/hub.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { Bugs } from '@kitestring/station-app/bugs.ts';
import type { Context, ExitStatus, TerminalOutput } from '../context.ts';
import { containUncaught } from '../serve/contain-uncaught.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { paint } from '../terminal-text.ts';
import { VERSION } from '../version.ts';

/** Runs the hub until a stop is requested. @throws HubFault, StoreFault, TlsFault, ListenFault when it cannot start */
export async function runHub(settings: HubSettingValues, context: Context): Promise<ExitStatus> {
  const { environment, err, out, stop } = context;
  const log = serviceLog(settings, context);
  const { data_dir: dataDir } = settings;
  const places = { setting: settings.engine, path: environment.PATH ?? '', cache: engineCache(environment) };
  const engine = settings['nats.servers'].length > 0 ? undefined : await findEngine(places);
  const hub: RunningHub = await startHub({ version: VERSION, settings, engine, log });
  using _net = containUncaught(new Bugs(log).report);
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

interface HubAnnouncement {
  readonly version: string;
  readonly url: string;
  readonly brokerUrl: string;
  readonly databaseText: string;
  /** Undefined where nats-servers run elsewhere. */
  readonly engine: Engine | undefined;
  readonly dataDir: string;
  /** Key of the first administrator, at the first start only. */
  readonly firstKey: string | undefined;
  readonly keyFile: string;
  /** Shown only to a person: a log is kept. */
  readonly isTerminal: boolean;
}

/** Text of `kitestring hub` when it is ready: addresses and first steps. */
function hubBanner(out: TerminalOutput, hub: HubAnnouncement): string {
  const { brokerUrl, dataDir, databaseText, engine, url, version } = hub;
  const rows: [string, string][] = [
    ['Page', `${url}/`],
    ['API', `${url}/fleet/v1`],
    ['Document', `${url}/openapi.json`],
    ['Broker', `${brokerUrl}${engineText(engine)}`],
    ['Database', databaseText],
    ['Data', dataDir],
    ...keyRows(out, hub),
  ];
  const lines = rows.map(([name, text]) => `  ${paint(out, 'dim', name.padEnd(9))}${text}`);
  const invite = `printf 'Authorization: Bearer %s' "$(cat ${quoted(hub.keyFile)})" | curl -sS${url.startsWith('https:') ? ' -k' : ''} -X POST -H @- ${url}/fleet/v1/enrolments`;
  return `\n${[
    `  ${paint(out, 'bold', `Kitestring hub ${version}`)}`,
    '',
    ...lines,
    '',
    `  ${paint(out, 'bold', 'Invite a station')}`,
    `  ${invite}`,
  ].join('\n')}\n\n`;
}

const engineText = (engine: Engine | undefined): string =>
  engine === undefined ? '' : `  nats-server ${engine.version} (${engine.foundIn}: ${engine.file})`;

function keyRows(out: TerminalOutput, { firstKey, isTerminal, keyFile }: HubAnnouncement): [string, string][] {
  if (firstKey !== undefined && isTerminal) {
    return [
      ['API key', paint(out, ['green', 'bold'], firstKey)],
      ['', `shown this once; also in ${keyFile} (only you can read it)`],
    ];
  }
  return [['API key', existsSync(keyFile) ? `in ${keyFile}` : 'as noted at the first start']];
}

const quoted = (text: string): string => (/^[\w./@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
