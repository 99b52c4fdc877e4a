import path from 'node:path';
import { definitionNamed, type MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { addressFaultText, parseAddress, TransportFault } from '@kitestring/mavlink-link';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { isFlightLog } from './packet-source.ts';
import { readPacketFile } from './read-packet-file.ts';
import { showLink } from './show-link.ts';

/** Flags for a file only. */
const OF_FILES = ['summary'];

/** `kitestring mavlink`. @throws UsageFault one line for what is wrong with the source */
export async function runMavlink(args: Arguments, context: Context): Promise<ExitStatus> {
  const [word = ''] = args.words;
  const names = new Set((args.flags.get('message') ?? []).map(checkedName));
  const isJson = has(args, 'json');
  const given = textOf(args, 'tlog');
  const tlog = given === undefined ? undefined : path.resolve(context.folder, given);
  if (isFile(word)) {
    refuse(args, ['heartbeat'], 'a link');
    if (!isFlightLog(word)) refuse(args, ['tlog'], 'a link or a flight log');
    const options = { isJson, isSummary: has(args, 'summary'), names, tlog };
    await readPacketFile(path.resolve(context.folder, word), word, options, context);
    return 0;
  }
  refuse(args, OF_FILES, 'a .tlog file or a flight log');
  const parsed = parseAddress(word);
  if (!parsed.ok) throw new UsageFault(`mavlink: ${oneLine(addressFaultText(parsed.fault))}`);
  const options = { isJson, names, sendsHeartbeat: has(args, 'heartbeat'), tlog };
  try {
    await showLink(parsed.address, options, context);
  } catch (error) {
    if (error instanceof TransportFault) throw new UsageFault(`mavlink: ${oneLine(error.message)}`, { cause: error });
    throw error;
  }
  return 0;
}

/** An address has a scheme, and a device is no file to read. */
const isFile = (word: string): boolean =>
  /\.tlog$/i.test(word) ||
  isFlightLog(word) ||
  (!/^[a-z-]+:|^\/dev\//i.test(word) && /[/.]/.test(word) && !/:\d+$/.test(word));

function checkedName(name: string): string {
  try {
    return definitionNamed(name.toUpperCase() as MessageName).name;
  } catch {
    throw new UsageFault(
      `mavlink: --message: got "${oneLine(name)}", which is no message of the dialect, such as HEARTBEAT`,
    );
  }
}

function refuse(args: Arguments, flags: readonly string[], where: string): void {
  const wrong = flags.find((flag) => has(args, flag));
  if (wrong !== undefined) throw new UsageFault(`mavlink: --${wrong}: for ${where} only`);
}
