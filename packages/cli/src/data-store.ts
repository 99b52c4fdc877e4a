import { existsSync } from 'node:fs';
import { dataFolder } from '@kitestring/store/data-folder.ts';
import type { LogDamage } from '@kitestring/store/log-damage.ts';
import { openStore } from '@kitestring/store/open-store.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import type { Arguments } from './command.ts';
import { CommandFailure, type Context } from './context.ts';
import { settingsOf } from './settings-flags.ts';

interface WithStoreOptions {
  /** Create the data folder and its database if they do not exist. */
  readonly create?: boolean;
  /** No station may be running on it. */
  readonly alone?: boolean;
}

/** Runs `work` on the store of the data folder that the command line names. @throws StoreFault, CommandFailure */
export async function withStore<T>(
  args: Arguments,
  context: Context,
  { alone = false, create = false }: WithStoreOptions,
  work: (store: SqliteStore, folder: string) => T | Promise<T>,
): Promise<T> {
  const path = settingsOf(args, context).values.data_dir;
  if (!create && !(existsSync(path) && existsSync(dataFolder(path).database))) {
    throw new CommandFailure(
      `no station has been started in ${path} yet; start one, or name its folder with --data-dir`,
    );
  }
  const onLogDamage = ({ copy, lostCommits }: LogDamage) =>
    context.err.write(`The write-ahead log was damaged: ${lostCommits} writes are lost. It is kept as ${copy}.\n`);
  using store = openStore(path, { lock: alone, onLogDamage });
  return await work(store, path);
}
