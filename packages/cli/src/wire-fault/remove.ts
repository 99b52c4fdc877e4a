import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { faultText } from './fault-text.ts';
import { withControls } from './with-controls.ts';

/** `kitestring wire-fault remove`. */
export async function runWireFaultRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [id = ''] = args.words;
  const removed = await withControls(args, context, async (sim) =>
    id === 'all' ? (await sim.removeWireFaults()).faults : [await sim.removeWireFault({ id })],
  );
  const lines = removed.length === 0 ? ['no fault was active'] : removed.map(faultText);
  context.out.write(`${has(args, 'json') ? JSON.stringify(removed) : lines.join('\n')}\n`);
  return 0;
}
