import type { CameraInfo } from '@kitestring/contract/camera/camera-info.ts';
import type { CameraState } from '@kitestring/contract/camera/camera-state.ts';
import type {
  RotateCameraByAngle,
  RotateCameraToAngle,
  RotateCameraWithSpeed,
} from '@kitestring/contract/camera/rotation.ts';
import { FLIGHT_STATES, type FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import type { Caller } from '../caller.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Aircraft, AxisMove, CameraSample } from '../ports/aircraft.ts';
import type { Clock } from '../ports/clock.ts';
import { accepted, ok, type Result, refuse } from '../refusal.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { Telemetry } from '../telemetry.ts';
import { nearestTurn } from './angles.ts';
import { cameraFigures } from './camera-figures.ts';
import { shownCameraState } from './shown-camera-state.ts';
import type { TetherTwist } from './tether-twist.ts';

export interface CameraParts {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly flightState: () => FlightStateName;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly telemetry: Telemetry;
  readonly twist: TetherTwist;
  /** Says that what the API shows has changed. */
  readonly changed: () => void;
}

/** What a command asks of the two axes; a missing axis is left as it is. */
interface Rotation {
  readonly pan?: AxisMove;
  /** Which way pan turns: positive clockwise, 0 when it does not. */
  readonly panSign: number;
  readonly tilt?: AxisMove;
}

/** States in which the camera looks where the landing needs it, so that tilt is not the client's. */
const TILT_LOCKED: readonly FlightStateName[] = ['Landing', 'SafetyLanding'];
const TILT_FREE = FLIGHT_STATES.filter((state) => !TILT_LOCKED.includes(state));

/** Points the camera: turns what a client asks for into moves of pan and tilt, as far as state and tether allow. */
export class Camera {
  readonly #parts: CameraParts;
  readonly #panOrder: RepeatedOrder;
  readonly #tiltOrder: RepeatedOrder;
  #panRequestedUs = Number.NEGATIVE_INFINITY;

  constructor(parts: CameraParts) {
    this.#parts = parts;
    this.#panOrder = new RepeatedOrder(parts.clock);
    this.#tiltOrder = new RepeatedOrder(parts.clock);
  }

  info(): Result<CameraInfo> {
    const camera = this.#seenCamera;
    return camera === undefined ? NOT_FOUND : ok(cameraFigures(camera.model));
  }

  state(): Result<CameraState> {
    const camera = this.#seenCamera;
    return camera === undefined ? NOT_FOUND : ok(shownCameraState(camera));
  }

  /** A commanded pan is under way: from the request until a later report says that it is done. */
  get isRotating(): boolean {
    const { sample, sampleUs } = this.#parts.telemetry;
    if (sampleUs === undefined || sampleUs <= this.#panRequestedUs) return Number.isFinite(this.#panRequestedUs);
    return sample?.kite?.isRotating ?? false;
  }

  /** Turns by so many degrees the way the sign says, even by half a turn. */
  rotateByAngle(caller: Caller, body: RotateCameraByAngle): Result<void> {
    return this.#command(caller, body.pan !== undefined, body.tilt !== undefined, (camera) =>
      ok({
        ...(body.pan !== undefined && { pan: toAngle(camera.panDeg + body.pan) }),
        ...(body.tilt !== undefined && { tilt: toAngle(camera.tiltDeg + body.tilt) }),
        panSign: body.pan ?? 0,
      }),
    );
  }

  /** Turns to a direction, the shorter way round. */
  rotateToAngle(caller: Caller, body: RotateCameraToAngle): Result<void> {
    return this.#command(caller, body.pan_ned !== undefined, body.tilt_ned !== undefined, (camera) => {
      const panDeg = body.pan_ned === undefined ? camera.panDeg : nearestTurn(camera.panDeg, body.pan_ned);
      return ok({
        ...(body.pan_ned !== undefined && { pan: toAngle(panDeg) }),
        ...(body.tilt_ned !== undefined && { tilt: toAngle(body.tilt_ned) }),
        panSign: panDeg - camera.panDeg,
      });
    });
  }

  /** Turns at a speed for a time. A missing axis is 0, and 0 stops that axis. */
  rotateWithSpeed(caller: Caller, body: RotateCameraWithSpeed): Result<void> {
    const panDps = body.pan_speed ?? 0;
    const tiltDps = body.tilt_speed ?? 0;
    return this.#command(caller, panDps !== 0, true, (camera) => {
      const figures = cameraFigures(camera.model);
      const panInRange = checkSpeed('pan_speed', panDps, figures.pan_speed_min, figures.pan_speed_max);
      if (!panInRange.ok) return panInRange;
      const tiltInRange = checkSpeed('tilt_speed', tiltDps, figures.tilt_speed_min, figures.tilt_speed_max);
      if (!tiltInRange.ok) return tiltInRange;
      return ok({ pan: atRate(panDps, body.duration), tilt: atRate(tiltDps, body.duration), panSign: panDps });
    });
  }

  /** Stops pan and tilt where they are. */
  stop(): void {
    this.#carryOut({ pan: STOP, tilt: STOP, panSign: 0 }, false);
  }

  /** Asks again for what the camera does not seem to have heard: to be called for each sample. */
  update(): void {
    const state = this.#parts.flightState();
    // On the way down the camera looks where the landing needs it, and on the ground it cannot turn.
    if (state !== 'Flying') this.#panOrder.drop();
    if (state === 'Unknown' || TILT_LOCKED.includes(state)) this.#tiltOrder.drop();
    this.#panOrder.update();
    this.#tiltOrder.update();
  }

  #command(
    caller: Caller,
    turnsPan: boolean,
    turnsTilt: boolean,
    plan: (camera: CameraSample) => Result<Rotation>,
  ): Result<void> {
    const permitted = this.#parts.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const camera = this.#onlineCamera();
    if (!camera.ok) return camera;
    const rotation = plan(camera.value);
    if (!rotation.ok) return rotation;
    // No axis is named: nothing is to move, which is possible in every state.
    if (!turnsPan && !turnsTilt) return accepted;
    const possible = this.#possible(turnsPan, rotation.value.panSign);
    if (possible.ok) this.#carryOut(rotation.value, turnsPan);
    return possible;
  }

  get #seenCamera(): CameraSample | undefined {
    return this.#parts.telemetry.camera(this.#parts.clock.nowUs());
  }

  #onlineCamera(): Result<CameraSample> {
    const camera = this.#seenCamera;
    if (camera === undefined) return NOT_FOUND;
    return camera.online ? ok(camera) : refuse('CAMERA_OFFLINE', 'the camera is off');
  }

  #possible(turnsPan: boolean, panSign: number): Result<void> {
    const state = this.#parts.flightState();
    if (turnsPan && state !== 'Flying') return notIn(state, 'pan', ['Flying']);
    if (TILT_LOCKED.includes(state)) return notIn(state, 'tilt', TILT_FREE);
    return turnsPan ? this.#parts.twist.check(panSign) : accepted;
  }

  #carryOut(rotation: Rotation, turnsPan: boolean): void {
    const { aircraft, telemetry } = this.#parts;
    const { pan, tilt } = rotation;
    const shows = (move: AxisMove, angleDeg: number | undefined, isMoving: boolean | undefined) =>
      move.kind === 'toAngle' ? Math.abs((angleDeg ?? 0) - move.angleDeg) <= POINTED_DEG : !isMoving;
    if (pan !== undefined) {
      this.#panOrder.give(
        () => aircraft.movePan(pan),
        () => shows(pan, telemetry.sample?.camera?.panDeg, telemetry.sample?.kite?.isRotating),
        timesOf(pan),
      );
    }
    if (tilt !== undefined) {
      this.#tiltOrder.give(
        () => aircraft.moveTilt(tilt),
        () => shows(tilt, telemetry.sample?.camera?.tiltDeg, telemetry.sample?.camera?.isTilting),
        timesOf(tilt),
      );
    }
    if (turnsPan) this.#panRequestedUs = this.#parts.clock.nowUs();
    this.#parts.changed();
  }
}

