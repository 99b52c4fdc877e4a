import { SCOPES } from '@kitestring/contract/auth/scope.ts';
import type { CliCommand } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginAdd: CliCommand = {
  name: 'plugin add',
  summary: 'register an API client and show its key',
  details: ['Also works while a station is running on the data folder: it takes effect within a second.'],
  words: ['NAME'],
  flags: {
    scopes: { value: 'A,B', description: `Scopes of its tokens: ${SCOPES.join(', ')}. Default: read,control.` },
    ...PLUGIN_FLAGS,
  },
  examples: [
    'kitestring plugin add vms --scopes read',
    'kitestring plugin add console --scopes read,control,can_override',
  ],
  run: async (args, context) => (await import('../../plugin/add.ts')).runPluginAdd(args, context),
};
