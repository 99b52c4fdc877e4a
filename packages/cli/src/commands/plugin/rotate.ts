import type { CliCommand } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginRotate: CliCommand = {
  name: 'plugin rotate',
  summary: 'rotate the key of an API client',
  details: ['The old key stays valid for the grace period, so that the client can be updated without interruption.'],
  words: ['ID|NAME'],
  flags: {
    grace: {
      value: 'TIME',
      description:
        'Grace period of the old key: 90s, 30m, 24h, 7d, or 0. Default: the setting tokens.rotated_key_grace_s.',
    },
    ...PLUGIN_FLAGS,
  },
  run: async (args, context) => (await import('../../plugin/rotate.ts')).runPluginRotate(args, context),
};
