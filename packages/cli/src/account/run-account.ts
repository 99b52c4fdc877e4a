import type { AccountChange } from '@kitestring/contract/station/account.ts';
import { addAccount, changeAccount, removeAccount } from '@kitestring/contract/station/account-operations.ts';
import { ACCOUNT_ROLES, type AccountRole, isAccountRole } from '@kitestring/contract/station/account-role.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { shownAccount } from '@kitestring/station/auth/shown-account.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { isConfirmed } from '../confirmation.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { accepted } from '../plugin/plugin-actions.ts';
import { paint, table } from '../terminal-text.ts';
import { withAccountActions } from './account-actions.ts';

/** `kitestring account add`. */
export async function runAccountAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [login = ''] = args.words;
  const name = textOf(args, 'name') ?? login;
  const role = readRole(textOf(args, 'role'));
  const password = await newPassword(context);
  const add = async (actions: Parameters<Parameters<typeof withAccountActions>[2]>[0]) => {
    const added = accepted(await actions.accounts.add({ login, name, role, password }));
    // Without names: they are stored where they can be erased.
    actions.audit(addAccount, added.id, { role, changed: ['name', 'password'] });
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
function readRole(text: string | undefined): AccountRole {
  if (text !== undefined && isAccountRole(text)) return text;
  const roles = ACCOUNT_ROLES.join(', ');
  if (text === undefined) throw new UsageError(`--role is missing; one of ${roles}`);
  throw new UsageError(`--role: got "${text}", allowed: ${roles}${suggestion(text, ACCOUNT_ROLES)}`);
}

/** `kitestring account list`. */
export async function runAccountList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const rows = await withAccountActions(args, context, (actions) =>
    actions.accounts.list().map((account) => shownAccount(account, actions.sessionsOf(account))),
  );
  if (has(args, 'json')) {
    out.write(`${JSON.stringify(rows)}\n`);
    return 0;
  }
  const cells = rows.map(({ enabled, id, login, name, role, sessions }) => [
    login,
    name,
    role,
    enabled ? 'Enabled' : 'Disabled',
    String(sessions),
    id,
  ]);
  const [head = '', ...lines] = table([['LOGIN', 'NAME', 'ROLE', 'STATE', 'SESSIONS', 'ID'], ...cells]);
  out.write(`${[paint(out, 'bold', head), ...lines].join('\n')}\n`);
  return 0;
}

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
    actions.audit(changeAccount, changed.id, { ...access, changed: password === undefined ? [] : ['password'] });
    return changed;
  });
  const { enabled, id, login, role } = account;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, role, enabled }) : textOf(login)}\n`);
  return 0;
}

/** `kitestring account delete`. */
export async function runAccountDelete(args: Arguments, context: Context): Promise<ExitStatus> {
  const [loginOrId = ''] = args.words;
  const { login } = await withAccountActions(args, context, (actions) => actions.find(loginOrId));
  // Asked with the data folder closed, so that a station may start in the meantime.
  const question = `Delete the account ${login} and end its sessions?`;
  const asked = { command: 'account delete', question, done: 'deleted' };
  if (!has(args, 'yes') && !(await isConfirmed(context, asked))) return 1;
  const id = await withAccountActions(args, context, (actions) => {
    const account = actions.find(loginOrId);
    accepted(actions.accounts.remove(account.id));
    actions.audit(removeAccount, account.id, {});
    return account.id;
  });
  const text = `Account ${login} deleted.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, deleted: true }) : text}\n`);
  return 0;
}

/**
 * Reads a new password: typed twice at a terminal, otherwise one line of the standard input. Arguments are visible to
 * every user.
 */
async function newPassword({ ask, secret }: Context): Promise<string> {
  const password = await secret('Password: ');
  if (ask === undefined && password === '') throw new UsageError('no password came over the standard input');
  if (ask !== undefined && (await secret('Again: ')) !== password) throw new UsageError('the passwords differ');
  return password;
}
