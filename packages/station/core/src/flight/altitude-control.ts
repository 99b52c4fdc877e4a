import type { Clock } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, KiteSample } from '../ports/aircraft.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Telemetry } from '../telemetry.ts';
import { AltitudeLimits } from './altitude-limits.ts';
import { AltitudeRequest, STANDING_MPS } from './altitude-request.ts';
import { GPS_LOSS_S } from './safety.ts';

export interface AltitudeControlDeps {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly notifications: Notifications;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  /** Wind ceiling, metres. Undefined: the wind sets none. */
  readonly windCeilingM: () => number | undefined;
}

/** A held altitude varies by this, metres. */
const HELD_WITHIN_M = 0.3;

type AltitudeOrder =
  | { readonly kind: 'takeOff' | 'goTo'; readonly altitudeM: number }
  | { readonly kind: 'land'; readonly how: 'normal' | 'safety' }
  | { readonly kind: 'hold' };

/** Commands altitude changes, and keeps targets within limits and surroundings. */
export class AltitudeControl {
  readonly limits: AltitudeLimits;
  readonly request: AltitudeRequest;
  readonly #deps: AltitudeControlDeps;
  readonly #order: RepeatedOrder<AltitudeOrder>;
  /** Altitude that the aircraft was last commanded, metres. */
  #commandedM = Number.POSITIVE_INFINITY;

