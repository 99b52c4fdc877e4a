import { CAMERA_MODELS } from '@kitestring/contract/camera/camera-info.ts';
import { ROUGHEST_SEA } from '@kitestring/contract/sim/controls.ts';
import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** The simulated aircraft and the air around it. */
export const simulationSettings = {
  'sim.speed': setting(
    quantity('times real time', 0.01, 1000),
    1,
    'How fast simulated time runs, and with it every lease, token and notification.',
  ),
  'sim.seed': setting(
    count(0, 2 ** 32 - 1),
    1,
    'Start of every random draw: the same seed and commands give the same flight.',
    { flag: 'seed' },
  ),
  'sim.wind_speed_mps': setting(quantity('m/s', 0, 40), 4, 'Mean wind 10 m above the ground.'),
  'sim.wind_from_deg': setting(quantity('°', 0, 360), 250, 'Where the wind comes from, clockwise from North.'),
  'sim.turbulence': setting(
    Type.Enum(['none', 'light', 'moderate', 'severe', 'by_wind'] as const),
    'light',
    'Gustiness of the wind, after MIL-F-8785C.',
  ),
  'sim.sea_state': setting(
    count(0, ROUGHEST_SEA),
    0,
    'Sea state after WMO code table 3700 under the vessel that carries the Ground Station; 0 is land or still water.',
  ),
  'sim.waves_from_deg': setting(quantity('°', 0, 360), 250, 'Where the waves come from, clockwise from North.'),
  'sim.camera_model': setting(Type.Enum(CAMERA_MODELS), 'Camera 2nd Generation', 'Camera that is attached.'),
  'sim.parameters_file': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096 }),
    'Figures of the simulated aircraft that replace its own, YAML or JSON: groups and names as in `packages/simulator/src/parameters.ts`, such as `kite: {massKg: 1.4}`. Read at the start; one that is unknown or physically impossible stops it.',
    { isPath: true, allowed: 'a file' },
  ),
};
