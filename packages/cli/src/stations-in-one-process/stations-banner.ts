import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { TerminalOutput } from '../context.ts';
import { paint, table } from '../terminal-text.ts';
import type { StartedStation } from './start-stations.ts';

/** Maximum number of lines; the list file has all stations. */
const SHOWN_MAX = 24;

interface StationsAnnouncement {
  readonly version: string;
  readonly stations: readonly StartedStation[];
  /** Whether KITESTRING_API_KEY is the key of all stations. */
  readonly hasOneKey: boolean;
  readonly listFile: string;
  /** Times real time. */
  readonly speed: number;
  readonly startedS: number;
}

/** Text of `serve --fleet` when all stations are listening: their addresses. */
export function stationsBanner(out: TerminalOutput, announcement: StationsAnnouncement): string {
  const { hasOneKey, listFile, speed, startedS, stations, version } = announcement;
  const left = stations.length - SHOWN_MAX;
  const shown = left > 0 ? [...stations.slice(0, SHOWN_MAX - 1), ...stations.slice(-1)] : stations;
  const rows = shown.map((station) => row(station, hasOneKey));
  const [heading = '', ...lines] = table([['name', 'API', 'seed', hasOneKey ? '' : 'API key in'], ...rows]);
  if (left > 0) lines.splice(-1, 0, paint(out, 'dim', `... ${left} more ...`));
  const pace = speed === 1 ? 'in real time' : `${speed} times as fast as real time`;
  const texts = [
    `${paint(out, 'bold', `Kitestring ${version}`)}  ${paint(out, ['black', 'bgYellow'], ' SIMULATED AIRCRAFT ')}`,
    `${stations.length} stations ${pace}, started in ${startedS.toFixed(1)} s. Nothing flies: this is for load tests.`,
    '',
    paint(out, 'dim', heading.trimEnd()),
    ...lines.map((line) => line.trimEnd()),
    '',
    `List as JSON: ${listFile}`,
    hasOneKey
      ? 'API key of all: from KITESTRING_API_KEY'
      : 'One API key for all: set KITESTRING_API_KEY before the first start.',
  ];
  return `\n${texts.map((text) => (text === '' ? '' : `  ${text}`)).join('\n')}\n\n`;
}

function row({ member, running }: StartedStation, hasOneKey: boolean): readonly string[] {
  const { name, values } = member;
  return [name, `${running.url}/api`, String(values['sim.seed']), hasOneKey ? '' : firstKeyFile(values.data_dir)];
}
