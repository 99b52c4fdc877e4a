import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Arguments, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { connect } from '../station-link.ts';
import { clipPart } from './clip-part.ts';

/** `kitestring clip`. */
export async function runClip(args: Arguments, context: Context): Promise<ExitStatus> {
  const out = textOf(args, 'out');
  if (out === undefined) throw new UsageFault('clip: --out FILE is missing');
  const file = path.resolve(context.folder, out);
  if (existsSync(file)) throw new CommandFault(`${out} exists already: choose another --out`);
  const clips = args.words.map(clipPart);
  const everyS = secondsOf(textOf(args, 'every'));
  await using client = connect(args, context, 'kitestring clip', ['read']).client;
  const request = { clips, ...(everyS !== undefined && { every_s: everyS }) };
  const response = await client.station.makeClip(request, { signal: context.stop });
  const bytes = await save(response, file, context.stop);
  context.out.write(`${out}: ${(bytes / 1e6).toFixed(1)} MB\n`);
  return 0;
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 1 && seconds <= 3600) return seconds;
  throw new UsageFault(`clip: --every is 1 to 3600 seconds, got ${text}`);
}

/** An incomplete file is removed. @returns its bytes */
async function save(response: Response, file: string, signal: AbortSignal): Promise<number> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), target, { signal });
  } catch (fault) {
    await rm(file, { force: true });
    throw new CommandFault(`the clip broke off: ${fault instanceof Error ? fault.message : fault}`, { cause: fault });
  }
  return target.bytesWritten;
}
