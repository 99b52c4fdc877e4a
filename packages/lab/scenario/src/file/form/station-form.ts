import { SETTINGS, type SettingName } from '@kitestring/settings/settings.ts';
import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { CAMERA_MODELS } from '@kitestring/station-contract/camera/camera-models.ts';
import {
  FASTEST_BASE_MPS,
  ROUGHEST_SEA,
  SimulatedWeather,
  TURBULENCE_NAMES,
} from '@kitestring/station-contract/sim/controls.ts';
import Type, { type TSchema } from 'typebox';

/** Station settings that a scenario may set, by their name in a scenario file. */
export const STATION_SETTINGS = {
  installation: 'system.installation',
  regulatory_mode: 'system.regulatory_mode',
  parking_brake: 'rooftop_box.parking_brake',
  lids_timeout_s: 'rooftop_box.lids_timeout_s',
  altitude_takeoff_m: 'flight.altitude_takeoff_m',
  altitude_hard_max_m: 'flight.altitude_hard_max_m',
  altitude_max_without_gps_m: 'flight.altitude_max_without_gps_m',
  preflight_check_s: 'flight.preflight_check_s',
  kite_data_timeout_s: 'flight.kite_data_timeout_s',
  safety_reset_s: 'flight.safety_reset_s',
  takeoff_wind_max_mps: 'flight.takeoff_wind_max_mps',
  takeoff_battery_min_percent: 'flight.takeoff_battery_min_percent',
  takeoff_temperature_max_c: 'flight.takeoff_temperature_max_c',
  twist_warning_turns: 'tether.twist_warning_turns',
  twist_limit_turns: 'tether.twist_limit_turns',
  lease_s: 'handoff.lease_s',
  queue_place_s: 'handoff.queue_place_s',
  token_validity_s: 'tokens.validity_s',
  latitude_deg: 'sim.latitude_deg',
  longitude_deg: 'sim.longitude_deg',
} as const satisfies Readonly<Record<string, SettingName>>;

const settingForm = (name: SettingName): TSchema => {
  const { schema, description, default: standard } = SETTINGS[name];
  return Type.Optional({ ...schema, description, default: standard } as TSchema);
};

const entries = Object.entries(STATION_SETTINGS).map(([name, setting]) => [name, settingForm(setting)]);

export const StationForm = Type.Object(Object.fromEntries(entries) as Readonly<Record<string, TSchema>>, {
  description: 'Settings of the station that differ from the defaults. With `--url` the station must have them.',
  additionalProperties: false,
});

export const WIND = {
  speed_mps: Type.Optional(
    Type.Number({ minimum: 0, maximum: 40, description: 'Mean wind 10 m above the ground, m/s' }),
  ),
  from_deg: Type.Optional(
    Type.Number({ minimum: 0, maximum: 360, description: 'Direction it comes from, ° clockwise from North' }),
  ),
  turbulence: Type.Optional(
    Type.Enum([...TURBULENCE_NAMES], { description: 'Turbulence intensity after MIL-F-8785C' }),
  ),
};

const { properties: weather } = SimulatedWeather;
export const WEATHER = {
  visibility_m: Type.Optional(weather.visibility_m),
  cloud_cover: Type.Optional(weather.cloud_cover),
  rain_mmph: Type.Optional(weather.rain_mmph),
  solar_hour: Type.Optional(weather.solar_hour),
};

const SEA = {
  sea_state: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ROUGHEST_SEA,
      description:
        'Sea state after WMO code table 3700 under the vessel that carries the Ground Station; 0 is land or still water',
    }),
  ),
  waves_from_deg: Type.Optional(
    Type.Number({ minimum: 0, maximum: 360, description: 'Direction the waves come from, ° clockwise from North' }),
  ),
};

export const BASE = {
  ...SEA,
  speed_mps: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: FASTEST_BASE_MPS,
      description: 'Commanded speed of the vehicle or vessel, m/s',
    }),
  ),
  heading_deg: Type.Optional(
    Type.Number({ minimum: 0, maximum: 360, description: 'Heading to which it turns while it moves, ° from North' }),
  ),
};

const cameraModel = (description: string) => Type.Optional(Type.Enum([...CAMERA_MODELS], { description }));

export const InitialForm = Type.Object(
  {
    wind: Type.Optional(
      Type.Object(WIND, {
        description: 'Default: 4 m/s from 250°, light turbulence.',
        additionalProperties: false,
      }),
    ),
    weather: Type.Optional(
      Type.Object(WEATHER, {
        description:
          'What the camera sees. Default: 14 km, a quarter of the sky covered, no rain, and the sun by the clock.',
        additionalProperties: false,
      }),
    ),
    sea: Type.Optional(
      Type.Object(SEA, {
        description: 'Default: none, sea state 0. The sea builds up in half a minute.',
        additionalProperties: false,
      }),
    ),
    camera_model: cameraModel('Camera that is attached. Default: Camera 2nd Generation.'),
    airborne_at_m: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 200,
        description:
          'The Kite has taken off and holds this height when the timeline begins, m. The first client flies it there, by the API, before the time 0.',
      }),
    ),
  },
  { description: 'Conditions before the timeline starts.', additionalProperties: false },
);

export const ClientForm = Type.Object(
  {
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), { description: 'Scopes of its token. Default: read and control.' }),
    ),
  },
  { description: 'A client of the API, with its own token.', additionalProperties: false },
);
