import { INSTALLATIONS, REGULATORY_MODES } from '@kitestring/contract/system/system-info.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station/station-settings.ts';
import Type from 'typebox';
import { setting } from '../setting.ts';
import { count, line, quantity } from './quantity.ts';

const station = DEFAULT_STATION_SETTINGS;
const { flight, tether, rooftopBox, handoff, tokens, notifications } = station;

/** This installation. */
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
    'MAC address of the Ground Station, as `system/info` shows it.',
    { allowed: 'six pairs of lower-case hex digits, such as 02:4b:53:00:00:01' },
  ),
  'system.model': setting(line(100), station.model, 'Model of the system, as `system/info` shows it.'),
  'system.installation': setting(
    Type.Enum(INSTALLATIONS),
    station.installation,
    'Installation of the system. Only a `Rooftop Box` has lids, a parking brake and a safety land button.',
  ),
  'system.timezone': setting(Type.String(), station.timezone, 'Time zone of the site, as `system/info` shows it.', {
    allowed: 'an IANA name such as Europe/Zurich',
    refuse: (name) => (isTimezone(String(name)) ? undefined : 'no such time zone'),
  }),
  'system.regulatory_mode': setting(
    Type.Enum(REGULATORY_MODES),
    station.regulatoryMode,
    'Remote ID regulation. `US_REMOTE_ID_STANDARD` permits take-off only with an operator whose position is known.',
  ),
};

export const flightSettings = {
  'flight.altitude_takeoff_m': setting(
    quantity('m', 0.5, 100),
    flight.altitudeTakeoffM,
    'Altitude to which a take-off climbs. Target altitudes start 1 m above it.',
  ),
  'flight.altitude_hard_max_m': setting(
    quantity('m', 2, 200),
    flight.altitudeHardMaxM,
    'Hard maximum altitude. Never exceeded, whatever a client requests.',
  ),
  'flight.altitude_max_without_gps_m': setting(
    quantity('m', 1, 200),
    flight.altitudeMaxWithoutGpsM,
    'Maximum altitude without a good GPS position; a Kite above it descends when GPS is lost.',
  ),
  'flight.gps_accuracy_max_m': setting(
    quantity('m', 0.1, 1000),
    flight.gpsAccuracyMaxM,
    'A GPS position with a larger accuracy figure (1 sigma, horizontal) counts as no position.',
  ),
  'flight.safe_altitude_wind_m': setting(
    quantity('m', 1, 200),
    flight.safeAltitudeWindM,
    'Lowest altitude of a wind descent; if the wind is still above a limit there, the Kite lands.',
  ),
  'flight.altitude_reached_within_m': setting(
    quantity('m', 0.05, 5),
    flight.altitudeReachedWithinM,
    'Distance to the target at which it counts as reached (`is_changing_altitude` becomes false).',
  ),
  'flight.preflight_check_s': setting(
    quantity('s', 0, 60),
    flight.preflightCheckS,
    'Duration of the preflight checks, after the lids are open.',
  ),
  'flight.kite_data_timeout_s': setting(
    quantity('s', 0.2, 60),
    flight.kiteDataTimeoutS,
    'Time without data from the Kite after which `flight_state` is `Unknown`.',
  ),
  'flight.safety_reset_s': setting(
    quantity('s', 0, 3600),
    flight.safetyResetS,
    'Time on the ground after a safety landing after which the station resets itself.',
  ),
  'flight.initial_flight_hours': setting(
    quantity('h', 0, 1e6),
    flight.initialFlightHours,
    'Flight hours of the Kite before this station began to count. Read at the first start only.',
  ),
  'flight.takeoff_wind_max_mps': setting(
    quantity('m/s', 0, 60),
    flight.takeoffWindMaxMps,
    'Maximum wind speed for take-off.',
  ),
  'flight.takeoff_battery_min_percent': setting(
    quantity('%', 0, 100),
    flight.takeoffBatteryMinPercent,
    'Minimum charge of the backup batteries for take-off.',
  ),
  'flight.takeoff_temperature_min_c': setting(
    quantity('°C', -60, 100),
    flight.takeoffTemperatureMinC,
    'Minimum component temperature for take-off.',
  ),
  'flight.takeoff_temperature_max_c': setting(
    quantity('°C', -60, 150),
    flight.takeoffTemperatureMaxC,
    'Maximum component temperature for take-off.',
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
    'Time to open or close after which the lids count as stuck.',
  ),
  'rooftop_box.parking_brake': setting(
    Type.Enum(['engaged', 'disengaged', 'ignored'] as const),
    rooftopBox.parkingBrake,
    'Position of the parking brake that is required for take-off.',
  ),
  'rooftop_box.lids_stuck_landing': setting(
    Type.Enum(['hold', 'land'] as const),
    rooftopBox.lidsStuckLanding,
    'Reaction to a requested landing while the lids below the Kite are not open: `hold` refuses it, and aborts one under way 5 m above the lids; `land` lands. A safety landing is made in either case.',
  ),
  'rooftop_box.supply_low_v': setting(
    quantity('V', 0, 60),
    rooftopBox.supplyLowV,
    'Vehicle supply voltage below which `SUPPLY_LOW` is raised.',
  ),
  'rooftop_box.supply_good_v': setting(
    quantity('V', 0, 60),
    rooftopBox.supplyGoodV,
    'Vehicle supply voltage above which `SUPPLY_LOW` is cleared.',
  ),
};

export const accessSettings = {
  'handoff.lease_s': setting(
    quantity('s', 1, 3600),
    handoff.leaseS,
    'Time after which control expires unless the client renews it by another request.',
  ),
  'handoff.queue_place_s': setting(
    quantity('s', 1, 3600),
    handoff.queuePlaceS,
    'Time after which a place in the control queue expires unless the client requests control again.',
  ),
  'handoff.operator_max_age_s': setting(
    quantity('s', 1, 3600),
    handoff.operatorMaxAgeS,
    'Age at which an operator report no longer counts for Remote ID.',
  ),
  'tokens.validity_s': setting(quantity('s', 10, 31_536_000), tokens.validityS, 'Validity of an access token.'),
  'tokens.rotated_key_grace_s': setting(
    quantity('s', 0, 31_536_000),
    tokens.rotatedKeyGraceS,
    'Grace period in which the old API key stays valid after a rotation.',
  ),
  'tokens.max_sessions': setting(
    count(1, 100_000),
    tokens.maxSessions,
    'Maximum number of valid tokens of all plugins together.',
  ),
  'tokens.max_sessions_per_plugin': setting(
    count(1, 100_000),
    tokens.maxSessionsPerPlugin,
    'Maximum number of valid tokens of one plugin. One more revokes the oldest.',
  ),
  'notifications.keep_days': setting(
    quantity('d', 1, 3650),
    notifications.keepDays,
    'Retention time of ended notifications.',
  ),
  'notifications.history_limit': setting(
    count(1, 100_000),
    notifications.historyLimit,
    'Maximum number of notifications in one response of `notifications/history`.',
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
