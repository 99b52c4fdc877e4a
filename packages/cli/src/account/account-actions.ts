import { Accounts, normalLogin } from '@kitestring/station/auth/accounts.ts';
import { removeStoredSessions } from '@kitestring/station/auth/sessions.ts';
import type { AccountRecord } from '@kitestring/station/ports/account-store.ts';
import { nodeSecrets } from '@kitestring/store/secrets.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import type { Arguments } from '../command.ts';
import { CommandFailure, type Context } from '../context.ts';
import { withStore } from '../data-store.ts';
import { StoreActions, utcUs } from '../store-actions.ts';

/** The accounts of a data folder, for one command. */
class AccountActions extends StoreActions {
  readonly accounts: Accounts;

  constructor(store: SqliteStore) {
    super(store);
    this.accounts = new Accounts({
      clock: { nowUs: () => this.nowUs },
      realTimeClock: { nowUs: utcUs },
      store: store.accounts,
      secrets: nodeSecrets({ salt: store.keySalt }),
      endSessionsOf: (id) => removeStoredSessions(store.sessions, id),
    });
  }

  /** The account with this login or id. @throws CommandFailure */
  find(loginOrId: string): AccountRecord {
    const accounts = this.accounts.list();
    const found = accounts.find(({ id, login }) => id === loginOrId || login === normalLogin(loginOrId));
    if (found !== undefined) return found;
    const logins = accounts.map(({ login }) => login).join(', ') || 'none';
    throw new CommandFailure(`there is no account "${loginOrId}"; there are: ${logins}`);
  }
}

/** Runs `work` on the accounts of the data folder that the command line names. @throws StoreFault, CommandFailure */
export const withAccountActions = <T>(
  args: Arguments,
  context: Context,
  work: (actions: AccountActions) => T | Promise<T>,
  { create = false } = {},
): Promise<T> => withStore(args, context, { create }, (store) => work(new AccountActions(store)));
