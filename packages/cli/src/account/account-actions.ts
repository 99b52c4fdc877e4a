import type { Operation } from '@kitestring/contract/operation.ts';
import { stationStartUs } from '@kitestring/groundstation/station-time.ts';
import { Accounts, normalLogin } from '@kitestring/station/auth/accounts.ts';
import { removeStoredSessions } from '@kitestring/station/auth/sessions.ts';
import type { AccountRecord } from '@kitestring/station/ports/account-store.ts';
import { commandLineEntry } from '@kitestring/store/command-line-entry.ts';
import { nodeSecrets } from '@kitestring/store/secrets.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import type { Arguments } from '../command.ts';
import { CommandFailure, type Context } from '../context.ts';
import { withStore } from '../data-store.ts';

/** The accounts of a data folder, for one command. A station that runs on the folder follows within a second. */
class AccountActions {
  readonly accounts: Accounts;
  readonly nowUs: number;
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
    this.nowUs = stationStartUs(store, utcUs());
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

  /** Records the action of this command in the audit log, without names: they are stored where they can be erased. */
  audit(operation: Operation, { id }: AccountRecord, input: object): void {
    const entry = { ...commandLineEntry(utcUs(), this.nowUs), kind: 'Administration', target: id } as const;
    this.#store.audit.append([{ ...entry, operation: operation.id, input: JSON.stringify(input) }]);
  }

  sessionsOf({ id }: AccountRecord): number {
    const sessions = this.#store.sessions.list();
    return sessions.filter(({ pluginId, validUntilUs }) => pluginId === id && validUntilUs > this.nowUs).length;
  }
}

const utcUs = (): number => Date.now() * 1000;

/** Runs `work` on the accounts of the data folder that the command line names. @throws StoreFault, CommandFailure */
export const withAccountActions = <T>(
  args: Arguments,
  context: Context,
  work: (actions: AccountActions) => T | Promise<T>,
  { create = false } = {},
): Promise<T> => withStore(args, context, { create }, (store) => work(new AccountActions(store)));
