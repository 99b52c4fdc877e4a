import type { PinRecord, PinStore } from '@kitestring/station/ports/pin-store.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** Marked places, oldest first. */
export class PinTable implements PinStore {
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#list = connection.prepare('SELECT * FROM pins ORDER BY created_at_us, rowid');
    this.#add = connection.prepare(
      `INSERT INTO pins (id, name, lat_deg, lon_deg, error_radius_m, created_at_us, created_by)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#remove = connection.prepare('DELETE FROM pins WHERE id = ?');
  }

  list(): readonly PinRecord[] {
    return this.#list.all().map(toRecord);
  }

  add({ createdAtUs, createdBy, errorRadiusM, id, latDeg, lonDeg, name }: PinRecord): void {
    this.#add.run(id, name, latDeg, lonDeg, errorRadiusM ?? null, createdAtUs, createdBy);
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

const toRecord = (row: DatabaseRow): PinRecord => ({
  id: String(row.id),
  name: String(row.name),
  latDeg: Number(row.lat_deg),
  lonDeg: Number(row.lon_deg),
  ...(row.error_radius_m !== null && { errorRadiusM: Number(row.error_radius_m) }),
  createdAtUs: Number(row.created_at_us),
  createdBy: String(row.created_by),
});
