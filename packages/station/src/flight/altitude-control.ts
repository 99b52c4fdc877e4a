import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import type { Clock } from '../ports/clock.ts';
import { type Result, refuse } from '../refusal.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Telemetry } from '../telemetry.ts';
import { AltitudeLimits } from './altitude-limits.ts';
import { AltitudeRequest, STANDING_MPS } from './altitude-request.ts';
import { GPS_LOSS_S } from './safety.ts';

export interface AltitudeControlParts {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly notifications: Notifications;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  /** The highest altitude that the wind allows, metres. Undefined: it limits none. */
  readonly windCeilingM: () => number | undefined;
}

/** Sends the Kite up and down, and keeps what was asked within what limits and surroundings allow. */
export class AltitudeControl {
  readonly limits: AltitudeLimits;
  readonly request: AltitudeRequest;
  readonly #parts: AltitudeControlParts;
  readonly #order: RepeatedOrder;

  constructor(parts: AltitudeControlParts) {
    this.#parts = parts;
    this.#order = new RepeatedOrder(parts.clock);
    this.limits = new AltitudeLimits(parts.settings.flight);
    this.request = new AltitudeRequest(parts.settings.flight.altitudeReachedWithinM);
  }

  /** Whether a client may ask for this altitude now, the state of the flight aside. */
  check(altitudeM: number): Result<void> {
    const { telemetry, clock } = this.#parts;
    const kite = telemetry.kite(clock.nowUs());
    // Without data about the surroundings only the fixed limits are judged; link and state refuse the rest.
    const hasGpsFix = kite === undefined || telemetry.isPositionGood(kite.gps);
    const windCeilingM = kite === undefined ? undefined : this.#parts.windCeilingM();
    const withinLimits = this.limits.check(altitudeM, { hasGpsFix, windCeilingM });
    if (withinLimits.ok && !telemetry.isLinkUp(clock.nowUs())) {
      return refuse('AIRCRAFT_LINK_DOWN', 'there is no data from the aircraft');
    }
    return withinLimits;
  }

  takeOff(): void {
    const { aircraft } = this.#parts;
    const { takeoffM } = this.limits;
    this.expectTakeOff();
    this.#order.give(
      () => aircraft.takeOff(takeoffM),
      () => this.#contact === 'Airborne',
    );
  }

  /** Shows the target of a take-off before the motors run. */
  expectTakeOff(): void {
    this.request.set(this.limits.takeoffM, this.#parts.clock.nowUs());
  }

  goTo(altitudeM: number): void {
    this.request.set(altitudeM, this.#parts.clock.nowUs());
    this.#order.give(
      () => this.#parts.aircraft.setAltitude(altitudeM),
      () => !this.request.isUnderWay || this.#contact === 'Grounded',
    );
  }

  /** Stops where the Kite is, or goes to where it may be when it is above the ceiling or below the take-off altitude. */
  hold(): void {
    const allowedM = this.allowed(this.altitudeM);
    if (allowedM !== this.altitudeM) this.goTo(allowedM);
    else {
      this.request.stop(allowedM, this.#parts.clock.nowUs());
      this.#order.give(
        () => this.#stopMoving(),
        () => !this.request.isUnderWay,
        { atLeast: ENOUGH_TIMES },
      );
    }
  }

  /** Goes to where the Kite is, as far as it may be there. */
  recover(): void {
    this.goTo(this.allowed(this.altitudeM));
  }

  land(how: 'normal' | 'safety'): void {
    this.request.set(0, this.#parts.clock.nowUs());
    this.#orderToLand(how);
  }

  /** The motors must not start any more. */
  cancelTakeOff(): void {
    this.#orderToLand('normal');
  }

  /** Nothing is under way any more: the Kite is on the ground, or nobody knows where it is. */
  settle(targetM: 0 | undefined): void {
    this.request.settle(targetM);
    // What is on the ground may still be told to stay there; of a Kite that nobody sees nothing can be asked.
    if (targetM === undefined) this.#order.drop();
  }

  /** Takes in where the Kite is, and asks again for what it does not seem to have heard. */
  update({ altitudeM, climbRateMps }: KiteSample): void {
    const measuredUs = this.#parts.telemetry.sampleUs ?? 0;
    this.request.update({ altitudeM, climbRateMps, measuredUs });
    this.#order.update();
  }

  /** Sends the Kite down when its target is above what is allowed now. */
  keepBelowCeiling(): void {
    const ceilingM = this.#ceilingM;
    if ((this.request.targetM ?? 0) > ceilingM) this.goTo(ceilingM);
  }

  /** On the way down to where it was sent, or stopping. */
  get isDescending(): boolean {
    const { targetM, isUnderWay } = this.request;
    return isUnderWay && (targetM ?? 0) <= this.altitudeM;
  }

  get isBelowCeiling(): boolean {
    return this.altitudeM <= this.#ceilingM + this.#parts.settings.flight.altitudeReachedWithinM;
  }

  /** Metres above the Ground Station; the take-off altitude while it is not known. */
  get altitudeM(): number {
    return this.#kite?.altitudeM ?? this.limits.takeoffM;
  }

  notify(isFlying: boolean): void {
    const { altitudeHardMaxM, altitudeReachedWithinM } = this.#parts.settings.flight;
    const { softMaxM } = this.limits;
    const isThere = softMaxM < altitudeHardMaxM && this.altitudeM >= softMaxM - altitudeReachedWithinM;
    const parameters = { altitude_soft_max: softMaxM };
    this.#parts.notifications.set('ALTITUDE_SOFT_MAX_REACHED', isFlying && isThere, parameters);
  }

  /** The nearest altitude that may be held now. */
  allowed(altitudeM: number): number {
    return Math.max(this.limits.takeoffM, Math.min(altitudeM, this.#ceilingM));
  }

  #stopMoving(): void {
    // A Kite that moves after it seemed to stand has not heard of it: what is shown as wanted goes along until it has.
    if (this.#isMoving) this.request.stop(this.altitudeM, this.#parts.clock.nowUs());
    this.#parts.aircraft.holdAltitude();
  }

  #orderToLand(how: 'normal' | 'safety'): void {
    // Told to a Kite that is on the ground already, as a take-off that was called off: nothing shows that it was heard.
    this.#order.give(
      () => this.#parts.aircraft.land(how),
      () => this.#contact === 'Grounded',
      { atLeast: ENOUGH_TIMES },
    );
  }

  get #kite(): KiteSample | undefined {
    const { telemetry, clock } = this.#parts;
    return telemetry.kite(clock.nowUs());
  }

  get #contact(): KiteSample['contact'] | undefined {
    return this.#kite?.contact;
  }

  get #isMoving(): boolean {
    return Math.abs(this.#kite?.climbRateMps ?? 0) > STANDING_MPS;
  }

  get #ceilingM(): number {
    const { telemetry, clock } = this.#parts;
    const nowUs = clock.nowUs();
    return this.limits.ceilingM({
      hasGpsFix: telemetry.gpsLostS(nowUs) < GPS_LOSS_S,
      windCeilingM: this.#parts.windCeilingM(),
    });
  }
}
