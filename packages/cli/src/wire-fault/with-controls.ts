import { ApiError } from '@kitestring/client/api-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Arguments } from '../command.ts';
import { CommandFailure, type Context } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { connect } from '../station-link.ts';

/** Runs `work` on the controls of the simulator. @throws CommandFailure with field, limit and value of a refusal */
export async function withControls<T>(
  args: Arguments,
  context: Context,
  work: (sim: KitestringClient['sim']) => Promise<T>,
): Promise<T> {
  await using client = connect(args, context, 'kitestring wire-fault', ['internal']).client;
  try {
    return await work(client.sim);
  } catch (error) {
    throw error instanceof ApiError ? new CommandFailure(failureText(error), { cause: error }) : error;
  }
}
