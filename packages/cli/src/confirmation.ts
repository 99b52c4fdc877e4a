import { type Context, UsageFault } from './context.ts';

interface Confirmation {
  readonly command: string;
  readonly question: string;
  /** The action in the text of a no: `removed`. */
  readonly done: string;
}

/** Whether the user at the terminal says yes. @throws UsageFault where there is no terminal */
export async function isConfirmed({ ask, err }: Context, { command, done, question }: Confirmation): Promise<boolean> {
  if (ask === undefined) throw new UsageFault(`${command}: no terminal for the confirmation; add --yes`);
  const isYes = /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
  if (!isYes) err.write(`Nothing was ${done}.\n`);
  return isYes;
}
