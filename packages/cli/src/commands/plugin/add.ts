import { SCOPES } from '@kitestring/contract/auth/scope.ts';
import type { Command } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginAdd: Command = {
  name: 'plugin add',
  summary: 'register an API client and show its key',
  details: ['Works while a station runs on the data folder, too: it follows within a second.'],
  words: ['NAME'],
  flags: {
    scopes: { value: 'A,B', description: `What its tokens may do: ${SCOPES.join(', ')}. Default: read,control.` },
    ...PLUGIN_FLAGS,
  },
  examples: [
    'kitestring plugin add vms --scopes read',
    'kitestring plugin add desk --scopes read,control,can_override',
  ],
  run: async (args, context) => (await import('../../plugin/add.ts')).runPluginAdd(args, context),
};
