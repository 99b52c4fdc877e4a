import { DEG_PER_RAD, RAD_PER_DEG, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { Clock } from '@kitestring/base/clock.ts';
import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import {
  GIMBAL_DEVICE_FLAGS,
  GIMBAL_MANAGER_CAP_FLAGS,
  GIMBAL_MANAGER_FLAGS,
  MAV_CMD,
  MAV_MOUNT_MODE,
  MAV_RESULT,
} from '@kitestring/mavlink-codec/enums.ts';
import type { FlightPicture } from '../autopilot/flight-picture.ts';
import { quaternion } from '../autopilot/units.ts';
import type { Persona } from '../personas/persona.ts';
import type { Sources } from '../server/message-streams.ts';
import { ACCEPTED, type OrderOutcome, refused, type VehicleOrder } from '../server/order.ts';
import { outcomeOf } from '../station/refusal.ts';
import type { VehicleControl } from '../station/vehicle-control.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import { anglesOf } from './quaternion-angles.ts';
import { directionTo, type RegionOfInterest } from './region-of-interest.ts';

interface GimbalDeps {
  readonly station: VehicleStation;
  readonly control: VehicleControl;
  readonly persona: Persona;
  readonly picture: FlightPicture;
  /** Real time: orders of a ground station are repeated in it. */
  readonly clock: Pick<Clock, 'nowUs'>;
}

type Sender = VehicleOrder['from'];

/** Where to point, or how fast to turn. NaN is not ordered. */
interface Aim {
  readonly pitchDeg: number;
  readonly yawDeg: number;
  readonly pitchDps: number;
  readonly yawDps: number;
  readonly flags: number;
}

/** A pan of less is left out: on the ground the Kite cannot turn, and a tilt alone is possible. */
const SAME_PAN_DEG = 1;
/** The station turns for so long without a new order. */
const TURN_S = 10;
const NONE = { system: 0, component: 0 };
const AGAIN_EVERY_US = 5_000_000;
/** The Kite drifts, and the camera follows a place. */
const LOOK_EVERY_US = 1_000_000;
const SAME_DIRECTION_DEG = 1;

/** The camera's gimbal, as manager and as device of MAVLink's gimbal protocol 2. Orders are the station's operations for the camera. */
export class Gimbal {
  readonly #deps: GimbalDeps;
  #primary: { readonly system: number; readonly component: number } = NONE;
  #roi: { readonly from: Sender; readonly place: RegionOfInterest; lookedUs: number } | undefined;
  /** A rate that holds until the next order. */
  #rate: { readonly from: Sender; readonly aim: Aim; atUs: number } | undefined;

  /** An order of its turns the Kite. */
  #isPanning = false;
  /** Orders so far: a later one may end first. */
  #orders = 0;

  constructor(deps: GimbalDeps) {
    this.#deps = deps;
  }

  get isThere(): boolean {
    return this.#deps.station.camera().online_state === 'Online';
  }

  readonly managerSources: Sources = {
    GIMBAL_MANAGER_INFORMATION: () => this.#managerInformation(),
    GIMBAL_MANAGER_STATUS: () => {
      if (!this.isThere) return undefined;
      const { component, system } = this.#primary;
      return {
        time_boot_ms: this.#deps.picture.bootMs,
        flags: this.#shownFlags,
        gimbal_device_id: this.#deviceId,
        primary_control_sysid: system,
        primary_control_compid: component,
        secondary_control_sysid: 0,
        secondary_control_compid: 0,
      };
    },
  };

  readonly deviceSources: Sources = {
    GIMBAL_DEVICE_INFORMATION: () => this.#deviceInformation(),
    GIMBAL_DEVICE_ATTITUDE_STATUS: () => this.#attitude(),
  };

  /** Undefined for a command that is not about the gimbal. */
  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> | undefined {
    const { gimbal } = this.#deps.persona;
    const isOwn =
      OWN.includes(order.command) || (gimbal.takesMountControl && order.command === MAV_CMD.DO_MOUNT_CONTROL);
    if (!isOwn) return undefined;
    if (this.isThere) return this.#run(order);
    return gimbal.isSilentWhenOff ? 'Silent' : refused('TEMPORARILY_REJECTED', 'The camera is off');
  }

  #run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const { command, from, params } = order;
    const [param1, param2, param3, param4, param5] = params;
    if (command === MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE) return this.#configure(from, param1, param2);
    if (command === MAV_CMD.DO_SET_ROI_LOCATION) return this.#lookAt(order);
    if (command === MAV_CMD.DO_SET_ROI_NONE) {
      this.#roi = undefined;
      return ACCEPTED;
    }
    if (command === MAV_CMD.DO_MOUNT_CONTROL) return this.#mountControl(order);
    const other = this.#refusalOf(from);
    if (other !== undefined) return other;
    return this.#order(from, { pitchDeg: param1, yawDeg: param2, pitchDps: param3, yawDps: param4, flags: param5 });
  }

  /** Called by the loop of the vehicle. */
  step(): void {
    const nowUs = this.#deps.clock.nowUs();
    // A movement that goes on by itself must not take control again.
    if (!this.#deps.control.isHeld) [this.#roi, this.#rate] = [undefined, undefined];
    const [rate, roi] = [this.#rate, this.#roi];
    if (rate !== undefined && nowUs - rate.atUs >= AGAIN_EVERY_US) {
      rate.atUs = nowUs;
      void this.#aim(rate.from, rate.aim);
    }
    if (roi === undefined || nowUs - roi.lookedUs < LOOK_EVERY_US || !this.isThere) return;
    roi.lookedUs = nowUs;
    const aim = this.#aimAt(roi.place);
    const { pan_ned: pan = Number.NaN, tilt_ned: tilt = Number.NaN } = this.#deps.station.camera();
    if (aim === undefined) return;
    const isThere =
      Math.abs(aim.pitchDeg + tilt) < SAME_DIRECTION_DEG &&
      (Number.isNaN(aim.yawDeg) || Math.abs(wrap180(aim.yawDeg - pan)) < SAME_DIRECTION_DEG);
    if (!isThere) void this.#aim(roi.from, aim);
  }

  #lookAt({
    frame,
    from,
    params: [, , , , latDeg, lonDeg, altitudeM],
  }: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const { picture } = this.#deps;
    const elevationM = Number.isFinite(altitudeM) ? picture.amslOf(altitudeM, frame) : picture.home?.elevationM;
    const isPlace = Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180;
    if (!isPlace || elevationM === undefined) return refused('DENIED', 'Region of interest: not a place');
    const place = { latDeg, lonDeg, elevationM };
    const aim = this.#aimAt(place);
    if (aim === undefined) return refused('TEMPORARILY_REJECTED', 'The position is not known yet');
    return this.#begin(from, aim, () => {
      this.#roi = { from, place, lookedUs: this.#deps.clock.nowUs() };
    });
  }

  #aimAt(place: RegionOfInterest): Aim | undefined {
    const { amslM: elevationM, position } = this.#deps.picture;
    if (elevationM === undefined || position === undefined) return undefined;
    const { azimuthDeg = Number.NaN, pitchDeg } = directionTo(place, { ...position, elevationM });
    const rates = { pitchDps: Number.NaN, yawDps: Number.NaN };
    return { pitchDeg, yawDeg: azimuthDeg, ...rates, flags: GIMBAL_DEVICE_FLAGS.YAW_LOCK };
  }

  /** Its yaw is an azimuth: a sender that leaves it at 0 turns the aircraft to North. */
  #mountControl({
    from,
    params: [pitchDeg, , yawDeg, , , , mode],
  }: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    if (mode !== MAV_MOUNT_MODE.MAVLINK_TARGETING) return refused('DENIED', 'Mount: by angles only');
    const rates = { pitchDps: Number.NaN, yawDps: Number.NaN };
    return this.#order(from, { pitchDeg, yawDeg, ...rates, flags: GIMBAL_DEVICE_FLAGS.YAW_LOCK });
  }

  /** An order by angles or rates ends what was ordered before. */
  #order(from: Sender, aim: Aim): Promise<OrderOutcome> {
    const turns = isTurning(aim.pitchDps) || isTurning(aim.yawDps);
    return this.#begin(from, aim, () => {
      if (turns && this.#deps.persona.gimbal.ratesLast) this.#rate = { from, aim, atUs: this.#deps.clock.nowUs() };
    });
  }

  async #begin(from: Sender, aim: Aim, then: () => void): Promise<OrderOutcome> {
    this.#roi = undefined;
    this.#rate = undefined;
    this.#orders += 1;
    const order = this.#orders;
    const outcome = await this.#aim(from, aim);
    const isNewest = order === this.#orders;
    if (isNewest && outcome !== 'Silent' && outcome.result === MAV_RESULT.ACCEPTED) then();
    return outcome;
  }

  /** Orders that have no answer. */
  take(message: Message, peer: string): void {
    const from = { system: message.system, component: message.component, peer };
    const aim = aimOf(message);
    if (aim === undefined || !this.isThere || this.#refusalOf(from) !== undefined) return;
    const isIgnored = message.name === 'GIMBAL_MANAGER_SET_PITCHYAW' && this.#deps.persona.gimbal.ignoresSetPitchYaw;
    if (!isIgnored) void this.#order(from, aim);
  }

  #configure(from: Sender, system: number, component: number): OrderOutcome {
    // -1: as it is; -2: the sender; -3: no component, if it was the sender.
    if (system === -3) {
      if (this.#isPrimary(from)) this.#primary = NONE;
    } else if (system === -2) this.#primary = { system: from.system, component: from.component };
    else if (isId(system) && isId(component)) this.#primary = { system, component };
    else if (system !== -1) return refused('DENIED', 'Gimbal: no such system or component');
    return ACCEPTED;
  }

  #refusalOf(from: Sender): OrderOutcome | undefined {
    const { gimbal, name } = this.#deps.persona;
    // The status of ArduPilot's manager says who has control, and its manager obeys all senders.
    if (name === 'ardupilot' || this.#isPrimary(from)) return undefined;
    if (this.#primary.system === 0 && !gimbal.needsConfigure) return undefined;
    return refused('DENIED', 'Gimbal: take control by DO_GIMBAL_MANAGER_CONFIGURE first');
  }

  #isPrimary({ component, system }: Sender): boolean {
    return this.#primary.system === system && this.#primary.component === component;
  }

  async #aim(from: Sender, aim: Aim): Promise<OrderOutcome> {
    const { control, station } = this.#deps;
    const refusal = await control.take(from.system);
    if (refusal !== undefined) return outcomeOf({ refusal });
    const turns = Number.isFinite(aim.pitchDps) || Number.isFinite(aim.yawDps);
    const isAngle = Number.isFinite(aim.pitchDeg) || Number.isFinite(aim.yawDeg) || isNeutral(aim.flags);
    if (!turns && !isAngle) return refused('DENIED', 'Gimbal: neither an angle nor a rate is given');
    const [path, body] = isAngle ? (['to_angle', this.#angles(aim)] as const) : this.#rates(aim);
    return outcomeOf(await station.request({ method: 'POST', path: `camera/control/rotate_${path}`, body }));
  }

  /** A stop of the gimbal is none of a turn of the Kite that the gimbal has not begun. */
  #rates(aim: Aim): readonly [path: string, body: object] {
    const wasPanning = this.#isPanning;
    this.#isPanning = isTurning(aim.yawDps);
    if (isTurning(aim.pitchDps) || isTurning(aim.yawDps)) return ['with_speed', speeds(aim)];
    return ['by_angle', { tilt: 0, ...(wasPanning && { pan: 0 }) }];
  }

  #angles({ flags, pitchDeg, yawDeg }: Aim): object {
    const { picture, station } = this.#deps;
    const { pan_ned: pan = picture.yawDeg } = station.camera();
    const isEarth = isEarthFrame(flags, this.#deps.persona.gimbal.losesEarthFlag) && !isNeutral(flags);
    const pitch = isNeutral(flags) ? 0 : pitchDeg;
    const yaw = isNeutral(flags) ? 0 : yawDeg;
    const azimuth = isEarth ? yaw : picture.yawDeg + yaw;
    // From the nose it is in the middle by itself: such an order must not stop a turn in which it leads.
    const byDeg = isEarth ? wrap180(azimuth - pan) : yaw;
    const moves = Math.abs(byDeg) > SAME_PAN_DEG;
    return { ...(Number.isFinite(pitch) && { tilt_ned: -pitch }), ...(moves && { pan_ned: wrap360(azimuth) }) };
  }

  get #deviceId(): number {
    return this.#deps.persona.gimbal.deviceId;
  }

  get #shownFlags(): number {
    const { PITCH_LOCK, ROLL_LOCK, YAW_IN_EARTH_FRAME, YAW_IN_VEHICLE_FRAME, YAW_LOCK } = GIMBAL_DEVICE_FLAGS;
    const isEarth = this.#deps.persona.gimbal.yawFrame === 'Earth';
    return PITCH_LOCK | ROLL_LOCK | (isEarth ? YAW_LOCK | YAW_IN_EARTH_FRAME : YAW_IN_VEHICLE_FRAME);
  }

  get #limits() {
    const { tilt_max = 90, tilt_min = -90 } = this.#deps.station.cameraInfo() ?? {};
    const pitch = { pitch_min: -tilt_max * RAD_PER_DEG, pitch_max: -tilt_min * RAD_PER_DEG };
    // It turns with the Kite, as far as the twist of the tether allows.
    return { ...pitch, yaw_min: -Math.PI, yaw_max: Math.PI, roll_min: 0, roll_max: 0 };
  }

  #managerInformation(): FieldsToSend['GIMBAL_MANAGER_INFORMATION'] | undefined {
    if (!this.isThere) return undefined;
    return {
      time_boot_ms: this.#deps.picture.bootMs,
      gimbal_device_id: this.#deviceId,
      cap_flags: CAPABILITIES,
      ...this.#limits,
    };
  }

  #deviceInformation(): FieldsToSend['GIMBAL_DEVICE_INFORMATION'] | undefined {
    if (!this.isThere) return undefined;
    const { model = 'Camera' } = this.#deps.station.cameraInfo() ?? {};
    return {
      time_boot_ms: this.#deps.picture.bootMs,
      uid: 0n,
      firmware_version: 1,
      hardware_version: 1,
      ...this.#limits,
      cap_flags: CAPABILITIES & 0xffff,
      custom_cap_flags: 0,
      cap_flags2: CAPABILITIES,
      vendor_name: 'Kitestring',
      model_name: model.slice(0, 31),
      custom_name: '',
    };
  }

  #attitude(): FieldsToSend['GIMBAL_DEVICE_ATTITUDE_STATUS'] | undefined {
    const { picture, station } = this.#deps;
    const { pan_ned: pan, roll_ned: roll = 0, tilt_ned: tilt } = station.camera();
    if (!this.isThere || pan === undefined || tilt === undefined) return undefined;
    const isEarth = this.#deps.persona.gimbal.yawFrame === 'Earth';
    const yaw = isEarth ? pan : wrap180(pan - picture.yawDeg);
    return {
      time_boot_ms: picture.bootMs,
      q: quaternion(roll, -tilt, yaw),
      flags: this.#shownFlags,
      angular_velocity_x: Number.NaN,
      angular_velocity_y: Number.NaN,
      angular_velocity_z: Number.NaN,
      failure_flags: 0,
      target_system: 0,
      target_component: 0,
      delta_yaw: wrap180(picture.yawDeg) * RAD_PER_DEG,
      delta_yaw_velocity: Number.NaN,
      // 0 in a message of the device itself.
      gimbal_device_id: this.#deviceId <= 6 ? this.#deviceId : 0,
    };
  }
}

