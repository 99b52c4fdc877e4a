import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { FieldsToSend, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import {
  GPS_FIX_TYPE,
  MAV_BATTERY_CHARGE_STATE,
  MAV_BATTERY_FUNCTION,
  MAV_BATTERY_TYPE,
  MAV_LANDED_STATE,
  MAV_SYS_STATUS_SENSOR,
} from '@kitestring/mavlink-codec/enums.ts';
import type { Persona } from '../personas/persona.ts';
import type { Sources } from '../server/message-streams.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import type { FlightPicture } from './flight-picture.ts';
import { cdeg, cm, degE7, mm, percent, quaternion, uint16 } from './units.ts';

/** Intervals of the messages that come without a request, microseconds. */
export const AUTOPILOT_INTERVALS_US: { readonly [N in MessageName]?: number } = {
  SYS_STATUS: 500_000,
  GPS_RAW_INT: 500_000,
  GLOBAL_POSITION_INT: 200_000,
  LOCAL_POSITION_NED: 500_000,
  ATTITUDE: 200_000,
  ATTITUDE_QUATERNION: 200_000,
  VFR_HUD: 250_000,
  EXTENDED_SYS_STATE: 500_000,
  BATTERY_STATUS: 1_000_000,
  HOME_POSITION: 2_000_000,
  CURRENT_MODE: 2_000_000,
  SYSTEM_TIME: 2_000_000,
};

const UNKNOWN_U16 = 0xffff;
const { GEOFENCE, PREARM_CHECK, SENSOR_3D_ACCEL, SENSOR_3D_GYRO, SENSOR_3D_MAG } = MAV_SYS_STATUS_SENSOR;
const { SENSOR_ABSOLUTE_PRESSURE, SENSOR_BATTERY, SENSOR_GPS } = MAV_SYS_STATUS_SENSOR;

interface SourceDeps {
  readonly station: VehicleStation;
  readonly picture: FlightPicture;
  readonly persona: Persona;
  readonly customMode: () => number;
}

/** All that the autopilot tells. */
export function autopilotSources(deps: SourceDeps): Sources {
  const { customMode, persona, picture, station } = deps;
  return {
    SYS_STATUS: () => sysStatus(deps),
    GPS_RAW_INT: () => gpsRaw(picture),
    GLOBAL_POSITION_INT: () => globalPosition(picture),
    LOCAL_POSITION_NED: () => localPosition(picture),
    ATTITUDE: () => {
      const { pitchDeg, rollDeg, yawDeg } = picture.attitude;
      const yaw = (yawDeg > 180 ? yawDeg - 360 : yawDeg) * RAD_PER_DEG;
      const angles = { roll: rollDeg * RAD_PER_DEG, pitch: pitchDeg * RAD_PER_DEG, yaw };
      return { time_boot_ms: picture.bootMs, ...angles, ...NO_RATES };
    },
    ATTITUDE_QUATERNION: () => {
      const { pitchDeg, rollDeg, yawDeg } = picture.attitude;
      const [q1, q2, q3, q4] = quaternion(rollDeg, pitchDeg, yawDeg);
      return { time_boot_ms: picture.bootMs, q1, q2, q3, q4, ...NO_RATES };
    },
    VFR_HUD: () => hud(picture),
    EXTENDED_SYS_STATE: () => ({ vtol_state: 0, landed_state: landedState(picture) }),
    BATTERY_STATUS: () => batteries(station),
    HOME_POSITION: () => home(picture),
    SYSTEM_TIME: () => ({ time_unix_usec: picture.timeUs, time_boot_ms: picture.bootMs }),
    AUTOPILOT_VERSION: () => autopilotVersion(deps),
    PROTOCOL_VERSION: () => ({
      version: 200,
      min_version: 100,
      max_version: 200,
      spec_version_hash: [],
      library_version_hash: [],
    }),
    CURRENT_MODE: () => ({ custom_mode: customMode(), intended_custom_mode: customMode(), standard_mode: 0 }),
    AVAILABLE_MODES: () =>
      persona.modes.map(({ customMode: custom_mode, name: mode_name }, index) => ({
        custom_mode,
        mode_name,
        mode_index: index + 1,
        number_modes: persona.modes.length,
        properties: 0,
        standard_mode: 0,
      })),
  };
}

const NO_RATES = { rollspeed: 0, pitchspeed: 0, yawspeed: 0 };

function sysStatus({ picture, station }: SourceDeps): FieldsToSend['SYS_STATUS'] {
  const present =
    SENSOR_3D_GYRO |
    SENSOR_3D_ACCEL |
    SENSOR_3D_MAG |
    SENSOR_ABSOLUTE_PRESSURE |
    SENSOR_GPS |
    SENSOR_BATTERY |
    PREARM_CHECK |
    // The limits of the station.
    GEOFENCE;
  const { kite } = picture;
  const isReady = picture.isInAir || station.readiness().ready;
  const unhealthy =
    (kite === undefined || kite.hazards.sensorFault ? SENSOR_3D_GYRO | SENSOR_3D_ACCEL : 0) |
    (kite?.headingDeg === undefined ? SENSOR_3D_MAG : 0) |
    (kite?.gps === undefined ? SENSOR_GPS : 0) |
    (kite?.batteryPercent === undefined ? SENSOR_BATTERY : 0) |
    (isReady ? 0 : PREARM_CHECK);
  return {
    onboard_control_sensors_present: present,
    onboard_control_sensors_enabled: present,
    onboard_control_sensors_health: present & ~unhealthy,
    load: 0,
    voltage_battery: kite?.batteryVoltageV === undefined ? UNKNOWN_U16 : uint16(kite.batteryVoltageV * 1000),
    current_battery: -1,
    battery_remaining: percent(kite?.batteryPercent),
    drop_rate_comm: 0,
    errors_comm: 0,
    errors_count1: 0,
    errors_count2: 0,
    errors_count3: 0,
    errors_count4: 0,
  };
}

function gpsRaw({ kite, timeUs }: FlightPicture): FieldsToSend['GPS_RAW_INT'] | undefined {
  if (kite === undefined) return undefined;
  const { gps } = kite;
  const common = { time_usec: timeUs, epv: UNKNOWN_U16, vel: UNKNOWN_U16, cog: UNKNOWN_U16, satellites_visible: 255 };
  if (gps === undefined) {
    return { ...common, lat: 0, lon: 0, alt: 0, eph: UNKNOWN_U16, fix_type: GPS_FIX_TYPE.NO_FIX };
  }
  return {
    ...common,
    lat: degE7(gps.latDeg),
    lon: degE7(gps.lonDeg),
    alt: mm(gps.elevationM),
    eph: UNKNOWN_U16,
    fix_type: GPS_FIX_TYPE['3D_FIX'],
    h_acc: Math.max(1, mm(gps.accuracyM)),
  };
}

function globalPosition(picture: FlightPicture): FieldsToSend['GLOBAL_POSITION_INT'] | undefined {
  const { altitudeM, amslM, bootMs, headingDeg, kite, position } = picture;
  if (altitudeM === undefined || amslM === undefined || position === undefined) return undefined;
  return {
    time_boot_ms: bootMs,
    lat: degE7(position.latDeg),
    lon: degE7(position.lonDeg),
    alt: mm(amslM),
    relative_alt: mm(altitudeM),
    hdg: cdeg(headingDeg),
    // It hovers above its station: what it moves sideways is the wind's doing.
    vx: 0,
    vy: 0,
    vz: cm(-(kite?.climbRateMps ?? 0)),
  };
}

/** Metres of a degree of latitude. */
const DEGREE_M = 111_320;

function localPosition(picture: FlightPicture): FieldsToSend['LOCAL_POSITION_NED'] | undefined {
  const { altitudeM, bootMs, home: origin, kite, position } = picture;
  if (altitudeM === undefined || origin === undefined || position === undefined) return undefined;
  const x = (position.latDeg - origin.latDeg) * DEGREE_M;
  const y = (position.lonDeg - origin.lonDeg) * DEGREE_M * Math.cos(origin.latDeg * RAD_PER_DEG);
  return { time_boot_ms: bootMs, x, y, z: -altitudeM, vx: 0, vy: 0, vz: -(kite?.climbRateMps ?? 0) };
}

function hud(picture: FlightPicture): FieldsToSend['VFR_HUD'] | undefined {
  const { altitudeM, amslM, kite, yawDeg } = picture;
  if (altitudeM === undefined) return undefined;
  const throttle = Math.round(100 * (kite?.thrustShare ?? 0));
  const speeds = { airspeed: kite?.windSpeedMps ?? 0, groundspeed: 0, climb: kite?.climbRateMps ?? 0 };
  return { ...speeds, alt: amslM ?? altitudeM, heading: Math.round(yawDeg) % 360, throttle };
}

function landedState(picture: FlightPicture): number {
  switch (picture.state) {
    case 'Unknown':
      return MAV_LANDED_STATE.UNDEFINED;
    case 'StandBy':
      return MAV_LANDED_STATE.ON_GROUND;
    case 'TakingOff':
      return picture.isInAir ? MAV_LANDED_STATE.TAKEOFF : MAV_LANDED_STATE.ON_GROUND;
    case 'Landing':
    case 'SafetyLanding':
      return MAV_LANDED_STATE.LANDING;
    default:
      return MAV_LANDED_STATE.IN_AIR;
  }
}

/** Backup battery of the Kite (0), and what comes up the tether (1). */
function batteries(station: VehicleStation): readonly FieldsToSend['BATTERY_STATUS'][] {
  const { kite } = station.sample() ?? {};
  if (kite === undefined) return [];
  const common = { current_consumed: -1, energy_consumed: -1, current_battery: -1, temperature: 0x7fff };
  return [
    {
      ...common,
      id: 0,
      battery_function: MAV_BATTERY_FUNCTION.ALL,
      type: MAV_BATTERY_TYPE.LIPO,
      battery_remaining: percent(kite.batteryPercent),
      voltages: voltagesOf(kite.batteryVoltageV),
      ...(kite.batteryTemperatureC !== undefined && { temperature: Math.round(kite.batteryTemperatureC * 100) }),
      charge_state: MAV_BATTERY_CHARGE_STATE.OK,
    },
    {
      ...common,
      id: 1,
      battery_function: MAV_BATTERY_FUNCTION.PROPULSION,
      type: MAV_BATTERY_TYPE.UNKNOWN,
      battery_remaining: -1,
      voltages: voltagesOf(kite.supplyVoltageV),
    },
  ];
}

/** Millivolts of a whole battery: more than a field holds is continued in the next. */
function voltagesOf(voltageV: number | undefined): number[] {
  const voltages = Array.from({ length: 10 }, () => UNKNOWN_U16);
  if (voltageV === undefined) return voltages;
  let left = Math.max(0, Math.round(voltageV * 1000));
  for (let index = 0; index === 0 || (left > 0 && index < voltages.length); index += 1) {
    voltages[index] = Math.min(left, UNKNOWN_U16 - 1);
    left -= UNKNOWN_U16 - 1;
  }
  return voltages;
}

function home({ home: place, timeUs }: FlightPicture): FieldsToSend['HOME_POSITION'] | undefined {
  if (place === undefined) return undefined;
  return {
    latitude: degE7(place.latDeg),
    longitude: degE7(place.lonDeg),
    altitude: mm(place.elevationM),
    x: 0,
    y: 0,
    z: 0,
    q: [1, 0, 0, 0],
    approach_x: 0,
    approach_y: 0,
    approach_z: 0,
    time_usec: timeUs,
  };
}

function autopilotVersion({ persona, station }: SourceDeps): FieldsToSend['AUTOPILOT_VERSION'] {
  const serial = [...station.serial].map((character) => character.charCodeAt(0) & 0xff).slice(0, 18);
  const uid = serial.reduce(
    (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n),
    0xcbf2_9ce4_8422_2325n,
  );
  return {
    capabilities: BigInt(persona.capabilities),
    uid,
    uid2: serial,
    flight_sw_version: persona.version,
    middleware_sw_version: 0,
    os_sw_version: 0,
    board_version: 0,
    vendor_id: 0,
    product_id: 0,
    flight_custom_version: [],
    middleware_custom_version: [],
    os_custom_version: [],
  };
}
