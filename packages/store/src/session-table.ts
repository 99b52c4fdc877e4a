import type { SessionRecord, SessionStore } from '@kitestring/station/ports/session-store.ts';
import { recordOf, scopesFromText, scopesToText } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** Sessions, oldest first. Deleted with their plugin. */
export class SessionTable implements SessionStore {
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare('SELECT * FROM sessions ORDER BY created_at_us, rowid');
    // Nothing is stored for an owner that has been removed, or had its access ended.
    this.#add = connection.prepare(
      `INSERT INTO sessions (plugin_id, id, epoch, name, scopes, token_hash, token_hint, created_at_us, valid_until_us, watch_link_id)
         SELECT plugins.id, :id, :epoch, :name, :scopes, :tokenHash, :tokenHint, :createdAtUs, :validUntilUs, :watchLinkId
         FROM plugins WHERE plugins.id = :pluginId AND plugins.epoch = :epoch`,
    );
    this.#remove = connection.prepare('DELETE FROM sessions WHERE id = ?');
  }

  list(): readonly SessionRecord[] {
    return this.#list.all().map(toRecord);
  }

  add(session: SessionRecord): void {
    this.#add.run({ ...session, scopes: scopesToText(session.scopes) });
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

const toRecord = (row: DatabaseRow): SessionRecord => ({
  ...recordOf<SessionRecord>(row),
  scopes: scopesFromText(row.scopes),
});