const CAPABILITIES =
  GIMBAL_MANAGER_CAP_FLAGS.HAS_NEUTRAL |
  GIMBAL_MANAGER_CAP_FLAGS.HAS_ROLL_LOCK |
  GIMBAL_MANAGER_CAP_FLAGS.HAS_PITCH_AXIS |
  GIMBAL_MANAGER_CAP_FLAGS.HAS_PITCH_LOCK |
  GIMBAL_MANAGER_CAP_FLAGS.HAS_YAW_AXIS |
  GIMBAL_MANAGER_CAP_FLAGS.HAS_YAW_LOCK |
  GIMBAL_MANAGER_CAP_FLAGS.SUPPORTS_INFINITE_YAW |
  GIMBAL_MANAGER_CAP_FLAGS.SUPPORTS_YAW_IN_EARTH_FRAME |
  GIMBAL_MANAGER_CAP_FLAGS.CAN_POINT_LOCATION_GLOBAL;

const OWN: readonly number[] = [
  ...[MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE, MAV_CMD.DO_GIMBAL_MANAGER_PITCHYAW],
  ...[MAV_CMD.DO_SET_ROI_LOCATION, MAV_CMD.DO_SET_ROI_NONE],
];

/** The number of a system or component, which a float need not be. */
const isId = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255;

