import { existsSync } from 'node:fs';
import { dataFolder } from '@kitestring/server/store/data-folder.ts';
import { openStore } from '@kitestring/server/store/open-store.ts';
import type { SqliteStore } from '@kitestring/server/store/sqlite-store.ts';
import type { Arguments } from './command.ts';
import { CommandFailure, type Context } from './context.ts';
import { settingsOf } from './settings-flags.ts';

export interface WithStoreOptions {
  /** Make the data folder and its database when they are not there. */
  readonly create?: boolean;
  /** No station may run on it meanwhile. */
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
  using store = openStore(path, { lock: alone });
  return await work(store, path);
}
