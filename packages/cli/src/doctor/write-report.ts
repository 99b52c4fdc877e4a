import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { maskedLine } from '@kitestring/base/masked-json.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { printSettings } from '@kitestring/settings/print-settings.ts';
import { SETTING_LIST, type SettingValues } from '@kitestring/settings/settings.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { NotificationRecord } from '@kitestring/station-core/ports';
import { type Arguments, textOf } from '../command.ts';
import { CommandFault, type Context } from '../context.ts';
import { hasStation, withStore } from '../data-store.ts';
import { settingsOf } from '../settings-flags.ts';
import { VERSION } from '../version.ts';
import type { Finding } from './finding.ts';

/** The end of the log that is read, bytes, and that is in the report, lines of so many characters. */
const LOG_END = { bytes: 1 << 18, lines: 200, characters: 2000 };
const NOTIFICATIONS_MAX = 50;
/** Files of a data folder that are looked at: years of flights and recordings. */
const FILES_MAX = 20_000;
/** A shorter one would be found in words of the report. */
const SECRET_LENGTH_MIN = 4;
/** The one in an address; it may contain any character. */
const PASSWORD = /^[a-z]+:\/\/[^:/@]*:(.+)@/i;

/** Writes the report for a bug, which only its owner can read. An existing file is not replaced. @throws CommandFault */
export async function writeReport(
  file: string,
  findings: readonly Finding[],
  args: Arguments,
  context: Context,
): Promise<void> {
  const loaded = settingsOf(args, context);
  const { values } = loaded;
  const secrets = knownSecrets(values);
  const masked = (lines: readonly string[]): string[] => lines.map((line) => maskedLine(line, secrets));
  const sections = {
    Versions: versions(),
    Findings: masked(findings.map(findingLine)),
    Settings: withoutSecrets(printSettings(loaded), secrets).trimEnd().split('\n'),
    'Data folder': sizes(values.data_dir),
    'Last notifications': masked(await notifications(args, context)),
    'End of the log': masked(logEnd(textOf(args, 'log'), context)),
  };
  const text = Object.entries(sections).map(([title, lines]) => {
    const shown = lines.map((line) => `    ${line.slice(0, LOG_END.characters)}`);
    return `## ${title}\n\n${shown.join('\n')}\n`;
  });
  const place = path.resolve(context.folder, file);
  try {
    writeFileSync(place, `# Report of kitestring doctor\n\n${text.join('\n')}`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new CommandFault(`--report: cannot write ${oneLine(file)}: ${(cause as Error).message}`, { cause });
  }
  context.err.write(`Report: ${place}. Secrets and addresses are masked; read it before you send it.\n`);
}

const findingLine = ({ check, found, status, todo }: Finding): string =>
  [status, check, found, todo].filter((part) => part !== undefined).join(' - ');

/** For settings, which hide their secrets by themselves, if a secret stands in another one by mistake. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);

function versions(): string[] {
  const { node, openssl, sqlite, v8 } = process.versions;
  const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    `kitestring ${VERSION}`,
    `Node ${node}, V8 ${v8}, OpenSSL ${openssl}, SQLite ${sqlite}`,
    `${os.type()} ${os.release()}, ${process.platform} ${process.arch}`,
    `${os.availableParallelism()} of ${os.cpus().length} processors (${os.cpus()[0]?.model.trim() ?? 'unknown'})`,
    `memory ${mib(os.totalmem())}, free ${mib(os.freemem())}; up for ${Math.round(os.uptime() / 3600)} h`,
  ];
}

/** Values of secret settings, the key that a first start has stored, and the parts of masked values that are not shown. */
function knownSecrets(values: SettingValues): string[] {
  const settings = SETTING_LIST.flatMap(({ masked, name, secret }) => {
    const value: unknown = values[name];
    if (value === undefined || (secret !== true && masked === undefined)) return [];
    return [String(value), PASSWORD.exec(String(value))?.[1] ?? ''];
  });
  const secrets = [...settings, firstKey(values.data_dir)].filter(({ length }) => length >= SECRET_LENGTH_MIN);
  // One may begin as another does.
  return secrets.sort((a, b) => b.length - a.length);
}

function firstKey(folder: string): string {
  try {
    return readFileSync(firstKeyFile(folder), 'utf8').trim();
  } catch {
    return '';
  }
}

/** Number and size of the files below each member of the data folder. */
function sizes(folder: string): string[] {
  try {
    const totals = new Map<string, { files: number; bytes: number }>();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).slice(0, FILES_MAX)) {
      const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
      if (stats?.isFile() !== true) continue;
      const [member = name] = name.split(path.sep, 1);
      const { bytes, files } = totals.get(member) ?? { bytes: 0, files: 0 };
      totals.set(member, { bytes: bytes + stats.size, files: files + 1 });
    }
    return [...totals].map(([name, { bytes, files }]) => `${name}: ${files} files, ${bytes} bytes`);
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`];
  }
}

async function notifications(args: Arguments, context: Context): Promise<string[]> {
  if (!hasStation(settingsOf(args, context).values.data_dir)) return ['no station has been started here'];
  try {
    return await withStore(args, context, {}, ({ notifications: stored }) =>
      [...stored.endedBetween(0, Number.MAX_SAFE_INTEGER, NOTIFICATIONS_MAX), ...stored.active()].map(notificationLine),
    );
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`];
  }
}

function notificationLine({ beginUs, code, endUs, parameters }: NotificationRecord): string {
  const time = (us: number): string => new Date(us / 1000).toISOString();
  const end = endUs === undefined ? 'active' : time(endUs);
  return `${time(beginUs)} to ${end}: ${code} ${notificationName(code) ?? ''} ${JSON.stringify(parameters)}`;
}

/** @throws CommandFault */
function logEnd(file: string | undefined, { folder }: Context): string[] {
  if (file === undefined) return ['not given: --log FILE, with what serve has printed, or journalctl -u kitestring'];
  try {
    const descriptor = openSync(path.resolve(folder, file), 'r');
    try {
      const end = Buffer.alloc(LOG_END.bytes);
      const length = readSync(descriptor, end, 0, end.length, Math.max(0, fstatSync(descriptor).size - end.length));
      // The first line may have begun before, and its mask with it.
      const lines = end.subarray(0, length).toString('utf8').trimEnd().split(/\r?\n/);
      return lines.slice(length === end.length ? 1 : 0).slice(-LOG_END.lines);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw new CommandFault(`--log: cannot read ${oneLine(file)}: ${(cause as Error).message}`, { cause });
  }
}
