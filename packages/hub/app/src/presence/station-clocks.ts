import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { StationPresence } from './presence.ts';

/** A beat on a bad link may be this late; a larger difference is a wrong clock. */
export const CLOCK_OFF_MS = 5000;
/** A single late beat is not a wrong clock. */
const BEATS_IN_A_ROW = 3;

type StationClocksDeps = Pick<HubDeps, 'presence' | 'database' | 'log' | 'isInCharge' | 'onEvent'>;

/** How far the clock of a station is ahead, milliseconds; undefined before its first beat. */
export const clockOffsetMs = ({
  beat,
  receivedMs,
}: Pick<StationPresence, 'beat' | 'receivedMs'>): number | undefined =>
  beat === undefined || receivedMs === undefined ? undefined : beat.t - receivedMs;

/** Creates an event for a station whose clock differs from the hub’s. No decision uses that clock. */
export function watchStationClocks({ database, isInCharge, log, onEvent, presence }: StationClocksDeps): void {
  /** Consecutive beats with a wrong time. */
  const off = new Map<string, number>();
  presence.onChange((changed) => {
    const { sid, state } = changed;
    const offsetMs = clockOffsetMs(changed) ?? 0;
    if (state === 'offline' || Math.abs(offsetMs) < CLOCK_OFF_MS) return void off.delete(sid);
    const count = (off.get(sid) ?? 0) + 1;
    off.set(sid, count);
    if (count !== BEATS_IN_A_ROW) return;
    log.warn({ sid, offsetMs }, 'the clock of a station differs from that of the hub');
    if (!isInCharge()) return;
    const data = { clock_offset: Math.round(offsetMs / 1000) };
    database
      .transaction((queries) => insertHubEvent(queries, 'station.clock_wrong', sid, changed.receivedMs ?? 0, data))
      .then(onEvent, (fault: unknown) => log.warn({ err: fault, sid }, 'a wrong clock could not be recorded'));
  });
}
