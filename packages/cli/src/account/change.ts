import type { AccountChange } from '@kitestring/contract/station/account.ts';
import { changeAccount } from '@kitestring/contract/station/account-operations.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { accepted } from '../plugin/plugin-actions.ts';
import { withAccountActions } from './account-actions.ts';
import { readRole } from './add.ts';
import { newPassword } from './new-password.ts';

/** `kitestring account role`. */
export function runAccountRole(args: Arguments, context: Context): Promise<ExitStatus> {
  const role = readRole(args.words[1]);
  return change(args, context, { role }, (login) => `Account ${login} is ${role}; its sessions ended.`);
}

/** `kitestring account enable` and `disable`. */
export function runAccountEnable(args: Arguments, context: Context, enabled: boolean): Promise<ExitStatus> {
  const done = enabled ? 'is enabled' : 'is disabled; its sessions ended';
  return change(args, context, { enabled }, (login) => `Account ${login} ${done}.`);
}

/** `kitestring account password`. */
export async function runAccountPassword(args: Arguments, context: Context): Promise<ExitStatus> {
  // Checked before the password is typed.
  await withAccountActions(args, context, (actions) => actions.find(args.words[0] ?? ''));
  const password = await newPassword(context);
  return change(args, context, { password }, (login) => `Account ${login} has a new password; its sessions ended.`);
}

async function change(
  args: Arguments,
  context: Context,
  { password, ...access }: AccountChange,
  textOf: (login: string) => string,
): Promise<ExitStatus> {
  const account = await withAccountActions(args, context, async (actions) => {
    const { id } = actions.find(args.words[0] ?? '');
    const changed = accepted(
      await actions.accounts.change(id, { ...access, ...(password !== undefined && { password }) }),
    );
    actions.audit(changeAccount, changed, { ...access, changed: password === undefined ? [] : ['password'] });
    return changed;
  });
  const { enabled, id, login, role } = account;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, role, enabled }) : textOf(login)}\n`);
  return 0;
}
