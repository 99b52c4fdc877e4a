import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidOptionError } from '@kitestring/client/invalid-option-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { checkTrust, type NodePlatformOptions, nodePlatform, pinOf } from '@kitestring/client/node.ts';
import { stationUrlOf } from '@kitestring/client/station-url.ts';
import { firstKeyFile, ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { type Arguments, has, textOf } from './command.ts';
import { CommandFault, type Context, UsageFault } from './context.ts';
import { keyOnlyToStations } from './key-only-to-stations.ts';
import { settingsOf } from './settings-flags.ts';

interface StationAddress {
  readonly url: string;
  /** Whether the address is on this machine. */
  readonly isLocal: boolean;
}

/** The station named by the command line, the environment or the settings. @throws UsageFault, SettingsFault */
export function stationAddress(args: Arguments, context: Context): StationAddress {
  const { port, host, 'tls.mode': mode } = settingsOf(args, context).values;
  const named = textOf(args, 'url') ?? (context.environment.KITESTRING_URL || undefined);
  if (named === undefined && port === 0) throw new UsageFault('the configured port is 0 (any free port): give --url');
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const scheme = mode === 'https_only' ? 'https' : 'http';
  const address = named ?? `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  const url = parsedUrl(address);
  return {
    url: stationUrlOf(`${url.protocol}//${url.host}${url.pathname}`),
    isLocal: isLocal(url.hostname),
  };
}

/** The arguments of a command that takes the URL as a word, too. @throws UsageFault */
export function withUrlWord(args: Arguments, command: string): Arguments {
  const [word] = args.words;
  if (word === undefined) return args;
  if (has(args, 'url')) throw new UsageFault(`${command}: give the URL once, as a word or with --url`);
  return { ...args, flags: new Map(args.flags).set('url', [word]) };
}

/**
 * A client of that station with the available key, and a token with only the scopes it needs.
 * @throws UsageFault, SettingsFault, CommandFault
 */
export function connect(
  args: Arguments,
  context: Context,
  tokenName: string,
  scopes: readonly Scope[],
): { client: KitestringClient; url: string } {
  const address = stationAddress(args, context);
  const platform = keyOnlyToStations(nodePlatform(trustOf(address, args, context)));
  const key = keyFor(address, args, context);
  return { client: new KitestringClient({ url: address.url, key, tokenName, scopes, platform }), url: address.url };
}

/**
 * Trust over HTTPS; a station on this machine is trusted by the certificate in its data folder, unless the command line
 * says otherwise. @throws UsageFault where a flag is malformed, or would verify nothing
 */
export function trustOf({ isLocal, url }: StationAddress, args: Arguments, context: Context): NodePlatformOptions {
  const [pin, caFile] = [textOf(args, 'pin'), textOf(args, 'ca')];
  const said: NodePlatformOptions = {
    ...(pin !== undefined && { pin }),
    ...(caFile !== undefined && { ca: textFile('--ca', caFile) }),
    ...(has(args, 'insecure') && { insecure: true }),
  };
  try {
    checkTrust(said, url);
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    throw new UsageFault(
      error.message.replace(/^[^:]+/, (names) => names.replaceAll(/\w+/g, '--$&')),
      { cause: error },
    );
  }
  const own = Object.keys(said).length === 0 && isLocal ? ownPin(settingsOf(args, context).values) : undefined;
  return own !== undefined && url.startsWith('https:') ? { pin: own } : said;
}

/** The available key for a station. @throws UsageFault, SettingsFault, CommandFault */
export function keyFor({ isLocal, url }: StationAddress, args: Arguments, context: Context): string {
  const { values } = settingsOf(args, context);
  const given = textOf(args, 'key') ?? values.api_key;
  if (given !== undefined && given !== '') return given;
  const file = firstKeyFile(values.data_dir);
  if (!isLocal) throw new UsageFault(`an API key is needed for ${url}: set KITESTRING_API_KEY, or give --key`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const message = `an API key is needed: set KITESTRING_API_KEY, or give --key (there is no first key in ${file})`;
    throw new CommandFault(message, { cause });
  }
}

/** Public key of the station with this data folder; undefined if there is none, or it cannot be read. */
function ownPin({
  data_dir: folder,
  'tls.cert_file': file = ownCertificateFile(folder),
}: SettingValues): string | undefined {
  try {
    return pinOf(new X509Certificate(readFileSync(file)));
  } catch {
    return undefined;
  }
}

/** The text of a file that a flag names. @throws UsageFault */
export function textFile(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageFault(`${flag}: cannot read ${file}`, { cause });
  }
}

function parsedUrl(text: string): URL {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UsageFault(`--url: got "${text}", allowed: an address such as http://127.0.0.1:3128`);
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
