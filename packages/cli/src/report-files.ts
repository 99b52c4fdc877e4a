import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, textOf } from './command.ts';
import { CommandFault, type Context } from './context.ts';

/** Before a run: a report that cannot be written must not show at its end. Leaves nothing behind. @throws CommandFault */
export function checkReportFiles(args: Arguments, flags: readonly string[], { folder }: Context): void {
  for (const flag of flags) {
    const file = textOf(args, flag);
    if (file === undefined) continue;
    const place = path.resolve(folder, file);
    const isThere = existsSync(place);
    try {
      closeSync(openSync(place, 'a'));
      // An empty report after a run that has failed would look like one of it.
      if (!isThere) rmSync(place);
    } catch (cause) {
      throw new CommandFault(`--${flag}: cannot write ${oneLine(file)}: ${(cause as Error).message}`, { cause });
    }
  }
}
