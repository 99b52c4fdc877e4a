import { RECORDING_STATES } from '@kitestring/hub-contract/fleet/recordings.ts';
import type { Database } from '../database/database.ts';

/** Figures from the database; the same on every replica. */
export interface DatabaseFigures {
  readonly uploads: readonly (readonly [state: string, count: number])[];
  readonly webhooks: readonly (readonly [state: string, count: number])[];
  /** Events that were not yet sent to webhooks, except paused ones. */
  readonly webhookEventsWaiting: number;
  /** Without those of revoked stations, which never get an outcome. */
  readonly commandsOpen: number;
  /** Age of the oldest of them, seconds; 0 if there are none. */
  readonly commandOpenS: number;
  readonly gaps: number;
  readonly quarantined: number;
  /** Duration of these queries, seconds. */
  readonly askedS: number;
}

type FigureRow = Readonly<
  Record<'active' | 'failing' | 'paused' | 'waiting' | 'commands' | 'gaps' | 'quarantined', number>
> & {
  readonly asked: number | null;
};

/** Rejects when the database is unavailable. @param nowMs by the clock that times commands */
export async function databaseFigures({ query }: Database, nowMs: number): Promise<DatabaseFigures> {
  const beganMs = performance.now();
  const [row] = await query<FigureRow>(
    `SELECT count(*) FILTER (WHERE state = 'active' AND attempts = 0) AS active,
       count(*) FILTER (WHERE state = 'active' AND attempts > 0) AS failing,
       count(*) FILTER (WHERE state = 'paused') AS paused,
       coalesce(sum(newest.value - after_n) FILTER (WHERE state = 'active'), 0)::bigint AS waiting,
       open.commands, open.asked,
       (SELECT count(*) FROM lost) AS gaps,
       (SELECT count(*) FROM quarantine) AS quarantined
     FROM (SELECT count(*) AS commands, min(asked_ms) AS asked FROM command JOIN station USING (sid)
           WHERE state = 'open' AND revoked_ms IS NULL) AS open
       LEFT JOIN webhook ON true LEFT JOIN counter AS newest ON newest.name = 'event'
     GROUP BY open.commands, open.asked`,
  );
  const counted = await query<{ state: string; count: number }>('SELECT state, count(*) FROM upload GROUP BY state');
  const uploads = new Map(counted.map(({ count, state }) => [state, count]));
  if (row === undefined) throw new Error('sums without a row');
  const { active, asked, commands, failing, gaps, paused, quarantined, waiting } = row;
  return {
    uploads: RECORDING_STATES.map((state) => [state, uploads.get(state) ?? 0]),
    webhooks: Object.entries({ active, failing, paused }),
    webhookEventsWaiting: waiting,
    commandsOpen: commands,
    commandOpenS: asked === null ? 0 : Math.max(0, nowMs - asked) / 1000,
    gaps,
    quarantined,
    askedS: (performance.now() - beganMs) / 1000,
  };
}
