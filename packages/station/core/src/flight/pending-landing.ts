import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result } from '@kitestring/station-contract/refusal.ts';
import {
  type LastKnown,
  PENDING_LANDING_S,
  type PendingLandingReply,
} from '@kitestring/station-contract/station/pending-landing.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Telemetry } from '../telemetry.ts';
import type { FlightPhase } from './flight-phase.ts';
import { shownFlightState } from './shown-flight-state.ts';

/** The key or account of a caller as it is now; undefined where there is none. */
export type OwnerOf = (id: string) => { readonly enabled: boolean; readonly epoch: number } | undefined;

interface PendingLandingDeps {
  readonly clock: Clock;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly notifications: Notifications;
  readonly ownerOf: OwnerOf;
}

interface Order {
  readonly caller: Caller;
  /** Epoch of its key or account: a later one has lost the access of this one. */
  readonly epoch: number | undefined;
  readonly orderedUs: number;
}

/**
 * A landing that was ordered while nothing is heard of the Kite. It is under way, as a landing that was sent: neither a lost lease nor the
 * end of a session ends it, for the page that ordered it may be gone. A restart ends it: who acts on it then knows of no order.
 */
export class PendingLandingOrder {
  readonly #deps: PendingLandingDeps;
  #order: Order | undefined;
  /** The last one has ended without having been sent, and nothing has been heard since. */
  #isMissed = false;

  constructor(deps: PendingLandingDeps) {
    this.#deps = deps;
  }

  /** An order of a time that the station has left is not one of now. */
  [STATE](archive: StateArchive): void {
    if (archive.isRestoring) [this.#order, this.#isMissed] = [undefined, false];
  }

  shown(): PendingLandingReply {
    if (this.#order === undefined) return {};
    const { caller, orderedUs } = this.#order;
    const until_time = formatTimestamp(orderedUs + PENDING_LANDING_S * US_PER_S);
    return {
      pending_landing: { ordered_time: formatTimestamp(orderedUs), until_time, ordered_by: caller.callerName },
    };
  }

  /** In place of one that is there. CONTROL_TAKEN. */
  set(caller: Caller): Result<PendingLandingReply> {
    const { clock, handoff, ownerOf } = this.#deps;
    const permitted = handoff.permit(caller);
    if (!permitted.ok) return permitted;
    this.#order = { caller, epoch: ownerOf(caller.callerId)?.epoch, orderedUs: clock.nowUs() };
    this.#isMissed = false;
    this.#notify();
    return ok(this.shown());
  }

  /** For its giver, and for every client that may command. CONTROL_TAKEN. */
  cancel(caller: Caller): Result<void> {
    const isOwn = this.#order?.caller.sessionId === caller.sessionId;
    const permitted = isOwn ? accepted : this.#deps.handoff.permit(caller);
    if (permitted.ok) this.end();
    return permitted;
  }

  end(): void {
    this.#order = undefined;
    this.#notify();
  }

  /** Call regularly. @returns whether it is to be carried out now */
  isDue({ state }: FlightPhase): boolean {
    if (state !== 'Unknown') this.#isMissed = false;
    if (this.#order !== undefined) this.#endWhereOver(this.#order, state);
    this.#notify();
    return this.#order !== undefined && (state === 'Flying' || state === 'SafetyDescending');
  }

  #endWhereOver({ caller, epoch, orderedUs }: Order, state: FlightPhase['state']): void {
    const { clock, ownerOf } = this.#deps;
    const isLanded = state === 'StandBy' || state === 'Landing' || state === 'SafetyLanding';
    const owner = ownerOf(caller.callerId);
    const isForbidden = owner?.epoch !== epoch || owner?.enabled === false;
    const isLate = clock.nowUs() >= orderedUs + PENDING_LANDING_S * US_PER_S;
    if (isLanded || isForbidden || isLate) this.#order = undefined;
    this.#isMissed = isLate && !isLanded;
  }

  #notify(): void {
    const { notifications } = this.#deps;
    notifications.set('LANDING_PENDING', this.#order !== undefined);
    notifications.set('LANDING_NOT_SENT', this.#isMissed);
  }
}

const NOTHING_REQUESTED = { targetAltitudeM: undefined, isChangingAltitude: false, isRotating: false };

/** @param phase that of when it was heard last */
export function lastKnown(telemetry: Telemetry, phase: FlightPhase): LastKnown | undefined {
  const { kiteUs, lastKite } = telemetry;
  if (lastKite === undefined || phase.state === 'Unknown') return undefined;
  return { time: formatTimestamp(kiteUs), state: shownFlightState(phase, NOTHING_REQUESTED, lastKite) };
}
