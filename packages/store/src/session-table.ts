import type { SessionRecord, SessionStore } from '@kitestring/station/ports/session-store.ts';
import { scopesFromText, scopesToText } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** Sessions, oldest first. Deleted with their plugin. */
export class SessionTable implements SessionStore {
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare('SELECT * FROM sessions ORDER BY created_at_us, rowid');
    // Another process may have removed the plugin a moment ago: then nothing is stored.
    this.#add = connection.prepare(
      `INSERT INTO sessions (plugin_id, id, name, scopes, token_hash, token_hint, created_at_us, valid_until_us, watch_link_id)
         SELECT plugins.id, ?, ?, ?, ?, ?, ?, ?, ? FROM plugins WHERE plugins.id = ?`,
    );
    this.#remove = connection.prepare('DELETE FROM sessions WHERE id = ?');
  }

  list(): readonly SessionRecord[] {
    return this.#list.all().map(toRecord);
  }

  add(session: SessionRecord): void {
    this.#add.run(
      session.id,
      session.name ?? null,
      scopesToText(session.scopes),
      session.tokenHash,
      session.tokenHint,
      session.createdAtUs,
      session.validUntilUs,
      session.watchLinkId ?? null,
      session.pluginId,
    );
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

function toRecord(row: DatabaseRow): SessionRecord {
  const { name, watch_link_id: watchLinkId } = row;
  return {
    id: String(row.id),
    pluginId: String(row.plugin_id),
    ...(typeof name === 'string' && { name }),
    ...(typeof watchLinkId === 'string' && { watchLinkId }),
    scopes: scopesFromText(row.scopes),
    tokenHash: String(row.token_hash),
    tokenHint: String(row.token_hint),
    createdAtUs: Number(row.created_at_us),
    validUntilUs: Number(row.valid_until_us),
  };
}
