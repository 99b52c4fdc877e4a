import type { CliCommand } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginEnable = switching({ name: 'plugin enable', summary: 'enable an API client', enabled: true });

export const pluginDisable = switching({
  name: 'plugin disable',
  summary: 'disable an API client; its sessions end',
  enabled: false,
});

function switching({ name, summary, enabled }: { name: string; summary: string; enabled: boolean }): CliCommand {
  return {
    name,
    summary,
    words: ['ID|NAME'],
    flags: PLUGIN_FLAGS,
    run: async (args, context) => (await import('../../plugin/enable.ts')).runPluginEnable(args, context, enabled),
  };
}
