import { ApiError } from '@kitestring/client/api-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Arguments } from './command.ts';
import { CommandFault, type Context } from './context.ts';
import { failureText } from './failure-text.ts';
import { connect } from './station-link.ts';

/** Runs `work` on the controls of the simulator. @param label name of the client at the station @throws CommandFault with field, limit and value of a refusal */
export async function withControls<T>(
  args: Arguments,
  context: Context,
  label: string,
  work: (sim: KitestringClient['sim']) => Promise<T>,
): Promise<T> {
  await using client = connect(args, context, label, ['internal']).client;
  try {
    return await work(client.sim);
  } catch (error) {
    throw error instanceof ApiError ? new CommandFault(failureText(error), { cause: error }) : error;
  }
}
