import { type Command, has } from '../../command.ts';
import { type Context, UsageError } from '../../context.ts';
import { accepted, atDesk, PLUGIN_FLAGS } from './plugin-store.ts';

export const pluginRemove: Command = {
  name: 'plugin remove',
  summary: 'forget an API client; its sessions end',
  words: ['ID|NAME'],
  flags: { yes: { description: 'Do not ask.' }, ...PLUGIN_FLAGS },
  async run(args, context) {
    const [idOrName = ''] = args.words;
    const removed = await atDesk(args, context, {}, async (desk) => {
      const plugin = desk.find(idOrName);
      if (!has(args, 'yes') && !(await isConfirmed(plugin.name, context))) return undefined;
      accepted(desk.plugins.remove(plugin.id));
      return plugin;
    });
    if (removed === undefined) return 1;
    const { id, name } = removed;
    context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name, removed: true }) : `Plugin ${name} removed.`}\n`);
    return 0;
  },
};

async function isConfirmed(name: string, { ask, err }: Context): Promise<boolean> {
  if (ask === undefined) throw new UsageError('plugin remove: nobody is there to ask; add --yes');
  const answer = await ask(`Remove the plugin ${name} and end its sessions? [y/N] `);
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) err.write('Nothing was removed.\n');
  return isYes;
}
