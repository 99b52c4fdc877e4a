import type { Altitude } from '@kitestring/contract/flight/altitude.ts';
import type { FlightInfo } from '@kitestring/contract/flight/flight-info.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { roundTo } from '@kitestring/contract/schema.ts';
import type { Caller } from '../caller.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import { type Clock, US_PER_S } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Lids } from '../system/lids.ts';
import type { Telemetry } from '../telemetry.ts';
import { AltitudeLimits, type Surroundings } from './altitude-limits.ts';
import { AltitudeRequest } from './altitude-request.ts';
import { FlightHours } from './flight-hours.ts';
import { type FlightEvent, type FlightPhase, isInTheAir, phaseLabel, phasesThatAllow, transition, UNKNOWN } from './flight-phase.ts';
import { GPS_LOSS_S, type SafetyDemand, safetyDemand } from './safety.ts';
import { shownFlightState } from './shown-flight-state.ts';

/** Motors that have not started this long after the command will not start, seconds: a healthy Kite needs under 1 s. */
const MOTOR_START_S = 10;

export interface FlightParts {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly lids: Lids;
  readonly notifications: Notifications;
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
  readonly #limits: AltitudeLimits;
  readonly #altitude: AltitudeRequest;
  readonly #hours: FlightHours;
  #phase: FlightPhase = UNKNOWN;
  #checksEndUs = 0;
  #climbStartUs = 0;
  #hasLeftGround = false;
  #commandedUs = 0;
  #resetUntilUs = 0;
  #motorStartFailed = false;

  constructor(parts: FlightParts) {
    const { flight } = parts.settings;
    this.#parts = parts;
    this.#limits = new AltitudeLimits(flight);
    this.#altitude = new AltitudeRequest(flight.altitudeReachedWithinM);
    this.#hours = new FlightHours(parts.counters, flight.initialFlightHours);
  }

  get phase(): FlightPhase {
    return this.#phase;
  }

  /** The motors did not start at the last attempt to take off. */
  get motorStartFailed(): boolean {
    return this.#motorStartFailed;
  }

  info(): Result<FlightInfo> {
    return ok({ ...this.#limits.info(), total_kite_flight_hours: roundTo(this.#hours.hours, 4) });
  }

  state(): FlightState {
    const request = {
      targetAltitudeM: this.#altitude.targetM,
      isChangingAltitude: this.#altitude.isUnderWay,
      isRotating: this.#parts.isRotating(),
    };
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
      this.#apply('takeOffRequested');
      this.#altitude.set(this.#limits.takeoffM, this.#nowUs);
      this.#beginTakeOff();
      return accepted;
    });
  }

  land(caller: Caller): Result<void> {
    return this.#command(caller, 'landRequested', () => {
      this.#apply('landRequested');
      this.#descend('normal');
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
    const kite = this.#kite;
    const surroundings = { hasGpsFix: kite?.gps !== undefined, windOverLimit: kite?.hazards.windOverLimit ?? false };
    const withinLimits = this.#limits.check(body.altitude, kite === undefined ? CLEAR_SKY : surroundings);
    if (!withinLimits.ok) return withinLimits;
    const linkIsDown = !this.#parts.telemetry.isLinkUp(this.#nowUs);
    if (linkIsDown) return refuse('AIRCRAFT_LINK_DOWN', 'there is no data from the aircraft');
    const possible = this.#altitudePossible(body.altitude);
    if (possible.ok) this.#goTo(body.altitude);
    return possible;
  }

