import { existsSync } from 'node:fs';
import type { Engine } from '@kitestring/hub/engine/find-engine.ts';
import type { TerminalOutput } from '../context.ts';
import { paint } from '../terminal-text.ts';

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
export function hubBanner(out: TerminalOutput, hub: HubAnnouncement): string {
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
