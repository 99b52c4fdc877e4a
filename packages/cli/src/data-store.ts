import { existsSync } from 'node:fs';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { type LogDamage, lossText } from '@kitestring/station-store/log-damage.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import type { Arguments } from './command.ts';
import { CommandFault, type Context } from './context.ts';
import { settingsOf } from './settings-flags.ts';

interface WithStoreOptions {
  /** No station may be running on it. Otherwise `work` only reads: a station alone writes to its store. */
  readonly alone?: boolean;
}

/** Runs `work` on the store of the data folder that the command line names. @throws StoreFault, CommandFault */
export async function withStore<T>(
  args: Arguments,
  context: Context,
  { alone = false }: WithStoreOptions,
  work: (store: SqliteStore, folder: string) => T | Promise<T>,
): Promise<T> {
  const path = settingsOf(args, context).values.data_dir;
  if (!hasStation(path)) throw noStation(path);
  using store = openStore(path, { lock: alone, onLogDamage: logDamageTo(context) });
  return await work(store, path);
}

/** Whether a station has been started in a folder. */
export const hasStation = (path: string): boolean => existsSync(path) && existsSync(dataFolder(path).database);

export const noStation = (path: string): CommandFault =>
  new CommandFault(`no station has been started in ${path} yet; start one, or name its folder with --data-dir`);

export const logDamageTo =
  ({ err }: Context) =>
  (damage: LogDamage): void => {
    const kept = damage.copy === undefined ? '' : ` The log is kept as ${damage.copy}.`;
    err.write(`The database is incomplete: ${lossText(damage)}.${kept}\n`);
  };
