import type { Decimals } from '../encode/byte-writer.ts';
import type { JsonSchema } from '../encode/rounded-json.ts';

const quantity = (unit: string, decimals: Decimals, description: string) =>
  ({ type: 'number', 'x-unit': unit, 'x-decimals': decimals, description: `${description}, ${unit}` }) as const;
const flag = (description: string) => ({ type: 'boolean', description }) as const;

/** Sensor readings as flat fields. A field without a reading is absent. */
export const TELEMETRY_FIELDS = {
  altitude_m: quantity('m', 2, 'Height of the Kite above the Ground Station'),
  altitude_target_m: quantity('m', 2, 'Target height of the Kite'),
  climb_mps: quantity('m/s', 2, 'Climb rate, positive up'),
  heading_deg: quantity('°', 1, 'Heading of the Kite, clockwise from North'),
  turned_deg: quantity('°', 1, 'Heading unwrapped at 360: counts turns'),
  wind_mps: quantity('m/s', 2, 'Wind at the Kite as estimated on board'),
  drift_m: quantity('m', 2, 'Horizontal distance from the Ground Station as estimated on board'),
  drift_east_m: quantity('m', 2, 'East of the Ground Station by both GPS receivers'),
  drift_north_m: quantity('m', 2, 'North of the Ground Station by both GPS receivers'),
  lean_deg: quantity('°', 1, 'Tilt of the airframe against the horizon'),
  thrust_percent: quantity('%', 1, 'Thrust, of the maximum'),
  tether_length_m: quantity('m', 2, 'Length of tether paid out'),
  tether_tension_n: quantity('N', 1, 'Tension of the tether at the Ground Station'),
  tether_angle_deg: quantity('°', 1, 'Angle of the tether at the Ground Station against the vertical'),
  kite_supply_v: quantity('V', 1, 'Voltage at the Kite’s end of the tether'),
  kite_battery_v: quantity('V', 2, 'Voltage of the Kite’s backup battery'),
  kite_battery_percent: quantity('%', 1, 'Charge of the Kite’s backup battery'),
  kite_battery_c: quantity('°C', 1, 'Temperature of the Kite’s backup battery'),
  kite_c: quantity('°C', 1, 'Highest temperature of motors and converters'),
  gs_input_v: quantity('V', 1, 'Voltage at the power input of the Ground Station'),
  gs_battery_v: quantity('V', 2, 'Voltage of the Ground Station’s backup battery'),
  gs_battery_percent: quantity('%', 1, 'Charge of the Ground Station’s backup battery'),
  gs_battery_c: quantity('°C', 1, 'Temperature of the Ground Station’s backup battery'),
  vehicle_v: quantity('V', 2, 'Voltage of the vehicle'),
  spool_c: quantity('°C', 1, 'Temperature of the spool'),
  camera_pan_deg: quantity('°', 1, 'Azimuth of the camera, clockwise from North, without wrapping'),
  camera_tilt_deg: quantity('°', 1, 'Optical axis of the camera below the horizon'),
  kite_has_gps: flag('The Kite’s GPS has a fix'),
  gs_has_gps: flag('The Ground Station’s GPS has a fix'),
} as const;

export type TelemetryName = keyof typeof TELEMETRY_FIELDS;

type Value<Field> = Field extends { readonly type: 'boolean' } ? boolean : number;

export type TelemetryRecord = {
  -readonly [Name in TelemetryName]?: Value<(typeof TELEMETRY_FIELDS)[Name]> | undefined;
};

export const TELEMETRY_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Sensor readings.',
  properties: TELEMETRY_FIELDS,
};
