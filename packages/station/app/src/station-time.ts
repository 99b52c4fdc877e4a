import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { attempt, type StationStore } from '@kitestring/station-core/ports';

const LAST_TIME = 'station.last_time_us';
/** Real time between two writes. A kill loses the time since the last one, unless real time is ahead anyway. */
const SAVE_EVERY_S = 10;
/** Margin for a simulation that is faster than real time: after a kill, station time continues beyond every time that was published. */
const LEAD_S = 60;

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
  let storedUs = 0;
  const save = (timeOf: (savedUs: number) => number | undefined) =>
    attempt(() => {
      storedUs = store.counters.get(LAST_TIME) ?? 0;
      const timeUs = timeOf(storedUs);
      if (timeUs === undefined) return;
      store.counters.keep(LAST_TIME, timeUs);
      storedUs = timeUs;
    }, onFault);
  let cancelLead: Cancel = () => {};
  // At whole seconds: a station that continues a snapshot does the same at the same time.
  const armLead = () => {
    const atUs = (Math.floor(clock.nowUs() / US_PER_S) + 1) * US_PER_S;
    cancelLead = clock.schedule(atUs, (dueUs) => lead(dueUs === atUs));
  };
  const lead = (hasGoneOn: boolean) => {
    armLead();
    const nowUs = clock.nowUs();
    if (nowUs - realTimeClock.nowUs() < US_PER_S) return;
    // A reset to a snapshot sets the clock, and replaces what is stored.
    if (hasGoneOn && nowUs + 2 * US_PER_S <= storedUs) return;
    save((savedUs) => (nowUs + 2 * US_PER_S > savedUs ? nowUs + LEAD_S * US_PER_S : undefined));
  };
  armLead();
  const cancel = every(realTimeClock, SAVE_EVERY_S * US_PER_S, () =>
    save((savedUs) => Math.max(clock.nowUs(), savedUs)),
  );
  return () => {
    cancelLead();
    cancel();
    save(() => clock.nowUs());
  };
}
