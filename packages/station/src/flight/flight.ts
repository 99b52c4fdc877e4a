import type { Altitude } from '@kitestring/contract/flight/altitude.ts';
import type { FlightInfo } from '@kitestring/contract/flight/flight-info.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { roundTo } from '@kitestring/contract/schema.ts';
import type { Caller } from '../caller.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import { type Cancel, type Clock, US_PER_S } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '../refusal.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import type { Lids } from '../system/lids.ts';
import type { Telemetry } from '../telemetry.ts';
import { AltitudeControl, type AltitudeControlParts } from './altitude-control.ts';
import { FlightHours } from './flight-hours.ts';
import {
  type FlightEvent,
  type FlightPhase,
  isInTheAir,
  phaseLabel,
  phasesThatAllow,
  transition,
  UNKNOWN,
} from './flight-phase.ts';
import type { SafetyDemand } from './safety.ts';
import { SafetyWatch } from './safety-watch.ts';
import { shownFlightState } from './shown-flight-state.ts';
import { TakeOff } from './take-off.ts';

/** Where a Kite waits that must not land on lids, metres: low, and clear of them. */
const WAIT_ABOVE_LIDS_M = 5;

export interface FlightParts extends Omit<AltitudeControlParts, 'windCeilingM'> {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly onStoreFault: (fault: unknown) => void;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly health: Health;
  readonly lids: Lids;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  /** The first reason why the Kite must not take off now. */
  readonly preflightRefusal: () => Refusal | undefined;
  readonly isRotating: () => boolean;
  readonly stopCamera: () => void;
  /** Says that what the API shows has changed. */
  readonly changed: () => void;
}

/** Flies the Kite: decides what a command means now, what the sensors demand, and what the API shows. */
export class Flight {
  readonly #parts: FlightParts;
  readonly #altitude: AltitudeControl;
  readonly #hours: FlightHours;
  readonly #takeOff: TakeOff;
  readonly #safety: SafetyWatch;
  readonly #resetOrder: RepeatedOrder;
  #phase: FlightPhase = UNKNOWN;
  /** When nothing more was heard of it. */
  #wasInTheAir = false;
  #commandedUs = 0;
  #resetUntilUs = 0;
  #cancelReset: Cancel | undefined;

  constructor(parts: FlightParts) {
    this.#parts = parts;
    this.#safety = new SafetyWatch(parts);
    this.#altitude = new AltitudeControl({ ...parts, windCeilingM: () => this.#safety.windCeilingM });
    this.#takeOff = new TakeOff({ ...parts, altitude: this.#altitude });
    this.#resetOrder = new RepeatedOrder(parts.clock);
    this.#hours = new FlightHours({ ...parts, initialHours: parts.settings.flight.initialFlightHours });
  }

  get phase(): FlightPhase {
    return this.#phase;
  }

  /** The motors did not start at the last attempt to take off. */
  get motorStartFailed(): boolean {
    return this.#takeOff.motorStartFailed;
  }

  /** How long the system still resets itself after a safety landing, whole seconds; 0 when it does not. */
  get resettingS(): number {
    return Math.max(0, Math.ceil((this.#resetUntilUs - this.#nowUs) / US_PER_S));
  }

  info(): Result<FlightInfo> {
    return ok({ ...this.#altitude.limits.info(), total_kite_flight_hours: roundTo(this.#hours.hours, 4) });
  }

  state(): FlightState {
    const { targetM, isUnderWay } = this.#altitude.request;
    const request = { targetAltitudeM: targetM, isChangingAltitude: isUnderWay, isRotating: this.#parts.isRotating() };
    return shownFlightState(this.#phase, request, this.#kite);
  }

  takeOff(caller: Caller): Result<void> {
    return this.#command(caller, 'takeOffRequested', () => {
      const { resettingS } = this;
      if (resettingS > 0) {
        return refuse('RESETTING_AFTER_SAFETY_LANDING', `resetting after a safety landing, ready in ${resettingS} s`);
      }
      const refusal = this.#parts.preflightRefusal();
      if (refusal !== undefined) return { ok: false, refusal };
      this.#beginTakeOff();
      return accepted;
    });
  }

  land(caller: Caller): Result<void> {
    return this.#command(caller, 'landRequested', () => {
      if (this.#isLandingBlocked) {
        return refuse(
          'LIDS_STUCK',
          'the lids of the Rooftop Box are not open, and rooftop_box.lids_stuck_landing is hold',
        );
      }
      this.#apply('landRequested');
      this.#altitude.land('normal');
      return accepted;
    });
  }

  abort(caller: Caller): Result<void> {
    return this.#command(caller, 'abortRequested', () => {
      const before = this.#phase;
      if (before.state === 'Landing' && this.#safety.mustLand) {
        const reason = this.#safety.demand?.reason;
        return refuse('WRONG_FLIGHT_STATE', `not possible while the station has ordered to land: ${reason}`);
      }
      this.#apply('abortRequested');
      this.#abortFrom(before);
      return accepted;
    });
  }

  setAltitude(caller: Caller, body: Altitude): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const withinLimits = this.#altitude.check(body.altitude);
    if (!withinLimits.ok) return withinLimits;
    const possible = this.#altitudePossible(body.altitude);
    if (possible.ok) {
      this.#altitude.goTo(body.altitude);
      this.#parts.changed();
    }
    return possible;
  }

