import { CAMERA_MODELS } from '@kitestring/station-contract/camera/camera-info.ts';
import { ROUGHEST_SEA } from '@kitestring/station-contract/sim/controls.ts';
import Type from 'typebox';
import { fileSetting, setting } from '../setting.ts';
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
  'sim.camera_model': setting(Type.Enum(CAMERA_MODELS), 'Camera 2nd Generation', 'Camera that is attached.'),
  'sim.parameters_file': fileSetting(
    'Parameters of the simulated aircraft to override, YAML or JSON: groups and names as in `packages/aircraft/simulator/src/parameters.ts`, such as `kite: {massKg: 1.4}`. Read at start; an unknown or physically impossible value aborts the start.',
  ),
};
