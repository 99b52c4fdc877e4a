import { disablePlugin, enablePlugin } from '@kitestring/contract/admin/operations.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { accepted, withPluginActions } from './plugin-actions.ts';

/** `kitestring plugin enable` and `disable`. */
export async function runPluginEnable(args: Arguments, context: Context, enabled: boolean): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const plugin = await withPluginActions(args, context, {}, (actions) => {
    const found = actions.find(idOrName);
    accepted(actions.plugins.setEnabled(found.id, enabled));
    actions.audit(enabled ? enablePlugin : disablePlugin, found);
    return found;
  });
  const { id, name: pluginName } = plugin;
  const answer = `Plugin ${pluginName} is ${enabled ? 'enabled' : 'disabled'}.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, name: pluginName, enabled }) : answer}\n`);
  return 0;
}
