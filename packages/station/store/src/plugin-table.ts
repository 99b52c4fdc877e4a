import type { PluginRecord, PluginStore } from '@kitestring/station-core/ports';
import { asRecord, scopesFromText, scopesToText } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** Plugins, oldest first. */
export class PluginTable implements PluginStore {
  readonly #list: Statement;
  readonly #put: Statement;
  readonly #markUsed: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare(
      'SELECT * FROM plugins WHERE id NOT IN (SELECT id FROM accounts) ORDER BY created_at_us, rowid',
    );
    // An update in place: REPLACE would delete the row first, and its sessions with it.
    this.#put = connection.prepare(
      `INSERT INTO plugins
         (id, name, scopes, enabled, epoch, key_hash, previous_key_hash, previous_key_valid_until_us, created_at_us)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
         name = excluded.name, scopes = excluded.scopes, enabled = excluded.enabled, epoch = excluded.epoch,
         key_hash = excluded.key_hash,
         previous_key_hash = excluded.previous_key_hash,
         previous_key_valid_until_us = excluded.previous_key_valid_until_us, created_at_us = excluded.created_at_us`,
    );
    this.#markUsed = connection.prepare('UPDATE plugins SET last_used_at_us = ? WHERE id = ?');
    this.#remove = connection.prepare('DELETE FROM plugins WHERE id = ?');
  }

  list(): readonly PluginRecord[] {
    return this.#list.all().map(toRecord);
  }

  put(plugin: PluginRecord): void {
    this.#put.run(
      plugin.id,
      plugin.name,
      scopesToText(plugin.scopes),
      plugin.enabled ? 1 : 0,
      plugin.epoch,
      plugin.keyHash,
      plugin.previousKey?.hash ?? null,
      plugin.previousKey?.validUntilUs ?? null,
      plugin.createdAtUs,
    );
  }

  markUsed(id: string, atUs: number): void {
    this.#markUsed.run(atUs, id);
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

function toRecord(row: DatabaseRow): PluginRecord {
  const { previous_key_hash: hash, previous_key_valid_until_us: validUntilUs, ...own } = row;
  return {
    ...asRecord<PluginRecord>(own),
    scopes: scopesFromText(row.scopes),
    enabled: row.enabled === 1,
    ...(typeof hash === 'string' && { previousKey: { hash, validUntilUs: Number(validUntilUs) } }),
  };
}
