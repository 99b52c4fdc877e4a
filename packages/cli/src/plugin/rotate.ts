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
  const issued = await atDesk(args, context, graceS === undefined ? {} : { graceS }, async (desk) =>
    accepted(await desk.plugins.rotateKey(desk.find(idOrName).id)),
  );
  showKey(args, context, issued, `Plugin ${issued.plugin.name} has a new key.`);
  return 0;
}
