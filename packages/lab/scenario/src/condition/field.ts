import { ONLINE_STATES } from '@kitestring/station-contract/camera/camera-state.ts';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import { FOLLOW_ENDS, FOLLOW_STATES } from '@kitestring/station-contract/station/camera-follow.ts';
import {
  DRONE_ID_STATUSES,
  LIDS_STATES,
  PARKING_BRAKE_STATES,
  SAFETY_LAND_BUTTON_STATES,
} from '@kitestring/station-contract/system/system-state.ts';
import type { Observation, ObservationPart } from '../observation.ts';
import type { SensorReadings } from '../sensor-readings.ts';
import type { Unit } from './unit.ts';

interface Described {
  readonly description: string;
  /** Source of the field; undefined for the timeline itself. */
  readonly part: ObservationPart | undefined;
}

/** A number with a unit. */
export interface NumberField extends Described {
  readonly kind: 'number';
  readonly unit: Unit;
  read(from: Observation): number | undefined;
}

/** One of several names. */
interface StateField extends Described {
  readonly kind: 'state';
  readonly values: readonly string[];
  read(from: Observation): string | undefined;
}

/** Any text. */
interface TextField extends Described {
  readonly kind: 'text';
  read(from: Observation): string | undefined;
}

/** A boolean. */
interface FlagField extends Described {
  readonly kind: 'flag';
  read(from: Observation): boolean | undefined;
}

export type Field = NumberField | StateField | TextField | FlagField;

const number = (
  part: ObservationPart | undefined,
  unit: Unit,
  description: string,
  read: NumberField['read'],
): NumberField => ({ kind: 'number', part, unit, description, read });

const state = (
  part: ObservationPart,
  values: readonly string[],
  description: string,
  read: StateField['read'],
): StateField => ({ kind: 'state', part, values, description, read });

const flag = (part: ObservationPart, description: string, read: FlagField['read']): FlagField => ({
  kind: 'flag',
  part,
  description,
  read,
});

const percent = (share: number | undefined): number | undefined => (share === undefined ? undefined : share * 100);

const FLIGHT_FIELDS: Readonly<Record<string, Field>> = {
  flight_state: state('flight', FLIGHT_STATES, 'State of the flight', (o) => o.flight.flight_state),
  altitude: number('flight', 'm', 'Height of the Kite above the Ground Station', (o) => o.flight.altitude),
  altitude_target: number('flight', 'm', 'Height it flies to or holds', (o) => o.flight.altitude_target),
  heading: number('flight', 'deg', 'Heading of the Kite, from North', (o) => o.flight.kite_heading),
  is_rotating: flag('flight', 'A commanded turn is under way', (o) => o.flight.is_rotating),
  is_changing_altitude: flag('flight', 'The target altitude is not reached yet', (o) => o.flight.is_changing_altitude),
  gps_fix: flag('flight', 'The Kite’s GPS has a fix', (o) => o.flight.kite_gps_has_fix),
};

const SYSTEM_FIELDS: Readonly<Record<string, Field>> = {
  kite_battery: number('system', '%', 'Charge of the Kite’s backup battery', (o) => o.system.kite_battery_level),
  gs_battery: number('system', '%', 'Charge of the Ground Station’s battery', (o) => o.system.gs_battery_level),
  input_voltage: number('system', 'V', 'Voltage at the Ground Station’s power input', (o) => o.system.gs_input_voltage),
  gs_gps_fix: flag('system', 'The Ground Station’s GPS has a fix', (o) => o.system.gs_gps_has_fix),
  remote_id: state('system', DRONE_ID_STATUSES, 'Remote ID', (o) => o.system.drone_id?.status),
  lids: state('system', LIDS_STATES, 'Lids of the Rooftop Box', (o) => o.system.rtb_lids_state),
  safety_land_button: state(
    'system',
    SAFETY_LAND_BUTTON_STATES,
    'External safety land button',
    (o) => o.system.rtb_external_safety_land_button_state,
  ),
  parking_brake: state('system', PARKING_BRAKE_STATES, 'Parking brake', (o) => o.system.rtb_parking_brake_state),
};

