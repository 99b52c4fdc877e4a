import type { Command } from '../../command.ts';
import { PLUGIN_FLAGS } from './plugin-flags.ts';

export const pluginRotate: Command = {
  name: 'plugin rotate',
  summary: 'give an API client a new key',
  details: ['The old key stays valid for the grace period, so that the client can be changed without a gap.'],
  words: ['ID|NAME'],
  flags: {
    grace: {
      value: 'TIME',
      description:
        'How long the old key still works: 90s, 30m, 24h, 7d, or 0. Default: the setting tokens.rotated_key_grace_s.',
    },
    ...PLUGIN_FLAGS,
  },
  run: async (args, context) => (await import('../../plugin/rotate.ts')).runPluginRotate(args, context),
};
