import type { WatchLinkRecord, WatchLinkStore } from '@kitestring/station-core/ports';
import { asRecord } from './columns.ts';
import type { DatabaseConnection, Statement } from './database-connection.ts';

/** Links for watching, oldest first. Deleted with their plugin; their sessions with them. */
export class WatchLinkTable implements WatchLinkStore {
  readonly #list: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare('SELECT * FROM watch_links ORDER BY created_at_us, rowid');
    // Another process may have removed the plugin a moment ago: then nothing is stored.
    this.#put = connection.prepare(
      `INSERT INTO watch_links
           (plugin_id, id, name, secret_hash, created_at_us, valid_until_us, revoked_at_us, last_opened_at_us)
         SELECT plugins.id, :id, :name, :secretHash, :createdAtUs, :validUntilUs, :revokedAtUs, :lastOpenedAtUs
           FROM plugins WHERE plugins.id = :pluginId
         ON CONFLICT (id) DO UPDATE SET
           revoked_at_us = excluded.revoked_at_us, last_opened_at_us = excluded.last_opened_at_us`,
    );
    this.#remove = connection.prepare('DELETE FROM watch_links WHERE id = ?');
  }

  list(): readonly WatchLinkRecord[] {
    return this.#list.all().map(asRecord<WatchLinkRecord>);
  }

  put(link: WatchLinkRecord): void {
    this.#put.run({ ...link });
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}