const CLIENT_FIELDS: Readonly<Record<string, Field>> = {
  camera: state('camera', ONLINE_STATES, 'Online state of the camera', (o) => o.camera?.online_state),
  camera_pan: number('camera', 'deg', 'Azimuth of the optical axis, from North', (o) => o.camera?.pan_ned),
  camera_tilt: number('camera', 'deg', 'Optical axis below the horizon', (o) => o.camera?.tilt_ned),
  camera_follow: state('follow', FOLLOW_STATES, 'Whether the camera follows a target', (o) => o.follow?.state),
  camera_follow_error: number('follow', 'deg', 'Angle between the camera and its target', (o) => o.follow?.error),
  camera_follow_end: state('follow', FOLLOW_ENDS, 'Why the last follow ended', (o) => o.follow?.ended_by),
  in_control: {
    kind: 'text',
    part: 'handoff',
    description: 'Operator in control; unknown if none is',
    read: (o) => o.handoff.controlling_client?.operator_name,
  },
  waiting_for_control: number(
    'handoff',
    '',
    'Clients in the queue for control',
    (o) => o.handoff.requesting_clients.length,
  ),
};

const sensed = (unit: Unit, description: string, read: (sensors: SensorReadings) => number | undefined): Field =>
  number('sensors', unit, description, ({ sensors }) => sensors && read(sensors));

const SENSOR_FIELDS: Readonly<Record<string, Field>> = {
  wind: sensed('m/s', 'Wind at the Kite, as estimated on board', ({ kite }) => kite?.windSpeedMps),
  climb_rate: sensed('m/s', 'Climb rate, positive up', ({ kite }) => kite?.climbRateMps),
  drift: sensed('m', 'Horizontal distance from the Ground Station, as estimated on board', ({ kite }) => kite?.driftM),
  lean: sensed('deg', 'Tilt of the airframe against the horizon', ({ kite }) => kite?.airframeTiltDeg),
  thrust: sensed('%', 'Thrust, of the maximum', ({ kite }) => percent(kite?.thrustShare)),
  kite_temperature: sensed('C', 'Highest temperature of motors and converters', ({ kite }) => kite?.temperatureC),
  kite_voltage: sensed('V', 'Voltage at the Kite’s end of the tether', ({ kite }) => kite?.supplyVoltageV),
  tension: sensed('N', 'Tension of the tether at the base', ({ groundStation }) => groundStation.tether?.tensionN),
  tether_angle: sensed(
    'deg',
    'Angle of the tether at the base against the vertical',
    ({ groundStation }) => groundStation.tether?.angleDeg,
  ),
  tether_length: sensed('m', 'Tether paid out', ({ groundStation }) => groundStation.tether?.lengthM),
  spool_temperature: sensed('C', 'Temperature of the spool', ({ groundStation }) => groundStation.spoolTemperatureC),
  vehicle_voltage: sensed('V', 'Voltage of the vehicle’s supply', ({ groundStation }) => groundStation.vehicleVoltageV),
  is_moving: flag('sensors', 'The Ground Station is moving', (o) => o.sensors?.groundStation.isMoving),
};

const truly = (unit: Unit, description: string, read: (truth: Truth) => number | undefined): Field =>
  number('truth', unit, description, ({ truth }) => read(truth));

