import type { ALARM_FILTERS } from '@kitestring/hub-contract/fleet/alarms.ts';
import { checkMessage } from '@kitestring/hub-contract/read-message.ts';
import { RECORD_KINDS, type RecordData } from '@kitestring/hub-contract/record.ts';
import type { Database, Queries } from '../database/database.ts';

/** A notification of a station, from begin to end. */
export interface StoredAlarm {
  readonly id: number;
  readonly sid: string;
  readonly code: number;
  readonly severity: 'Info' | 'Warning' | 'Critical' | 'Fatal';
  readonly message: string;
  readonly began_ms: number;
  readonly ended_ms: number | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_ms: number | null;
}

/** An event of a station that is being archived. */
interface StationEvent {
  readonly sid: string;
  readonly epoch: string;
  readonly timeMs: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface AlarmFilter {
  readonly state: (typeof ALARM_FILTERS)[number];
  readonly sid: string | undefined;
  /** Stations that the caller may see; undefined: all. */
  readonly sids: readonly string[] | undefined;
  readonly limit: number;
}

const COLUMNS = 'alarm.id, alarm.sid, code, severity, message, began_ms, ended_ms, acknowledged_by, acknowledged_ms';
const RANK = "array_position(ARRAY['Fatal', 'Critical', 'Warning', 'Info'], severity)";
/** An alarm of a revoked station never ends, nor does one of an earlier epoch that another data folder has replaced. */
export const IS_LEFT = `(EXISTS (SELECT 1 FROM station WHERE station.sid = alarm.sid AND revoked_ms IS NOT NULL)
  OR EXISTS (SELECT 1 FROM cursor older, cursor newer WHERE older.sid = alarm.sid AND older.epoch = alarm.epoch AND newer.sid = alarm.sid AND newer.begun_ms > older.begun_ms))`;
const IS_ACTIVE = `ended_ms IS NULL AND NOT ${IS_LEFT}`;
const WHERE: Readonly<Record<AlarmFilter['state'], string>> = {
  active: IS_ACTIVE,
  unacknowledged: `${IS_ACTIVE} AND acknowledged_ms IS NULL`,
  ended: `NOT (${IS_ACTIVE})`,
};

/**
 * Stores alarms from events that are being archived, in the same transaction. Within an epoch an end comes after its
 * begin. A malformed one stays an event and is no alarm: one station must not block the archive of all.
 */
export async function noteAlarms({ query }: Queries, events: readonly StationEvent[]): Promise<void> {
  for (const { data, epoch, kind, sid, timeMs } of events) {
    const notification = notificationOf(kind, data);
    if (notification === undefined) continue;
    const { began, code, message, severity } = notification;
    if (kind === 'notification.begin') {
      await query(
        `INSERT INTO alarm (sid, epoch, code, severity, message, began_ms) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING`,
        [sid, epoch, code, severity, message, began],
      );
    } else {
      await query(
        `UPDATE alarm SET ended_ms = $5
         WHERE sid = $1 AND epoch = $2 AND code = $3 AND began_ms = $4 AND ended_ms IS NULL`,
        [sid, epoch, code, began, timeMs],
      );
    }
  }
}

function notificationOf(kind: string, data: unknown): RecordData<'notification.begin'> | undefined {
  if (kind !== 'notification.begin' && kind !== 'notification.end') return undefined;
  const read = checkMessage(RECORD_KINDS[kind], data);
  return read.ok && Number.isSafeInteger(read.value.code) && Number.isSafeInteger(read.value.began)
    ? read.value
    : undefined;
}

/** Alarms of all stations, with the persons who acknowledged them. */
export class AlarmTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: AlarmFilter): Promise<{ readonly alarms: readonly StoredAlarm[]; readonly total: number }> {
    const { limit, sid, sids, state } = filter;
    const where = `(${WHERE[state]}) AND ($1::text IS NULL OR alarm.sid = $1) AND ($2::text[] IS NULL OR alarm.sid = ANY($2))`;
    const order = state === 'ended' ? 'coalesce(ended_ms, began_ms) DESC, id DESC' : `${RANK}, began_ms DESC, id DESC`;
    const values = [sid ?? null, sids ?? null];
    const alarms = await this.#database.query<StoredAlarm>(
      `SELECT ${COLUMNS} FROM alarm WHERE ${where} ORDER BY ${order} LIMIT $3`,
      [...values, limit],
    );
    const [row] = await this.#database.query<{ total: number }>(
      `SELECT count(*)::bigint AS total FROM alarm WHERE ${where}`,
      values,
    );
    return { alarms, total: row?.total ?? alarms.length };
  }

  /** @returns undefined when there is no such alarm */
  async get(id: number): Promise<StoredAlarm | undefined> {
    const [alarm] = await this.#database.query<StoredAlarm>(`SELECT ${COLUMNS} FROM alarm WHERE id = $1`, [id]);
    return alarm;
  }

  /** Only the first acknowledgement is stored. @returns whether this was the first */
  async acknowledge(id: number, who: string, nowMs: number): Promise<boolean> {
    const changed = await this.#database.query(
      'UPDATE alarm SET acknowledged_by = $2, acknowledged_ms = $3 WHERE id = $1 AND acknowledged_ms IS NULL RETURNING id',
      [id, who, nowMs],
    );
    return changed.length > 0;
  }
}
