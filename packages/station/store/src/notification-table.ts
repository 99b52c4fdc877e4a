import type { NotificationPlace, NotificationRecord, NotificationStore } from '@kitestring/station-core/ports';
import { asRecord } from './columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from './database-connection.ts';

/** After every record. */
const LAST_PLACE: NotificationPlace = { endUs: Number.MAX_SAFE_INTEGER, beginUs: 0, code: 0 };

/** Occurrences of notifications. */
export class NotificationTable implements NotificationStore {
  readonly #active: Statement;
  readonly #put: Statement;
  readonly #ended: Statement;
  readonly #forget: Statement;

  constructor(connection: DatabaseConnection) {
    this.#active = connection.prepare('SELECT * FROM notifications WHERE end_us IS NULL ORDER BY begin_us, code');
    this.#put = connection.prepare('INSERT OR REPLACE INTO notifications VALUES (?, ?, ?, ?)');
    this.#ended = connection.prepare(
      `SELECT * FROM (SELECT * FROM notifications WHERE end_us >= ? AND end_us < ?
         AND (end_us, begin_us, code) < (?, ?, ?) ORDER BY end_us DESC, begin_us DESC, code DESC LIMIT ?) ORDER BY end_us, begin_us, code`,
    );
    this.#forget = connection.prepare('DELETE FROM notifications WHERE end_us < ?');
  }

  active(): readonly NotificationRecord[] {
    return this.#active.all().map(toRecord);
  }

  put({ code, beginUs, endUs, parameters }: NotificationRecord): void {
    this.#put.run(code, beginUs, endUs ?? null, JSON.stringify(parameters));
  }

  endedBetween(
    fromUs: number,
    toUs: number,
    limit: number,
    { endUs, beginUs, code }: NotificationPlace = LAST_PLACE,
  ): readonly NotificationRecord[] {
    return this.#ended.all(fromUs, toUs, endUs, beginUs, code, limit).map(toRecord);
  }

  forgetEndedBefore(beforeUs: number): void {
    this.#forget.run(beforeUs);
  }
}

const toRecord = (row: DatabaseRow): NotificationRecord => ({
  ...asRecord<NotificationRecord>(row),
  parameters: JSON.parse(String(row.parameters)),
});
