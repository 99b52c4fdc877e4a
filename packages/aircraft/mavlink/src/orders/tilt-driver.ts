import { every } from '@kitestring/base/clock.ts';
import type { GimbalControl, GimbalManager, MavlinkCommandOutcome } from '@kitestring/mavlink-link';
import type { AxisMove } from '@kitestring/station-core/ports';
import { UnorderedMotion } from '../control/unordered-motion.ts';
import { faultOf, type OrderContext } from './order-context.ts';

/** More often than the watchdog of a turn. */
const TURN_AGAIN_US = 250_000;
/** The camera points by then, or it moves, or it never will. */
const SEEN_WITHIN_US = 5_000_000;
const SEEN_DEG = 3;
/** Further than a Kite in wind shakes it, degrees. */
const SHAKEN = { above: 8, below: 8, standsWithin: 2 };
/** Where a gimbal does not say how far it goes. */
const WHOLE_TRAVEL = [-90, 90] as const;

interface TiltContext extends Pick<OrderContext, 'telemetry' | 'nowUs' | 'tell' | 'mayOrder'> {
  readonly control: GimbalControl;
  readonly manager: GimbalManager;
  readonly clock: Parameters<typeof every>[0];
}

/** Tilts the camera by its gimbal. */
export class TiltDriver implements AsyncDisposable {
  readonly #context: TiltContext;
  #cancelTurn = () => {};
  #isTurning = false;
  #orders = 0;
  #awaited: { readonly pitchDeg: number; readonly byUs: number } | undefined;
  #orderedDeg: number | undefined;
  readonly #unordered = new UnorderedMotion(SHAKEN);
  /** Where it was when the last order was done. */
  #restsAtDeg: number | undefined;

  constructor(context: TiltContext) {
    this.#context = context;
  }

  /** An order is under way, though the camera may not show it yet. */
  get isTilting(): boolean {
    return this.#isTurning || this.#awaited !== undefined;
  }

  move(move: AxisMove): void {
    const { control, nowUs } = this.#context;
    if (!this.#context.mayOrder() && move.kind !== 'stop') return;
    if (move.kind === 'toAngle') {
      if (this.#orderedDeg === move.angleDeg && this.#awaited !== undefined) return;
      this.#endTurn();
      this.#point(this.#reachable(-move.angleDeg));
      this.#orderedDeg = move.angleDeg;
      return;
    }
    const isAtRest = !this.isTilting && this.#context.telemetry.gimbal(nowUs())?.isTilting === false;
    this.#endTurn();
    // A stop where nothing moves could only stop what others do.
    if (move.kind === 'stop' && isAtRest) return;
    if (move.kind === 'stop') void control.stop().then((ended) => this.#report(ended));
    else this.#turn(-move.rateDps, nowUs() + move.durationS * 1e6);
  }

  /** Called ten times a second: whether the camera points where it was told. */
  step(): void {
    const { nowUs, telemetry, tell } = this.#context;
    const awaited = this.#awaited;
    const { isTilting = false, pitchDeg } = telemetry.gimbal(nowUs()) ?? {};
    this.#watchRest(pitchDeg, isTilting);
    if (awaited === undefined) return;
    const isThere = pitchDeg !== undefined && Math.abs(pitchDeg - awaited.pitchDeg) <= SEEN_DEG;
    const isAnswered = Number.isFinite(awaited.byUs);
    // One that only comes past has not heard of the order.
    if (isThere && !isTilting && isAnswered) this.#awaited = undefined;
    else if (isTilting && isAnswered) this.#awaited = { ...awaited, byUs: nowUs() + SEEN_WITHIN_US };
    else if (nowUs() > awaited.byUs) {
      this.#awaited = undefined;
      const seen = pitchDeg === undefined ? 'nothing' : `${(-pitchDeg).toFixed(0)} degrees`;
      tell('warn', `camera ordered to a tilt of ${(-awaited.pitchDeg).toFixed(0)} degrees, it shows ${seen}`);
    }
  }

  /** Another that moves the gimbal has control of it, whatever the manager says. The next order takes it again. */
  #watchRest(pitchDeg: number | undefined, isMoving: boolean): void {
    const { control, nowUs, tell } = this.#context;
    if (this.isTilting) this.#restsAtDeg = undefined;
    else if (!isMoving) this.#restsAtDeg ??= pitchDeg;
    const wasMoving = this.#unordered.isMoving;
    this.#unordered.take(this.#restsAtDeg, pitchDeg, nowUs());
    if (wasMoving && !this.#unordered.isMoving) this.#restsAtDeg = undefined;
    if (wasMoving || !this.#unordered.isMoving) return;
    control.forget();
    tell('warn', 'the camera is tilted by another station or pilot');
  }

  /** A gimbal that turns is stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#endTurn();
    await this.#context.control[Symbol.asyncDispose]();
  }

  /** The Kite turns the camera, so the gimbal stays in the middle. A yaw that it does not have is not ordered. */
  #centre(): { readonly vehicleYawDeg?: number } {
    return this.#context.manager.hasYawAxis ? { vehicleYawDeg: 0 } : {};
  }

  #reachable(pitchDeg: number): number {
    const [leastDeg, mostDeg] = this.#context.manager.pitchDeg ?? WHOLE_TRAVEL;
    return Math.max(leastDeg, Math.min(mostDeg, pitchDeg));
  }

  #point(pitchDeg: number): void {
    const { control, nowUs } = this.#context;
    this.#orders += 1;
    const order = this.#orders;
    // Until it is answered it may still be on its way.
    this.#awaited = { pitchDeg, byUs: Number.POSITIVE_INFINITY };
    void control.point({ pitchDeg, ...this.#centre() }).then((ended) => {
      if (order !== this.#orders) return;
      if (this.#awaited !== undefined) this.#awaited = { pitchDeg, byUs: nowUs() + SEEN_WITHIN_US };
      this.#report(ended, pitchDeg);
    });
  }

  /** At a rate, and in the end to the angle where it must be by then: a gimbal begins late, and hears the end late. */
  #turn(pitchDps: number, untilUs: number): void {
    const { clock, control, nowUs, telemetry } = this.#context;
    const fromDeg = telemetry.gimbal(nowUs())?.pitchDeg;
    const seconds = (untilUs - nowUs()) / 1e6;
    const endDeg = fromDeg === undefined ? undefined : this.#reachable(fromDeg + pitchDps * seconds);
    this.#isTurning = true;
    void control.turn({ pitchDps });
    this.#cancelTurn = every(clock, TURN_AGAIN_US, () => {
      if (nowUs() < untilUs) {
        void control.turn({ pitchDps });
        return;
      }
      this.#endTurn();
      if (endDeg === undefined) void control.stop();
      else this.#point(endDeg);
    });
  }

  #endTurn(): void {
    this.#orders += 1;
    this.#cancelTurn();
    this.#cancelTurn = () => {};
    this.#isTurning = false;
    this.#awaited = undefined;
    this.#orderedDeg = undefined;
  }

  /** Telemetry decides, not answers: one that was lost says nothing where the camera points there, or moves. */
  #report(ended: MavlinkCommandOutcome, pitchDeg = Number.NaN): void {
    const { nowUs, telemetry, tell } = this.#context;
    const fault = faultOf(ended);
    if (fault === undefined) return;
    const seen = telemetry.gimbal(nowUs());
    const isThere = seen !== undefined && Math.abs(seen.pitchDeg - pitchDeg) <= SEEN_DEG;
    if (ended.outcome === 'Silent' && (isThere || seen?.isTilting === true)) return;
    this.#awaited = undefined;
    tell('warn', `camera: ${fault}`);
  }
}
