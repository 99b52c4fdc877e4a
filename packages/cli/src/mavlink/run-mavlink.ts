import path from 'node:path';
import { definitionNamed, type MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { addressFaultText, parseAddress, TransportFault } from '@kitestring/mavlink-link';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { readTlog } from './read-tlog.ts';
import { showLink } from './show-link.ts';

/** Flags for a link only, and for a file only. */
const OF_LINKS = ['heartbeat', 'tlog'];
const OF_FILES = ['summary'];

/** `kitestring mavlink`. @throws UsageFault one line for what is wrong with the source */
export async function runMavlink(args: Arguments, context: Context): Promise<ExitStatus> {
  const [word = ''] = args.words;
  const names = new Set((args.flags.get('message') ?? []).map(checkedName));
  const isJson = has(args, 'json');
  if (isFile(word)) {
    refuse(args, OF_LINKS, 'a link');
    const options = { isJson, isSummary: has(args, 'summary'), names };
    await readTlog(path.resolve(context.folder, word), word, options, context);
    return 0;
  }
  refuse(args, OF_FILES, 'a .tlog file');
  const parsed = parseAddress(word);
  if (!parsed.ok) throw new UsageFault(`mavlink: ${oneLine(addressFaultText(parsed.fault))}`);
  const tlog = textOf(args, 'tlog');
  const options = { isJson, names, sendsHeartbeat: has(args, 'heartbeat') };
  try {
    await showLink(
      parsed.address,
      { ...options, tlog: tlog === undefined ? undefined : path.resolve(context.folder, tlog) },
      context,
    );
  } catch (error) {
    if (error instanceof TransportFault) throw new UsageFault(`mavlink: ${oneLine(error.message)}`, { cause: error });
    throw error;
  }
  return 0;
}

/** An address has a scheme, and a device is no file to read. */
const isFile = (word: string): boolean =>
  /\.tlog$/i.test(word) || (!/^[a-z-]+:|^\/dev\//i.test(word) && /[/.]/.test(word) && !/:\d+$/.test(word));

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
