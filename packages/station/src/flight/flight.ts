import type { Altitude } from '@kitestring/contract/flight/altitude.ts';
import type { FlightInfo } from '@kitestring/contract/flight/flight-info.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { roundTo } from '@kitestring/contract/schema.ts';
import type { Caller } from '../caller.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import { type Clock, US_PER_S } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';
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
import { type SafetyDemand, safetyDemand } from './safety.ts';
import { shownFlightState } from './shown-flight-state.ts';

/** Motors that have not started this long after the command will not start, seconds: a healthy Kite needs under 1 s. */
const MOTOR_START_S = 10;

export interface FlightParts extends AltitudeControlParts {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly onStoreFault: (fault: unknown) => void;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly lids: Lids;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  /** The first reason why the Kite must not take off now. */
  readonly preflightRefusal: () => Refusal | undefined;
  readonly isRotating: () => boolean;
  /** Says that what the API shows has changed. */
  readonly changed: () => void;
}

/** Flies the Kite: decides what a command means now, what the sensors demand, and what the API shows. */
export class Flight {
  readonly #parts: FlightParts;
  readonly #altitude: AltitudeControl;
  readonly #hours: FlightHours;
  #phase: FlightPhase = UNKNOWN;
  #checksEndUs = 0;
  #climbStartUs = 0;
  #hasLeftGround = false;
  #motorStartFailed = false;
  #commandedUs = 0;
  #resetUntilUs = 0;

  constructor(parts: FlightParts) {
    this.#parts = parts;
    this.#altitude = new AltitudeControl(parts);
    this.#hours = new FlightHours({ ...parts, initialHours: parts.settings.flight.initialFlightHours });
  }

  get phase(): FlightPhase {
    return this.#phase;
  }

  /** The motors did not start at the last attempt to take off. */
  get motorStartFailed(): boolean {
    return this.#motorStartFailed;
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
      const waitS = Math.ceil((this.#resetUntilUs - this.#nowUs) / US_PER_S);
      if (waitS > 0) {
        return refuse('RESETTING_AFTER_SAFETY_LANDING', `resetting after a safety landing, ready in ${waitS} s`);
      }
      const refusal = this.#parts.preflightRefusal();
      if (refusal !== undefined) return { ok: false, refusal };
      this.#beginTakeOff();
      return accepted;
    });
  }

