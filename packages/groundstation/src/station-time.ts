import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { StationStore } from '@kitestring/station/ports/store.ts';

const LAST_TIME = 'station.last_time_us';
/** Maximum loss of the counter by a kill; data stored since have times of their own. */
const SAVE_EVERY_S = 10;

/**
 * Start of station time, microseconds since 1970: now, or just after the latest time in the store, because station
 * time never goes back, not even after a fast simulation has run ahead of real time.
 */
export function stationStartUs(store: StationStore, nowUs: number): number {
  return Math.max(nowUs, latestUs(store) + 1);
}

function latestUs({ counters, notifications, plugins, sessions }: StationStore): number {
  const ended = notifications.endedBetween(0, Number.MAX_SAFE_INTEGER, 1);
  return Math.max(
    counters.get(LAST_TIME) ?? 0,
    ...plugins.list().map(({ createdAtUs }) => createdAtUs),
    ...sessions.list().map(({ createdAtUs }) => createdAtUs),
    ...notifications.active().map(({ beginUs }) => beginUs),
    ...ended.map(({ endUs = 0 }) => endUs),
  );
}

/** Saves station time periodically, and at the end. @param onFault called when the store fails */
export function keepStationTime(
  store: Pick<StationStore, 'counters'>,
  clock: Clock,
  realTimeClock: Clock,
  onFault: (fault: unknown) => void,
): Cancel {
  const save = () => {
    try {
      store.counters.set(LAST_TIME, clock.nowUs());
    } catch (fault) {
      onFault(fault);
    }
  };
  const cancel = every(realTimeClock, SAVE_EVERY_S * US_PER_S, save);
  return () => {
    cancel();
    save();
  };
}
