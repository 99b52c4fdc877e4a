import { removePlugin } from '@kitestring/contract/admin/operations.ts';
import { followFirstKey } from '@kitestring/groundstation/first-key/first-key-file.ts';
import { type Arguments, has } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted, withPluginActions } from './plugin-actions.ts';

/** `kitestring plugin remove`. */
export async function runPluginRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const { name } = await withPluginActions(args, context, {}, (actions) => actions.find(idOrName));
  // Asked with the data folder closed, so that a station may start in the meantime.
  if (!has(args, 'yes') && !(await isConfirmed(name, context))) return 1;
  const id = await withPluginActions(args, context, {}, async (actions) => {
    const plugin = actions.find(idOrName);
    accepted(actions.plugins.remove(plugin.id));
    actions.audit(removePlugin, plugin);
    await followFirstKey(actions, plugin, undefined);
    return plugin.id;
  });
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name, removed: true }) : `Plugin ${name} removed.`}\n`);
  return 0;
}

async function isConfirmed(name: string, { ask, err }: Context): Promise<boolean> {
  if (ask === undefined) throw new UsageError('plugin remove: no terminal for the confirmation; add --yes');
  const answer = await ask(`Remove the plugin ${name} and end its sessions? [y/N] `);
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) err.write('Nothing was removed.\n');
  return isYes;
}
