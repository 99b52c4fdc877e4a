import { every } from '@kitestring/base/clock.ts';
import type { GimbalControl, GimbalManager, MavlinkCommandOutcome } from '@kitestring/mavlink-link';
import type { AxisMove } from '@kitestring/station-core/ports/aircraft.ts';
import { faultOf, type OrderContext } from './order-context.ts';

/** More often than the watchdog of a turn. */
const TURN_AGAIN_US = 250_000;
/** The camera points by then, or it never will. */
const SEEN_WITHIN_US = 5_000_000;
const SEEN_DEG = 3;

interface TiltContext extends Pick<OrderContext, 'telemetry' | 'nowUs' | 'tell' | 'mayOrder'> {
  readonly control: GimbalControl;
  readonly manager: GimbalManager;
  readonly clock: Parameters<typeof every>[0];
}

/** Tilts the camera by its gimbal. */
export class TiltDriver implements AsyncDisposable {
  readonly #context: TiltContext;
  #cancelTurn = () => {};
  #awaited: { readonly pitchDeg: number; readonly byUs: number } | undefined;
  #orderedDeg: number | undefined;

  constructor(context: TiltContext) {
    this.#context = context;
  }

  move(move: AxisMove): void {
    const { control, nowUs } = this.#context;
    if (!this.#context.mayOrder() && move.kind !== 'stop') return;
    if (move.kind === 'toAngle') {
      if (this.#orderedDeg === move.angleDeg && this.#awaited !== undefined) return;
      this.#endTurn();
      this.#orderedDeg = move.angleDeg;
      this.#awaited = { pitchDeg: -move.angleDeg, byUs: nowUs() + SEEN_WITHIN_US };
      this.#report(control.point({ pitchDeg: -move.angleDeg, ...this.#centre() }));
      return;
    }
    this.#endTurn();
    if (move.kind === 'stop') this.#report(control.stop());
    else this.#turn(-move.rateDps, nowUs() + move.durationS * 1e6);
  }

  /** Called ten times a second: whether the camera points where it was told. */
  step(): void {
    const { nowUs, telemetry, tell } = this.#context;
    const awaited = this.#awaited;
    if (awaited === undefined) return;
    const { pitchDeg } = telemetry.gimbal(nowUs()) ?? {};
    if (pitchDeg !== undefined && Math.abs(pitchDeg - awaited.pitchDeg) <= SEEN_DEG) this.#awaited = undefined;
    else if (nowUs() > awaited.byUs) {
      this.#awaited = undefined;
      const seen = pitchDeg === undefined ? 'nothing' : `${(-pitchDeg).toFixed(0)} degrees`;
      tell('warn', `camera ordered to a tilt of ${(-awaited.pitchDeg).toFixed(0)} degrees, it shows ${seen}`);
    }
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

  #turn(pitchDps: number, untilUs: number): void {
    const { clock, control, nowUs } = this.#context;
    void control.turn({ pitchDps });
    this.#cancelTurn = every(clock, TURN_AGAIN_US, () => {
      if (nowUs() < untilUs) {
        void control.turn({ pitchDps });
        return;
      }
      this.#endTurn();
      void control.stop();
    });
  }

  #endTurn(): void {
    this.#cancelTurn();
    this.#cancelTurn = () => {};
    this.#awaited = undefined;
    this.#orderedDeg = undefined;
  }

  #report(outcome: Promise<MavlinkCommandOutcome>): void {
    void outcome.then((ended) => {
      const fault = faultOf(ended);
      if (fault === undefined) return;
      this.#awaited = undefined;
      this.#context.tell('warn', `camera: ${fault}`);
    });
  }
}
