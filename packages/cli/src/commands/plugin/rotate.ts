import { type Command, textOf } from '../../command.ts';
import { readDuration } from '../../duration.ts';
import { accepted, atDesk, PLUGIN_FLAGS } from './plugin-store.ts';
import { showKey } from './show-key.ts';

export const pluginRotate: Command = {
  name: 'plugin rotate',
  summary: 'give an API client a new key',
  details: ['The old key stays valid for the grace period, so that the client can be changed without a gap.'],
  words: ['ID|NAME'],
  flags: {
    grace: {
      value: 'TIME',
      description: 'How long the old key still works: 90s, 30m, 24h, 7d, or 0. Default: the setting tokens.rotated_key_grace_s.',
    },
    ...PLUGIN_FLAGS,
  },
  async run(args, context) {
    const [idOrName = ''] = args.words;
    const grace = textOf(args, 'grace');
    const graceS = grace === undefined ? undefined : readDuration('--grace', grace);
    const issued = await atDesk(args, context, graceS === undefined ? {} : { graceS }, async (desk) =>
      accepted(await desk.plugins.rotateKey(desk.find(idOrName).id)),
    );
    showKey(args, context, issued, `Plugin ${issued.plugin.name} has a new key.`);
    return 0;
  },
};
