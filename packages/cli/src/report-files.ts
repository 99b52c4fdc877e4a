import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from '@kitestring/settings/settings-error.ts';
import { type Arguments, textOf } from './command.ts';
import { CommandFailure, type Context } from './context.ts';

/** Before a run: a report that cannot be written must not show at its end. @throws CommandFailure */
export function checkReportFiles(args: Arguments, flags: readonly string[], { folder }: Context): void {
  for (const flag of flags) {
    const file = textOf(args, flag);
    if (file === undefined) continue;
    try {
      closeSync(openSync(path.resolve(folder, file), 'a'));
    } catch (cause) {
      throw new CommandFailure(`--${flag}: cannot write ${oneLine(file)}: ${(cause as Error).message}`, { cause });
    }
  }
}
