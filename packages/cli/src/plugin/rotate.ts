import { rotatePluginKey } from '@kitestring/contract/admin/operations.ts';
import { followFirstKey } from '@kitestring/server/first-key.ts';
import { type Arguments, textOf } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { readDuration } from '../duration.ts';
import { accepted, atDesk } from './plugin-desk.ts';
import { showKey } from './show-key.ts';

/** `kitestring plugin rotate`. */
export async function runPluginRotate(args: Arguments, context: Context): Promise<ExitStatus> {
  const [idOrName = ''] = args.words;
  const grace = textOf(args, 'grace');
  const graceS = grace === undefined ? undefined : readDuration('--grace', grace);
  const { issued, file } = await atDesk(args, context, graceS === undefined ? {} : { graceS }, async (desk) => {
    const before = desk.find(idOrName);
    const issued = accepted(await desk.plugins.rotateKey(before.id));
    desk.audit(rotatePluginKey, before);
    return { issued, file: await followFirstKey(desk, before, issued.key) };
  });
  showKey(args, context, issued, `Plugin ${issued.plugin.name} has a new key.`);
  if (file !== undefined) context.err.write(`The new key is in ${file}, too.\n`);
  return 0;
}