  constructor(deps: AltitudeControlDeps) {
    this.#deps = deps;
    this.#order = new RepeatedOrder(deps.clock, {
      send: (order) => this.#send(order),
      isShown: (order) => this.#isShown(order),
    });
    this.limits = new AltitudeLimits(deps.settings.flight);
    this.request = new AltitudeRequest(deps.settings.flight.altitudeReachedWithinM);
  }

  [STATE](archive: StateArchive): void {
    this.#commandedM = archive.of(this.#commandedM);
    archive.in(this.limits, this.request, this.#order);
  }

  /** Whether a client may request this altitude now, apart from the flight state. */
  check(altitudeM: number): Result<void> {
    const { telemetry, clock } = this.#deps;
    const kite = telemetry.kite(clock.nowUs());
    // Without data about the surroundings only the fixed limits apply; link and state refuse the rest.
    const hasGpsFix = kite === undefined || telemetry.isPositionGood(kite.gps);
    const windCeilingM = kite === undefined ? undefined : this.#deps.windCeilingM();
    const withinLimits = this.limits.check(altitudeM, { hasGpsFix, windCeilingM });
    if (withinLimits.ok && !telemetry.isLinkUp(clock.nowUs())) {
      return refuse('AIRCRAFT_LINK_DOWN', { source: 'aircraft' });
    }
    return withinLimits;
  }

  takeOff(): void {
    this.expectTakeOff();
    this.#order.give({ kind: 'takeOff', altitudeM: this.limits.takeoffM });
  }

  /** Shows the target of a take-off before the motors start. */
  expectTakeOff(): void {
    this.request.set(this.limits.takeoffM, this.#deps.clock.nowUs());
  }

  goTo(altitudeM: number): void {
    this.request.set(altitudeM, this.#deps.clock.nowUs());
    this.#order.give({ kind: 'goTo', altitudeM });
  }

  /**
   * Stops at the present altitude; above the ceiling or below the take-off altitude, goes to the nearest allowed one.
   */
  hold(): void {
    const allowedM = this.allowed(this.altitudeM);
    if (this.limits.flownM(allowedM) !== this.altitudeM) this.goTo(allowedM);
    else {
      this.request.stop(allowedM, this.#deps.clock.nowUs());
      this.#order.give({ kind: 'hold' }, { atLeast: ENOUGH_TIMES });
    }
  }

  /** Goes to the present altitude, within what is allowed. */
  recover(): void {
    this.goTo(this.allowed(this.altitudeM));
  }

  land(how: 'normal' | 'safety'): void {
    this.request.set(0, this.#deps.clock.nowUs());
    this.#orderToLand(how);
  }

  /** The motors must not start any more. */
  cancelTakeOff(): void {
    this.#orderToLand('normal');
  }

  /** Nothing is in progress: the Kite is on the ground, or its position is unknown. */
  settle(targetM: 0 | undefined): void {
    this.request.settle(targetM);
    // On the ground the landing order stays; a Kite without a link cannot be commanded.
    if (targetM === undefined) this.#order.drop();
  }

  /** Takes the position of the Kite, and repeats commands that no report has confirmed. */
  update({ altitudeM, climbRateMps }: KiteSample): void {
    const measuredUs = this.#deps.telemetry.kiteUs;
    this.request.update({ altitudeM, climbRateMps, measuredUs });
    this.#order.update(measuredUs);
  }

  /** Commands a descent when the target, or what is flown for it, is above what the present ceiling allows. */
  keepBelowCeiling(): void {
    const ceilingM = this.#ceilingM;
    const { targetM = 0 } = this.request;
    if (targetM > ceilingM) this.goTo(ceilingM);
    else if (this.limits.flownM(targetM) < Math.min(targetM, this.#commandedM)) this.goTo(targetM);
  }

  /** Descending to what is flown for the target, which at a maximum lies below it, or stopping. */
  get isDescending(): boolean {
    const { targetM, isUnderWay } = this.request;
    const flownM = this.limits.flownM(targetM ?? 0);
    return flownM <= this.altitudeM - (isUnderWay ? 0 : HELD_WITHIN_M);
  }

  get isBelowCeiling(): boolean {
    return this.altitudeM <= this.#ceilingM + this.#deps.settings.flight.altitudeReachedWithinM;
  }

  /** Metres above the Ground Station; the take-off altitude while unknown. */
  get altitudeM(): number {
    return this.#kite?.altitudeM ?? this.limits.takeoffM;
  }

  notify(isFlying: boolean): void {
    const { altitudeHardMaxM } = this.#deps.settings.flight;
    const { softMaxM, marginM } = this.limits;
    const isThere = softMaxM < altitudeHardMaxM && this.altitudeM >= softMaxM - marginM - HELD_WITHIN_M;
    const parameters = { altitude_soft_max: softMaxM };
    this.#deps.notifications.set('ALTITUDE_SOFT_MAX_REACHED', isFlying && isThere, parameters);
  }

  /** The nearest altitude that is allowed now. */
  allowed(altitudeM: number): number {
    return Math.max(this.limits.takeoffM, Math.min(altitudeM, this.#ceilingM));
  }

  #send(order: AltitudeOrder): void {
    const { aircraft } = this.#deps;
    if (order.kind === 'takeOff') aircraft.takeOff(order.altitudeM);
    else if (order.kind === 'goTo') {
      this.#commandedM = this.limits.flownM(order.altitudeM);
      aircraft.setAltitude(this.#commandedM);
    } else if (order.kind === 'land') aircraft.land(order.how);
    else this.#stopMoving();
  }

  #isShown({ kind }: AltitudeOrder): boolean {
    if (kind === 'takeOff') return this.#landedState === 'InAir';
    if (kind === 'land') return this.#landedState === 'OnGround';
    return !this.request.isUnderWay || (kind === 'goTo' && this.#landedState === 'OnGround');
  }

  #stopMoving(): void {
    // A Kite that moves after it seemed to stop has not received the command: the published target follows it until it
    // has.
    if (this.#isMoving) this.request.stop(this.altitudeM, this.#deps.clock.nowUs());
    this.#commandedM = Number.POSITIVE_INFINITY;
    this.#deps.aircraft.holdAltitude();
  }

  #orderToLand(how: 'normal' | 'safety'): void {
    // Sent to a Kite that is already on the ground, after a cancelled take-off: no report can confirm it.
    this.#order.give({ kind: 'land', how }, { atLeast: ENOUGH_TIMES });
  }

  get #kite(): KiteSample | undefined {
    const { telemetry, clock } = this.#deps;
    return telemetry.kite(clock.nowUs());
  }

  get #landedState(): KiteSample['landedState'] | undefined {
    return this.#kite?.landedState;
  }

  get #isMoving(): boolean {
    return Math.abs(this.#kite?.climbRateMps ?? 0) > STANDING_MPS;
  }

  get #ceilingM(): number {
    const { telemetry, clock } = this.#deps;
    const nowUs = clock.nowUs();
    return this.limits.ceilingM({
      hasGpsFix: telemetry.gpsLostS(nowUs) < GPS_LOSS_S,
      windCeilingM: this.#deps.windCeilingM(),
    });
  }
}
