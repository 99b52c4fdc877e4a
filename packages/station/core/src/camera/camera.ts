import { nearestTurn } from '@kitestring/base/angles.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { CameraInfo } from '@kitestring/station-contract/camera/camera-info.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type {
  RotateCameraByAngle,
  RotateCameraToAngle,
  RotateCameraWithSpeed,
} from '@kitestring/station-contract/camera/rotation.ts';
import { FLIGHT_STATES, type FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { FollowEnd } from '@kitestring/station-contract/station/camera-follow.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { Aircraft, AxisMove, CameraSample, KiteSample } from '../ports/aircraft.ts';
import type { AxisCapability, Capabilities } from '../ports/capabilities.ts';
import { ENOUGH_TIMES, RepeatedOrder } from '../repeated-order.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Telemetry } from '../telemetry.ts';
import { type Aimed, CameraFollow } from './camera-follow.ts';
import { shownCameraState } from './shown-camera-state.ts';
import type { TetherTwist } from './tether-twist.ts';

interface CameraDeps {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly onFollowChange: () => void;
  readonly flightState: () => FlightStateName;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly settings: Pick<StationSettings, 'flight'>;
  readonly telemetry: Telemetry;
  readonly twist: TetherTwist;
  /** Reports a change of the published state. */
  readonly changed: () => void;
}

const AXES = ['pan', 'tilt'] as const;
type Axis = (typeof AXES)[number];

/** Commanded move of each axis; an absent axis keeps its motion. */
interface Rotation {
  readonly pan?: AxisMove;
  /** Sign of the pan: positive clockwise, 0: no pan. */
  readonly panSign: number;
  readonly tilt?: AxisMove;
}

/** States in which landing sets the camera tilt, so that clients cannot. */
const TILT_LOCKED: readonly FlightStateName[] = ['Landing', 'SafetyLanding'];
const TILT_FREE = FLIGHT_STATES.filter((state) => !TILT_LOCKED.includes(state));

/** Points the camera: converts client commands into moves of pan and tilt, within the limits of state and tether. */
export class Camera {
  readonly follow: CameraFollow;
  readonly #deps: CameraDeps;
  readonly #panOrder: RepeatedOrder<AxisMove>;
  readonly #tiltOrder: RepeatedOrder<AxisMove>;
  #panRequestedUs = Number.NEGATIVE_INFINITY;
  #corrected: Corrected | undefined;

  constructor(deps: CameraDeps) {
    this.#deps = deps;
    const { aircraft, clock } = deps;
    this.#panOrder = new RepeatedOrder(clock, {
      send: (move) => aircraft.movePan(move),
      isShown: (move) => shows(move, this.#seenCamera?.panDeg, this.#isKiteRotating),
    });
    this.#tiltOrder = new RepeatedOrder(clock, {
      send: (move) => aircraft.moveTilt(move),
      isShown: (move) => shows(move, this.#seenCamera?.tiltDeg, this.#seenCamera?.isTilting),
    });
    this.follow = new CameraFollow({
      ...deps,
      hasCompass: () => this.#hasCompass,
      order: (caller, plan) => this.#beginFollow(caller, plan),
      correct: (aimed) => this.#correct(aimed),
    });
  }

  [STATE](archive: StateArchive): void {
    [this.#panRequestedUs, this.#corrected] = archive.all(this.#panRequestedUs, this.#corrected);
    archive.in(this.#panOrder, this.#tiltOrder, this.follow);
  }

  info(): Result<CameraInfo> {
    const camera = this.#seenCamera;
    return camera === undefined ? NOT_FOUND : ok(cameraInfo(camera.model, this.#gimbal));
  }

  state(): Result<CameraState> {
    const camera = this.#seenCamera;
    return camera === undefined ? NOT_FOUND : ok(shownCameraState(camera, this.#hasCompass));
  }

  /** A commanded pan is in progress: from the request until a later report confirms its end. */
  get isRotating(): boolean {
    return this.#deps.telemetry.kiteUs <= this.#panRequestedUs || this.#panOrder.isAwaited || this.#isKiteRotating;
  }

  /** The same of pan or tilt. */
  get isMoving(): boolean {
    return this.isRotating || this.#tiltOrder.isAwaited || this.#seenCamera?.isTilting === true;
  }

  /** Rotates by an angle in the direction of its sign, also by half a turn or more; by 0 stops that axis. */
  rotateByAngle(caller: Caller, body: RotateCameraByAngle): Result<void> {
    return this.#command(caller, { pan: !!body.pan, tilt: !!body.tilt }, ({ panDeg, tiltDeg }) => {
      const pan = byAngle('pan', panDeg, body.pan);
      if (!pan.ok) return pan;
      const tilt = byAngle('tilt', tiltDeg, body.tilt);
      if (!tilt.ok) return tilt;
      return ok({ ...axisMoves('pan', pan.value), ...axisMoves('tilt', tilt.value), panSign: body.pan ?? 0 });
    });
  }

  /** Rotates to a direction, the shorter way. */
  rotateToAngle(caller: Caller, body: RotateCameraToAngle): Result<void> {
    const asked = { pan: body.pan_ned !== undefined, tilt: body.tilt_ned !== undefined };
    return this.#command(caller, asked, ({ panDeg }) => {
      const tilt = body.tilt_ned === undefined ? {} : { tilt: toAngle(body.tilt_ned) };
      if (body.pan_ned === undefined) return ok({ ...tilt, panSign: 0 });
      if (!this.#hasCompass) return refuse('NOT_FITTED.compass');
      if (panDeg === undefined) return refuse('CAMERA_DIRECTION_UNKNOWN', { axis: 'pan' });
      const targetDeg = nearestTurn(panDeg, body.pan_ned);
      return ok({ ...tilt, pan: toAngle(targetDeg), panSign: targetDeg - panDeg });
    });
  }

  /** Rotates at a speed for a time. A missing axis is 0, and 0 stops that axis, in every flight state. */
  rotateWithSpeed(caller: Caller, body: RotateCameraWithSpeed): Result<void> {
    const panDps = body.pan_speed ?? 0;
    const tiltDps = body.tilt_speed ?? 0;
    return this.#command(caller, { pan: panDps !== 0, tilt: tiltDps !== 0 }, () => {
      const panInRange = checkSpeed('pan_speed', panDps, this.#gimbal.pan);
      if (!panInRange.ok) return panInRange;
      const tiltInRange = checkSpeed('tilt_speed', tiltDps, this.#gimbal.tilt);
      if (!tiltInRange.ok) return tiltInRange;
      return ok({ pan: atRate(panDps, body.duration), tilt: atRate(tiltDps, body.duration), panSign: panDps });
    });
  }

  /** Stops pan and tilt. */
  stop(): void {
    this.follow.end('not_flying');
    this.#execute({ pan: STOP, tilt: STOP, panSign: 0 });
  }

  /** Repeats commands that no report has confirmed: call for each sample. */
  update(): void {
    const state = this.#deps.flightState();
    // During descent landing sets the tilt, and on the ground the camera cannot turn. An order to stop stays in force.
    if (state !== 'Flying') this.#panOrder.dropIf(turns);
    if (state === 'Unknown' || TILT_LOCKED.includes(state)) this.#tiltOrder.dropIf(turns);
    const { kiteUs } = this.#deps.telemetry;
    this.#panOrder.update(kiteUs);
    this.#tiltOrder.update(kiteUs);
    this.follow.update(this.#hindrance(state));
  }

  #hindrance(state: FlightStateName): FollowEnd | undefined {
    if (this.#kite === undefined) return 'link_lost';
    if (this.#kite.isFlownElsewhere) return 'control_taken';
    if (state !== 'Flying') return 'not_flying';
    return this.#onlineCamera().ok ? undefined : 'camera_offline';
  }

  /** By the rules of every order, and the first correction. */
  #beginFollow(caller: Caller, plan: () => Result<Aimed>): Result<void> {
    const follows = true;
    return this.#command(
      caller,
      { pan: true, tilt: true },
      (camera) => {
        const aimed = plan();
        if (!aimed.ok) return aimed;
        const rotation = this.#pointing(camera, aimed.value);
        if (rotation.ok) this.#corrected = { ...requestedAngles(rotation.value), panUs: this.#deps.clock.nowUs() };
        return rotation;
      },
      follows,
    );
  }

  /** Smaller changes than the noise of the gimbal are left, and a Kite that turns without a gimbal is not told more often than it obeys. */
  #correct(aimed: Aimed): FollowEnd | undefined {
    const camera = this.#onlineCamera();
    const rotation = camera.ok ? this.#pointing(camera.value, aimed) : camera;
    if (!rotation.ok) return rotation.refusal.code === 'TARGET_OUT_OF_REACH' ? 'out_of_reach' : 'camera_offline';
    const { pan, panSign, tilt } = rotation.value;
    const nowUs = this.#deps.clock.nowUs();
    const before = this.#corrected;
    const steps = this.#gimbal.pan?.isLed === true ? LED : UNLED;
    const angles = requestedAngles(rotation.value);
    const isPanDue =
      before === undefined ||
      (Math.abs(angles.panDeg - before.panDeg) > steps.panDeg && nowUs - before.panUs >= steps.everyUs);
    const isTiltDue = before === undefined || Math.abs(angles.tiltDeg - before.tiltDeg) > steps.tiltDeg;
    const due: Rotation = {
      ...(isPanDue && pan !== undefined && { pan }),
      ...(isTiltDue && tilt !== undefined && { tilt }),
      panSign,
    };
    if (!this.#possible(due).ok) return 'out_of_reach';
    this.#corrected = {
      panDeg: isPanDue ? angles.panDeg : before.panDeg,
      panUs: isPanDue ? nowUs : before.panUs,
      tiltDeg: isTiltDue ? angles.tiltDeg : before.tiltDeg,
    };
    if (isPanDue || isTiltDue) this.#execute(due);
    return undefined;
  }

  #pointing({ panDeg }: CameraSample, { azimuthDeg, depressionDeg, isClamped }: Aimed): Result<Rotation> {
    if (!this.#hasCompass) return refuse('NOT_FITTED.compass');
    if (panDeg === undefined) return refuse('CAMERA_DIRECTION_UNKNOWN', { axis: 'pan' });
    const { maxDeg = 90, minDeg = -90 } = this.#gimbal.tilt ?? {};
    const tiltDeg = Math.min(maxDeg, Math.max(minDeg, depressionDeg));
    if (tiltDeg !== depressionDeg && !isClamped)
      return refuse('TARGET_OUT_OF_REACH', { gotDeg: roundTo(depressionDeg, 1), minDeg, maxDeg });
    const targetDeg = nearestTurn(panDeg, azimuthDeg);
    return ok({ pan: toAngle(targetDeg), tilt: toAngle(tiltDeg), panSign: targetDeg - panDeg });
  }

  /** @param asked axes that are to move, and not only to stop */
  #command(
    caller: Caller,
    asked: Readonly<Record<Axis, boolean>>,
    plan: (camera: CameraSample) => Result<Rotation>,
    follows = false,
  ): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    if (this.#kite?.isFlownElsewhere) return refuse('AIRCRAFT_FLOWN_ELSEWHERE');
    const camera = this.#onlineCamera();
    if (!camera.ok) return camera;
    for (const axis of AXES) {
      if (asked[axis] && this.#gimbal[axis] === undefined) return refuse('NOT_FITTED.axis', { axis });
    }
    const rotation = plan(camera.value);
    if (!rotation.ok) return rotation;
    const possible = this.#possible(rotation.value);
    if (!possible.ok) return possible;
    if (!follows) this.follow.end('camera_moved');
    this.#execute(rotation.value);
    return accepted;
  }

  get #gimbal(): Capabilities['gimbal'] {
    return this.#deps.aircraft.capabilities.gimbal;
  }

  get #hasCompass(): boolean {
    return this.#deps.aircraft.capabilities.compass;
  }

  get #isKiteRotating(): boolean {
    return this.#kite?.isRotating ?? false;
  }

  get #kite(): KiteSample | undefined {
    return this.#deps.telemetry.kite(this.#deps.clock.nowUs());
  }

  get #seenCamera(): CameraSample | undefined {
    return this.#deps.telemetry.camera(this.#deps.clock.nowUs());
  }

  #onlineCamera(): Result<CameraSample> {
    const camera = this.#seenCamera;
    if (camera === undefined) return NOT_FOUND;
    return camera.online ? ok(camera) : refuse('CAMERA_OFFLINE');
  }

  /** A stop, and an axis that is not named, are possible in every state. */
  #possible({ pan, panSign, tilt }: Rotation): Result<void> {
    const state = this.#deps.flightState();
    if (turns(pan) && state !== 'Flying') return notIn(state, 'pan', ['Flying']);
    if (turns(tilt) && TILT_LOCKED.includes(state)) return notIn(state, 'tilt', TILT_FREE);
    return turns(pan) ? this.#deps.twist.check(panSign) : accepted;
  }

  #execute({ pan, tilt }: Rotation): void {
    const gimbal = this.#gimbal;
    if (pan !== undefined && gimbal.pan) this.#panOrder.give(pan, timesOf(pan));
    if (tilt !== undefined && gimbal.tilt) this.#tiltOrder.give(tilt, timesOf(tilt));
    const isShown = pan?.kind === 'toAngle' && shows(pan, this.#seenCamera?.panDeg, false);
    if (turns(pan) && !isShown) this.#panRequestedUs = this.#deps.clock.nowUs();
    this.#deps.changed();
  }
}

