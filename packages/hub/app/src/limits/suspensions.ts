import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';

/** Duration of the suspension of a station that floods the broker. */
const SUSPENDED_MS = 10 * 60_000;

interface SuspensionsDeps extends Pick<HubDeps, 'database' | 'stations' | 'nowMs' | 'log' | 'onEvent'> {
  /** Sends the revoked keys to the broker. */
  readonly push: () => Promise<void>;
}

/** Suspends a station that exceeds its budget, at the broker, so that it does not affect others. An event reports it. */
export class Suspensions {
  readonly #deps: SuspensionsDeps;

  constructor(deps: SuspensionsDeps) {
    this.#deps = deps;
  }

  async suspend(sid: string, sent: object): Promise<void> {
    const { database, log, nowMs, onEvent, push, stations } = this.#deps;
    const station = stations.get(sid);
    if (station === undefined || station.revokedMs !== undefined) return;
    const untilMs = nowMs() + SUSPENDED_MS;
    log.error({ sid, name: station.name, ...sent }, 'a station floods the broker: it is suspended for ten minutes');
    try {
      const isFirst = await database.transaction(async (queries) => {
        // Another replica sees the same flood.
        const rows = await queries.query(
          `UPDATE station SET suspended_until_ms = $2
           WHERE sid = $1 AND coalesce(suspended_until_ms, 0) < $3 RETURNING sid`,
          [sid, untilMs, nowMs()],
        );
        if (rows.length > 0) {
          await insertHubEvent(queries, 'station.suspended', sid, nowMs(), { name: station.name, ...sent });
        }
        return rows.length > 0;
      });
      await stations.load(sid);
      if (isFirst) onEvent();
      await push();
    } catch (error) {
      log.error({ err: error, sid }, 'a station that floods the broker could not be suspended; it will be tried again');
    }
  }
}