const NOT_FOUND = refuse('CAMERA_NOT_FOUND', 'no camera is attached, or none has been seen since the start');

const notIn = (state: FlightStateName, axis: string, allowed: readonly FlightStateName[]): Result<never> =>
  refuse('WRONG_FLIGHT_STATE', `${axis} is not possible in ${state}, only in ${allowed.join(', ')}`);

const STOP: AxisMove = { kind: 'stop' };

/** The camera points where it was told to when it is this close, degrees. */
const POINTED_DEG = 0.5;

/**
 * A turn at a speed is for a time and ends by itself: told again later it would go on for longer than asked. An angle may lie
 * beyond the travel of the gimbal, where it is never shown.
 */
const timesOf = ({ kind }: AxisMove) => ({ atMost: kind === 'atRate' ? 1 : ENOUGH_TIMES });

const toAngle = (angleDeg: number): AxisMove => ({ kind: 'toAngle', angleDeg });

const atRate = (rateDps: number, durationS: number): AxisMove =>
  rateDps === 0 ? STOP : { kind: 'atRate', rateDps, durationS };

function checkSpeed(field: string, speedDps: number, minDps: number, maxDps: number): Result<void> {
  const magnitude = Math.abs(speedDps);
  if (speedDps === 0 || (magnitude >= minDps && magnitude <= maxDps)) return accepted;
  return refuse(
    'SPEED_OUT_OF_RANGE',
    `${field} must be 0 or from ${minDps} to ${maxDps} degrees per second either way, got ${speedDps}`,
  );
}
