import type { Sensors } from '@kitestring/contract/sim/sensors.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';

/** Sensor readings for conditions. Undefined: unknown. */
export interface SensorReadings {
  readonly windMps: number | undefined;
  readonly climbRateMps: number | undefined;
  readonly driftM: number | undefined;
  readonly airframeTiltDeg: number | undefined;
  readonly thrustShare: number | undefined;
  readonly kiteTemperatureC: number | undefined;
  readonly kiteVoltageV: number | undefined;
  readonly tensionN: number | undefined;
  readonly tetherAngleDeg: number | undefined;
  readonly tetherLengthM: number | undefined;
  readonly spoolTemperatureC: number | undefined;
  readonly vehicleVoltageV: number | undefined;
  readonly isMoving: boolean;
}

/** From a station in this process. */
export const readingsOfSample = ({ kite, groundStation }: AircraftSample): SensorReadings => ({
  windMps: kite?.windSpeedMps,
  climbRateMps: kite?.climbRateMps,
  driftM: kite?.driftM,
  airframeTiltDeg: kite?.airframeTiltDeg,
  thrustShare: kite?.thrustShare,
  kiteTemperatureC: kite?.temperatureC,
  kiteVoltageV: kite?.supplyVoltageV,
  tensionN: groundStation.tether?.tensionN,
  tetherAngleDeg: groundStation.tether?.angleDeg,
  tetherLengthM: groundStation.tether?.lengthM,
  spoolTemperatureC: groundStation.spoolTemperatureC,
  vehicleVoltageV: groundStation.vehicleVoltageV,
  isMoving: groundStation.isMoving,
});

/** From a remote station. */
export const readingsOfReport = ({ kite, ground_station }: Sensors): SensorReadings => ({
  windMps: kite?.wind_speed_mps,
  climbRateMps: kite?.climb_rate_mps,
  driftM: kite?.drift_m,
  airframeTiltDeg: kite?.lean_deg,
  thrustShare: kite?.thrust_share,
  kiteTemperatureC: kite?.temperature_c,
  kiteVoltageV: kite?.supply_voltage_v,
  tensionN: ground_station.tether?.tension_n,
  tetherAngleDeg: ground_station.tether?.angle_deg,
  tetherLengthM: ground_station.tether?.length_m,
  spoolTemperatureC: ground_station.spool_temperature_c,
  vehicleVoltageV: ground_station.vehicle_voltage_v,
  isMoving: ground_station.is_moving,
});
