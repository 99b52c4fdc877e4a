import { type CameraModel, PREVIEW_CAMERA_MODELS } from '@kitestring/station-contract/camera/camera-models.ts';
import { hasHttps } from '@kitestring/station-contract/versions.ts';
import { streamPlans } from '@kitestring/video-process/stream-plan.ts';
import { atMost, type CrossCheckOf, together } from './cross-check.ts';
import type { SettingName, SettingValues } from './settings.ts';

type CrossCheck = CrossCheckOf<SettingValues>;

type NumberSettingName = {
  [Name in SettingName]: SettingValues[Name] extends number ? Name : never;
}[SettingName];

/** A warning threshold must be below the limit it warns of. */
const lower = (low: NumberSettingName, high: NumberSettingName): CrossCheck => ({
  names: [low, high],
  holds: (values) => values[low] < values[high],
  rule: `${low} must be lower than ${high}`,
});

/** A limit of free space beyond the whole space of recordings. */
const withinMaxOfRecordings = (name: NumberSettingName): CrossCheck => ({
  names: [name, 'recordings.max_mib'],
  holds: (values) => values[name] <= (values['recordings.max_mib'] ?? Number.POSITIVE_INFINITY),
  rule: `${name} must not be higher than recordings.max_mib, which is all the space that recordings have`,
});

/** Port 0 takes a free one. */
const ofItsOwn = (name: 'video.rtsp_port' | 'video.rtsps_port'): CrossCheck => ({
  names: [name, 'port'],
  holds: (values) => values.port === 0 || values[name] !== values.port,
  rule: `${name} and port must differ: each server needs a port`,
});

/** A camera without a stream is a configuration error. */
const sourceOfAStream = (streamId: string, name: SettingName): CrossCheck => ({
  names: [name, 'sim.camera_model'],
  holds: (values) =>
    values[name] === undefined ||
    values.aircraft !== 'simulated' ||
    streams(values['sim.camera_model']).includes(streamId),
  rule: (values) => {
    const model = values['sim.camera_model'];
    return `${name} is no stream of the ${model}, whose streams are ${streams(model).join(', ')}`;
  },
});

const streams = (model: CameraModel): readonly string[] => streamPlans(model).map(({ id }) => id);

