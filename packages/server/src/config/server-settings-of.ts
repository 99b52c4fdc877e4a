import { DEFAULT_STATION_SETTINGS, type StationSettings } from '@kitestring/station/station-settings.ts';
import type { LimitSettings, ListenAddress, ServerSettings, SimulationSettings } from '../server-settings.ts';
import type { SettingValues } from './settings.ts';

/** What `startStation` needs, from the settings in force. */
export function serverSettingsOf(values: SettingValues, softwareVersion: string): ServerSettings {
  const { host, port, listeners, api_key: apiKey } = values;
  const keyFile = values['tls.key_file'];
  const certFile = values['tls.cert_file'];
  return {
    listeners: [{ host, port }, ...listeners.map((listener) => listenAddressOf(listener, host))],
    ...(keyFile !== undefined && certFile !== undefined && { tls: { keyFile, certFile } }),
    dataDir: values.data_dir,
    apiVersion: values.api_version,
    ...(apiKey !== undefined && { apiKey }),
    corsOrigins: values['cors.origins'],
    limits: limitsOf(values),
    network: {
      mode: values['network.mode'],
      systemDomain: values['network.system_domain'],
      advertise: values['network.mdns'],
    },
    simulation: simulationOf(values),
    station: stationOf(values, softwareVersion),
  };
}

/** `443`, `10.0.0.5:443` or `[::1]:443`; a port alone is on the address of `host`. */
function listenAddressOf(listener: string, host: string): ListenAddress {
  const colon = listener.lastIndexOf(':');
  const address = listener.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, '$1');
  return { host: address === '' ? host : address, port: Number(listener.slice(colon + 1)) };
}

function limitsOf(values: SettingValues): LimitSettings {
  return {
    readsPerS: values['limits.reads_per_s'],
    readsBurst: values['limits.reads_burst'],
    commandsPerS: values['limits.commands_per_s'],
    commandsBurst: values['limits.commands_burst'],
    tokenRequestsPerMin: values['limits.token_requests_per_min'],
    tokenRequestsBurst: values['limits.token_requests_burst'],
    wrongKeysPerMin: values['limits.wrong_keys_per_min'],
    webSocketsPerSession: values['limits.websockets_per_session'],
    connections: values['limits.connections'],
  };
}

function simulationOf(values: SettingValues): SimulationSettings {
  return {
    speed: values['sim.speed'],
    seed: values['sim.seed'],
    windSpeedMps: values['sim.wind_speed_mps'],
    windFromDeg: values['sim.wind_from_deg'],
    turbulence: values['sim.turbulence'],
    cameraModel: values['sim.camera_model'],
  };
}

function stationOf(values: SettingValues, softwareVersion: string): StationSettings {
  return {
    ...DEFAULT_STATION_SETTINGS,
    gsName: values['system.gs_name'],
    gsMac: values['system.gs_mac'],
    model: values['system.model'],
    installation: values['system.installation'],
    timezone: values['system.timezone'],
    regulatoryMode: values['system.regulatory_mode'],
    softwareVersion,
    flight: flightOf(values),
    tether: {
      twistWarningTurns: values['tether.twist_warning_turns'],
      twistLimitTurns: values['tether.twist_limit_turns'],
    },
    rooftopBox: {
      lidsTimeoutS: values['rooftop_box.lids_timeout_s'],
      parkingBrake: values['rooftop_box.parking_brake'],
    },
    handoff: {
      leaseS: values['handoff.lease_s'],
      queuePlaceS: values['handoff.queue_place_s'],
      operatorMaxAgeS: values['handoff.operator_max_age_s'],
    },
    tokens: {
      validityS: values['tokens.validity_s'],
      rotatedKeyGraceS: values['tokens.rotated_key_grace_s'],
      maxSessions: values['tokens.max_sessions'],
    },
    notifications: {
      keepDays: values['notifications.keep_days'],
      historyLimit: values['notifications.history_limit'],
    },
  };
}

function flightOf(values: SettingValues): StationSettings['flight'] {
  return {
    altitudeTakeoffM: values['flight.altitude_takeoff_m'],
    altitudeHardMaxM: values['flight.altitude_hard_max_m'],
    altitudeMaxWithoutGpsM: values['flight.altitude_max_without_gps_m'],
    preflightCheckS: values['flight.preflight_check_s'],
    kiteDataTimeoutS: values['flight.kite_data_timeout_s'],
    safetyResetS: values['flight.safety_reset_s'],
    altitudeReachedWithinM: values['flight.altitude_reached_within_m'],
    initialFlightHours: values['flight.initial_flight_hours'],
    takeoffWindMaxMps: values['flight.takeoff_wind_max_mps'],
    takeoffBatteryMinPercent: values['flight.takeoff_battery_min_percent'],
    takeoffTemperatureMinC: values['flight.takeoff_temperature_min_c'],
    takeoffTemperatureMaxC: values['flight.takeoff_temperature_max_c'],
    safeAltitudeWindM: values['flight.safe_altitude_wind_m'],
  };
}
