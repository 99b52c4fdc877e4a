import type { AnyTopicName } from '@kitestring/client/kitestring-client.ts';
import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';

/**
 * Source of the values of a topic. The station continues to send a topic whose source it has lost: then its data is as
 * old as the last sample, however new the message.
 */
export type Source = 'station' | 'kite' | 'camera';

export function source(name: AnyTopicName): Source {
  if (name === 'flight/state') return 'kite';
  return name === 'camera/state' || name.startsWith('videostreams/') ? 'camera' : 'station';
}

/** The station has lost the Kite; with its last data. */
export interface KiteLoss {
  /** Time of the last data of the Kite, milliseconds of `performance.now()`; undefined if that was before this page. */
  readonly lastDataAtMs: number | undefined;
  /** Flight state at that time. */
  readonly was: FlightStateName | undefined;
}

/** A flight state as displayed: without data of the Kite, the last known values. */
interface KnownFlightState {
  readonly value: FlightState;
  readonly loss: KiteLoss | undefined;
}

/** A reachable Kite reports its receiver, and its altitude if known. */
const isReachable = ({ altitude, flight_state, kite_gps_has_fix }: FlightState): boolean =>
  flight_state !== 'Unknown' && (altitude !== undefined || kite_gps_has_fix !== undefined);

/** @param before the last known state, with its time */
export function knownFlightState(
  told: FlightState,
  before: {
    readonly value: FlightState | undefined;
    readonly loss: KiteLoss | undefined;
    readonly receivedAtMs: number;
  },
): KnownFlightState {
  if (isReachable(told)) return { value: told, loss: undefined };
  const { loss, receivedAtMs, value } = before;
  if (value === undefined) return { value: told, loss: { lastDataAtMs: undefined, was: undefined } };
  // Target and movement are outdated; the position is still useful.
  const { altitude_target: _, is_changing_altitude: __, is_rotating: ___, ...last } = value;
  return { value: { ...last, ...told }, loss: loss ?? { lastDataAtMs: receivedAtMs, was: value.flight_state } };
}

/**
 * Adds the station's last data of a Kite for a page that has not received any. @param lastDataAtMs their time,
 * `performance.now()`
 */
export function withLastKnown(
  known: { readonly value: FlightState | undefined; readonly loss?: KiteLoss | undefined },
  last: FlightState,
  lastDataAtMs: number,
) {
  const { loss, value } = known;
  if (value === undefined || loss === undefined || loss.was !== undefined) return { value, loss };
  return { value: { ...last, ...value }, loss: { lastDataAtMs, was: last.flight_state } };
}

const IN_THE_AIR: readonly FlightStateName[] = ['TakingOff', 'Flying', 'Landing', 'SafetyLanding', 'SafetyDescending'];

/** @param wasInFlight according to the station, for a page that has not received data of the Kite */
export const isLostInAir = ({ was }: KiteLoss, wasInFlight: boolean | undefined): boolean =>
  was === undefined ? wasInFlight === true : IN_THE_AIR.includes(was);
