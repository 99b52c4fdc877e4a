import { offsetOf } from '@kitestring/station-contract/place/geo.ts';
import type {
  AircraftSample,
  CameraSample,
  GpsPosition,
  GroundStationSample,
  KiteSample,
} from '@kitestring/station-core/ports';
import type { TelemetryRecord } from './telemetry.ts';

/** Telemetry of a sample. @param targetM target altitude */
export function telemetryOf(sample: AircraftSample, targetM: number | undefined): TelemetryRecord {
  const telemetry: TelemetryRecord = {};
  const { camera, groundStation, kite } = sample;
  if (kite !== undefined) addKite(telemetry, kite);
  telemetry.altitude_target_m = targetM;
  addGroundStation(telemetry, groundStation);
  if (kite?.gps !== undefined && groundStation.gps !== undefined) addDrift(telemetry, kite.gps, groundStation.gps);
  if (camera !== undefined) addCamera(telemetry, camera);
  return telemetry;
}

function addKite(telemetry: TelemetryRecord, kite: KiteSample): void {
  telemetry.altitude_m = kite.altitudeM;
  telemetry.climb_mps = kite.climbRateMps;
  telemetry.heading_deg = kite.headingDeg;
  telemetry.turned_deg = kite.headingUnwrappedDeg;
  telemetry.wind_mps = kite.windSpeedMps;
  telemetry.drift_m = kite.driftM;
  telemetry.lean_deg = kite.airframeTiltDeg;
  telemetry.thrust_percent = kite.thrustShare === undefined ? undefined : kite.thrustShare * 100;
  telemetry.kite_supply_v = kite.supplyVoltageV;
  telemetry.kite_battery_v = kite.batteryVoltageV;
  telemetry.kite_battery_percent = kite.batteryPercent;
  telemetry.kite_battery_c = kite.batteryTemperatureC;
  telemetry.kite_c = kite.temperatureC;
  telemetry.kite_has_gps = kite.gps !== undefined;
}

function addGroundStation(telemetry: TelemetryRecord, station: GroundStationSample): void {
  telemetry.tether_length_m = station.tether?.lengthM;
  telemetry.tether_tension_n = station.tether?.tensionN;
  telemetry.tether_angle_deg = station.tether?.angleDeg;
  telemetry.gs_input_v = station.inputVoltageV;
  telemetry.gs_battery_v = station.batteryVoltageV;
  telemetry.gs_battery_percent = station.batteryPercent;
  telemetry.gs_battery_c = station.batteryTemperatureC;
  telemetry.vehicle_v = station.vehicleVoltageV;
  telemetry.spool_c = station.spoolTemperatureC;
  telemetry.gs_has_gps = station.gps !== undefined;
}

function addCamera(telemetry: TelemetryRecord, camera: CameraSample): void {
  if (!camera.online) return;
  telemetry.camera_pan_deg = camera.panDeg;
  telemetry.camera_tilt_deg = camera.tiltDeg;
}

function addDrift(telemetry: TelemetryRecord, kite: GpsPosition, station: GpsPosition): void {
  const drift = offsetOf(station, kite);
  telemetry.drift_east_m = drift.eastM;
  telemetry.drift_north_m = drift.northM;
}
