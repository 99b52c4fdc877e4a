import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Store } from '@kitestring/station/ports/store.ts';

const LAST_TIME = 'station.last_time_us';
/** A kill loses at most this much of what the counter knows; what was stored since has times of its own. */
const SAVE_EVERY_S = 10;

/**
 * When station time begins, microseconds since 1970: now, or just after the latest time that the store holds, for station
 * time never goes back, not even after a fast simulation has run ahead of the world.
 */
export function stationStartUs(store: Store, nowUs: number): number {
  return Math.max(nowUs, latestUs(store) + 1);
}

function latestUs({ counters, notifications, plugins, sessions }: Store): number {
  const ended = notifications.endedBetween(0, Number.MAX_SAFE_INTEGER, 1);
  return Math.max(
    counters.get(LAST_TIME) ?? 0,
    ...plugins.list().map(({ createdAtUs }) => createdAtUs),
    ...sessions.list().map(({ createdAtUs }) => createdAtUs),
    ...notifications.active().map(({ beginUs }) => beginUs),
    ...ended.map(({ endUs = 0 }) => endUs),
  );
}

/** Saves station time now and then, and once more when it is ended. @param onFault told when the store can't take it */
export function keepStationTime(
  store: Pick<Store, 'counters'>,
  clock: Clock,
  wall: Clock,
  onFault: (fault: unknown) => void,
): Cancel {
  const save = () => {
    try {
      store.counters.set(LAST_TIME, clock.nowUs());
    } catch (fault) {
      onFault(fault);
    }
  };
  const cancel = every(wall, SAVE_EVERY_S * US_PER_S, save);
  return () => {
    cancel();
    save();
  };
}
