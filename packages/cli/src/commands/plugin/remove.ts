import type { CliCommand } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginRemove: CliCommand = {
  name: 'plugin remove',
  summary: 'remove an API client; its sessions end',
  words: ['ID|NAME'],
  flags: { yes: { description: 'Do not ask for confirmation.' }, ...PLUGIN_FLAGS },
  run: async (args, context) => (await import('../../plugin/remove.ts')).runPluginRemove(args, context),
};
