import { shownAccount } from '@kitestring/station/auth/shown-account.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { paint, table } from '../terminal-text.ts';
import { withAccountActions } from './account-actions.ts';

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
