import type { Sensors } from '@kitestring/station-contract/sim/sensors.ts';
import type { GroundStationSample, KiteSample } from '@kitestring/station-core/ports';

type Known<Readings> = { readonly [Name in keyof Readings]?: Readings[Name] | undefined };

/** Sensor readings for conditions: a sample of a station in this process, or those of a report. Undefined: unknown. */
export interface SensorReadings {
  readonly kite?: Known<KiteSample> | undefined;
  readonly groundStation: Known<Omit<GroundStationSample, 'tether'>> & {
    readonly tether?: Known<NonNullable<GroundStationSample['tether']>> | undefined;
  };
}

/** From a remote station. */
export const readingsOfReport = ({ kite, ground_station: { tether, ...station } }: Sensors): SensorReadings => ({
  kite: kite && {
    windSpeedMps: kite.wind_speed_mps,
    climbRateMps: kite.climb_rate_mps,
    driftM: kite.drift_m,
    airframeTiltDeg: kite.lean_deg,
    thrustShare: kite.thrust_share,
    temperatureC: kite.temperature_c,
    supplyVoltageV: kite.supply_voltage_v,
  },
  groundStation: {
    tether: tether && { tensionN: tether.tension_n, angleDeg: tether.angle_deg, lengthM: tether.length_m },
    spoolTemperatureC: station.spool_temperature_c,
    vehicleVoltageV: station.vehicle_voltage_v,
    isMoving: station.is_moving,
  },
});
