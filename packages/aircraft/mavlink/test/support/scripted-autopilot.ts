import { DEG_PER_RAD, RAD_PER_DEG, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { FieldsToSend, Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_CMD, MAV_LANDED_STATE, MAV_RESULT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink } from '@kitestring/mavlink-link';
import type { Line } from './line.ts';
import { ScriptedSettings } from './scripted-settings.ts';

type Command = Message<'COMMAND_LONG' | 'COMMAND_INT'>;
export type Kind = 'ArduCopter' | 'PX4';

const HOME = { latE7: 473_977_420, lonE7: 85_455_940, amslM: 488 };
const STEP_S = 0.05;
/** Component of a gimbal. */
export const RIVAL = 154;

/** The ways of a real autopilot, as far as they matter to orders. What is broken is set by the test. */
export interface Quirks {
  /** PX4 reads every height as one above mean sea level; with this, ArduCopter does it as well. */
  ignoresFrame?: boolean;
  /** Accepts a new height, and stays. */
  staysOnReposition?: boolean;
  /** Stays so far below an ordered height, metres. */
  holdsBelowM?: number;
  refusesArming?: boolean;
  hasNoHome?: boolean;
  hasNoGimbal?: boolean;
  /** Says nothing at all to orders for its gimbal. */
  isGimbalSilent?: boolean;
  turnsGimbalOn?: boolean;
  /** Orders of this kind are lost on the way to it. */
  loses?: number;
  /** Accepts each order, and moves nothing. */
  isFrozen?: boolean;
  /** Its gimbal has no yaw. */
  tiltsOnly?: boolean;
  /** A gimbal that is a component of its own claims this device, beside the autopilot. */
  rivalClaims?: number;
  /** Does not say that it manages a gimbal. */
  isManagerSilent?: boolean;
}

/** The line on which it stands; the test calls `onStep` twenty times a second. */
type AutopilotLine = Pick<Line, 'clock' | 'far' | 'onStep'>;

/** An autopilot without physics, with the answers and the movements that ArduCopter and PX4 showed in flight. */
export class ScriptedAutopilot implements AsyncDisposable {
  readonly link: MavlinkLink;
  readonly kind: Kind;
  readonly quirks: Quirks;
  readonly orders: Command['fields'][] = [];
  readonly settings: ScriptedSettings;
  isArmed = false;
  isInFailsafe = false;
  altitudeM = 0;
  /** North of its home. */
  driftM = 0;
  homeNorthM = 0;
  /** Bits of SYS_STATUS that are unhealthy. */
  unhealthy = 0;
  headingDeg = 0;
  pitchDeg = 0;
  pitchDps = 0;
  /** Yaw of the gimbal from the nose. */
  gimbalYawDeg = 0;
  customMode: number;
  controllingSystem = 0;
  #targetM: number | undefined;
  #targetHeadingDeg = 0;
  #yawDps = 40;
  #climbMps = 0;
  #controller = 0;
  #steps = 0;

  private constructor(kind: Kind, quirks: Quirks, link: MavlinkLink) {
    this.kind = kind;
    this.quirks = quirks;
    this.link = link;
    this.customMode = kind === 'PX4' ? px4Mode(4, 3) : 0;
    this.settings = new ScriptedSettings(link, kind);
    link.onMessage((message) => {
      if (message.name === 'COMMAND_LONG' || message.name === 'COMMAND_INT') this.#take(message);
    });
  }

  static async begin(line: AutopilotLine, kind: Kind, quirks: Quirks = {}): Promise<ScriptedAutopilot> {
    const ids = { system: 1, component: 1 };
    let self: ScriptedAutopilot | undefined;
    const heartbeat = (): FieldsToSend['HEARTBEAT'] => ({
      type: MAV_TYPE.QUADROTOR,
      autopilot: kind === 'PX4' ? MAV_AUTOPILOT.PX4 : MAV_AUTOPILOT.ARDUPILOTMEGA,
      base_mode: self?.isArmed === true ? 0x81 : 1,
      custom_mode: self?.customMode ?? 0,
      system_status: self?.isInFailsafe === true ? 5 : 4,
      mavlink_version: 3,
    });
    const link = await MavlinkLink.over(line.far.open, { ids, clock: line.clock, heartbeat });
    self = new ScriptedAutopilot(kind, quirks, link);
    const autopilot = self;
    line.onStep = () => autopilot.#step();
    return autopilot;
  }

  get isLanding(): boolean {
    return this.customMode === (this.kind === 'PX4' ? px4Mode(4, 6) : 9);
  }

  /** Another ground station orders a height, in the mode in which both may. */
  anotherOrders(altitudeM: number): void {
    this.#targetM = altitudeM;
  }

  /** A pilot moves the switch of the transmitter. */
  pilotTakesOver(): void {
    this.customMode = this.kind === 'PX4' ? px4Mode(3, 0) : 5;
    this.#targetM = undefined;
  }

  commands(command: number): Command['fields'][] {
    return this.orders.filter((order) => order.command === command);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.link[Symbol.asyncDispose]();
  }

  #step(): void {
    this.#steps += 1;
    this.link.step();
    this.#move();
    if (this.#steps % 2 === 0) this.#sendFast();
    if (this.#steps % 10 === 0) this.#sendSlow();
    if (this.quirks.rivalClaims !== undefined && this.#steps % 20 === 0) {
      const heartbeat = { type: MAV_TYPE.GIMBAL, autopilot: MAV_AUTOPILOT.INVALID, base_mode: 0, custom_mode: 0 };
      this.link.send('HEARTBEAT', { ...heartbeat, system_status: 4, mavlink_version: 3 }, { from: RIVAL });
    }
  }

  #move(): void {
    this.#climbMps = 0;
    if (!this.isArmed || this.quirks.isFrozen === true) return;
    if (this.isLanding) this.#targetM = -1;
    const wasUp = this.altitudeM > 0;
    const target = this.#targetM;
    if (target !== undefined) {
      const left = target - (this.quirks.holdsBelowM ?? 0) - this.altitudeM;
      const climbM = Math.max(-STEP_S, Math.min(STEP_S, left));
      this.altitudeM += climbM;
      this.#climbMps = climbM / STEP_S;
    }
    if (this.kind === 'PX4' && this.customMode === px4Mode(4, 2) && this.altitudeM > (target ?? 0) - 0.5) {
      this.customMode = px4Mode(4, 3);
    }
    const turn = this.#targetHeadingDeg - this.headingDeg;
    this.headingDeg += Math.max(-this.#yawDps * STEP_S, Math.min(this.#yawDps * STEP_S, turn));
    this.pitchDeg += this.pitchDps * STEP_S;
    if (this.isLanding && this.altitudeM <= 0) {
      this.altitudeM = 0;
      // As flown: it stops its motors at the end of a landing, not where it is armed in that mode.
      if (wasUp) this.isArmed = false;
      this.#targetM = undefined;
    }
  }

  #take(message: Command): void {
    const { fields } = message;
    this.orders.push(fields);
    if (fields.command === this.quirks.loses) return;
    const isForGimbal = fields.command === MAV_CMD.DO_GIMBAL_MANAGER_PITCHYAW || fields.command === 1001;
    const isAboutManager = fields.command === MAV_CMD.REQUEST_MESSAGE && fields.param1 === 280;
    if (isForGimbal && this.quirks.isGimbalSilent === true) return;
    if (isAboutManager && this.quirks.isManagerSilent === true) return;
    this.#answer(message, this.#resultOf(message));
  }

  #answer({ component, fields, system }: Command, result: number): void {
    const to = { target_system: system, target_component: component };
    const from = fields.target_component === RIVAL ? RIVAL : 1;
    this.link.send('COMMAND_ACK', { command: fields.command, result, ...to }, { from });
  }

  #resultOf({ fields, name, system }: Command): number {
    const { ACCEPTED, DENIED, FAILED, UNSUPPORTED } = MAV_RESULT;
    const isPx4 = this.kind === 'PX4';
    switch (fields.command) {
      case MAV_CMD.DO_SET_MODE:
        assertNoNaN([fields.param1, fields.param2, fields.param3]);
        this.customMode = fields.param2;
        if (this.isArmed) this.#targetM = this.altitudeM;
        return ACCEPTED;
      case MAV_CMD.COMPONENT_ARM_DISARM:
        if (fields.param1 === 0 && this.altitudeM > 0.5) return FAILED;
        if (fields.param1 === 1 && this.quirks.refusesArming === true) return FAILED;
        this.isArmed = fields.param1 === 1;
        return ACCEPTED;
      case MAV_CMD.NAV_TAKEOFF: {
        const p7 = name === 'COMMAND_LONG' ? fields.param7 : fields.z;
        this.customMode = isPx4 ? px4Mode(4, 2) : this.customMode;
        this.#targetM = isPx4 ? p7 - HOME.amslM : p7;
        return ACCEPTED;
      }
      case MAV_CMD.NAV_LAND:
        this.customMode = isPx4 ? px4Mode(4, 6) : 9;
        return ACCEPTED;
      case MAV_CMD.DO_REPOSITION:
        return this.#reposition(fields, name === 'COMMAND_LONG' ? fields.param7 : fields.z);
      case MAV_CMD.CONDITION_YAW:
        if (isPx4) return UNSUPPORTED;
        this.#targetHeadingDeg = this.#headingOf(fields);
        this.#yawDps = fields.param2 === 0 ? 40 : fields.param2;
        return ACCEPTED;
      case MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE:
        if (this.quirks.hasNoGimbal === true) return UNSUPPORTED;
        this.#controller = fields.param1;
        return ACCEPTED;
      case MAV_CMD.DO_GIMBAL_MANAGER_PITCHYAW:
        if (isPx4 && this.#controller !== system) return DENIED;
        if (this.quirks.isFrozen === true) return ACCEPTED;
        if (!Number.isNaN(fields.param1)) this.pitchDeg = fields.param1;
        this.pitchDps = Number.isNaN(fields.param3) ? 0 : fields.param3;
        return ACCEPTED;
      case MAV_CMD.REQUEST_MESSAGE:
        return this.#requested(fields.param1, fields.target_component);
      case MAV_CMD.SET_MESSAGE_INTERVAL:
        return ACCEPTED;
      default:
        return UNSUPPORTED;
    }
  }

  /** ArduCopter turns by the ordered direction from its own set point, which is ahead of the nose; 0 is the shorter way. */
  #headingOf({ param1: angleDeg, param3: direction, param4: isRelative }: Command['fields']): number {
    if (isRelative === 1) return this.headingDeg + angleDeg;
    const mostDeg = 0.5 * this.#yawDps;
    const aheadDeg = Math.max(-mostDeg, Math.min(mostDeg, this.#targetHeadingDeg - this.headingDeg));
    const byDeg = wrap180(angleDeg - this.headingDeg - aheadDeg);
    const isOtherWay = byDeg * direction < 0;
    return this.headingDeg + aheadDeg + byDeg + (isOtherWay ? 360 * direction : 0);
  }

  #reposition({ param4 }: Command['fields'], z: number): number {
    const isAmsl = this.kind === 'PX4' || this.quirks.ignoresFrame === true;
    if (this.kind === 'PX4') this.customMode = px4Mode(4, 3);
    if (!Number.isNaN(param4)) {
      this.#targetHeadingDeg = this.headingDeg + wrap180(param4 * DEG_PER_RAD - this.headingDeg);
    }
    if (this.quirks.staysOnReposition === true) return MAV_RESULT.ACCEPTED;
    this.#targetM = Number.isNaN(z) ? this.altitudeM : z - (isAmsl ? HOME.amslM : 0);
    return MAV_RESULT.ACCEPTED;
  }

  #requested(id: number, component: number): number {
    if (id === 148) {
      const bytes = (length: number) => Array.from({ length }, () => 0);
      this.link.send('AUTOPILOT_VERSION', {
        capabilities: 0n,
        uid: 0xabcn,
        flight_sw_version: this.kind === 'PX4' ? 0x01_10_00_ff : 0x04_06_03_ff,
        middleware_sw_version: 0,
        os_sw_version: 0,
        board_version: 0,
        vendor_id: 0,
        product_id: 0,
        flight_custom_version: bytes(8),
        middleware_custom_version: bytes(8),
        os_custom_version: bytes(8),
      });
      return MAV_RESULT.ACCEPTED;
    }
    if (id !== 280 || this.quirks.hasNoGimbal === true) return MAV_RESULT.UNSUPPORTED;
    const isRival = component === RIVAL;
    const deviceId = isRival ? (this.quirks.rivalClaims ?? 0) : 1;
    const information = {
      time_boot_ms: 1,
      cap_flags: this.quirks.tiltsOnly === true ? 32 : 32 | 256,
      roll_min: 0,
      roll_max: 0,
      yaw_min: -3,
      yaw_max: 3,
      pitch_min: -90 * RAD_PER_DEG,
      pitch_max: 20 * RAD_PER_DEG,
      gimbal_device_id: deviceId,
    };
    this.link.send('GIMBAL_MANAGER_INFORMATION', information, { from: isRival ? RIVAL : 1 });
    return MAV_RESULT.ACCEPTED;
  }

  #telemetry<N extends MessageName>(name: N, fields: FieldsToSend[N]): void {
    this.link.send(name, fields, { sendClass: 'Telemetry' });
  }

  #sendFast(): void {
    const time_boot_ms = this.#steps * 50;
    this.#telemetry('GLOBAL_POSITION_INT', {
      time_boot_ms,
      lat: HOME.latE7 + northE7(this.driftM),
      lon: HOME.lonE7,
      alt: Math.round((HOME.amslM + this.altitudeM) * 1000),
      relative_alt: Math.round(this.altitudeM * 1000),
      vx: 0,
      vy: 0,
      vz: Math.round(-this.#climbMps * 100),
      hdg: Math.round(wrap360(this.headingDeg) * 100) % 36_000,
    });
    const yaw = wrap180(this.headingDeg) * RAD_PER_DEG;
    this.#telemetry('ATTITUDE', {
      time_boot_ms,
      roll: 0,
      pitch: 0,
      yaw,
      rollspeed: 0,
      pitchspeed: 0,
      yawspeed: 0,
    });
    if (this.quirks.hasNoGimbal === true) return;
    const [half, halfYaw] = [this.pitchDeg, this.gimbalYawDeg].map((deg) => (deg * RAD_PER_DEG) / 2) as [
      number,
      number,
    ];
    const [c, s] = [Math.cos(halfYaw), Math.sin(halfYaw)];
    this.#telemetry('GIMBAL_DEVICE_ATTITUDE_STATUS', {
      time_boot_ms,
      q: [c * Math.cos(half), -s * Math.sin(half), c * Math.sin(half), s * Math.cos(half)],
      failure_flags: 0,
      flags: 12 | 32,
      angular_velocity_x: 0,
      angular_velocity_y: 0,
      angular_velocity_z: 0,
      target_system: 0,
      target_component: 0,
    });
  }

  #sendSlow(): void {
    const { IN_AIR, LANDING, ON_GROUND } = MAV_LANDED_STATE;
    const isUp = this.altitudeM > 0.2;
    const landed_state = isUp ? (this.isLanding ? LANDING : IN_AIR) : ON_GROUND;
    this.#telemetry('EXTENDED_SYS_STATE', { vtol_state: 0, landed_state });
    this.#telemetry('GPS_RAW_INT', {
      time_usec: 1n,
      lat: HOME.latE7,
      lon: HOME.lonE7,
      alt: HOME.amslM * 1000,
      eph: 70,
      epv: 70,
      vel: 0,
      cog: 0,
      fix_type: 3,
      satellites_visible: 10,
      h_acc: 500,
    });
    if (this.unhealthy !== 0) {
      const [present, health] = [0x3f, 0x3f & ~this.unhealthy];
      this.#telemetry('SYS_STATUS', {
        onboard_control_sensors_present: present,
        onboard_control_sensors_enabled: present,
        onboard_control_sensors_health: health,
        load: 0,
        voltage_battery: 0xffff,
        current_battery: -1,
        battery_remaining: -1,
        drop_rate_comm: 0,
        errors_comm: 0,
        errors_count1: 0,
        errors_count2: 0,
        errors_count3: 0,
        errors_count4: 0,
      });
    }
    if (this.controllingSystem !== 0) {
      this.#telemetry('CONTROL_STATUS', { flags: 0, gcs_main: this.controllingSystem, gcs_secondary: [] });
    }
    if (this.quirks.hasNoHome === true) return;
    this.#telemetry('HOME_POSITION', {
      latitude: HOME.latE7 + northE7(this.homeNorthM),
      longitude: HOME.lonE7,
      altitude: HOME.amslM * 1000,
      x: 0,
      y: 0,
      z: 0,
      q: [1, 0, 0, 0],
      approach_x: 0,
      approach_y: 0,
      approach_z: 0,
    });
  }
}

/** One of them ends the process of ArduCopter's simulator. */
function assertNoNaN(values: readonly number[]): void {
  if (values.some(Number.isNaN)) throw new Error('NaN in a mode');
}

const northE7 = (metres: number): number => Math.round((metres / 111_320) * 1e7);

const px4Mode = (main: number, sub: number): number => ((sub << 24) | (main << 16)) >>> 0;