const NOT_FOUND = refuse('CAMERA_NOT_FOUND');

const notIn = (state: FlightStateName, axis: string, allowed: readonly FlightStateName[]): Result<never> =>
  refuse('WRONG_FLIGHT_STATE.axisNotInState', { axis, state, allowed: allowed.join(', ') });

/** Last correction of a follow; pan without wrapping. */
interface Corrected {
  readonly panDeg: number;
  readonly panUs: number;
  readonly tiltDeg: number;
}

/** Smallest corrections, and how often the pan is corrected: of a gimbal that turns ahead of the Kite, and of a Kite that turns alone. */
const LED = { panDeg: 0.02, tiltDeg: 0.02, everyUs: 0 };
const UNLED = { panDeg: 1, tiltDeg: 0.2, everyUs: US_PER_S };

const requestedAngles = ({ pan, tilt }: Rotation) => ({
  panDeg: pan?.kind === 'toAngle' ? pan.angleDeg : 0,
  tiltDeg: tilt?.kind === 'toAngle' ? tilt.angleDeg : 0,
});

const STOP: AxisMove = { kind: 'stop' };

const turns = (move: AxisMove | undefined): boolean => move !== undefined && move.kind !== 'stop';

/** Angle within which the camera counts as pointed, degrees. */
const POINTED_DEG = 0.5;

