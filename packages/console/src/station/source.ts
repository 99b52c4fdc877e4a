import type { AnyTopicName } from '@kitestring/client/kitestring-client.ts';
import type { FlightState, FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

/**
 * Where the values of a topic are measured. The station goes on sending a topic whose source it no longer hears: then what the topic says is
 * as old as the last that was heard, however new the message is.
 */
export type Source = 'station' | 'kite' | 'camera';

export function sourceOf(name: AnyTopicName): Source {
  if (name === 'flight/state') return 'kite';
  return name === 'camera/state' || name.startsWith('videostreams/') ? 'camera' : 'station';
}

/** That the station hears nothing of the Kite, and what it heard last. */
export interface KiteLoss {
  /** When the Kite was heard last, milliseconds of `performance.now()`; undefined where that was before this page. */
  readonly heardAtMs: number | undefined;
  /** The state of the flight then. */
  readonly was: FlightStateName | undefined;
}

/** A state of the flight as the page shows it: without data of the Kite, with the last that are known. */
interface KnownFlightState {
  readonly value: FlightState;
  readonly loss: KiteLoss | undefined;
}

/** A Kite that is heard tells of its receiver, and of its altitude where that is known. */
const isHeard = ({ altitude, flight_state, kite_gps_has_fix }: FlightState): boolean =>
  flight_state !== 'Unknown' && (altitude !== undefined || kite_gps_has_fix !== undefined);

/** @param before what was known until now, and when that came */
export function knownFlightState(
  told: FlightState,
  before: {
    readonly value: FlightState | undefined;
    readonly loss: KiteLoss | undefined;
    readonly receivedAtMs: number;
  },
): KnownFlightState {
  if (isHeard(told)) return { value: told, loss: undefined };
  const { loss, receivedAtMs, value } = before;
  if (value === undefined) return { value: told, loss: { heardAtMs: undefined, was: undefined } };
  // Where it goes, and whether it moves, was said of then; where it is stays worth knowing.
  const { altitude_target: _, is_changing_altitude: __, is_rotating: ___, ...last } = value;
  return { value: { ...last, ...told }, loss: loss ?? { heardAtMs: receivedAtMs, was: value.flight_state } };
}

/** Adds the station's last data of a Kite that this page has not heard itself. @param heardAtMs when that was, `performance.now()` */
export function withLastKnown(
  known: { readonly value: FlightState | undefined; readonly loss?: KiteLoss | undefined },
  last: FlightState,
  heardAtMs: number,
) {
  const { loss, value } = known;
  if (value === undefined || loss === undefined || loss.was !== undefined) return { value, loss };
  return { value: { ...last, ...value }, loss: { heardAtMs, was: last.flight_state } };
}

const IN_THE_AIR: readonly FlightStateName[] = ['TakingOff', 'Flying', 'Landing', 'SafetyLanding', 'SafetyDescending'];

/** @param wasInFlight what the station counts, for a page that has not heard the Kite itself */
export const isLostInAir = ({ was }: KiteLoss, wasInFlight: boolean | undefined): boolean =>
  was === undefined ? wasInFlight === true : IN_THE_AIR.includes(was);
