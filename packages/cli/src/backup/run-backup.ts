import path from 'node:path';
import { backUpStation } from '@kitestring/station-app/backup/back-up-station.ts';
import { restoreStation } from '@kitestring/station-app/backup/restore-station.ts';
import type { Arguments } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { settingsOf } from '../settings-flags.ts';
import { VERSION } from '../version.ts';
import { sizeText } from './size-text.ts';

/** `kitestring backup`. */
export async function runBackup(args: Arguments, context: Context, hasRecordings: boolean): Promise<ExitStatus> {
  const [file = ''] = args.words;
  const dataDir = settingsOf(args, context).values.data_dir;
  const list = await backUpStation(dataDir, path.resolve(context.folder, file), { version: VERSION, hasRecordings });
  context.out.write(
    `${file}: ${sizeText(list)}. It has the keys of the station: keep it where only you can read it.\n`,
  );
  return 0;
}

/** `kitestring restore`. */
export async function runRestore(args: Arguments, context: Context, isForced: boolean): Promise<ExitStatus> {
  const [file = ''] = args.words;
  const dataDir = settingsOf(args, context).values.data_dir;
  const options = { isForced, nowMs: Date.now() };
  const { list, replaced } = await restoreStation(dataDir, path.resolve(context.folder, file), options);
  context.out.write(`${dataDir}: ${sizeText(list)}, as of ${list.made} (Kitestring ${list.version})\n`);
  if (replaced !== undefined)
    context.out.write(`What was there is in ${replaced}: delete it when the station works.\n`);
  return 0;
}
