import type { CameraTarget } from '@kitestring/media/ingest/camera-state.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '@kitestring/station/station-settings.ts';
import type { ConsoleSettings } from '../console/console-settings.ts';
import type { RecordingsSettings } from '../recordings/recordings-settings.ts';
import type { LimitSettings, ListenAddress, ServerSettings, SimulationSettings } from '../server-settings.ts';
import { udpPortsOf } from '../video/udp-ports.ts';
import { DEFAULT_VIDEO_SETTINGS } from '../video/video-settings.ts';
import type { SettingValues } from './settings.ts';

/** What `startStation` needs, from the settings in force. */
export function serverSettingsOf(values: SettingValues, softwareVersion: string): ServerSettings {
  const { api_key: apiKey } = values;
  const keyFile = values['tls.key_file'];
  const certFile = values['tls.cert_file'];
  return {
    listeners: listenAddressesOf(values),
    tlsMode: values['tls.mode'] ?? 'both',
    ...(keyFile !== undefined && certFile !== undefined && { tls: { keyFile, certFile } }),
    dataDir: values.data_dir,
    apiVersion: values.api_version,
    ...(apiKey !== undefined && { apiKey }),
    ...(values['security.contact'] !== undefined && { securityContact: values['security.contact'] }),
    corsOrigins: values['cors.origins'],
    metricsAccess: values['metrics.access'],
    console: consoleOf(values),
    limits: limitsOf(values),
    network: {
      mode: values['network.mode'],
      systemDomain: values['network.system_domain'],
      advertise: values['network.mdns'],
      trustedProxies: values['network.trusted_proxies'],
      hosts: values['network.hosts'],
    },
    simulation: simulationOf(values),
    flightLog: {
      isOn: values['flight_log.on'],
      maxFiles: values['flight_log.max_files'],
      maxBytes: values['flight_log.max_mib'] * 2 ** 20,
    },
    audit: { keepDays: values['audit.keep_days'], maxEntriesPerKind: values['audit.max_entries_per_kind'] },
    recordings: recordingsOf(values),
    station: stationOf(values, softwareVersion),
    video: {
      isOn: values['video.enabled'],
      rtspPort: values['video.rtsp_port'] ?? DEFAULT_VIDEO_SETTINGS.rtspPort,
      rtspsPort: values['video.rtsps_port'] ?? DEFAULT_VIDEO_SETTINGS.rtspsPort,
      udpPorts: udpPortsOf(values['video.rtsp_udp_ports']),
      hasKlvTrack: values['video.klv_track'],
      webRtcPorts: udpPortsOf(values['video.webrtc_udp_ports']),
      hasTimeStrip: values['video.time_strip'],
      authentication: values['video.authentication'],
      ...(values['video.klv_output'] !== undefined && { klvTarget: values['video.klv_output'] }),
      cameras: camerasOf(values),
    },
  };
}

/** Where the station listens; the first is the one that is printed. */
export function listenAddressesOf({ host, port, listeners }: SettingValues): readonly ListenAddress[] {
  return [{ host, port }, ...listeners.map((listener) => listenAddressOf(listener, host))];
}

function consoleOf(values: SettingValues): ConsoleSettings {
  const mapTilesUrl = values['console.map_tiles_url'];
  return {
    isOn: values['console.enabled'],
    mapAttribution: values['console.map_attribution'],
    ...(mapTilesUrl !== undefined && { mapTilesUrl }),
  };
}

function camerasOf(values: SettingValues): Readonly<Record<string, CameraTarget>> {
  const checksCertificate = values['video.source_certificate_check'];
  const targets = (['color', 'zoom', 'overview', 'thermal'] as const).flatMap((id) => {
    const url = values[`video.sources.${id}`];
    return url === undefined ? [] : [[id, { url, checksCertificate }] as const];
  });
  return Object.fromEntries(targets);
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
    pluginFactor: values['limits.plugin_factor'],
    tokenRequestsPerMin: values['limits.token_requests_per_min'],
    tokenRequestsBurst: values['limits.token_requests_burst'],
    unauthenticatedPerS: values['limits.unauthenticated_per_s'],
    unauthenticatedBurst: values['limits.unauthenticated_burst'],
    wrongKeysPerMin: values['limits.wrong_keys_per_min'],
    webSocketsPerSession: values['limits.websockets_per_session'],
    connections: values['limits.connections'],
    connectionsPerAddress: values['limits.connections_per_address'],
  };
}

