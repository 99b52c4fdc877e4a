import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { FlightTotals } from '@kitestring/station-contract/station/flight-figures.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { rounded } from '../parts/numbers.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { withLastKnown } from '../station/source.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { altitudeTimeS, ClimbRate } from './flight-figures.ts';

/** Figures counted by the station: the same on every page, and after a reload. */
const FLIGHT_FIGURES: SharedReadingDefinition<FlightTotals> = {
  isOnlyLive: true,
  read: ({ station }) => station.getFlightFigures(),
  pauseMs: (link) => (link.topic('flight/state').snapshot().value?.flight_state === 'StandBy' ? 60_000 : 1000),
};

export const useFlightFigures = () => useSharedReading(FLIGHT_FIGURES);

/** Reads them again after a change of the flight state, and initialises the page with earlier values. Used once on a page. */
export function useFlightFiguresFollowed(): void {
  const { link } = useStation();
  const { again, value } = useFlightFigures();
  useEffect(() => {
    const last = value?.last_known;
    const nowMs = link.clock.nowMs();
    if (last === undefined || nowMs === undefined) return;
    const lastDataAtMs = performance.now() - nowMs + (parseTimestamp(last.time) ?? Number.NaN) / 1000;
    link.topic('flight/state').learn((known) => withLastKnown(known, last.state, lastDataAtMs));
  }, [link, value]);
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change reads them again
  useEffect(() => again(), [again, state]);
}

/** Observes the altitude as long as the rate is shown. */
class ClimbRateStore extends Store<number | undefined> {
  readonly #link: StationLink;

  constructor(link: StationLink) {
    super(undefined);
    this.#link = link;
  }

  protected override begin(): () => void {
    const rate = new ClimbRate();
    const topic = this.#link.topic('flight/state');
    const look = (nowMs: number) => {
      const arrival = topic.snapshot();
      const shown = rounded(
        rate.after(altitudeTimeS(arrival, nowMs), arrival.loss === undefined ? arrival.value?.altitude : undefined),
        1,
      );
      if (!Object.is(shown, this.snapshot())) this.become(shown);
    };
    const leave = topic.subscribe(() => look(topic.snapshot().receivedAtMs));
    // A constant altitude is sent rarely, but its rate is 0.
    const timer = setInterval(() => look(performance.now()), 1000);
    return () => {
      leave();
      clearInterval(timer);
    };
  }
}

const climbRate = onePer((link: StationLink) => new ClimbRateStore(link));

/** Climb rate of the Kite, metres per second, positive up; the station's topics do not contain it. */
export function useClimbRate(): number | undefined {
  const store = climbRate(useStation().link);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
