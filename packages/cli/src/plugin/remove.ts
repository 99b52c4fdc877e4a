import { removePlugin } from '@kitestring/contract/admin/operations.ts';
import { followFirstKey } from '@kitestring/server/first-key.ts';
import { type Arguments, has } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted, atDesk } from './plugin-desk.ts';

/** `kitestring plugin remove`. */
export async function runPluginRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const { name } = await atDesk(args, context, {}, (desk) => desk.find(idOrName));
  // Asked with the data folder closed: a station may start while somebody thinks.
  if (!has(args, 'yes') && !(await isConfirmed(name, context))) return 1;
  const id = await atDesk(args, context, {}, async (desk) => {
    const plugin = desk.find(idOrName);
    accepted(desk.plugins.remove(plugin.id));
    desk.audit(removePlugin, plugin);
    await followFirstKey(desk, plugin, undefined);
    return plugin.id;
  });
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name, removed: true }) : `Plugin ${name} removed.`}\n`);
  return 0;
}

async function isConfirmed(name: string, { ask, err }: Context): Promise<boolean> {
  if (ask === undefined) throw new UsageError('plugin remove: nobody is there to ask; add --yes');
  const answer = await ask(`Remove the plugin ${name} and end its sessions? [y/N] `);
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) err.write('Nothing was removed.\n');
  return isYes;
}
