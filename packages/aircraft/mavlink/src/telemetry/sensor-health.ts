import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_SYS_STATUS_SENSOR } from '@kitestring/mavlink-codec/enums.ts';

/** Shorter ones come and go while an autopilot starts. */
const LASTS_US = 3_000_000;

/** Parts that a pilot can act on. The check before arming has texts of its own. */
const PARTS = [
  ['SENSOR_3D_GYRO', 'gyroscope'],
  ['SENSOR_3D_ACCEL', 'accelerometer'],
  ['SENSOR_3D_MAG', 'compass'],
  ['SENSOR_ABSOLUTE_PRESSURE', 'barometer'],
  ['SENSOR_GPS', 'GPS receiver'],
  ['SENSOR_MOTOR_OUTPUTS', 'motors'],
  ['SENSOR_RC_RECEIVER', 'receiver of the transmitter'],
  ['AHRS', 'estimate of attitude and position'],
  ['GEOFENCE', 'fence'],
  ['SENSOR_BATTERY', 'battery'],
] as const satisfies readonly (readonly [keyof typeof MAV_SYS_STATUS_SENSOR, string])[];

type Status = Pick<
  MessageFields['SYS_STATUS'],
  'onboard_control_sensors_present' | 'onboard_control_sensors_enabled' | 'onboard_control_sensors_health'
>;

/** Parts that the autopilot finds unhealthy, told once each time. */
export class SensorHealth {
  readonly #sinceUs = new Map<string, number>();
  readonly #told = new Set<string>();

  /** @returns names of the parts that have been unhealthy for some seconds, since the last call */
  take(status: Status, nowUs: number): readonly string[] {
    const failing =
      status.onboard_control_sensors_present &
      status.onboard_control_sensors_enabled &
      ~status.onboard_control_sensors_health;
    return PARTS.flatMap(([bit, name]) => {
      if ((failing & MAV_SYS_STATUS_SENSOR[bit]) === 0) {
        this.#sinceUs.delete(name);
        this.#told.delete(name);
        return [];
      }
      const sinceUs = this.#sinceUs.get(name) ?? nowUs;
      this.#sinceUs.set(name, sinceUs);
      if (nowUs - sinceUs < LASTS_US || this.#told.has(name)) return [];
      this.#told.add(name);
      return [name];
    });
  }
}
