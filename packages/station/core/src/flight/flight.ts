import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Altitude } from '@kitestring/station-contract/flight/altitude.ts';
import type { FlightInfo } from '@kitestring/station-contract/flight/flight-info.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { LastKnown, PendingLandingReply } from '@kitestring/station-contract/station/pending-landing.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import type { Lids } from '../system/lids.ts';
import type { Telemetry } from '../telemetry.ts';
import { AltitudeControl, type AltitudeControlDeps } from './altitude-control.ts';
import { onlyDownwards } from './altitude-limits.ts';
import { FlightHours } from './flight-hours.ts';
import {
  type FlightEvent,
  type FlightPhase,
  isInTheAir,
  mayBeInTheAir,
  phaseLabel,
  phasesThatAllow,
  transition,
  UNKNOWN,
} from './flight-phase.ts';
import { FlightRecord } from './flight-record.ts';
import { lastKnown, type OwnerOf, PendingLandingOrder } from './pending-landing.ts';
import type { SafetyDemand } from './safety.ts';
import { SafetyWatch } from './safety-watch.ts';
import { shownFlightState } from './shown-flight-state.ts';
import { TakeOff } from './take-off.ts';

/** Holding altitude of a Kite that must not land on closed lids, metres: low, and clear of them. */
const WAIT_ABOVE_LIDS_M = 5;

interface FlightDeps extends Omit<AltitudeControlDeps, 'windCeilingM'> {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly documents: DocumentStore;
  readonly onStoreFault: (fault: unknown) => void;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly health: Health;
  readonly ownerOf: OwnerOf;
  readonly lids: Lids;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  /** First failed preflight check. */
  readonly preflightRefusal: () => Refusal | undefined;
  readonly isRotating: () => boolean;
  readonly stopCamera: () => void;
  /** Reports a change of the published state. */
  readonly changed: () => void;
}

/**
 * Flight state machine: meaning of commands in the present phase, reactions to the sensors, and the published state.
 */
export class Flight {
  readonly record: FlightRecord;
  readonly pendingLanding: PendingLandingOrder;
  readonly #deps: FlightDeps;
  readonly #altitude: AltitudeControl;
  readonly #hours: FlightHours;
  readonly #takeOff: TakeOff;
  readonly #safety: SafetyWatch;
  readonly #resetOrder: RepeatedOrder<'reset'>;
  #phase: FlightPhase = UNKNOWN;
  /** The phase when the data were lost; UNKNOWN once that no longer matters. */
  #phaseBefore: FlightPhase = UNKNOWN;
  #commandedUs = 0;
  #resetUntilUs = 0;
  readonly #resetEnd: WakeUp;

  constructor(deps: FlightDeps) {
    this.#deps = deps;
    this.#safety = new SafetyWatch(deps);
    this.#altitude = new AltitudeControl({ ...deps, windCeilingM: () => this.#safety.windCeilingM });
    this.#takeOff = new TakeOff({ ...deps, altitude: this.#altitude });
    this.#resetOrder = new RepeatedOrder(deps.clock, { send: () => deps.aircraft.reset(), isShown: () => true });
    this.#resetEnd = new WakeUp(deps.clock, () => this.#endReset());
    this.pendingLanding = new PendingLandingOrder(deps);
    this.record = new FlightRecord(deps);
    this.#hours = new FlightHours({ ...deps, initialHours: deps.settings.flight.initialFlightHours });
  }

