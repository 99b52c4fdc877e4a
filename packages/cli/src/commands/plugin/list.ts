import type { CliCommand } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginList: CliCommand = {
  name: 'plugin list',
  summary: 'show the registered API clients',
  details: ['State: Disabled, Enabled (no session), Active (a session).'],
  words: [],
  flags: PLUGIN_FLAGS,
  run: async (args, context) => (await import('../../plugin/list.ts')).runPluginList(args, context),
};
