import { isScope, SCOPES, type Scope } from '@kitestring/contract/auth/scope.ts';
import { suggestion } from '@kitestring/server/config/nearest-name.ts';
import { type Command, textOf } from '../../command.ts';
import { UsageError } from '../../context.ts';
import { accepted, atDesk, PLUGIN_FLAGS } from './plugin-store.ts';
import { showKey } from './show-key.ts';

export const pluginAdd: Command = {
  name: 'plugin add',
  summary: 'register an API client and show its key',
  details: ['Works while a station runs on the data folder, too: it follows within a second.'],
  words: ['NAME'],
  flags: {
    scopes: { value: 'A,B', description: `What its tokens may do: ${SCOPES.join(', ')}. Default: read,control.` },
    ...PLUGIN_FLAGS,
  },
  examples: ['kitestring plugin add vms --scopes read', 'kitestring plugin add desk --scopes read,control,can_override'],
  async run(args, context) {
    const [name = ''] = args.words;
    const scopes = readScopes(textOf(args, 'scopes') ?? 'read,control');
    const issued = await atDesk(args, context, { create: true }, async ({ plugins }) =>
      accepted(await plugins.add({ name, scopes })),
    );
    showKey(args, context, issued, `Plugin ${issued.plugin.name} added.`);
    return 0;
  },
};

function readScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (isScope(word)) return word;
    throw new UsageError(`--scopes: got "${word}"${suggestion(word, SCOPES)}, allowed: ${SCOPES.join(', ')}`);
  });
}