function recordingsOf(values: SettingValues): RecordingsSettings {
  const maxMib = values['recordings.max_mib'];
  return {
    isAutomatic: values['recordings.automatic'],
    minFreeBytes: values['recordings.min_free_mib'] * 2 ** 20,
    lowFreeBytes: values['recordings.low_free_mib'] * 2 ** 20,
    reserveBytes: values['recordings.reserve_mib'] * 2 ** 20,
    ...(maxMib !== undefined && { maxBytes: maxMib * 2 ** 20 }),
    removesOldest: values['recordings.remove_oldest'],
  };
}

function simulationOf(values: SettingValues): SimulationSettings {
  const parametersFile = values['sim.parameters_file'];
  return {
    speed: values['sim.speed'],
    seed: values['sim.seed'],
    windSpeedMps: values['sim.wind_speed_mps'],
    windFromDeg: values['sim.wind_from_deg'],
    turbulence: values['sim.turbulence'],
    seaState: values['sim.sea_state'],
    wavesFromDeg: values['sim.waves_from_deg'],
    cameraModel: values['sim.camera_model'],
    ...(parametersFile !== undefined && { parametersFile }),
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
    wind: windOf(values),
    heat: {
      kiteWarnC: values['heat.kite_warn_c'],
      kiteLandC: values['heat.kite_land_c'],
      spoolWarnC: values['heat.spool_warn_c'],
      spoolLandC: values['heat.spool_land_c'],
      hysteresisC: values['heat.hysteresis_c'],
    },
    batteries: {
      kiteCells: values['batteries.kite_cells'],
      groundStationCells: values['batteries.ground_station_cells'],
      cellToleranceV: values['batteries.cell_tolerance_v'],
      kiteSupplyMinV: values['batteries.kite_supply_min_v'],
    },
    rooftopBox: {
      lidsTimeoutS: values['rooftop_box.lids_timeout_s'],
      parkingBrake: values['rooftop_box.parking_brake'],
      lidsStuckLanding: values['rooftop_box.lids_stuck_landing'],
      supplyLowV: values['rooftop_box.supply_low_v'],
      supplyGoodV: values['rooftop_box.supply_good_v'],
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
      maxSessionsPerPlugin: values['tokens.max_sessions_per_plugin'],
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
    gpsAccuracyMaxM: values['flight.gps_accuracy_max_m'],
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

function windOf(values: SettingValues): StationSettings['wind'] {
  return {
    warnAngleDeg: values['wind.warn_angle_deg'],
    warnDriftM: values['wind.warn_drift_m'],
    warnThrustShare: values['wind.warn_thrust_share'],
    warnSpeedMps: values['wind.warn_speed_mps'],
    warnAfterS: values['wind.warn_after_s'],
    reduceAngleDeg: values['wind.reduce_angle_deg'],
    reduceDriftM: values['wind.reduce_drift_m'],
    reduceSpeedMps: values['wind.reduce_speed_mps'],
    reduceAfterS: values['wind.reduce_after_s'],
    reduceByM: values['wind.reduce_by_m'],
    landAfterS: values['wind.land_after_s'],
    safetyThrustShare: values['wind.safety_thrust_share'],
    safetyLeanDeg: values['wind.safety_lean_deg'],
    safetyAfterS: values['wind.safety_after_s'],
    safetySinkMps: values['wind.safety_sink_mps'],
    safetySinkAfterS: values['wind.safety_sink_after_s'],
    normalAfterS: values['wind.normal_after_s'],
    angleFromAltitudeM: values['wind.angle_from_altitude_m'],
    tetherDragWidthMm: values['wind.tether_drag_width_mm'],
  };
}