  [STATE](archive: StateArchive): void {
    [this.#phase, this.#phaseBefore] = archive.all(this.#phase, this.#phaseBefore);
    [this.#commandedUs, this.#resetUntilUs] = archive.all(this.#commandedUs, this.#resetUntilUs);
    archive.in(this.record, this.#altitude, this.#hours, this.#takeOff, this.#safety, this.#resetOrder, this.#resetEnd);
    archive.in(this.pendingLanding);
  }

  get phase(): FlightPhase {
    return this.#phase;
  }

  /** The motors did not start at the last take-off. */
  get motorStartFailed(): boolean {
    return this.#takeOff.motorStartFailed;
  }

  /** Remaining time of the reset after a safety landing, whole seconds; 0 without one. */
  get resettingS(): number {
    return Math.max(0, Math.ceil((this.#resetUntilUs - this.#nowUs) / US_PER_S));
  }

  /** Where the Kite goes, or is held, metres. */
  get targetM(): number | undefined {
    return this.#altitude.request.targetM;
  }

  info(): Result<FlightInfo> {
    return ok({ ...this.#altitude.limits.info(), total_kite_flight_hours: roundTo(this.#hours.hours, 4) });
  }

  state(): FlightState {
    const { targetM, isUnderWay } = this.#altitude.request;
    const request = { targetAltitudeM: targetM, isChangingAltitude: isUnderWay, isRotating: this.#deps.isRotating() };
    return shownFlightState(this.#phase, request, this.#kite);
  }

  /** Last data of the Kite; undefined while it is heard. */
  get lastKnown(): LastKnown | undefined {
    return this.#phase.state === 'Unknown' ? lastKnown(this.#deps.telemetry, this.#phaseBefore) : undefined;
  }

  takeOff(caller: Caller): Result<void> {
    return this.#command(caller, 'takeOffRequested', () => {
      const refusal = this.#deps.preflightRefusal();
      if (refusal !== undefined) return { ok: false, refusal };
      this.#beginTakeOff();
      return accepted;
    });
  }

  land(caller: Caller): Result<void> {
    return this.#command(caller, 'landRequested', () => {
      if (this.#isLandingBlocked) return refuse('LIDS_STUCK.notOpen');
      this.#apply('landRequested');
      this.#land('normal');
      return accepted;
    });
  }

  /** Lands; while nothing is heard of the Kite, with its first data. */
  setPendingLanding(caller: Caller): Result<PendingLandingReply> {
    if (this.#phase.state === 'Unknown') return this.pendingLanding.set(caller);
    const landed = this.land(caller);
    return landed.ok ? ok({}) : landed;
  }

  abort(caller: Caller): Result<void> {
    return this.#command(caller, 'abortRequested', () => {
      const before = this.#phase;
      if (before.state === 'Landing' && this.#safety.mustLand) {
        return refuse('WRONG_FLIGHT_STATE.mustLand', { reason: this.#safety.demand?.reason ?? '' });
      }
      this.#apply('abortRequested');
      this.#abortFrom(before);
      return accepted;
    });
  }

  setAltitude(caller: Caller, body: Altitude): Result<void> {
    const permitted = this.#permit(caller);
    if (!permitted.ok) return permitted;
    const withinLimits = this.#altitude.check(body.altitude);
    if (!withinLimits.ok) return withinLimits;
    const possible = this.#altitudePossible(body.altitude);
    if (possible.ok) {
      this.#altitude.goTo(body.altitude);
      this.#deps.changed();
    }
    return possible;
  }

  setAltitudeSoftMax(caller: Caller, body: Altitude): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const result = this.#altitude.limits.setSoftMax(body.altitude);
    if (result.ok) {
      this.#keepBelowCeiling();
      this.#deps.changed();
    }
    return result;
  }

  /** Processes the aircraft's report: call for each sample, and regularly while none comes. */
  update(): void {
    const kite = this.#kite;
    if (kite === undefined) {
      if (this.#phase.state !== 'Unknown') this.#loseData();
      this.pendingLanding.isDue(this.#phase);
      return;
    }
    this.#hours.update(this.#nowUs, kite.landedState === 'InAir');
    this.record.update(this.#nowUs, kite);
    this.#altitude.update(kite);
    this.#resetOrder.update(this.#deps.telemetry.kiteUs);
    this.#safety.evaluate(kite, this.#isDescentCommanded);
    this.#followReport(kite);
    this.#followSensors();
    this.#landIfPending();
    this.#proceed(kite);
    this.#notify();
  }

  /** Saves persistent state, and cancels all timers. */
  stop(): void {
    this.#resetEnd.cancel();
    this.#hours.save();
  }

  get #nowUs(): number {
    return this.#deps.clock.nowUs();
  }

  get #kite(): KiteSample | undefined {
    return this.#deps.telemetry.kite(this.#nowUs);
  }

  #command(caller: Caller, event: FlightEvent, act: () => Result<void>): Result<void> {
    const permitted = this.#permit(caller);
    if (!permitted.ok) return permitted;
    if (transition(this.#phase, event) === undefined) return wrongState(this.#phase, phasesThatAllow(event));
    const result = act();
    if (result.ok) this.#commandedUs = this.#nowUs;
    this.#deps.changed();
    return result;
  }

  /** A pilot's transmitter and other ground stations win over every client of this one. */
  #permit(caller: Caller): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    return permitted.ok && this.#kite?.isFlownElsewhere ? refuse('AIRCRAFT_FLOWN_ELSEWHERE') : permitted;
  }

  #apply(event: FlightEvent): boolean {
    const next = transition(this.#phase, event);
    if (next !== undefined) this.#phase = next;
    return next !== undefined;
  }

  // ---- transitions

  #beginTakeOff(): void {
    this.#apply('takeOffRequested');
    this.#takeOff.begin();
    const event = this.#takeOff.proceedLids();
    if (event !== undefined) this.#apply(event);
  }

  #landIfPending(): void {
    if (!this.pendingLanding.isDue(this.#phase)) return;
    this.pendingLanding.end();
    this.#apply('landRequested');
    this.#land('normal');
    this.#commandedUs = this.#nowUs;
  }

  #proceed(kite: KiteSample): void {
    if (this.#phase.state === 'SafetyDescending' && this.#altitude.isBelowCeiling) this.#apply('safeAltitudeReached');
    if (this.#phase.state === 'Landing') this.#breakOffLandingOnLids();
    if (this.#phase.state !== 'TakingOff') return;
    const event = this.#takeOff.proceed(this.#phase.step, kite);
    if (event === undefined) return;
    this.#apply(event);
    if (event === 'checksPassed') this.#commandedUs = this.#nowUs;
    if (event === 'checkFailed') this.#settleOnGround();
  }

  /** A safety landing is not aborted: its cause is worse than the lids. */
  #breakOffLandingOnLids(): void {
    if (!this.#isLandingBlocked || this.#safety.mustLand) return;
    this.#apply('landingBlocked');
    this.#altitude.goTo(this.#altitude.allowed(WAIT_ABOVE_LIDS_M));
  }

  get #isLandingBlocked(): boolean {
    return this.#deps.settings.rooftopBox.lidsStuckLanding === 'hold' && this.#deps.lids.areInTheWay;
  }

  #abortFrom(before: FlightPhase): void {
    if (before.state === 'TakingOff' && before.step === 'climb') this.#land('normal');
    else if (before.state === 'TakingOff') this.#settleOnGround();
    else if (before.state === 'Landing') this.#altitude.recover();
    else this.#stopMoving(before.state === 'Flying');
  }

  /** A camera that turned on would wind the tether and turn the Kite over its cradle. */
  #land(how: 'normal' | 'safety'): void {
    this.#altitude.land(how);
    this.#deps.stopCamera();
  }

  /** @param andHold false in a safety descent, which continues */
  #stopMoving(andHold: boolean): void {
    if (andHold) this.#altitude.hold();
    this.#deps.stopCamera();
  }

  // ---- reports and reactions to the sensors

  /** Where report and station differ, the report wins; a report from before a command does not count. */
  #followReport(kite: KiteSample): void {
    if (this.#deps.telemetry.kiteUs <= this.#commandedUs) return;
    if (kite.landedState === 'OnGround') this.#followGrounded();
    // A Kite that descends, by its failsafe or by necessity, is not stopped even briefly.
    else if (this.#apply('airborneReported') && !this.#safety.mustComeDown) this.#altitude.hold();
  }

  #followGrounded(): void {
    const isStarting = this.#phase.state === 'TakingOff' && !this.#takeOff.hasLeftGround;
    if (this.#phase.state === 'StandBy' || isStarting) return;
    const before = this.#phase.state;
    if (!this.#apply('groundedReported')) return;
    const hasLandedByItself = before === 'Unknown' && mayBeInTheAir(this.#phaseBefore);
    const mustReset = this.#safety.isSafetyLanding || hasLandedByItself || this.#kite?.failsafeLanding === true;
    if (mustReset) this.#beginReset();
    this.#safety.landed(mustReset);
    this.#phaseBefore = UNKNOWN;
    // A state from before the loss of data is not ended by the station: a person may be working at the open box.
    if (before === 'Unknown') this.#altitude.settle(0);
    else this.#settleOnGround();
  }

  #beginReset(): void {
    this.#resetUntilUs = this.#nowUs + this.#deps.settings.flight.safetyResetS * US_PER_S;
    this.#resetEnd.at(this.#resetUntilUs);
  }

  #endReset(): void {
    if (this.#deps.aircraft.capabilities.reset) this.#resetOrder.give('reset', { atLeast: ENOUGH_TIMES });
    this.#safety.hasReset();
  }

  #settleOnGround(): void {
    this.#altitude.settle(0);
    const { lids } = this.#deps;
    if (lids.areThere && lids.state !== 'Closed') lids.close();
  }

  get #isDescentCommanded(): boolean {
    const { state } = this.#phase;
    const isComingDown = state === 'Landing' || state === 'SafetyLanding' || state === 'SafetyDescending';
    return isComingDown || this.#altitude.isDescending;
  }

  #followSensors(): void {
    if (!isInTheAir(this.#phase)) return;
    const { demand } = this.#safety;
    if (demand !== undefined && this.#apply(demand.event)) this.#execute(demand);
    this.#keepBelowCeiling();
  }

  #execute(demand: SafetyDemand): void {
    this.#safety.executed(demand);
    if (demand.event === 'safetyLandingNeeded') this.#land('safety');
    else if (demand.event === 'landingNeeded') this.#land('normal');
  }

  /** Invariant: in Flying and SafetyDescending the target is never above what limits and surroundings allow. */
  #keepBelowCeiling(): void {
    const { state } = this.#phase;
    if (state === 'Flying' || state === 'SafetyDescending') this.#altitude.keepBelowCeiling();
  }

  #loseData(): void {
    this.#phaseBefore = this.#phase;
    this.#safety.loseData();
    this.#apply('dataLost');
    this.#altitude.settle(undefined);
    this.#notify();
    this.#deps.changed();
  }

  #notify(): void {
    this.#altitude.notify(this.#phase.state === 'Flying');
    this.#safety.notify(this.#phase, this.#altitude.request.targetM ?? 0);
  }

  #altitudePossible(altitudeM: number): Result<void> {
    if (this.#phase.state === 'Flying') return accepted;
    if (this.#phase.state !== 'SafetyDescending') return wrongState(this.#phase, ['Flying', 'SafetyDescending']);
    const targetM = this.#altitude.request.targetM ?? 0;
    return altitudeM <= targetM ? accepted : onlyDownwards(targetM, altitudeM);
  }
}

function wrongState(phase: FlightPhase, allowed: readonly string[]): Result<never> {
  return refuse('WRONG_FLIGHT_STATE.notInState', { state: phaseLabel(phase), allowed: allowed.join(', ') });
}