/** Settings of a station that are valid separately and invalid together. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  {
    names: ['flight.altitude_takeoff_m', 'flight.altitude_hard_max_m'],
    holds: (values) => values['flight.altitude_takeoff_m'] + 1 < values['flight.altitude_hard_max_m'],
    rule: 'flight.altitude_takeoff_m + 1 must be lower than flight.altitude_hard_max_m',
  },
  {
    names: ['flight.altitude_max_without_gps_m', 'flight.altitude_takeoff_m'],
    holds: (values) => values['flight.altitude_max_without_gps_m'] > values['flight.altitude_takeoff_m'] + 1,
    rule: 'flight.altitude_max_without_gps_m must be higher than flight.altitude_takeoff_m + 1',
  },
  {
    names: ['flight.safe_altitude_wind_m', 'flight.altitude_takeoff_m'],
    holds: (values) => values['flight.safe_altitude_wind_m'] >= values['flight.altitude_takeoff_m'],
    rule: 'flight.safe_altitude_wind_m must be at least flight.altitude_takeoff_m',
  },
  {
    names: ['flight.safe_altitude_wind_m', 'flight.altitude_hard_max_m'],
    holds: (values) => values['flight.safe_altitude_wind_m'] < values['flight.altitude_hard_max_m'],
    rule: 'flight.safe_altitude_wind_m must be lower than flight.altitude_hard_max_m',
  },
  {
    names: ['flight.takeoff_temperature_min_c', 'flight.takeoff_temperature_max_c'],
    holds: (values) => values['flight.takeoff_temperature_min_c'] < values['flight.takeoff_temperature_max_c'],
    rule: 'flight.takeoff_temperature_min_c must be lower than flight.takeoff_temperature_max_c',
  },
  {
    names: ['video.rtsp_port', 'video.rtsps_port'],
    holds: (values) => !values['video.rtsp_port'] || values['video.rtsp_port'] !== values['video.rtsps_port'],
    rule: 'video.rtsp_port and video.rtsps_port must differ: RTSP and RTSPS each need a port',
  },
  ofItsOwn('video.rtsp_port'),
  ofItsOwn('video.rtsps_port'),
  {
    names: ['recordings.automatic', 'video.enabled'],
    holds: (values) => !values['recordings.automatic'] || values['video.enabled'],
    rule: 'recordings.automatic needs video.enabled',
  },
  {
    names: ['onvif.port', 'video.enabled'],
    holds: (values) => values['onvif.port'] === undefined || values['video.enabled'],
    rule: 'onvif.port needs video.enabled',
  },
  withinMaxOfRecordings('recordings.min_free_mib'),
  withinMaxOfRecordings('recordings.low_free_mib'),
  atMost('recordings.reserve_mib', 'recordings.min_free_mib'),
  atMost('recordings.reserve_mib', 'recordings.low_free_mib'),
  atMost('limits.reads_per_s', 'limits.reads_burst'),
  atMost('limits.commands_per_s', 'limits.commands_burst'),
  atMost('limits.unauthenticated_per_s', 'limits.unauthenticated_burst'),
  atMost('limits.connections_per_address', 'limits.connections'),
  atMost('limits.websockets_per_session', 'limits.connections'),
  atMost('tokens.max_sessions_per_plugin', 'tokens.max_sessions'),
  lower('flight.altitude_reached_within_m', 'flight.altitude_takeoff_m'),
  lower('flight.takeoff_wind_max_mps', 'wind.reduce_speed_mps'),
  lower('tether.twist_warning_turns', 'tether.twist_limit_turns'),
  lower('wind.warn_angle_deg', 'wind.reduce_angle_deg'),
  lower('wind.warn_drift_m', 'wind.reduce_drift_m'),
  lower('wind.warn_speed_mps', 'wind.reduce_speed_mps'),
  lower('wind.warn_thrust_share', 'wind.safety_thrust_share'),
  lower('heat.kite_warn_c', 'heat.kite_land_c'),
  lower('heat.spool_warn_c', 'heat.spool_land_c'),
  lower('rooftop_box.supply_low_v', 'rooftop_box.supply_good_v'),
  sourceOfAStream('color', 'video.sources.color'),
  sourceOfAStream('zoom', 'video.sources.zoom'),
  sourceOfAStream('overview', 'video.sources.overview'),
  {
    names: ['api_version', 'tls.mode'],
    holds: (values) => hasHttps(values.api_version) || (values['tls.mode'] ?? 'off') === 'off',
    rule: (values) => `api_version ${values.api_version} has no HTTPS, so tls.mode must be off`,
  },
  {
    names: ['api_version', 'sim.camera_model'],
    holds: (values) =>
      values.api_version !== '0.5.0' || PREVIEW_CAMERA_MODELS.some((model) => model === values['sim.camera_model']),
    rule: `api_version 0.5.0 has these cameras only: ${PREVIEW_CAMERA_MODELS.join(', ')}`,
  },
  {
    names: ['api_version', 'video.rtsp_port'],
    holds: (values) => values.api_version !== '0.5.0' || values['video.rtsp_port'] !== 'off',
    rule: 'api_version 0.5.0 has RTSP in the clear only, so video.rtsp_port must not be off; video.enabled: false switches all video off',
  },
  {
    names: ['api_version', 'system.regulatory_mode'],
    holds: (values) => values.api_version !== '0.5.0' || values['system.regulatory_mode'] !== 'US_REMOTE_ID_STANDARD',
    rule: 'a client of api_version 0.5.0 cannot give the position of its operator, so that every take-off would be refused; system.regulatory_mode US_REMOTE_ID_STANDARD needs 1.0.0 or newer',
  },
  {
    names: ['api_version', 'network.mode'],
    holds: (values) => values.api_version !== '0.5.0' || values['network.mode'] === 'Bridged',
    rule: 'api_version 0.5.0 has no NAT mode, so network.mode must be Bridged',
  },
  {
    names: ['ground.equipment', 'aircraft'],
    holds: (values) => values['ground.equipment'] === undefined || values.aircraft !== 'simulated',
    rule: 'ground.equipment is for a real aircraft (aircraft: mavlink:...); the simulated one has a winch and a box of its own',
  },
  {
    names: ['ground.listen', 'aircraft'],
    holds: (values) => values['ground.listen'] === undefined || values.aircraft === 'simulated',
    rule: 'ground.listen offers the box of a simulated aircraft',
  },
  together('tls.key_file', 'tls.cert_file'),
];
