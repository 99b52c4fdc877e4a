import { Plugins } from '@kitestring/station/auth/plugins.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import type { Result } from '@kitestring/station/refusal.ts';
import { nodeSecrets } from '@kitestring/store/secrets.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import type { Arguments } from '../command.ts';
import { CommandFailure, type Context, UsageError } from '../context.ts';
import { withStore } from '../data-store.ts';
import { settingsOf } from '../settings-flags.ts';
import { StoreActions } from '../store-actions.ts';

/** The plugins of a data folder, for one command. */
export class PluginActions extends StoreActions {
  readonly plugins: Plugins;
  readonly folder: string;
  readonly #secrets: Secrets;

  constructor(folder: string, store: SqliteStore, rotatedKeyGraceS: number) {
    super(store);
    this.folder = folder;
    this.#secrets = nodeSecrets({ salt: store.keySalt });
    this.plugins = new Plugins({
      clock: standingClock(this.nowUs),
      store: store.plugins,
      secrets: this.#secrets,
      rotatedKeyGraceS,
    });
  }

  readonly hashKey = (key: string): Promise<string> => this.#secrets.hashKey(key);
  readonly hashKeySlowly = (key: string): Promise<string> => this.#secrets.hashKeySlowly(key);

  /** The plugin with this id or name. @throws CommandFailure */
  find(idOrName: string): PluginRecord {
    const plugins = this.plugins.list();
    const found = plugins.find(({ id, name }) => id === idOrName || name === idOrName);
    if (found !== undefined) return found;
    const names = plugins.map(({ name }) => name).join(', ') || 'none';
    throw new CommandFailure(`there is no plugin "${idOrName}"; there are: ${names}`);
  }
}

interface PluginActionsOptions {
  /** Create the data folder and its database if they do not exist. */
  readonly create?: boolean;
  readonly graceS?: number;
}

/** Runs `work` on the plugins of the data folder that the command line names. @throws StoreFault, CommandFailure */
export async function withPluginActions<T>(
  args: Arguments,
  context: Context,
  { create = false, graceS }: PluginActionsOptions,
  work: (actions: PluginActions) => T | Promise<T>,
): Promise<T> {
  const { values } = settingsOf(args, context);
  const grace = graceS ?? values['tokens.rotated_key_grace_s'];
  return await withStore(args, context, { create }, (store, path) => work(new PluginActions(path, store, grace)));
}

/** The value of the station's decision; a refusal is thrown as a usage error. */
export function accepted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new UsageError(result.refusal.message);
}

function standingClock(timeUs: number): Clock {
  return { nowUs: () => timeUs, schedule: () => () => {} };
}
