import { DEG_PER_RAD, RAD_PER_DEG, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { MAV_CMD, MAV_RESULT, MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import type { ModeEntry, Persona } from '../personas/persona.ts';
import { ACCEPTED, type OrderOutcome, refused, UNSUPPORTED, type VehicleOrder } from '../server/order.ts';
import { outcomeOf } from '../station/refusal.ts';
import type { VehicleControl } from '../station/vehicle-control.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import type { FlightPicture } from './flight-picture.ts';
import { AMSL_FRAMES, RELATIVE_FRAMES } from './frames.ts';

interface FlightOrdersDeps {
  readonly station: VehicleStation;
  readonly control: VehicleControl;
  readonly persona: Persona;
  readonly picture: FlightPicture;
  /** Real time: a person arms and takes off at no other speed, however fast a simulation runs. */
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly tell: (severity: number, text: string) => void;
  readonly parameter: (name: string) => number | undefined;
}

/** An armed vehicle that does not take off is disarmed, as autopilots do. */
const DISARM_AFTER_US = 10 * US_PER_S;
/** A place further away than the Kite drifts is another place. */
const SAME_PLACE_M = 20;
const DEGREE_M = 111_320;
/** Longest rotation at a speed that the station takes at once. */
const TURN_MAX_S = 10;
/** A ground station that makes up for such an offset gets the answer alone: a text in each flight would hide others. */
const TRIM_M = 0.6;
const FORCED = 21_196;
const OUTSIDE_GEOFENCE: OrderOutcome = {
  result: MAV_RESULT.ACCEPTED,
  text: 'Reposition is outside geofence',
  severity: MAV_SEVERITY.CRITICAL,
};

/** Orders for the flight, as the station's operations: each is decided by its rules, and recorded as a client's. */
export class FlightOrders {
  readonly #deps: FlightOrdersDeps;
  #mode: ModeEntry;
  #armedUs: number | undefined;
  /** Height that follows the take-off. */
  #climbToM: number | undefined;
  #wasInAir = false;

  constructor(deps: FlightOrdersDeps) {
    this.#deps = deps;
    this.#mode = this.#modeFor('Hold');
  }

  get customMode(): number {
    return this.#mode.customMode;
  }

  /** Armed by an order, or flying by anybody's. */
  get isArmed(): boolean {
    return this.#armedUs !== undefined || this.#deps.picture.isInAir;
  }

  /** Undefined for a command that is not about the flight. */
  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> | undefined {
    const [param1, param2, param3] = order.params;
    switch (order.command) {
      case MAV_CMD.COMPONENT_ARM_DISARM:
        return param1 === 1 ? this.#arm(order) : this.#disarm(param2);
      case MAV_CMD.DO_SET_MODE:
        return this.setMode(order, this.#deps.persona.customModeOf(param2, param3));
      case MAV_CMD.NAV_TAKEOFF:
        return this.#takeOff(order);
      case MAV_CMD.NAV_LAND:
      case MAV_CMD.NAV_RETURN_TO_LAUNCH:
        return this.#land(order);
      case MAV_CMD.NAV_LOITER_UNLIM:
        return this.#hold(order);
      case MAV_CMD.DO_PAUSE_CONTINUE:
        return param1 === 0 ? this.#hold(order) : refused('DENIED', 'Nothing to continue');
      case MAV_CMD.DO_REPOSITION:
        return this.#reposition(order);
      case MAV_CMD.DO_CHANGE_ALTITUDE:
        return this.#changeAltitude(order, param1, order.params[1]);
      case MAV_CMD.CONDITION_YAW:
        return this.#yaw(order);
      case MAV_CMD.DO_FLIGHTTERMINATION:
        return refused('DENIED', 'No motors are stopped in flight: land instead');
      case MAV_CMD.RUN_PREARM_CHECKS:
        return this.#cannotFly() ?? ACCEPTED;
      default:
        return undefined;
    }
  }

  /** DO_SET_MODE, or SET_MODE of old. */
  setMode(order: Pick<VehicleOrder, 'from'>, customMode: number): OrderOutcome | Promise<OrderOutcome> {
    const wanted = this.#deps.persona.modes.find((each) => each.customMode === customMode);
    if (wanted === undefined || wanted.mode === 'Unavailable') return refused('DENIED', 'This mode is not available');
    if (wanted.mode === 'TakeOff') return refused('DENIED', 'Take off by NAV_TAKEOFF');
    if (wanted.mode === 'Land') {
      if (this.#deps.picture.isInAir) return this.#land(order, wanted);
    } else if (this.#deps.picture.isInAir) return this.#hold(order, wanted);
    this.#mode = wanted;
    return ACCEPTED;
  }

  /** A position target of a ground station that guides: its altitude. */
  async guideTo(from: VehicleOrder['from'], altitudeM: number, frame: number): Promise<void> {
    if (!this.#deps.picture.isInAir) return;
    const relativeM = this.#relativeM(altitudeM, frame, 'Amsl');
    if (typeof relativeM === 'number') await this.#altitude({ from }, relativeM);
  }

  /** Called by the loop of the vehicle. */
  step(): void {
    const { clock, picture } = this.#deps;
    const { isInAir, state } = picture;
    if (isInAir) this.#armedUs = undefined;
    if (this.#wasInAir && !isInAir) this.#climbToM = undefined;
    this.#wasInAir = isInAir;
    if (this.#armedUs !== undefined && state === 'StandBy' && clock.nowUs() - this.#armedUs >= DISARM_AFTER_US) {
      this.#armedUs = undefined;
    }
    if (state === 'Landing' || state === 'SafetyLanding') this.#mode = this.#modeFor('Land', this.#mode);
    else if (state === 'TakingOff') this.#mode = this.#modeFor('TakeOff');
    else if (state === 'Flying' && this.#mode.mode !== 'Hold') this.#mode = this.#modeFor('Hold');
    if (state === 'Flying' && this.#climbToM !== undefined) {
      const altitude = this.#climbToM;
      this.#climbToM = undefined;
      void this.#climb(altitude);
    }
  }

  /** Lands by the vehicle's own decision. */
  async failsafeLand(text: string): Promise<void> {
    this.#deps.tell(MAV_SEVERITY.CRITICAL, text);
    await this.#land({ from: { system: this.#lastSystem, component: 0, peer: '' } });
  }

  #lastSystem = 255;

  async #arm(order: VehicleOrder): Promise<OrderOutcome> {
    if (this.isArmed) return ACCEPTED;
    const { cannotArm, cannotArmPrefix } = this.#deps.persona;
    const cannot = this.#cannotFly();
    if (cannot !== undefined) return cannot;
    const refusal = await this.#control(order);
    if (refusal !== undefined) return { result: MAV_RESULT[cannotArm], text: `${cannotArmPrefix}${refusal.message}` };
    this.#armedUs = this.#deps.clock.nowUs();
    return ACCEPTED;
  }

  #cannotFly(): OrderOutcome | undefined {
    const { persona, station } = this.#deps;
    const { checks, flight_state, ready } = station.readiness();
    if (ready) return undefined;
    const reason = checks.find(({ state }) => state === 'refuses')?.message ?? `the Kite is in ${flight_state}`;
    return { result: MAV_RESULT[persona.cannotArm], text: `${persona.cannotArmPrefix}${reason}` };
  }

  #disarm(force: number): OrderOutcome {
    if (this.#deps.picture.isInAir) {
      if (force === FORCED) return refused('DENIED', 'No motors are stopped in flight: land instead');
      return refused(this.#deps.persona.disarmInFlight, 'Disarm: in flight');
    }
    this.#armedUs = undefined;
    return ACCEPTED;
  }

  async #takeOff(order: VehicleOrder): Promise<OrderOutcome> {
    const { persona, station } = this.#deps;
    const { takeOffFrames } = persona;
    if (order.frame !== undefined && takeOffFrames !== undefined && !takeOffFrames.includes(order.frame)) {
      return refused('DENIED', 'Take off: the altitude must be relative to home (frame 3)');
    }
    if (this.#mode.mode === 'Land' && persona.name === 'ardupilot')
      return refused('FAILED', 'Take off: not in mode LAND');
    if (!this.isArmed)
      return refused(persona.name === 'ardupilot' ? 'FAILED' : 'TEMPORARILY_REJECTED', 'Take off: not armed');
    const heightM = this.#relativeM(order.params[6], order.frame, persona.takeOffAltitude);
    if (heightM !== undefined && typeof heightM !== 'number') return heightM;
    const wantedM = heightM ?? this.#deps.parameter('MIS_TAKEOFF_ALT') ?? this.#deps.parameter('TKOFF_ALT');
    const { altitude_hard_max = Infinity, altitude_soft_max = Infinity } = station.limits() ?? {};
    const mostM = Math.min(altitude_hard_max, altitude_soft_max);
    if (wantedM !== undefined && wantedM > mostM) {
      return refused(
        persona.name === 'ardupilot' ? 'FAILED' : 'DENIED',
        `Take off: ${wantedM.toFixed(1)} m is above the limit of ${mostM} m`,
      );
    }
    const outcome = await this.#order(order, 'flight/control/take_off');
    if (isAccepted(outcome)) this.#climbToM = wantedM;
    return outcome;
  }

  /** After the take-off; the station refuses what it cannot do. */
  async #climb(altitudeM: number): Promise<void> {
    const { station, tell } = this.#deps;
    const { altitude_takeoff: takeOffM = 1 } = station.limits() ?? {};
    if (altitudeM < takeOffM + 1) return;
    const answer = await station.request({
      method: 'POST',
      path: 'flight/control/altitude',
      body: { altitude: altitudeM },
    });
    if (answer.refusal !== undefined) tell(MAV_SEVERITY.WARNING, answer.refusal.message);
  }

  async #land(order: Pick<VehicleOrder, 'from'>, mode = this.#modeFor('Land')): Promise<OrderOutcome> {
    const { state } = this.#deps.picture;
    if (state === 'StandBy') {
      this.#mode = mode;
      return ACCEPTED;
    }
    if (state === 'Landing' || state === 'SafetyLanding') return ACCEPTED;
    this.#climbToM = undefined;
    const outcome = await this.#order(order, 'flight/control/land');
    if (isAccepted(outcome)) this.#mode = mode;
    return outcome;
  }

  async #hold(order: Pick<VehicleOrder, 'from'>, mode = this.#modeFor('Hold')): Promise<OrderOutcome> {
    this.#climbToM = undefined;
    const outcome = await this.#order(order, 'flight/control/abort');
    if (isAccepted(outcome)) this.#mode = mode;
    return outcome;
  }

  async #reposition(order: VehicleOrder): Promise<OrderOutcome> {
    const { picture, persona } = this.#deps;
    const [, , , yaw, latDeg, lonDeg, altitude] = order.params;
    if (this.#isElsewhere(latDeg, lonDeg)) return this.#cannotGo();
    if (!picture.isInAir) return refused('TEMPORARILY_REJECTED', 'Not in the air');
    const isYaw = Number.isFinite(yaw) && persona.repositionYaw === 'Radians';
    if (!Number.isFinite(altitude) && !isYaw) return this.#hold(order);
    if (Number.isFinite(altitude)) {
      const relativeM = this.#relativeM(altitude, order.frame, 'Amsl');
      if (typeof relativeM !== 'number') return relativeM ?? UNSUPPORTED;
      const { targetM } = picture;
      const isNew = targetM === undefined || Math.abs(relativeM - targetM) > 0.05;
      const outcome = isNew || !isYaw ? await this.#altitude(order, relativeM) : ACCEPTED;
      if (!isYaw || !isAccepted(outcome)) return outcome;
    }
    return this.#order(order, 'camera/control/rotate_to_angle', { pan_ned: wrap360(yaw * DEG_PER_RAD) });
  }

  /** Some say yes, and stay. */
  #cannotGo(): OrderOutcome {
    const { beyondLimits, elsewhere } = this.#deps.persona;
    if (elsewhere !== 'ACCEPTED') return refused(elsewhere, 'On a tether: it cannot fly to another place');
    return beyondLimits === 'ACCEPTED' ? OUTSIDE_GEOFENCE : ACCEPTED;
  }

  async #changeAltitude(order: VehicleOrder, altitude: number, frame: number): Promise<OrderOutcome> {
    const relativeM = this.#relativeM(altitude, Number.isFinite(frame) ? frame : undefined, 'Amsl');
    if (typeof relativeM !== 'number') return relativeM ?? refused('DENIED', 'No altitude is given');
    return this.#altitude(order, relativeM);
  }

  async #altitude(order: Pick<VehicleOrder, 'from'>, altitudeM: number): Promise<OrderOutcome> {
    const refusal = await this.#control(order);
    if (refusal !== undefined) return outcomeOf({ refusal });
    const { persona, picture, station } = this.#deps;
    // An autopilot leaves its landing for a new place; the station wants an abort first.
    if (picture.state === 'Landing') await station.request({ method: 'POST', path: 'flight/control/abort' });
    // The station takes centimetres; a sum of home and height has more digits.
    const body = { altitude: Math.round(altitudeM * 100) / 100 };
    const answer = await station.request({ method: 'POST', path: 'flight/control/altitude', body });
    if (answer.refusal?.code.startsWith('ALTITUDE_') !== true) return outcomeOf(answer);
    const isTrim = Math.abs(altitudeM - (picture.altitudeM ?? Infinity)) < TRIM_M;
    if (isTrim) return { result: MAV_RESULT[persona.beyondLimits] };
    return persona.beyondLimits === 'ACCEPTED'
      ? OUTSIDE_GEOFENCE
      : { result: MAV_RESULT[persona.beyondLimits], text: answer.refusal.message };
  }

  #yaw(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const [angleDeg, speedDps, direction, relative] = order.params;
    const { picture, station } = this.#deps;
    // The station turns the camera, and the Kite follows: while it does, its heading is behind.
    const { pan_ned: fromDeg = picture.yawDeg } = station.camera();
    const byDeg =
      relative === 1 ? (direction < 0 ? -angleDeg : angleDeg) : turnTo(wrap180(angleDeg - fromDeg), direction);
    if (!Number.isFinite(byDeg)) return refused('DENIED', 'No angle is given');
    if (speedDps > 0) {
      const duration = Math.abs(byDeg) / speedDps;
      if (duration > TURN_MAX_S || duration < 0.1) return this.#turn(order, byDeg);
      const pan_speed = Math.sign(byDeg) * speedDps;
      return this.#order(order, 'camera/control/rotate_with_speed', { pan_speed, duration });
    }
    return this.#turn(order, byDeg);
  }

  #turn(order: VehicleOrder, byDeg: number): Promise<OrderOutcome> {
    // More than half a turn would end at the same heading by the other way.
    const pan = Math.abs(byDeg) > 180 ? wrap180(byDeg) : byDeg;
    return this.#order(order, 'camera/control/rotate_by_angle', { pan });
  }

  /** Height above home. Undefined where none is given; an outcome where it has no meaning here. */
  #relativeM(value: number, frame: number | undefined, plain: 'Relative' | 'Amsl'): number | OrderOutcome | undefined {
    if (!Number.isFinite(value)) return undefined;
    const { persona, picture } = this.#deps;
    const isRelative = frame === undefined ? plain === 'Relative' : RELATIVE_FRAMES.includes(frame);
    if (persona.altitudes === 'ByFrame' && isRelative) return value;
    if (persona.altitudes === 'ByFrame' && frame !== undefined && !AMSL_FRAMES.includes(frame)) {
      return refused('COMMAND_UNSUPPORTED_MAV_FRAME', `No altitude in frame ${frame}`);
    }
    const { home } = picture;
    return home === undefined ? refused('TEMPORARILY_REJECTED', 'Home is not known yet') : value - home.elevationM;
  }

  #isElsewhere(latDeg: number, lonDeg: number): boolean {
    const { position } = this.#deps.picture;
    if (!Number.isFinite(latDeg) || !Number.isFinite(lonDeg) || position === undefined) return false;
    const north = (latDeg - position.latDeg) * DEGREE_M;
    const east = (lonDeg - position.lonDeg) * DEGREE_M * Math.cos(position.latDeg * RAD_PER_DEG);
    return Math.hypot(north, east) > SAME_PLACE_M;
  }

  async #order(order: Pick<VehicleOrder, 'from'>, path: string, body?: object): Promise<OrderOutcome> {
    const refusal = await this.#control(order);
    if (refusal !== undefined) return outcomeOf({ refusal });
    return outcomeOf(await this.#deps.station.request({ method: 'POST', path, ...(body !== undefined && { body }) }));
  }

  #control({ from }: Pick<VehicleOrder, 'from'>) {
    this.#lastSystem = from.system;
    return this.#deps.control.take(from.system);
  }

  /** @param now kept where it is of the same kind */
  #modeFor(mode: 'Hold' | 'TakeOff' | 'Land', now?: ModeEntry): ModeEntry {
    const { modes } = this.#deps.persona;
    if (now?.mode === mode) return now;
    return (modes.find((each) => each.mode === mode) ?? modes[0]) as ModeEntry;
  }
}

/** The way to an angle: by the shorter side, or in the direction that was ordered. */
function turnTo(shorterDeg: number, direction: number): number {
  if (direction === 0 || !Number.isFinite(direction) || Math.sign(shorterDeg) === Math.sign(direction))
    return shorterDeg;
  return shorterDeg === 0 ? 0 : shorterDeg + 360 * Math.sign(direction);
}

const isAccepted = (outcome: OrderOutcome): boolean => outcome !== 'Silent' && outcome.result === MAV_RESULT.ACCEPTED;