/** True state of the simulated world, without sensor errors. */
const TRUTH_FIELDS: Readonly<Record<string, Field>> = {
  'truth.altitude': truly('m', 'Height of the Kite', ({ position }) => position.up_m),
  'truth.east': truly('m', 'East of the Ground Station', ({ position }) => position.east_m),
  'truth.north': truly('m', 'North of the Ground Station', ({ position }) => position.north_m),
  'truth.drift': truly('m', 'Horizontal distance from the Ground Station', ({ position }) =>
    Math.hypot(position.east_m, position.north_m),
  ),
  'truth.climb_rate': truly('m/s', 'Climb rate, positive up', ({ velocity }) => velocity.up_mps),
  'truth.heading': truly('deg', 'Heading of the Kite, from North', (truth) => truth.heading_deg),
  'truth.lean': truly('deg', 'Tilt of the airframe against the horizon', (truth) => truth.lean_deg),
  'truth.thrust': truly('%', 'Thrust, of the maximum', (truth) => truth.thrust_share * 100),
  'truth.wind': truly('m/s', 'Wind at the Kite, gusts included', ({ wind }) => wind.speed_mps),
  'truth.tension': truly('N', 'Tension of the tether at the Ground Station', ({ tether }) => tether.tension_base_n),
  'truth.kite_tension': truly('N', 'Tension of the tether at the Kite', ({ tether }) => tether.tension_kite_n),
  'truth.tether_length': truly('m', 'Tether paid out, unstretched', ({ tether }) => tether.length_m),
  'truth.tether_angle': truly(
    'deg',
    'Angle of the tether at the base, against the vertical',
    ({ tether }) => tether.base_angle_deg,
  ),
  'truth.kite_voltage': truly('V', 'Voltage at the Kite’s end of the tether', ({ power }) => power.kite_v),
  'truth.tether_current': truly('A', 'Current through the tether', ({ power }) => power.tether_a),
  'truth.kite_power': truly('W', 'Power drawn by the Kite', ({ power }) => power.kite_w),
  'truth.kite_battery': truly('%', 'Charge of the Kite’s battery', ({ power }) => power.kite_battery_percent),
  'truth.gs_battery': truly(
    '%',
    'Charge of the Ground Station’s battery',
    ({ power }) => power.ground_station_battery_percent,
  ),
  'truth.air_temperature': truly('C', 'Temperature of the air', ({ temperature }) => temperature.air_c),
  'truth.motor_temperature': truly('C', 'Temperature of the hottest motor', ({ temperature }) => temperature.motor_c),
  'truth.spool_temperature': truly('C', 'Temperature of the spool', ({ temperature }) => temperature.spool_c),
  'truth.base_speed': truly('m/s', 'Ground speed of the Ground Station', ({ base }) =>
    base === undefined ? 0 : Math.hypot(base.east_mps, base.north_mps),
  ),
  'truth.base_heading': truly('deg', 'Heading of the Ground Station, from North', ({ base }) => base?.heading_deg),
  'truth.base_heave': truly(
    'm',
    'Heave of the tether exit above its position in still water',
    ({ base }) => base?.up_m ?? 0,
  ),
  'truth.base_roll': truly('deg', 'Roll of the Ground Station, starboard down', ({ base }) => base?.roll_deg ?? 0),
  'truth.base_pitch': truly('deg', 'Pitch of the Ground Station, bow up', ({ base }) => base?.pitch_deg ?? 0),
  'truth.on_ground': flag('truth', 'The Kite is on the ground', ({ truth }) => truth.is_on_ground),
  'truth.crashed': flag('truth', 'Touched down too fast, or outside its cradle', ({ truth }) => truth.has_crashed),
  'truth.tether_slack': flag('truth', 'The tether is slack', ({ truth }) => truth.tether.is_slack),
  'truth.tether_cut': flag('truth', 'The tether is cut', ({ truth }) => truth.tether.is_cut),
};

/** All fields of conditions, by name. */
export const FIELDS: Readonly<Record<string, Field>> = {
  time: number(undefined, 's', 'Time since the start of the timeline', (o) => o.timeS),
  ...FLIGHT_FIELDS,
  ...SYSTEM_FIELDS,
  ...CLIENT_FIELDS,
  ...SENSOR_FIELDS,
  ...TRUTH_FIELDS,
};

export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);

export const fieldNamed = (name: string): Field | undefined => (Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined);
