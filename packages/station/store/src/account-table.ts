import { isAccountRole, SCOPES_OF_ROLE } from '@kitestring/station-contract/station/account-role.ts';
import type { AccountRecord, AccountStore, PasskeyRecord } from '@kitestring/station-core/ports';
import { scopesToText } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/**
 * Accounts, oldest first. What a plugin and an account have in common is a row of `plugins`, so that sessions and links
 * belong to either, and go with either.
 */
export class AccountTable implements AccountStore {
  readonly #connection: DatabaseConnection;
  readonly #list: Statement;
  readonly #putOwner: Statement;
  readonly #put: Statement;
  readonly #putName: Statement;
  readonly #remove: Statement;
  readonly #removeName: Statement;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#list = connection.prepare(
      'SELECT * FROM accounts JOIN plugins USING (id) ORDER BY plugins.created_at_us, plugins.rowid',
    );
    // No key: a plugin is found by the hash of one, and nothing has this hash.
    this.#putOwner = connection.prepare(
      `INSERT INTO plugins (id, name, scopes, enabled, epoch, key_hash, created_at_us) VALUES (?, ?, ?, ?, ?, '', ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, scopes = excluded.scopes, enabled = excluded.enabled,
           epoch = excluded.epoch`,
    );
    this.#put = connection.prepare(
      `INSERT INTO accounts (id, login, role, password_hash, passkeys) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET login = excluded.login, role = excluded.role,
           password_hash = excluded.password_hash, passkeys = excluded.passkeys`,
    );
    this.#putName = connection.prepare(
      'INSERT INTO account_names (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name',
    );
    this.#remove = connection.prepare('DELETE FROM plugins WHERE id = ? AND id IN (SELECT id FROM accounts)');
    this.#removeName = connection.prepare('UPDATE account_names SET removed_at_us = ? WHERE id = ?');
  }

  list(): readonly AccountRecord[] {
    return this.#list.all().map(toRecord);
  }

  put(account: AccountRecord): void {
    const { createdAtUs, enabled, epoch, id, login, name, passkeys, passwordHash, role } = account;
    this.#connection.transact(() => {
      this.#putOwner.run(id, name, scopesToText(SCOPES_OF_ROLE[role]), enabled ? 1 : 0, epoch, createdAtUs);
      this.#put.run(id, login, role, passwordHash ?? null, JSON.stringify(passkeys));
      this.#putName.run(id, name);
    });
  }

  remove(id: string, atUs: number): void {
    this.#connection.transact(() => {
      this.#remove.run(id);
      this.#removeName.run(atUs, id);
    });
  }
}

function toRecord(row: DatabaseRow): AccountRecord {
  const { last_used_at_us: lastUsedAtUs, password_hash: passwordHash } = row;
  const role = String(row.role);
  return {
    id: String(row.id),
    login: String(row.login),
    name: String(row.name),
    // A role of a newer version is read as the least privileged one.
    role: isAccountRole(role) ? role : 'viewer',
    enabled: row.enabled === 1,
    epoch: Number(row.epoch),
    ...(typeof passwordHash === 'string' && { passwordHash }),
    passkeys: JSON.parse(String(row.passkeys)) as PasskeyRecord[],
    createdAtUs: Number(row.created_at_us),
    ...(lastUsedAtUs !== null && { lastUsedAtUs: Number(lastUsedAtUs) }),
  };
}
