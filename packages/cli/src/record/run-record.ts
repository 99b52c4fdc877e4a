import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { recoverLog } from '@kitestring/flightlog/write/flight-folder.ts';
import { partialName } from '@kitestring/flightlog/write/log-file.ts';
import { type Arguments, textOf } from '../command.ts';
import { CommandFailure, type Context, type ExitStatus, UsageError } from '../context.ts';
import { connect, withUrlWord } from '../station-link.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { ShiftRecorder } from './shift-recorder.ts';

const PICTURES_MAX_S = 3600;

/** `kitestring record`. */
export async function runRecord(args: Arguments, context: Context): Promise<ExitStatus> {
  const out = textOf(args, 'out');
  if (out === undefined) throw new UsageError('record: --out FILE is missing');
  const picturesEveryS = picturesOf(args);
  const file = path.resolve(context.folder, out);
  await checkFree(file);
  const named = withUrlWord(args, 'record');
  await using client = connect(named, context, 'kitestring record', ['read']).client;
  const [info, { api_version }] = await Promise.all([client.system.getSystemInfo(), client.health.getHealth()]);
  const { gs_name, software_channel, software_version } = info;
  const fault = Promise.withResolvers<void>();
  const recorder = new ShiftRecorder({
    client,
    path: file,
    facts: { kind: 'shift', recorder: VERSION, gs_name, software_channel, software_version, api_version },
    picturesEveryS,
    onFault: (error) => fault.reject(new CommandFailure(`${out} cannot be written: ${(error as Error).message}`)),
  });
  context.err.write(`recording ${gs_name} to ${out}; Ctrl-C ends it\n`);
  let isWhole = false;
  try {
    await Promise.race([stopped(context.stop), fault.promise]);
  } finally {
    isWhole = await recorder.finish('requested');
  }
  const lost = recorder.dropped === 0 ? '' : `; ${recorder.dropped} messages were lost, because the disk was too slow`;
  context.out.write(`${out}: ${recorder.messages} messages until ${formatTimestamp(recorder.timeUs)}${lost}\n`);
  return isWhole && recorder.dropped === 0 ? 0 : 1;
}

function picturesOf(args: Arguments): number | undefined {
  const text = textOf(args, 'thumbnails');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 1 && seconds <= PICTURES_MAX_S) return seconds;
  throw new UsageError(`record: --thumbnails: got "${text}", allowed: 1 to ${PICTURES_MAX_S} seconds`);
}

/** A recording that a kill has left unfinished is completed first. */
async function checkFree(file: string): Promise<void> {
  if (existsSync(partialName(file))) {
    const messages = await recoverLog(file);
    throw new CommandFailure(
      `${file} was left unfinished and has been recovered, ${messages} messages: name another --out`,
    );
  }
  if (existsSync(file)) throw new CommandFailure(`${file} is there already: name another --out`);
}