const shows = (move: AxisMove, angleDeg: number | undefined, isMoving: boolean | undefined): boolean =>
  move.kind === 'toAngle' ? angleDeg !== undefined && Math.abs(angleDeg - move.angleDeg) <= POINTED_DEG : !isMoving;

/**
 * A timed turn ends by itself: repeated later it would last longer than requested. An angle may be beyond the gimbal's
 * travel, where no report ever confirms it.
 */
const timesOf = ({ kind }: AxisMove) => ({ atMost: kind === 'atRate' ? 1 : ENOUGH_TIMES });

const toAngle = (angleDeg: number): AxisMove => ({ kind: 'toAngle', angleDeg });

/** @param angleDeg undefined leaves the axis as it is */
function byAngle(axis: Axis, fromDeg: number | undefined, angleDeg: number | undefined): Result<AxisMove | undefined> {
  if (!angleDeg) return ok(angleDeg === undefined ? undefined : STOP);
  return fromDeg === undefined ? refuse('CAMERA_DIRECTION_UNKNOWN', { axis }) : ok(toAngle(fromDeg + angleDeg));
}

const axisMoves = (axis: Axis, move: AxisMove | undefined) => (move === undefined ? {} : { [axis]: move });

const atRate = (rateDps: number, durationS: number): AxisMove =>
  rateDps === 0 ? STOP : { kind: 'atRate', rateDps, durationS };

function checkSpeed(field: string, speedDps: number, axis: AxisCapability | undefined): Result<void> {
  if (speedDps === 0 || axis === undefined) return accepted;
  const { minDps, maxDps } = axis;
  const magnitude = Math.abs(speedDps);
  if (magnitude >= minDps && magnitude <= maxDps) return accepted;
  return refuse('SPEED_OUT_OF_RANGE', { field, minDps, maxDps, gotDps: speedDps });
}

/** Published camera info: an axis that is not fitted is absent. */
function cameraInfo(model: CameraSample['model'], { pan, roll, tilt }: Capabilities['gimbal']): CameraInfo {
  return {
    ...(model !== undefined && { model }),
    ...(pan && { pan_speed_min: pan.minDps, pan_speed_max: pan.maxDps }),
    ...(tilt && { tilt_speed_min: tilt.minDps, tilt_speed_max: tilt.maxDps }),
    ...(tilt && { tilt_min: tilt.minDeg, tilt_max: tilt.maxDeg }),
    ...(roll && { roll_min: roll.minDeg, roll_max: roll.maxDeg }),
  };
}
