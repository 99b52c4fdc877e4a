import type {
  AircraftSample,
  CameraSample,
  GpsPosition,
  GroundStationSample,
  KiteSample,
} from '@kitestring/station/ports/aircraft.ts';
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

/** WGS 84. Source: NIMA TR8350.2. */
const EQUATOR_RADIUS_M = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14;
const RAD_PER_DEG = Math.PI / 180;

/** Metres east and north between two nearby positions: uses the radii of curvature at one of them. */
function addDrift(telemetry: TelemetryRecord, kite: GpsPosition, station: GpsPosition): void {
  const latRad = station.latDeg * RAD_PER_DEG;
  const bulge = 1 - ECCENTRICITY_SQUARED * Math.sin(latRad) ** 2;
  const eastRadiusM = EQUATOR_RADIUS_M / Math.sqrt(bulge);
  const northRadiusM = (eastRadiusM * (1 - ECCENTRICITY_SQUARED)) / bulge;
  // The shorter way across the date line.
  const lonDeg = ((kite.lonDeg - station.lonDeg + 540) % 360) - 180;
  telemetry.drift_east_m = lonDeg * RAD_PER_DEG * eastRadiusM * Math.cos(latRad);
  telemetry.drift_north_m = (kite.latDeg - station.latDeg) * RAD_PER_DEG * northRadiusM;
}
