import type { Queries } from '../database/database.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { PresenceState, StationPresence } from '../presence/presence.ts';
import { hubEvent, insertEvents } from './insert-events.ts';

/** Changes that wait for the database; beyond this, only the newest state of each station is reported. */
const WAITING_MAX = 10_000;
/** Changes of one transaction. */
const BATCH_MAX = 200;
/**
 * After a start of the hub, a station that was online counts as offline after this time without a message. It is longer
 * than a station waits between two attempts to connect.
 */
const HEARD_WITHIN_MS = 45_000;

interface Change {
  readonly sid: string;
  readonly state: PresenceState;
  readonly atMs: number;
}

interface PresenceEventsDeps extends Pick<HubDeps, 'database' | 'log' | 'nowMs' | 'onEvent'> {
  /** Presence of a member; undefined for any other station. */
  readonly presenceOf: (sid: string) => StationPresence | undefined;
}

/**
 * Creates an event for each change of presence, in order. The database has the last reported state, so that each change
 * is reported once despite kills, and a change without a running hub is reported later.
 */
export class PresenceEvents {
  readonly #deps: PresenceEventsDeps;
  readonly #startedMs: number;
  #waiting: Change[] = [];
  #isChecked = false;
  #writing: Promise<void> | undefined;

  constructor(deps: PresenceEventsDeps) {
    this.#deps = deps;
    this.#startedMs = deps.nowMs();
  }

  changed({ sid, sinceMs, state }: StationPresence): void {
    if (this.#waiting.length >= WAITING_MAX) this.#waiting = this.#newest();
    this.#waiting.push({ sid, state, atMs: sinceMs });
    void this.write();
  }

  /** Writes pending changes; called about once a second, because the database may have been unavailable. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'events of stations wait for the database'))
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    if (!this.#isChecked && this.#deps.nowMs() - this.#startedMs >= HEARD_WITHIN_MS) await this.#checkSilent();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      try {
        await this.#deps.database.transaction((queries) => tell(queries, batch, this.#deps.nowMs()));
      } catch (fault) {
        this.#waiting.unshift(...batch);
        throw fault;
      }
      this.#deps.onEvent();
    }
  }

  /** Reports stations that went offline while no hub was running. */
  async #checkSilent(): Promise<void> {
    const { database, nowMs, presenceOf } = this.#deps;
    const rows = await database.query<{ sid: string }>(
      "SELECT sid FROM station WHERE told_state <> 'offline' AND revoked_ms IS NULL",
    );
    this.#isChecked = true;
    const silent = rows.filter(({ sid }) => presenceOf(sid)?.beat === undefined);
    this.#waiting.push(...silent.map(({ sid }) => ({ sid, state: 'offline' as const, atMs: nowMs() })));
  }

  #newest(): Change[] {
    return [...new Map(this.#waiting.map((change) => [change.sid, change])).values()];
  }
}

/** Ignores a state that was already reported, and stations that are no longer members. */
async function tell(queries: Queries, changes: readonly Change[], nowMs: number): Promise<void> {
  const rows = await queries.query<{ sid: string; name: string; told_state: PresenceState }>(
    'SELECT sid, name, told_state FROM station WHERE sid = ANY ($1) AND revoked_ms IS NULL ORDER BY sid FOR UPDATE',
    [[...new Set(changes.map(({ sid }) => sid))]],
  );
  const told = new Map(rows.map(({ sid, told_state }) => [sid, told_state]));
  const names = new Map(rows.map(({ name, sid }) => [sid, name]));
  const events = changes.flatMap(({ atMs, sid, state }) => {
    if (!told.has(sid) || told.get(sid) === state) return [];
    told.set(sid, state);
    return [hubEvent(`station.${state}`, sid, atMs, { name: names.get(sid) })];
  });
  if (events.length === 0) return;
  const changed = [...new Set(events.map(({ sid }) => sid))];
  await queries.query(
    `UPDATE station SET told_state = told.state FROM unnest($1::text[], $2::text[]) AS told (sid, state)
     WHERE station.sid = told.sid`,
    [changed, changed.map((sid) => told.get(sid) ?? '')],
  );
  await insertEvents(queries, events, nowMs);
}
