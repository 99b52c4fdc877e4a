import type { SessionRecord, SessionStore } from '@kitestring/station-core/ports';
import { asRecord, scopesFromText, scopesToText } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** Sessions, oldest first. Deleted with their plugin. */
export class SessionTable implements SessionStore {
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;
  /** Sessions that the store did not take, or undefined for one to be removed. */
  readonly #waiting = new Map<string, SessionRecord | undefined>();

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
    const stored = this.#list.all().map(toRecord);
    const waiting = [...this.#waiting.values()].filter((session) => session !== undefined);
    return [...stored.filter(({ id }) => !this.#waiting.has(id)), ...waiting];
  }

  add(session: SessionRecord): void {
    this.#waiting.set(session.id, session);
    this.#add.run({ ...session, scopes: scopesToText(session.scopes) });
    this.#waiting.delete(session.id);
  }

  remove(id: string): void {
    // One that was never stored is gone.
    if (this.#waiting.get(id) !== undefined) this.#waiting.delete(id);
    else {
      this.#waiting.set(id, undefined);
      this.#remove.run(id);
      this.#waiting.delete(id);
    }
  }

  /** Stores what waits. @throws StoreFault */
  storeWaiting(): void {
    for (const [id, session] of this.#waiting) {
      if (session === undefined) this.remove(id);
      else this.add(session);
    }
  }
}

const toRecord = (row: DatabaseRow): SessionRecord => ({
  ...asRecord<SessionRecord>(row),
  scopes: scopesFromText(row.scopes),
});
