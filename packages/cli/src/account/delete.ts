import { removeAccount } from '@kitestring/contract/station/account-operations.ts';
import { type Arguments, has } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted } from '../plugin/plugin-actions.ts';
import { withAccountActions } from './account-actions.ts';

/** `kitestring account delete`. */
export async function runAccountDelete(args: Arguments, context: Context): Promise<ExitStatus> {
  const [loginOrId = ''] = args.words;
  const { login } = await withAccountActions(args, context, (actions) => actions.find(loginOrId));
  // Asked with the data folder closed, so that a station may start in the meantime.
  if (!has(args, 'yes') && !(await isConfirmed(login, context))) return 1;
  const id = await withAccountActions(args, context, (actions) => {
    const account = actions.find(loginOrId);
    accepted(actions.accounts.remove(account.id));
    actions.audit(removeAccount, account, {});
    return account.id;
  });
  const text = `Account ${login} deleted.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, deleted: true }) : text}\n`);
  return 0;
}

async function isConfirmed(login: string, { ask, err }: Context): Promise<boolean> {
  if (ask === undefined) throw new UsageError('account delete: no terminal for the confirmation; add --yes');
  const isYes = /^y(es)?$/i.test((await ask(`Delete the account ${login} and end its sessions? [y/N] `)).trim());
  if (!isYes) err.write('Nothing was deleted.\n');
  return isYes;
}
