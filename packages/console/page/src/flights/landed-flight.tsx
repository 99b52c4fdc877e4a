import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { FlightTotals } from '@kitestring/station-contract/station/flight-figures.ts';
import { useSyncExternalStore } from 'react';
import { useFlightFigures } from '../flight/use-flight-figures.ts';
import { LateDrawer } from '../shell/late-drawers.tsx';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useTopicPart } from '../station/use-topic.ts';

/** Afterwards the summary is only in the list of flights. */
const SHOWN_FOR_MS = 30 * 60_000;
const CLOSED_KEY = 'kitestring.closedSummary';

/** Start time of the flight whose summary was closed in this tab. */
class ClosedSummary extends Store<string | null> {
  readonly close = (began: string): void => {
    sessionStorage.setItem(CLOSED_KEY, began);
    this.become(began);
  };
}

const closedOf = onePer((_: StationLink) => new ClosedSummary(sessionStorage.getItem(CLOSED_KEY)));

/** Start time of a flight that has landed recently; undefined if there is none. */
function landedFlight(figures: FlightTotals | undefined, nowMs: number | undefined): string | undefined {
  const { began_time, flight_s, in_flight } = figures ?? {};
  if (in_flight !== false || began_time === undefined || flight_s === undefined || nowMs === undefined)
    return undefined;
  const landedMs = (parseTimestamp(began_time) ?? 0) / 1000 + flight_s * 1000;
  return nowMs - landedMs < SHOWN_FOR_MS ? began_time : undefined;
}

/** The flight that has landed, unless its summary was closed. */
export function useLandedFlight() {
  const { link } = useStation();
  const closed = closedOf(link);
  const closedFlight = useSyncExternalStore(closed.subscribe, closed.snapshot);
  const { value } = useFlightFigures();
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy');
  const began = landedFlight(value, link.clock.nowMs());
  const flight = isOnGround === true && began !== closedFlight ? began : undefined;
  return { flight, close: () => flight !== undefined && closed.close(flight) };
}

/** Summary of the flight after its landing, on the operator's page, until it is closed; later it is in the list of flights. */
export function LandedFlight() {
  const { flight } = useLandedFlight();
  return flight === undefined ? null : <LateDrawer key={flight} name="LandingSummary" />;
}