const isNeutral = (flags: number): boolean => Number.isFinite(flags) && (flags & GIMBAL_MANAGER_FLAGS.NEUTRAL) !== 0;

/** The flags of the frame decide; without one, a locked yaw is one in the earth frame. */
function isEarthFrame(flags: number, isFlagLost: boolean): boolean {
  const { YAW_IN_EARTH_FRAME, YAW_IN_VEHICLE_FRAME, YAW_LOCK } = GIMBAL_DEVICE_FLAGS;
  if ((flags & YAW_IN_VEHICLE_FRAME) !== 0) return false;
  return (flags & (isFlagLost ? YAW_LOCK : YAW_IN_EARTH_FRAME | YAW_LOCK)) !== 0;
}

const isTurning = (rate: number): boolean => Number.isFinite(rate) && rate !== 0;

/** A rate that is not given, and one of 0, stop their axis. */
function speeds({ pitchDps, yawDps }: Aim): object {
  return {
    ...(isTurning(yawDps) && { pan_speed: yawDps }),
    ...(isTurning(pitchDps) && { tilt_speed: -pitchDps }),
    duration: isTurning(yawDps) || isTurning(pitchDps) ? TURN_S : 0.1,
  };
}

function aimOf(message: Message): Aim | undefined {
  if (message.name === 'GIMBAL_MANAGER_SET_PITCHYAW') {
    const { flags, pitch, pitch_rate, yaw, yaw_rate } = message.fields;
    const angles = { pitchDeg: pitch * DEG_PER_RAD, yawDeg: yaw * DEG_PER_RAD };
    return { ...angles, pitchDps: pitch_rate * DEG_PER_RAD, yawDps: yaw_rate * DEG_PER_RAD, flags };
  }
  if (message.name !== 'GIMBAL_MANAGER_SET_ATTITUDE') return undefined;
  const { angular_velocity_y: pitchRate, angular_velocity_z: yawRate, flags, q } = message.fields;
  const { pitchDeg, yawDeg } = anglesOf(q);
  return { pitchDeg, yawDeg, pitchDps: pitchRate * DEG_PER_RAD, yawDps: yawRate * DEG_PER_RAD, flags };
}
