import { INSTALLATIONS, REGULATORY_MODES } from '@kitestring/contract/system/system-info.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station/station-settings.ts';
import Type from 'typebox';
import { setting } from '../setting.ts';
import { count, line, quantity } from './quantity.ts';

const station = DEFAULT_STATION_SETTINGS;
const { flight, tether, rooftopBox, handoff, tokens, notifications } = station;

/** What this installation is. */
export const systemSettings = {
  'system.gs_name': setting(
    Type.String({ minLength: 1, maxLength: 63, pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$' }),
    station.gsName,
    'Name of the Ground Station, as `system/info` shows it; also the first label of its hostname.',
    { allowed: 'letters, digits and inner hyphens, at most 63' },
  ),
  'system.gs_mac': setting(
    Type.String({ pattern: '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' }),
    station.gsMac,
    'Ethernet address of the Ground Station, as `system/info` shows it.',
    { allowed: 'six pairs of lower-case hex digits, such as 02:4b:53:00:00:01' },
  ),
  'system.model': setting(line(100), station.model, 'Model of the system, as `system/info` shows it.'),
  'system.installation': setting(
    Type.Enum(INSTALLATIONS),
    station.installation,
    'How the system is mounted. Only a `Rooftop Box` has lids, a parking brake and a safety land button.',
  ),
  'system.timezone': setting(Type.String(), station.timezone, 'Time zone of the place, as `system/info` shows it.', {
    allowed: 'an IANA name such as Europe/Zurich',
    refuse: (name) => (isTimezone(String(name)) ? undefined : 'no such time zone'),
  }),
  'system.regulatory_mode': setting(
    Type.Enum(REGULATORY_MODES),
    station.regulatoryMode,
    'Remote ID rule in force. In `US_REMOTE_ID_STANDARD` a take-off needs an operator whose position is known.',
  ),
};

export const flightSettings = {
  'flight.altitude_takeoff_m': setting(
    quantity('m', 0.5, 100),
    flight.altitudeTakeoffM,
    'Height that a take-off climbs to. Requested altitudes start 1 m above it.',
  ),
  'flight.altitude_hard_max_m': setting(
    quantity('m', 2, 200),
    flight.altitudeHardMaxM,
    'Height that is never exceeded, whatever a client asks for.',
  ),
  'flight.altitude_max_without_gps_m': setting(
    quantity('m', 1, 200),
    flight.altitudeMaxWithoutGpsM,
    'Requested altitudes stay below this while the Kite has no good GPS position; above it a lost one makes the Kite descend.',
  ),
  'flight.gps_accuracy_max_m': setting(
    quantity('m', 0.1, 1000),
    flight.gpsAccuracyMaxM,
    'A GPS position that is less accurate than this counts as none.',
  ),
  'flight.safe_altitude_wind_m': setting(
    quantity('m', 1, 200),
    flight.safeAltitudeWindM,
    'The lowest that the Kite descends to because of wind; when it is still too much there, the Kite lands.',
  ),
  'flight.altitude_reached_within_m': setting(
    quantity('m', 0.05, 5),
    flight.altitudeReachedWithinM,
    'How near the target counts as reached (`is_changing_altitude` becomes false).',
  ),
  'flight.preflight_check_s': setting(
    quantity('s', 0, 60),
    flight.preflightCheckS,
    'How long the checks before a take-off last, after the lids are open.',
  ),
  'flight.kite_data_timeout_s': setting(
    quantity('s', 0.2, 60),
    flight.kiteDataTimeoutS,
    'Silence of the Kite after which `flight_state` is `Unknown`.',
  ),
  'flight.safety_reset_s': setting(
    quantity('s', 0, 3600),
    flight.safetyResetS,
    'Time on the ground after a safety landing until the station resets itself.',
  ),
  'flight.initial_flight_hours': setting(
    quantity('h', 0, 1e6),
    flight.initialFlightHours,
    'Hours the Kite had flown before this station began to count. Read at the first start only.',
  ),
  'flight.takeoff_wind_max_mps': setting(
    quantity('m/s', 0, 60),
    flight.takeoffWindMaxMps,
    'No take-off in more wind than this.',
  ),
  'flight.takeoff_battery_min_percent': setting(
    quantity('%', 0, 100),
    flight.takeoffBatteryMinPercent,
    'No take-off with a backup battery charged less than this.',
  ),
  'flight.takeoff_temperature_min_c': setting(
    quantity('°C', -60, 100),
    flight.takeoffTemperatureMinC,
    'No take-off when a part is colder than this.',
  ),
  'flight.takeoff_temperature_max_c': setting(
    quantity('°C', -60, 150),
    flight.takeoffTemperatureMaxC,
    'No take-off when a part is hotter than this.',
  ),
};

export const tetherSettings = {
  'tether.twist_warning_turns': setting(
    quantity('turns', 0.5, 100),
    tether.twistWarningTurns,
    'Net turns of the Kite at which a warning is raised.',
  ),
  'tether.twist_limit_turns': setting(
    quantity('turns', 0.5, 100),
    tether.twistLimitTurns,
    'Net turns at which a command that winds the tether further is refused.',
  ),
};

export const rooftopBoxSettings = {
  'rooftop_box.lids_timeout_s': setting(
    quantity('s', 1, 300),
    rooftopBox.lidsTimeoutS,
    'Lids that take longer than this to open or close count as stuck.',
  ),
  'rooftop_box.parking_brake': setting(
    Type.Enum(['engaged', 'disengaged', 'ignored'] as const),
    rooftopBox.parkingBrake,
    'Position of the parking brake that a take-off needs.',
  ),
  'rooftop_box.lids_stuck_landing': setting(
    Type.Enum(['hold', 'land'] as const),
    rooftopBox.lidsStuckLanding,
    'What a landing that a client asks for does while the lids below the Kite are not open: `hold` refuses it and breaks one off that is under way, 5 m above; `land` lands. A landing that safety needs is made all the same.',
  ),
  'rooftop_box.supply_low_v': setting(
    quantity('V', 0, 60),
    rooftopBox.supplyLowV,
    'Supply of the vehicle below which `SUPPLY_LOW` begins.',
  ),
  'rooftop_box.supply_good_v': setting(
    quantity('V', 0, 60),
    rooftopBox.supplyGoodV,
    'Supply of the vehicle from which `SUPPLY_LOW` is over.',
  ),
};

export const accessSettings = {
  'handoff.lease_s': setting(
    quantity('s', 1, 3600),
    handoff.leaseS,
    'How long a granted control request lasts unless it is repeated.',
  ),
  'handoff.queue_place_s': setting(
    quantity('s', 1, 3600),
    handoff.queuePlaceS,
    'How long a place in the queue for control lasts unless the request is repeated.',
  ),
  'handoff.operator_max_age_s': setting(
    quantity('s', 1, 3600),
    handoff.operatorMaxAgeS,
    'Age at which an operator report no longer counts for Remote ID.',
  ),
  'tokens.validity_s': setting(quantity('s', 10, 31_536_000), tokens.validityS, 'How long an access token is valid.'),
  'tokens.rotated_key_grace_s': setting(
    quantity('s', 0, 31_536_000),
    tokens.rotatedKeyGraceS,
    'How long the old API key still works after it was rotated.',
  ),
  'tokens.max_sessions': setting(
    count(1, 100_000),
    tokens.maxSessions,
    'Most tokens that are valid at one time, of all plugins together.',
  ),
  'tokens.max_sessions_per_plugin': setting(
    count(1, 100_000),
    tokens.maxSessionsPerPlugin,
    'Most tokens of one plugin that are valid at one time. One more ends the oldest.',
  ),
  'notifications.keep_days': setting(
    quantity('d', 1, 3650),
    notifications.keepDays,
    'How long ended notifications are kept.',
  ),
  'notifications.history_limit': setting(
    count(1, 100_000),
    notifications.historyLimit,
    'Most notifications that one answer of `notifications/history` holds.',
  ),
};

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
