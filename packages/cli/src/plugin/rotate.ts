import { rotatePluginKey } from '@kitestring/contract/admin/operations.ts';
import { followFirstKey } from '@kitestring/groundstation/first-key/first-key-file.ts';
import { type Arguments, textOf } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { readDuration } from '../duration.ts';
import { accepted, withPluginActions } from './plugin-actions.ts';
import { showKey } from './show-key.ts';

/** `kitestring plugin rotate`. */
export async function runPluginRotate(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const grace = textOf(args, 'grace');
  const graceS = grace === undefined ? undefined : readDuration('--grace', grace);
  const { issued, file } = await withPluginActions(
    args,
    context,
    graceS === undefined ? {} : { graceS },
    async (actions) => {
      const before = actions.find(idOrName);
      const issued = accepted(await actions.plugins.rotateKey(before.id));
      actions.audit(rotatePluginKey, before);
      return { issued, file: await followFirstKey(actions, before, issued.key) };
    },
  );
  showKey(args, context, issued, `Plugin ${issued.plugin.name} has a new key.`);
  if (file !== undefined) context.err.write(`The new key is also in ${file}.\n`);
  return 0;
}
