import { IS_LEFT } from '../alarms/alarm-table.ts';
import type { Queries } from '../database/database.ts';

/** Rows that one statement removes. */
export const ROWS_MAX = 1000;

/** Lists beside the archive, with the condition under which rows are outdated: older than `$1`, Unix milliseconds, oldest first. */
const OVER = {
  command: { isOver: "state <> 'open' AND asked_ms < $1", by: 'asked_ms' },
  alarm: { isOver: `(ended_ms < $1 OR (began_ms < $1 AND ${IS_LEFT}))`, by: 'began_ms' },
  // Each row has the hash of the one before, so only the beginning is removed. The newest row stays, because the
  // numbering continues from it.
  audit: {
    isOver: 'n < least((SELECT max(n) FROM audit), (SELECT min(n) FROM audit WHERE time_ms >= $1))',
    by: 'n',
  },
  quarantine: { isOver: 'noted_ms < $1', by: 'noted_ms' },
  enrolment: { isOver: 'used_ms IS NULL AND expires_ms < $1', by: 'expires_ms' },
} as const;

/** Removes the oldest outdated rows of a list. @returns how many, `ROWS_MAX` at most */
export async function removeOldRows({ query }: Queries, table: keyof typeof OVER, beforeMs: number): Promise<number> {
  const { by, isOver } = OVER[table];
  const rows = await query(
    `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${isOver} ORDER BY ${by} LIMIT ${ROWS_MAX}) RETURNING 1`,
    [beforeMs],
  );
  return rows.length;
}
