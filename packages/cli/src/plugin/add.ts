import { addPlugin } from '@kitestring/contract/admin/operations.ts';
import { isScope, SCOPES, type Scope } from '@kitestring/contract/auth/scope.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { type Arguments, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted, withPluginActions } from './plugin-actions.ts';
import { showKey } from './show-key.ts';

/** `kitestring plugin add`. */
export async function runPluginAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [name = ''] = args.words;
  const scopes = readScopes(textOf(args, 'scopes') ?? 'read,control');
  const issued = await withPluginActions(args, context, { create: true }, async (actions) => {
    const added = accepted(await actions.plugins.add({ name, scopes }));
    actions.audit(addPlugin, added.plugin);
    return added;
  });
  showKey(args, context, issued, `Plugin ${issued.plugin.name} added.`);
  return 0;
}

function readScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (isScope(word)) return word;
    throw new UsageError(`--scopes: got "${word}", allowed: ${SCOPES.join(', ')}${suggestion(word, SCOPES)}`);
  });
}
