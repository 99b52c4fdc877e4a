import { INSTALLATIONS, REGULATORY_MODES } from '@kitestring/station-contract/system/system-info.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import Type from 'typebox';
import { isTimeZone } from '../time-zone.ts';
import { groupSettings } from './group-settings.ts';
import { count, line, quantity } from './quantity.ts';

const station = DEFAULT_STATION_SETTINGS;
const { flight, tether, rooftopBox, handoff, tokens, notifications } = station;

/** This installation. */
export const systemSettings = groupSettings('system', station, {
  gs_name: [
    Type.String({ minLength: 1, maxLength: 63, pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$' }),
    'Name of the Ground Station, as `system/info` shows it; also the first label of its hostname.',
    { allowed: 'letters, digits and inner hyphens, at most 63' },
  ],
  gs_mac: [
    Type.String({ pattern: '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' }),
    'MAC address of the Ground Station, as `system/info` shows it.',
    { allowed: 'six pairs of lower-case hex digits, such as 02:4b:53:00:00:01' },
  ],
  model: [line(100), 'Model of the system, as `system/info` shows it.'],
  installation: [
    Type.Enum(INSTALLATIONS),
    'Installation of the system. Only a `Rooftop Box` has lids, a parking brake and a safety land button.',
  ],
  timezone: [
    Type.String(),
    'Time zone of the site, as `system/info` shows it.',
    {
      allowed: 'an IANA name such as Europe/Zurich',
      refuse: (name: unknown) => (isTimeZone(String(name)) ? undefined : 'no such time zone'),
    },
  ],
  regulatory_mode: [
    Type.Enum(REGULATORY_MODES),
    'Remote ID regulation. `US_REMOTE_ID_STANDARD` permits take-off only with an operator whose position is known.',
  ],
});

export const flightSettings = groupSettings('flight', flight, {
  altitude_takeoff_m: [
    quantity('m', 0.5, 100),
    'Altitude to which a take-off climbs. Target altitudes start 1 m above it.',
  ],
  altitude_hard_max_m: [quantity('m', 2, 200), 'Hard maximum altitude. Never exceeded, whatever a client requests.'],
  base_height_m: [
    quantity('m', 0, 100),
    'Height of the landed Kite above the ground around the Ground Station, where the altitude is 0. Positions and distances on the ground are computed with it.',
  ],
  altitude_max_without_gps_m: [
    quantity('m', 1, 200),
    'Maximum altitude without a good GPS position; a Kite above it descends when GPS is lost.',
  ],
  gps_accuracy_max_m: [
    quantity('m', 0.1, 1000),
    'A GPS position with a larger accuracy figure (1 sigma, horizontal) counts as no position.',
  ],
  safe_altitude_wind_m: [
    quantity('m', 1, 200),
    'Lowest altitude of a wind descent; if the wind is still above a limit there, the Kite lands.',
  ],
  altitude_reached_within_m: [
    quantity('m', 0.05, 5),
    'Distance to the target at which it counts as reached (`is_changing_altitude` becomes false).',
  ],
  preflight_check_s: [quantity('s', 0, 60), 'Duration of the preflight checks, after the lids are open.'],
  kite_data_timeout_s: [
    quantity('s', 0.2, 60),
    'Time without data from the Kite after which `flight_state` is `Unknown`.',
  ],
  safety_reset_s: [
    quantity('s', 0, 3600),
    'Time on the ground after a safety landing after which the station resets itself.',
  ],
  initial_flight_hours: [
    quantity('h', 0, 1e6),
    'Flight hours of the Kite before this station began to count. Read at the first start only.',
  ],
  takeoff_wind_max_mps: [quantity('m/s', 0, 60), 'Maximum wind speed for take-off.'],
  takeoff_battery_min_percent: [quantity('%', 0, 100), 'Minimum charge of the backup batteries for take-off.'],
  takeoff_temperature_min_c: [quantity('°C', -60, 100), 'Minimum component temperature for take-off.'],
  takeoff_temperature_max_c: [quantity('°C', -60, 150), 'Maximum component temperature for take-off.'],
});

export const tetherSettings = groupSettings('tether', tether, {
  twist_warning_turns: [quantity('turns', 0.5, 100), 'Net turns of the Kite at which a warning is raised.'],
  twist_limit_turns: [
    quantity('turns', 0.5, 100),
    'Net turns at which a command that winds the tether further is refused.',
  ],
});

export const rooftopBoxSettings = groupSettings('rooftop_box', rooftopBox, {
  lids_timeout_s: [quantity('s', 1, 300), 'Time to open or close after which the lids count as stuck.'],
  parking_brake: [
    Type.Enum(['engaged', 'disengaged', 'ignored'] as const),
    'Position of the parking brake that is required for take-off.',
  ],
  lids_stuck_landing: [
    Type.Enum(['hold', 'land'] as const),
    'Reaction to a requested landing while the lids below the Kite are not open: `hold` refuses it, and aborts one under way 5 m above the lids; `land` lands. A safety landing is made in either case.',
  ],
  supply_low_v: [quantity('V', 0, 60), 'Vehicle supply voltage below which `SUPPLY_LOW` is raised.'],
  supply_good_v: [quantity('V', 0, 60), 'Vehicle supply voltage above which `SUPPLY_LOW` is cleared.'],
});

export const accessSettings = {
  ...groupSettings('handoff', handoff, {
    lease_s: [
      quantity('s', 1, 3600),
      'Time after which control expires unless the client renews it by another request.',
    ],
    queue_place_s: [
      quantity('s', 1, 3600),
      'Time after which a place in the control queue expires unless the client requests control again.',
    ],
    operator_max_age_s: [quantity('s', 1, 3600), 'Age at which an operator report no longer counts for Remote ID.'],
  }),
  ...groupSettings('tokens', tokens, {
    validity_s: [quantity('s', 10, 31_536_000), 'Validity of an access token.'],
    rotated_key_grace_s: [
      quantity('s', 0, 31_536_000),
      'Grace period in which the old API key stays valid after a rotation.',
    ],
    max_sessions: [count(1, 100_000), 'Maximum number of valid tokens of all plugins together.'],
    max_sessions_per_plugin: [
      count(1, 100_000),
      'Maximum number of valid tokens of one plugin. One more revokes the oldest.',
    ],
  }),
  ...groupSettings('notifications', notifications, {
    keep_days: [quantity('d', 1, 3650), 'Retention time of ended notifications.'],
    history_limit: [count(1, 100_000), 'Maximum number of notifications in one response of `notifications/history`.'],
  }),
};
