import type { PinRecord, PinStore } from '@kitestring/station-core/ports';
import { asRecord } from './columns.ts';
import type { DatabaseConnection, Statement } from './database-connection.ts';

/** Marked places, oldest first. */
export class PinTable implements PinStore {
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare('SELECT * FROM pins ORDER BY created_at_us, rowid');
    this.#add = connection.prepare(
      `INSERT INTO pins (id, name, kind, lat_deg, lon_deg, error_radius_m, created_at_us, created_by)
       VALUES (:id, :name, :kind, :latDeg, :lonDeg, :errorRadiusM, :createdAtUs, :createdBy)`,
    );
    this.#remove = connection.prepare('DELETE FROM pins WHERE id = ?');
  }

  list(): readonly PinRecord[] {
    return this.#list.all().map(asRecord<PinRecord>);
  }

  add(pin: PinRecord): void {
    this.#add.run({ ...pin });
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}