  setAltitudeSoftMax(caller: Caller, body: Altitude): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const result = this.#limits.setSoftMax(body.altitude);
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
    this.#altitude.update(kite.altitudeM, this.#parts.telemetry.sampleUs ?? 0);
    this.#followReport(kite);
    this.#followSensors(kite);
    this.#proceed(kite);
    this.#notify(kite);
  }

  /** Saves what must survive. */
  stop(): void {
    this.#hours.save();
  }

  get #nowUs(): number {
    return this.#parts.clock.nowUs();
  }

  get #kite(): KiteSample | undefined {
    return this.#parts.telemetry.kite(this.#nowUs);
  }

  #command(caller: Caller, event: FlightEvent, act: () => Result<void>): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    if (transition(this.#phase, event) === undefined) return wrongState(this.#phase, phasesThatAllow(event));
    const result = act();
    this.#commandedUs = this.#nowUs;
    this.#parts.changed();
    return result;
  }

  #apply(event: FlightEvent): boolean {
    const next = transition(this.#phase, event);
    if (next !== undefined) this.#phase = next;
    return next !== undefined;
  }

  // ---- take-off

  #beginTakeOff(): void {
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
    if (this.#phase.state === 'SafetyDescending') this.#proceedDescent(kite);
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
    this.#altitude.set(this.#limits.takeoffM, this.#nowUs);
    this.#parts.aircraft.takeOff(this.#limits.takeoffM);
  }

  #proceedClimb(kite: KiteSample): void {
    if (kite.contact === 'Airborne') this.#hasLeftGround = true;
    const isLate = this.#nowUs - this.#climbStartUs > MOTOR_START_S * US_PER_S;
    if (!this.#hasLeftGround && isLate) {
      this.#parts.aircraft.land('normal');
      this.#motorStartFailed = true;
      this.#breakOffTakeOff();
    } else if (this.#hasLeftGround && !this.#altitude.isUnderWay) {
      this.#apply('takeoffAltitudeReached');
    }
  }

  #breakOffTakeOff(): void {
    this.#apply('checkFailed');
    this.#settleOnGround();
  }

  // ---- what is reported and what the sensors demand

  /** Where the report and the station differ, the report wins; a report from before a command says nothing about it. */
  #followReport(kite: KiteSample): void {
    if ((this.#parts.telemetry.sampleUs ?? 0) <= this.#commandedUs) return;
    if (kite.contact === 'Airborne') this.#followAirborne(kite);
    else this.#followGrounded();
  }

  #followAirborne(kite: KiteSample): void {
    if (!this.#apply('airborneReported')) return;
    this.#hold(kite.altitudeM ?? this.#limits.takeoffM);
  }

  #followGrounded(): void {
    if (this.#phase.state === 'StandBy' || (this.#isClimbing && !this.#hasLeftGround)) return;
    const before = this.#phase.state;
    if (!this.#apply('groundedReported')) return;
    if (before === 'SafetyLanding') this.#beginReset();
    // What happened while nothing was known is not for the station to end: somebody may be working at the open box.
    if (before === 'Unknown') this.#altitude.settle(0);
    else this.#settleOnGround();
  }

  #beginReset(): void {
    this.#resetUntilUs = this.#nowUs + this.#parts.settings.flight.safetyResetS * US_PER_S;
    this.#parts.clock.schedule(this.#resetUntilUs, () => this.#parts.aircraft.reset());
  }

  #settleOnGround(): void {
    this.#altitude.settle(0);
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
    if (event === 'safetyLandingNeeded') {
      this.#descend('safety');
      this.#parts.notifications.set('SAFETY_LANDING', true, { reason });
    } else {
      this.#keepBelowCeiling();
      this.#parts.notifications.set('SAFETY_DESCENT', true, { reason, altitude: this.#altitude.targetM ?? 0 });
    }
  }

  #proceedDescent(kite: KiteSample): void {
    const ceilingM = this.#limits.ceilingM(this.#surroundings);
    const altitudeM = kite.altitudeM ?? 0;
    if (altitudeM <= ceilingM + this.#parts.settings.flight.altitudeReachedWithinM) this.#apply('safeAltitudeReached');
  }

  #loseData(): void {
    this.#apply('dataLost');
    this.#altitude.settle(undefined);
    this.#parts.notifications.clear('SAFETY_LANDING');
    this.#parts.notifications.clear('SAFETY_DESCENT');
    this.#parts.changed();
  }

  // ---- altitude

  #altitudePossible(altitudeM: number): Result<void> {
    if (this.#phase.state === 'Flying') return accepted;
    if (this.#phase.state !== 'SafetyDescending') return wrongState(this.#phase, ['Flying', 'SafetyDescending']);
    const targetM = this.#altitude.targetM ?? 0;
    if (altitudeM < targetM) return accepted;
    return refuse('ONLY_DOWNWARDS', `in SafetyDescending the altitude must be lower than ${targetM} m, got ${altitudeM} m`);
  }

  #goTo(altitudeM: number): void {
    this.#altitude.set(altitudeM, this.#nowUs);
    this.#parts.aircraft.setAltitude(altitudeM);
    this.#parts.changed();
  }

  /** Invariant: in Flying and SafetyDescending the target is never above what limits and surroundings allow. */
  #keepBelowCeiling(): void {
    if (this.#phase.state !== 'Flying' && this.#phase.state !== 'SafetyDescending') return;
    const ceilingM = this.#limits.ceilingM(this.#surroundings);
    if ((this.#altitude.targetM ?? 0) > ceilingM) this.#goTo(ceilingM);
  }

  #hold(altitudeM: number): void {
    this.#parts.aircraft.holdAltitude();
    this.#altitude.settle(Math.max(altitudeM, this.#limits.takeoffM));
  }

  #descend(how: 'normal' | 'safety'): void {
    this.#altitude.set(0, this.#nowUs);
    this.#parts.aircraft.land(how);
    this.#parts.changed();
  }

  #abortFrom(before: FlightPhase): void {
    const altitudeM = this.#kite?.altitudeM ?? this.#limits.takeoffM;
    if (before.state === 'TakingOff' && before.step === 'climb') this.#descend('normal');
    else if (before.state === 'TakingOff') this.#settleOnGround();
    else if (before.state === 'Landing') this.#goTo(Math.max(altitudeM, this.#limits.takeoffM));
    else {
      if (before.state === 'Flying') this.#hold(altitudeM);
      this.#parts.aircraft.movePan({ kind: 'stop' });
      this.#parts.aircraft.moveTilt({ kind: 'stop' });
    }
  }

  get #surroundings(): Surroundings {
    return {
      hasGpsFix: this.#parts.telemetry.gpsLostS(this.#nowUs) < GPS_LOSS_S,
      windOverLimit: this.#kite?.hazards.windOverLimit ?? false,
    };
  }

  get #isClimbing(): boolean {
    return this.#phase.state === 'TakingOff' && this.#phase.step === 'climb';
  }

  get #hasLids(): boolean {
    return this.#parts.settings.installation === 'Rooftop Box';
  }

  #notify(kite: KiteSample): void {
    const { notifications, settings } = this.#parts;
    const { softMaxM } = this.#limits;
    const isLimited = softMaxM < settings.flight.altitudeHardMaxM;
    const isThere = (kite.altitudeM ?? 0) >= softMaxM - settings.flight.altitudeReachedWithinM;
    const isAtSoftMax = this.#phase.state === 'Flying' && isLimited && isThere;
    notifications.set('ALTITUDE_SOFT_MAX_REACHED', isAtSoftMax, { altitude_soft_max: softMaxM });
    if (this.#phase.state !== 'SafetyLanding') notifications.clear('SAFETY_LANDING');
    if (this.#phase.state !== 'SafetyDescending') notifications.clear('SAFETY_DESCENT');
  }
}

/** Without data about the surroundings only the fixed limits are judged; the state refuses the rest. */
const CLEAR_SKY: Surroundings = { hasGpsFix: true, windOverLimit: false };

function wrongState(phase: FlightPhase, allowed: readonly string[]): Result<never> {
  return refuse('WRONG_FLIGHT_STATE', `not possible in ${phaseLabel(phase)}, only in ${allowed.join(', ')}`);
}
