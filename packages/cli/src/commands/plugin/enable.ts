import { type Command, has } from '../../command.ts';
import { accepted, atDesk, PLUGIN_FLAGS } from './plugin-store.ts';

export const pluginEnable = switching({ name: 'plugin enable', summary: 'let an API client in again', enabled: true });

export const pluginDisable = switching({
  name: 'plugin disable',
  summary: 'shut an API client out; its sessions end',
  enabled: false,
});

function switching({ name, summary, enabled }: { name: string; summary: string; enabled: boolean }): Command {
  return {
    name,
    summary,
    words: ['ID|NAME'],
    flags: PLUGIN_FLAGS,
    async run(args, context) {
      const [idOrName = ''] = args.words;
      const plugin = await atDesk(args, context, {}, (desk) => {
        const found = desk.find(idOrName);
        accepted(desk.plugins.setEnabled(found.id, enabled));
        return found;
      });
      const { id, name: pluginName } = plugin;
      const answer = `Plugin ${pluginName} is ${enabled ? 'enabled' : 'disabled'}.`;
      context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name: pluginName, enabled }) : answer}\n`);
      return 0;
    },
  };
}
