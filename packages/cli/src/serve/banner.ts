import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { defaultDataFolder } from '@kitestring/settings/data-folder.ts';
import { type ApiVersion, hasConsole, hasHttps, versionPrefix } from '@kitestring/station-contract/versions.ts';
import type { TerminalOutput } from '../context.ts';
import { paint } from '../terminal-text.ts';
import type { KeyPlace } from './key-place.ts';

export interface Announcement {
  readonly version: string;
  readonly apiVersion: ApiVersion;
  /** `http://127.0.0.1:3128`. */
  readonly url: string;
  /** Additional listening addresses. */
  readonly otherUrls: readonly string[];
  /** Protocols of the ports; URLs are printed with the first. */
  readonly schemes: readonly ['http' | 'https', ('http' | 'https')?];
  /** Origin of what is served. */
  readonly aircraft: 'simulated' | 'real' | 'recorded';
  /** The autopilot and the link to it, where `aircraft` is real. */
  readonly autopilot?: string;
  /** Where `aircraft` is recorded. */
  readonly recording?: AnnouncedRecording;
  /** Whether the operator's page is served at `url`. */
  readonly hasConsole: boolean;
  /** Speed, times real time. */
  readonly speed: number;
  readonly key: KeyPlace;
  /** Public key of HTTPS, `sha256//...`. */
  readonly pin: string;
  readonly dataDir: string;
  /** Why nothing is stored there; absent while all is. */
  readonly storeTrouble?: string | undefined;
}

interface AnnouncedRecording {
  readonly file: string;
  readonly stationName: string;
  readonly fromUs: number;
  readonly toUs: number;
}

const KITE = ['    ▲    ', '   ╱│╲   ', '  ╱─┼─╲  ', '   ╲│╱   ', '    │    ', '    ╰╮   ', '     ╰── '];

/** Text of `serve` when it is ready: addresses and first steps. */
export function bannerText(out: TerminalOutput, announcement: Announcement): string {
  const { otherUrls, pin, dataDir, schemes } = announcement;
  const [url = '', ...others] = [announcement.url, ...otherUrls].map((one) => withScheme(one, schemes[0]));
  const otherwise = schemes[1] === undefined ? '' : `  ${paint(out, 'dim', 'or')}  ${withScheme(url, schemes[1])}/api`;
  const rows: [string, string][] = [
    ...recordingRows(announcement),
    ...(announcement.autopilot === undefined ? [] : [['Aircraft', announcement.autopilot] as [string, string]]),
    ...consoleRows(out, announcement, url),
    ['API', `${url}/api${otherwise}`],
    ...others.map((other): [string, string] => ['', `${other}/api`]),
    ['Docs', `${url}/docs`],
    ['Health', `${url}/api${announcement.apiVersion === '0.5.0' ? '/v0' : ''}/health`],
    ['Data', dataDir],
    ...storeRows(out, announcement),
    ...keyRows(out, announcement.key),
    ...(hasHttps(announcement.apiVersion) ? [['TLS pin', pin] as [string, string]] : []),
  ];
  const lines = rows.map(([name, text]) => `  ${paint(out, 'dim', name.padEnd(9))}${text}`);
  const tries = [
    '',
    `  ${paint(out, 'bold', 'Try it')}`,
    `  ${curlLine({ ...announcement, url })}`,
    // The commands speak 1.0.0 and newer.
    ...(hasConsole(announcement.apiVersion) ? ['', ...commandLines(out, { ...announcement, url })] : []),
  ];
  return `\n${[...heading(out, announcement), '', ...lines, ...tries].join('\n')}\n\n`;
}

const withScheme = (url: string, scheme: string): string => url.replace(/^https?:/, `${scheme}:`);

function noticeOf(out: TerminalOutput, aircraft: Announcement['aircraft']): readonly string[] {
  switch (aircraft) {
    case 'simulated':
      return [
        paint(out, ['black', 'bgYellow'], ' SIMULATED AIRCRAFT '),
        'Nothing flies: this is for trying out and testing.',
      ];
    case 'real':
      return [paint(out, ['white', 'bgRed'], ' REAL AIRCRAFT '), 'Commands move a real Kite.'];
    case 'recorded':
      return [
        paint(out, ['black', 'bgYellow'], ' REPLAY '),
        'Nothing flies: a recording is played. Commands are refused.',
      ];
  }
}

