import { CAMERA_MODELS } from '@kitestring/station-contract/camera/camera-models.ts';
import { ROUGHEST_SEA } from '@kitestring/station-contract/sim/controls.ts';
import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** The simulated aircraft and its weather. */
export const simulationSettings = {
  'sim.speed': setting(
    quantity('times real time', 0.01, 1000),
    1,
    'Speed of simulated time relative to real time; also applies to leases, tokens and notifications.',
  ),
  'sim.seed': setting(
    count(0, 2 ** 32 - 1),
    1,
    'Seed of the random numbers: the same seed and commands give the same flight.',
    { flag: 'seed' },
  ),
  'sim.wind_speed_mps': setting(quantity('m/s', 0, 40), 4, 'Mean wind 10 m above the ground.'),
  'sim.wind_from_deg': setting(
    quantity('°', 0, 360),
    250,
    'Direction from which the wind blows, clockwise from North.',
  ),
  'sim.turbulence': setting(
    Type.Enum(['none', 'light', 'moderate', 'severe', 'by_wind'] as const),
    'light',
    'Turbulence intensity after MIL-F-8785C.',
  ),
  'sim.sea_state': setting(
    count(0, ROUGHEST_SEA),
    0,
    'Sea state (WMO code table 3700) of the vessel that carries the Ground Station; 0 is land or calm water.',
  ),
  'sim.waves_from_deg': setting(
    quantity('°', 0, 360),
    250,
    'Direction from which the waves come, clockwise from North.',
  ),
  'sim.visibility_m': optionalSetting(
    quantity('m', 20, 300_000),
    'Visibility in the camera’s picture; 300 is fog. 14,000 when absent, unless `sim.parameters_file` sets it.',
  ),
  'sim.cloud_cover': optionalSetting(
    quantity('of the sky', 0, 1),
    'Share of the sky that is covered in the camera’s picture. 0.25 when absent, unless `sim.parameters_file` sets it.',
  ),
  'sim.rain_mmph': optionalSetting(
    quantity('mm/h', 0, 300),
    'Rain in the camera’s picture. None when absent, unless `sim.parameters_file` sets it.',
  ),
  'sim.solar_hour': optionalSetting(
    quantity('h', 0, 24),
    'Hour of local mean solar time that the sun of the camera’s picture shows at the start; 12 is noon. By the clock when absent.',
  ),
  'sim.latitude_deg': optionalSetting(
    quantity('°', -90, 90),
    'Latitude of the simulated Ground Station, WGS 84. Zurich when absent, unless `sim.parameters_file` sets it.',
  ),
  'sim.longitude_deg': optionalSetting(
    quantity('°', -180, 180),
    'Longitude of the simulated Ground Station, WGS 84. Zurich when absent, unless `sim.parameters_file` sets it.',
  ),
  'sim.camera_model': setting(Type.Enum(CAMERA_MODELS), 'Camera 2nd Generation', 'Camera that is attached.'),
  'sim.parameters_file': fileSetting(
    'Parameters of the simulated aircraft to override, YAML or JSON: groups and names as in `packages/aircraft/simulator/src/parameters.ts`, such as `kite: {massKg: 1.4}`. Read at start; an unknown or physically impossible value aborts the start.',
  ),
};