  setAltitudeSoftMax(caller: Caller, body: Altitude): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const result = this.#altitude.limits.setSoftMax(body.altitude);
    if (result.ok) {
      this.#keepBelowCeiling();
      this.#parts.changed();
    }
    return result;
  }

  /** Takes in what the aircraft reports: to be called for each sample, and now and then when none comes. */
  update(): void {
    const kite = this.#kite;
    if (kite === undefined) {
      if (this.#phase.state !== 'Unknown') this.#loseData();
      return;
    }
    this.#hours.update(this.#nowUs, kite.contact === 'Airborne');
    this.#altitude.update(kite);
    this.#resetOrder.update();
    this.#safety.look(kite, this.#isDescentAsked);
    this.#followReport(kite);
    this.#followSensors();
    this.#proceed(kite);
    this.#notify();
  }

  /** Saves what must survive, and lets go of the clock. */
  stop(): void {
    this.#cancelReset?.();
    this.#hours.save();
  }

  get #nowUs(): number {
    return this.#parts.clock.nowUs();
  }

  get #sampleUs(): number {
    return this.#parts.telemetry.sampleUs ?? 0;
  }

  get #kite(): KiteSample | undefined {
    return this.#parts.telemetry.kite(this.#nowUs);
  }

  get #hasLids(): boolean {
    return this.#parts.settings.installation === 'Rooftop Box';
  }

  #command(caller: Caller, event: FlightEvent, act: () => Result<void>): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    if (transition(this.#phase, event) === undefined) return wrongState(this.#phase, phasesThatAllow(event));
    const result = act();
    if (result.ok) this.#commandedUs = this.#nowUs;
    this.#parts.changed();
    return result;
  }

  #apply(event: FlightEvent): boolean {
    const next = transition(this.#phase, event);
    if (next !== undefined) this.#phase = next;
    return next !== undefined;
  }

  // ---- one step to the next

  #beginTakeOff(): void {
    this.#apply('takeOffRequested');
    this.#takeOff.begin();
    const event = this.#takeOff.proceedLids();
    if (event !== undefined) this.#apply(event);
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

  /** A landing that safety needs is made all the same: what makes it necessary is worse than the lids. */
  #breakOffLandingOnLids(): void {
    if (!this.#isLandingBlocked || this.#safety.mustLand) return;
    this.#apply('landingBlocked');
    this.#altitude.goTo(this.#altitude.allowed(WAIT_ABOVE_LIDS_M));
  }

  get #isLandingBlocked(): boolean {
    return this.#parts.settings.rooftopBox.lidsStuckLanding === 'hold' && this.#parts.lids.areInTheWay;
  }

  #abortFrom(before: FlightPhase): void {
    if (before.state === 'TakingOff' && before.step === 'climb') this.#altitude.land('normal');
    else if (before.state === 'TakingOff') this.#settleOnGround();
    else if (before.state === 'Landing') this.#altitude.recover();
    else this.#stopMoving(before.state === 'Flying');
  }

  /** @param andHold false in a safety descent, which goes on */
  #stopMoving(andHold: boolean): void {
    if (andHold) this.#altitude.hold();
    this.#parts.stopCamera();
  }

  // ---- what is reported and what the sensors demand

  /** Where the report and the station differ, the report wins; a report from before a command says nothing about it. */
  #followReport(kite: KiteSample): void {
    if (this.#sampleUs <= this.#commandedUs) return;
    if (kite.contact === 'Grounded') this.#followGrounded();
    // A Kite that comes down, by itself or because it must, is not stopped on its way for a moment.
    else if (this.#apply('airborneReported') && !this.#safety.mustComeDown) this.#altitude.hold();
  }

  #followGrounded(): void {
    const isStarting = this.#phase.state === 'TakingOff' && !this.#takeOff.hasLeftGround;
    if (this.#phase.state === 'StandBy' || isStarting) return;
    const before = this.#phase.state;
    if (!this.#apply('groundedReported')) return;
    const hasLandedByItself = before === 'Unknown' && this.#wasInTheAir;
    const mustReset = this.#safety.isSafetyLanding || hasLandedByItself || this.#kite?.failsafeLanding === true;
    if (mustReset) this.#beginReset();
    this.#safety.landed(mustReset);
    this.#wasInTheAir = false;
    // What happened while nothing was known is not for the station to end: somebody may be working at the open box.
    if (before === 'Unknown') this.#altitude.settle(0);
    else this.#settleOnGround();
  }

  #beginReset(): void {
    this.#resetUntilUs = this.#nowUs + this.#parts.settings.flight.safetyResetS * US_PER_S;
    this.#cancelReset?.();
    this.#cancelReset = this.#parts.clock.schedule(this.#resetUntilUs, () => {
      this.#resetOrder.give(
        () => this.#parts.aircraft.reset(),
        () => true,
        { atLeast: ENOUGH_TIMES },
      );
      this.#safety.hasReset();
    });
  }

  #settleOnGround(): void {
    this.#altitude.settle(0);
    if (this.#hasLids && this.#parts.lids.state !== 'Closed') this.#parts.lids.close();
  }

  get #isDescentAsked(): boolean {
    const { state } = this.#phase;
    const isComingDown = state === 'Landing' || state === 'SafetyLanding' || state === 'SafetyDescending';
    return isComingDown || this.#altitude.isDescending;
  }

  #followSensors(): void {
    if (!isInTheAir(this.#phase)) return;
    const { demand } = this.#safety;
    if (demand !== undefined && this.#apply(demand.event)) this.#obey(demand);
    this.#keepBelowCeiling();
  }

  #obey(demand: SafetyDemand): void {
    this.#safety.obeyed(demand);
    if (demand.event === 'safetyLandingNeeded') this.#altitude.land('safety');
    else if (demand.event === 'landingNeeded') this.#altitude.land('normal');
  }

  /** Invariant: in Flying and SafetyDescending the target is never above what limits and surroundings allow. */
  #keepBelowCeiling(): void {
    const { state } = this.#phase;
    if (state === 'Flying' || state === 'SafetyDescending') this.#altitude.keepBelowCeiling();
  }

  #loseData(): void {
    this.#wasInTheAir = isInTheAir(this.#phase) || this.#phase.state === 'SafetyLanding';
    this.#safety.loseData();
    this.#apply('dataLost');
    this.#altitude.settle(undefined);
    this.#notify();
    this.#parts.changed();
  }

  #notify(): void {
    this.#altitude.notify(this.#phase.state === 'Flying');
    this.#safety.notify(this.#phase, this.#altitude.request.targetM ?? 0);
  }

  #altitudePossible(altitudeM: number): Result<void> {
    if (this.#phase.state === 'Flying') return accepted;
    if (this.#phase.state !== 'SafetyDescending') return wrongState(this.#phase, ['Flying', 'SafetyDescending']);
    const targetM = this.#altitude.request.targetM ?? 0;
    if (altitudeM <= targetM) return accepted;
    return refuse(
      'ONLY_DOWNWARDS',
      `in SafetyDescending the altitude must be at most ${targetM} m, got ${altitudeM} m`,
    );
  }
}

function wrongState(phase: FlightPhase, allowed: readonly string[]): Result<never> {
  return refuse('WRONG_FLIGHT_STATE', `not possible in ${phaseLabel(phase)}, only in ${allowed.join(', ')}`);
}