  land(caller: Caller): Result<void> {
    return this.#command(caller, 'landRequested', () => {
      this.#apply('landRequested');
      this.#altitude.land('normal');
      return accepted;
    });
  }

  abort(caller: Caller): Result<void> {
    return this.#command(caller, 'abortRequested', () => {
      const before = this.#phase;
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
    const { altitudeM, climbRateMps } = kite;
    this.#altitude.request.update({ altitudeM, climbRateMps, measuredUs: this.#sampleUs });
    this.#followReport(kite);
    this.#followSensors(kite);
    this.#proceed(kite);
    this.#notify();
  }

  /** Saves what must survive. */
  stop(): void {
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

  // ---- take-off: lids, checks, climb

  #beginTakeOff(): void {
    this.#apply('takeOffRequested');
    this.#altitude.expectTakeOff();
    this.#hasLeftGround = false;
    this.#motorStartFailed = false;
    if (this.#hasLids) this.#parts.lids.open();
    if (!this.#hasLids || this.#parts.lids.isOpen) this.#beginChecks();
  }

  #beginChecks(): void {
    this.#apply('lidsOpened');
    this.#checksEndUs = this.#nowUs + this.#parts.settings.flight.preflightCheckS * US_PER_S;
  }

  #proceed(kite: KiteSample): void {
    if (this.#phase.state === 'SafetyDescending' && this.#altitude.isBelowCeiling) this.#apply('safeAltitudeReached');
    if (this.#phase.state !== 'TakingOff') return;
    if (this.#phase.step === 'climb') this.#proceedClimb(kite);
    else this.#proceedBeforeClimb(this.#phase.step);
  }

  #proceedBeforeClimb(step: 'lids' | 'checks'): void {
    if (this.#parts.preflightRefusal() !== undefined) this.#breakOffTakeOff();
    else if (step === 'lids' && this.#parts.lids.isOpen) this.#beginChecks();
    else if (step === 'checks' && this.#nowUs >= this.#checksEndUs) this.#beginClimb();
  }

  #beginClimb(): void {
    this.#apply('checksPassed');
    this.#climbStartUs = this.#nowUs;
    this.#commandedUs = this.#nowUs;
    this.#altitude.takeOff();
  }

  #proceedClimb(kite: KiteSample): void {
    if (kite.contact === 'Airborne') this.#hasLeftGround = true;
    const isLate = this.#nowUs - this.#climbStartUs > MOTOR_START_S * US_PER_S;
    if (!this.#hasLeftGround && isLate) {
      this.#motorStartFailed = true;
      this.#parts.aircraft.land('normal');
      this.#breakOffTakeOff();
    } else if (this.#hasLeftGround && !this.#altitude.request.isUnderWay) {
      this.#apply('takeoffAltitudeReached');
    }
  }

  #breakOffTakeOff(): void {
    this.#apply('checkFailed');
    this.#settleOnGround();
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
    this.#parts.aircraft.movePan({ kind: 'stop' });
    this.#parts.aircraft.moveTilt({ kind: 'stop' });
  }

  // ---- what is reported and what the sensors demand

  /** Where the report and the station differ, the report wins; a report from before a command says nothing about it. */
  #followReport(kite: KiteSample): void {
    if (this.#sampleUs <= this.#commandedUs) return;
    if (kite.contact === 'Grounded') this.#followGrounded();
    else if (this.#apply('airborneReported')) this.#altitude.hold();
  }

  #followGrounded(): void {
    const isStarting = this.#phase.state === 'TakingOff' && !this.#hasLeftGround;
    if (this.#phase.state === 'StandBy' || isStarting) return;
    const before = this.#phase.state;
    if (!this.#apply('groundedReported')) return;
    if (before === 'SafetyLanding') this.#beginReset();
    // What happened while nothing was known is not for the station to end: somebody may be working at the open box.
    if (before === 'Unknown') this.#altitude.request.settle(0);
    else this.#settleOnGround();
  }

  #beginReset(): void {
    this.#resetUntilUs = this.#nowUs + this.#parts.settings.flight.safetyResetS * US_PER_S;
    this.#parts.clock.schedule(this.#resetUntilUs, () => this.#parts.aircraft.reset());
  }

  #settleOnGround(): void {
    this.#altitude.request.settle(0);
    if (this.#hasLids && this.#parts.lids.state !== 'Closed') this.#parts.lids.close();
  }

  #followSensors(kite: KiteSample): void {
    if (!isInTheAir(this.#phase)) return;
    const demand = safetyDemand({
      kite,
      safetyLandButtonPressed: this.#parts.telemetry.sample?.rooftopBox?.safetyLandButtonPressed ?? false,
      gpsLostS: this.#parts.telemetry.gpsLostS(this.#nowUs),
      flight: this.#parts.settings.flight,
    });
    if (demand !== undefined && this.#apply(demand.event)) this.#obey(demand);
    this.#keepBelowCeiling();
  }

  #obey({ event, reason }: SafetyDemand): void {
    const { notifications } = this.#parts;
    if (event === 'safetyLandingNeeded') {
      this.#altitude.land('safety');
      notifications.set('SAFETY_LANDING', true, { reason });
    } else {
      this.#altitude.keepBelowCeiling();
      notifications.set('SAFETY_DESCENT', true, { reason, altitude: this.#altitude.request.targetM ?? 0 });
    }
  }

  /** Invariant: in Flying and SafetyDescending the target is never above what limits and surroundings allow. */
  #keepBelowCeiling(): void {
    const { state } = this.#phase;
    if (state === 'Flying' || state === 'SafetyDescending') this.#altitude.keepBelowCeiling();
  }

  #loseData(): void {
    this.#apply('dataLost');
    this.#altitude.request.settle(undefined);
    this.#notify();
    this.#parts.changed();
  }

  #notify(): void {
    const { state } = this.#phase;
    this.#altitude.notify(state === 'Flying');
    if (state !== 'SafetyLanding') this.#parts.notifications.clear('SAFETY_LANDING');
    if (state !== 'SafetyDescending') this.#parts.notifications.clear('SAFETY_DESCENT');
  }

  #altitudePossible(altitudeM: number): Result<void> {
    if (this.#phase.state === 'Flying') return accepted;
    if (this.#phase.state !== 'SafetyDescending') return wrongState(this.#phase, ['Flying', 'SafetyDescending']);
    const targetM = this.#altitude.request.targetM ?? 0;
    if (altitudeM < targetM) return accepted;
    return refuse(
      'ONLY_DOWNWARDS',
      `in SafetyDescending the altitude must be lower than ${targetM} m, got ${altitudeM} m`,
    );
  }
}

function wrongState(phase: FlightPhase, allowed: readonly string[]): Result<never> {
  return refuse('WRONG_FLIGHT_STATE', `not possible in ${phaseLabel(phase)}, only in ${allowed.join(', ')}`);
}
