import { defaultDataFolder } from '@kitestring/server/config/data-folder.ts';
import type { Output } from '../context.ts';
import { paint } from '../terminal-text.ts';

/** Where the API key is that a person at this machine can use now. */
export type KeyPlace =
  /** Made at this start: shown this once. */
  | { readonly kind: 'new'; readonly key: string; readonly file: string }
  /** Made at an earlier start, and still in its file. */
  | { readonly kind: 'file'; readonly file: string }
  /** Given by KITESTRING_API_KEY. */
  | { readonly kind: 'variable' }
  /** Known to whoever noted it down. */
  | { readonly kind: 'noted' };

export interface Announcement {
  readonly version: string;
  readonly apiVersion: string;
  /** `http://127.0.0.1:3128`. */
  readonly url: string;
  /** Further places that are listened at. */
  readonly otherUrls: readonly string[];
  readonly isSimulated: boolean;
  /** Whether the operator's page is served at `url`. */
  readonly hasConsole: boolean;
  /** Times real time. */
  readonly speed: number;
  readonly key: KeyPlace;
  /** Public key of HTTPS, `sha256//...`. */
  readonly pin: string;
  readonly dataDir: string;
}

const KITE = ['    ▲    ', '   ╱│╲   ', '  ╱─┼─╲  ', '   ╲│╱   ', '    │    ', '    ╰╮   ', '     ╰── '];

/** What `serve` says when it is ready: where everything is, and what to do first. */
export function bannerText(out: Output, announcement: Announcement): string {
  const { url, otherUrls, pin, dataDir } = announcement;
  const secure = url.replace(/^http:/, 'https:');
  const rows: [string, string][] = [
    ...consoleRows(out, announcement),
    ['API', `${url}/api  ${paint(out, 'dim', 'or')}  ${secure}/api`],
    ...otherUrls.map((other): [string, string] => ['', `${other}/api`]),
    ['Docs', `${url}/docs`],
    ['Health', `${url}/api/health`],
    ['Data', dataDir],
    ...keyRows(out, announcement.key),
    ['TLS pin', pin],
  ];
  const lines = rows.map(([name, text]) => `  ${paint(out, 'dim', name.padEnd(9))}${text}`);
  const tries = [
    '',
    `  ${paint(out, 'bold', 'Try it')}`,
    `  ${curlLine(announcement)}`,
    '',
    `  ${paint(out, 'bold', 'Fly it')}`,
    `  ${flyLine(announcement)}`,
  ];
  return `\n${[...heading(out, announcement), '', ...lines, ...tries].join('\n')}\n\n`;
}

function heading(out: Output, { version, apiVersion, isSimulated, speed }: Announcement): string[] {
  const notice = isSimulated
    ? [paint(out, ['black', 'bgYellow'], ' SIMULATED AIRCRAFT '), 'Nothing flies: this is for trying out and testing.']
    : [paint(out, ['white', 'bgRed'], ' REAL AIRCRAFT '), 'Commands move a real Kite.'];
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

function consoleRows(out: Output, { hasConsole, url }: Announcement): [string, string][] {
  return hasConsole ? [['Console', `${paint(out, 'bold', url)}  ${paint(out, 'dim', 'in a browser')}`]] : [];
}

function keyRows(out: Output, key: KeyPlace): [string, string][] {
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

/** One line for a shell that gets a token and reads the flight state with it. */
export function curlLine({ url, key }: Pick<Announcement, 'url' | 'key'>): string {
  const request = `curl -sS ${url}/api/v1/auth/token/request --data-urlencode "client_secret=${secretIn(key)}"`;
  const token = `$(${request} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  return `curl -sS ${url}/api/v1/flight/state -H "Authorization: Bearer ${token}"`;
}

function secretIn(key: KeyPlace): string {
  if (key.kind === 'new' || key.kind === 'file') return `$(cat ${shellQuoted(key.file)})`;
  return key.kind === 'variable' ? '$KITESTRING_API_KEY' : 'YOUR_API_KEY';
}

function flyLine({ url, key, dataDir }: Announcement): string {
  const variable = key.kind === 'noted' ? 'KITESTRING_API_KEY=YOUR_API_KEY ' : '';
  const hasKeyElsewhere = (key.kind === 'new' || key.kind === 'file') && dataDir !== defaultDataFolder();
  return `${variable}npx kitestring fly --url ${url}${hasKeyElsewhere ? ` --data-dir ${shellQuoted(dataDir)}` : ''}`;
}

const shellQuoted = (text: string): string =>
  /^[\w./@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
