import { suggestion } from '@kitestring/settings/nearest-name.ts';
import type { AccountChange } from '@kitestring/station-contract/station/account.ts';
import { ACCOUNT_ROLES, type AccountRole, isAccountRole } from '@kitestring/station-contract/station/account-role.ts';
import { withAdministration } from '../administration.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { isConfirmed } from '../confirmation.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { paint, table } from '../terminal-text.ts';

/** `kitestring account add`. */
export async function runAccountAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const [login = ''] = args.words;
  const name = textOf(args, 'name') ?? login;
  const role = readRole(textOf(args, 'role'));
  const password = await newPassword(context);
  const account = await withAdministration(
    args,
    context,
    (administer) => administer('addAccount', { login, name, role, password }),
    { create: true },
  );
  const { id } = account;
  const shown = { id, login: account.login, name: account.name, role };
  const text = `Account ${account.login} added: ${account.name}, ${role}.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify(shown) : text}\n`);
  return 0;
}

/** @throws UsageFault */
function readRole(text: string | undefined): AccountRole {
  if (text !== undefined && isAccountRole(text)) return text;
  const roles = ACCOUNT_ROLES.join(', ');
  if (text === undefined) throw new UsageFault(`--role is missing; one of ${roles}`);
  throw new UsageFault(`--role: got "${text}", allowed: ${roles}${suggestion(text, ACCOUNT_ROLES)}`);
}

/** `kitestring account list`. */
export async function runAccountList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const rows = await withAdministration(args, context, (administer) => administer('accounts', {}));
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
  const [who = ''] = args.words;
  // Checked before the password is typed.
  await withAdministration(args, context, (administer) => administer('findAccount', { who }));
  const password = await newPassword(context);
  const done = 'has a new password; its sessions, passkeys and watch links ended';
  return change(args, context, { password }, (login) => `Account ${login} ${done}.`);
}

/** `kitestring account evict`. */
export async function runAccountEvict(args: Arguments, context: Context): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const { id, login } = await withAdministration(args, context, (administer) => administer('evictAccount', { who }));
  const text = `The sessions, passkeys and watch links of the account ${login} ended.`;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, evicted: true }) : text}\n`);
  return 0;
}

async function change(
  args: Arguments,
  context: Context,
  change: AccountChange,
  textOf: (login: string) => string,
): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const changed = await withAdministration(args, context, (administer) => administer('changeAccount', { who, change }));
  const { enabled, id, login, role } = changed;
  context.out.write(`${has(args, 'json') ? JSON.stringify({ id, login, role, enabled }) : textOf(login)}\n`);
  return 0;
}

/** `kitestring account delete`. */
export async function runAccountDelete(args: Arguments, context: Context): Promise<ExitStatus> {
  const [who = ''] = args.words;
  const { login } = await withAdministration(args, context, (administer) => administer('findAccount', { who }));
  const question = `Delete the account ${login} and end its sessions?`;
  const asked = { command: 'account delete', question, done: 'deleted' };
  if (!has(args, 'yes') && !(await isConfirmed(context, asked))) return 1;
  // Asked with the data folder closed: a station may have started in the meantime.
  const { id } = await withAdministration(args, context, (administer) => administer('removeAccount', { who }));
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
  if (ask === undefined && password === '') throw new UsageFault('no password came over the standard input');
  if (ask !== undefined && (await secret('Again: ')) !== password) throw new UsageFault('the passwords differ');
  return password;
}
