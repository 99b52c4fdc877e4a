import { addAccount } from '@kitestring/contract/station/account-operations.ts';
import { ACCOUNT_ROLES, type AccountRole, isAccountRole } from '@kitestring/contract/station/account-role.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted } from '../plugin/plugin-actions.ts';
import { withAccountActions } from './account-actions.ts';
import { newPassword } from './new-password.ts';

/** `kitestring account add`. */
export async function runAccountAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [login = ''] = args.words;
  const name = textOf(args, 'name') ?? login;
  const role = readRole(textOf(args, 'role'));
  const password = await newPassword(context);
  const add = async (actions: Parameters<Parameters<typeof withAccountActions>[2]>[0]) => {
    const added = accepted(await actions.accounts.add({ login, name, role, password }));
    actions.audit(addAccount, added, { role, changed: ['name', 'password'] });
    return added;
  };
  const account = await withAccountActions(args, context, add, { create: true });
  const { id } = account;
  const shown = { id, login: account.login, name: account.name, role };
  const text = `Account ${account.login} added: ${account.name}, ${role}.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify(shown) : text}\n`);
  return 0;
}

/** @throws UsageError */
export function readRole(text: string | undefined): AccountRole {
  if (text !== undefined && isAccountRole(text)) return text;
  const roles = ACCOUNT_ROLES.join(', ');
  if (text === undefined) throw new UsageError(`--role is missing; one of ${roles}`);
  throw new UsageError(`--role: got "${text}", allowed: ${roles}${suggestion(text, ACCOUNT_ROLES)}`);
}