function recordingRows({ recording }: Announcement): [string, string][] {
  if (recording === undefined) return [];
  const { file, fromUs, stationName, toUs } = recording;
  return [
    ['File', `${file}, of ${stationName}`],
    ['', `${formatTimestamp(fromUs)} to ${formatTimestamp(toUs)}`],
  ];
}

function heading(out: TerminalOutput, { version, apiVersion, aircraft, speed }: Announcement): string[] {
  const notice = noticeOf(out, aircraft);
  const pace = speed === 1 ? '' : `Time runs ${speed} times as fast.`;
  const texts = [
    '',
    paint(out, 'bold', `Kitestring ${version}`),
    `Ground Station, local API ${apiVersion}`,
    '',
    ...notice,
    pace,
  ];
  return KITE.map((part, index) => `${paint(out, 'cyan', part)}  ${texts[index] ?? ''}`.trimEnd());
}

function consoleRows(
  out: TerminalOutput,
  { apiVersion, hasConsole: isOn }: Announcement,
  url: string,
): [string, string][] {
  if (isOn && !hasConsole(apiVersion)) return [['Console', paint(out, 'dim', `none with API ${apiVersion}`)]];
  return isOn ? [['Console', `${paint(out, 'bold', url)}  ${paint(out, 'dim', 'in a browser')}`]] : [];
}

const storeRows = (out: TerminalOutput, { storeTrouble }: Announcement): [string, string][] =>
  storeTrouble === undefined
    ? []
    : [['', `${paint(out, ['white', 'bgRed'], ' NOT WRITABLE ')} ${storeTrouble}: make it writable first`]];

function keyRows(out: TerminalOutput, key: KeyPlace): [string, string][] {
  switch (key.kind) {
    case 'new':
      return [
        ['API key', `${paint(out, ['green', 'bold'], key.key)}`],
        ['', `shown this once; also in ${key.file} (only you can read it)`],
      ];
    case 'file':
      return [['API key', `in ${key.file}`]];
    case 'variable':
      return [['API key', 'from KITESTRING_API_KEY']];
    case 'noted':
      return [['API key', 'as noted at the first start; kitestring plugin list shows who has one']];
  }
}

/**
 * One shell line that gets a token and reads the flight state. Key and token are passed through pipes only: the
 * arguments of a command are visible to every user of the machine.
 */
export function curlLine({
  apiVersion,
  url,
  key,
  pin,
}: Pick<Announcement, 'apiVersion' | 'url' | 'key' | 'pin'>): string {
  const base = `${url}/api${versionPrefix(apiVersion)}`;
  const curl = url.startsWith('https:') ? `curl -sS -k --pinnedpubkey ${shellQuoted(pin)}` : 'curl -sS';
  const token = `${secret(key)} | ${curl} ${base}/auth/token/request --data-urlencode client_secret@-`;
  const header = `sed 's/.*"access_token":"\\([^"]*\\)".*/Authorization: Bearer \\1/'`;
  return `${token} | ${header} | ${curl} ${base}/flight/state -H @-`;
}

/** A shell command that writes the key without a line break. */
function secret(key: KeyPlace): string {
  if (key.kind === 'new' || key.kind === 'file') return `tr -d '\\n' < ${shellQuoted(key.file)}`;
  return `printf %s ${key.kind === 'variable' ? '"$KITESTRING_API_KEY"' : 'YOUR_API_KEY'}`;
}

/** A command that shows what it does: a recording cannot be flown. */
function commandLines(out: TerminalOutput, announcement: Announcement): readonly string[] {
  const [title, command] =
    announcement.aircraft === 'recorded' ? (['Watch it', 'watch'] as const) : (['Fly it', 'fly'] as const);
  return [`  ${paint(out, 'bold', title)}`, `  ${commandLine(command, announcement)}`];
}

function commandLine(command: 'fly' | 'watch', { url, key, dataDir, pin }: Announcement): string {
  const variable = key.kind === 'noted' ? 'KITESTRING_API_KEY=YOUR_API_KEY ' : '';
  const hasKeyElsewhere = (key.kind === 'new' || key.kind === 'file') && dataDir !== defaultDataFolder();
  const trust = url.startsWith('https:') ? ` --pin ${shellQuoted(pin)}` : '';
  return `${variable}npx kitestring ${command} --url ${url}${trust}${hasKeyElsewhere ? ` --data-dir ${shellQuoted(dataDir)}` : ''}`;
}

const shellQuoted = (text: string): string =>
  /^[\w./@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
