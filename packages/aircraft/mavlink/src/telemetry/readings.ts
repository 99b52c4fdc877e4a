import { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import {
  GPS_FIX_TYPE,
  MAV_ODID_ID_TYPE,
  MAV_SYS_STATUS_SENSOR,
  MAV_WINCH_STATUS_FLAG,
} from '@kitestring/mavlink-codec/enums.ts';
import type { GpsPosition, TetherSample } from '@kitestring/station-core/ports';

/* One message, or two of the same moment, as the station names it. What a sender marks as unknown is undefined. */

const NO_16_BITS = 0xffff;
/** Horizontal error of a receiver without corrections for each unit of its HDOP, metres. */
const METRES_PER_HDOP = 2.5;
const METRES_PER_DEG = 111_320;
const NEWTONS_PER_KG = 9.80665;

type Position = MessageFields['GLOBAL_POSITION_INT'];
type Home = MessageFields['HOME_POSITION'];

/** Degrees in [0, 360). */
export const heading = ({ hdg }: Position): number | undefined => (hdg === NO_16_BITS ? undefined : (hdg / 100) % 360);

/** The fused position, with the accuracy of the receiver. */
export function gpsOf(
  { alt, lat, lon }: Position,
  receiver: MessageFields['GPS_RAW_INT'] | undefined,
): GpsPosition | undefined {
  const accuracyM = receiver === undefined ? undefined : accuracy(receiver);
  if (accuracyM === undefined || !isPlace(lat, lon)) return undefined;
  return { latDeg: lat / 1e7, lonDeg: lon / 1e7, elevationM: alt / 1000, accuracyM };
}

/** On Earth; 0, 0 is sent while it is not known. */
const isPlace = (lat: number, lon: number): boolean =>
  Math.abs(lat) <= 90e7 && Math.abs(lon) <= 180e7 && (lat !== 0 || lon !== 0);

/** No tether is as long: a figure beyond is damaged, or not known yet. */
export const FURTHEST_M = 10_000;

function accuracy({ eph, fix_type, h_acc }: MessageFields['GPS_RAW_INT']): number | undefined {
  if (fix_type < GPS_FIX_TYPE['3D_FIX'] || fix_type > GPS_FIX_TYPE.RTK_FIXED) return undefined;
  if (h_acc > 0) return h_acc / 1000;
  return eph === NO_16_BITS ? undefined : (eph / 100) * METRES_PER_HDOP;
}

/** Horizontal distance from a home, metres. */
export function distanceM({ lat, lon }: Pick<Position, 'lat' | 'lon'>, { latitude, longitude }: Home): number {
  const northM = ((lat - latitude) / 1e7) * METRES_PER_DEG;
  const eastM = ((lon - longitude) / 1e7) * METRES_PER_DEG * Math.cos((latitude / 1e7) * RAD_PER_DEG);
  return Math.hypot(northM, eastM);
}

/** Angle between the vertical axis of the airframe and the vertical. */
export function tiltOf({ pitch, roll }: MessageFields['ATTITUDE']): number | undefined {
  const cosine = Math.cos(pitch) * Math.cos(roll);
  return Number.isFinite(cosine) ? Math.acos(Math.max(-1, Math.min(1, cosine))) * DEG_PER_RAD : undefined;
}

export interface BatteryReading {
  readonly batteryPercent?: number;
  readonly batteryVoltageV?: number;
  readonly batteryTemperatureC?: number;
}

const NO_TEMPERATURE = 0x7fff;

/** -1 is not known. */
const isPercent = (value: number): boolean => value >= 0 && value <= 100;

export function batteryOf(battery: MessageFields['BATTERY_STATUS']): BatteryReading {
  // Cells after the tenth are 0 where there are none.
  const cellsMv = [...battery.voltages, ...battery.voltages_ext].filter((mv) => mv !== NO_16_BITS);
  const totalMv = cellsMv.reduce((sum, mv) => sum + mv, 0);
  return {
    ...(isPercent(battery.battery_remaining) && { batteryPercent: battery.battery_remaining }),
    ...(totalMv > 0 && { batteryVoltageV: totalMv / 1000 }),
    ...(battery.temperature !== NO_TEMPERATURE && { batteryTemperatureC: battery.temperature / 100 }),
  };
}

/** For autopilots that have only one battery and do not send BATTERY_STATUS. */
export function batteryOfSystem({ battery_remaining, voltage_battery }: MessageFields['SYS_STATUS']): BatteryReading {
  return {
    ...(isPercent(battery_remaining) && { batteryPercent: battery_remaining }),
    ...(voltage_battery > 0 && voltage_battery !== NO_16_BITS && { batteryVoltageV: voltage_battery / 1000 }),
  };
}

const { SENSOR_3D_ACCEL, SENSOR_3D_GYRO, SENSOR_ABSOLUTE_PRESSURE, SENSOR_MOTOR_OUTPUTS } = MAV_SYS_STATUS_SENSOR;
const FLIGHT_SENSORS = SENSOR_3D_GYRO | SENSOR_3D_ACCEL | SENSOR_ABSOLUTE_PRESSURE;

const isUnhealthy = (status: MessageFields['SYS_STATUS'], sensors: number): boolean =>
  (status.onboard_control_sensors_present &
    status.onboard_control_sensors_enabled &
    ~status.onboard_control_sensors_health &
    sensors) !==
  0;

/** A sensor without which it cannot fly. */
export const hasSensorFault = (status: MessageFields['SYS_STATUS']): boolean => isUnhealthy(status, FLIGHT_SENSORS);

export const hasMotorFault = (status: MessageFields['SYS_STATUS']): boolean =>
  isUnhealthy(status, SENSOR_MOTOR_OUTPUTS);

/** Serial number after ANSI/CTA-2063-A; undefined for another kind of id, and for text that is none. */
export function serial({ id_type, uas_id }: MessageFields['OPEN_DRONE_ID_BASIC_ID']): string | undefined {
  const text = String.fromCharCode(...uas_id).replace(/\0.*$/s, '');
  const [, length = '', rest = ''] = /^[0-9A-HJ-NP-Z]{4}([1-9A-F])([0-9A-HJ-NP-Z]{1,15})$/.exec(text) ?? [];
  const isSerial = id_type === MAV_ODID_ID_TYPE.SERIAL_NUMBER && rest.length === Number.parseInt(length, 16);
  return isSerial ? text : undefined;
}

/** The line of a winch. It says the tension as the mass that would hang there. */
export function tetherOf({ line_length, status, tension }: MessageFields['WINCH_STATUS']): TetherSample | undefined {
  const isHealthy = (status & MAV_WINCH_STATUS_FLAG.HEALTHY) !== 0;
  if (!isHealthy || !(line_length >= 0 && line_length <= FURTHEST_M)) return undefined;
  return { lengthM: line_length, ...(Number.isFinite(tension) && { tensionN: tension * NEWTONS_PER_KG }) };
}
