import Type from 'typebox';
import { operation } from '../operation.ts';
import { Whole } from '../schema.ts';
import {
  BaseChange,
  Buttons,
  ButtonsChange,
  Payload,
  PayloadChange,
  Reboot,
  SimulatedBase,
  SimulatedWeather,
  SimulatedWind,
  Tether,
  TruthBesideSensors,
  WeatherChange,
  WindChange,
} from './controls.ts';
import * as examples from './examples.ts';
import { FaultState } from './fault.ts';
import { CONTROL } from './paths.ts';

export const getTruth = operation({
  ...CONTROL,
  id: 'sim.truth',
  path: '/truth',
  summary: 'True state',
  description:
    'The true state of the simulation, without sensor errors, together with the latest sensor readings. `sensors` is up to 50 ms older, later still on a slow link, and absent before the first sample.',
  replies: { 200: TruthBesideSensors },
  errors: ['SIMULATION_STOPPED'],
  replyExample: { truth: examples.TRUTH, sensors: examples.SENSORS },
});

export const getTether = operation({
  ...CONTROL,
  id: 'sim.tether',
  path: '/tether',
  summary: 'Shape of the tether',
  description: 'Points from the Ground Station to the Kite, at equal lengths of tether.',
  query: Type.Object({
    points: Type.Optional(Whole('Number of points.', 20, { minimum: 2, maximum: 200, default: 20 })),
  }),
  replies: { 200: Tether },
  errors: ['SIMULATION_STOPPED'],
  replyExample: examples.TETHER,
});

export const getWind = operation({
  ...CONTROL,
  id: 'sim.wind',
  path: '/wind',
  summary: 'Mean wind and turbulence',
  description: 'The wind as set. Gusts and faults are added; the actual wind at the Kite is in truth.',
  replies: { 200: SimulatedWind },
  replyExample: examples.WIND,
});

export const setWind = operation({
  ...CONTROL,
  id: 'sim.wind.set',
  method: 'POST',
  path: '/wind',
  summary: 'Set the wind',
  description: 'Takes effect at once; for a slow change or a gust inject a fault. Absent fields stay unchanged.',
  body: WindChange,
  replies: { 200: SimulatedWind },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Calm', value: { speed_mps: 0, turbulence: 'none' } },
    { summary: 'Fresh and gusty from the west', value: { speed_mps: 9, from_deg: 270, turbulence: 'moderate' } },
  ],
  replyExample: examples.WIND,
});

export const getWeather = operation({
  ...CONTROL,
  id: 'sim.weather',
  path: '/weather',
  summary: 'Weather and sun of the picture',
  description: 'Weather as set, and the hour that the sun shows now.',
  replies: { 200: SimulatedWeather },
  replyExample: examples.WEATHER,
});

export const setWeather = operation({
  ...CONTROL,
  id: 'sim.weather.set',
  method: 'POST',
  path: '/weather',
  summary: 'Set weather and sun of the picture',
  description:
    'Changes what the simulated camera sees, at once, in colour and in thermal pictures; the flight is not affected. The sun moves to `solar_hour`; the station’s clock does not. Absent fields stay unchanged.',
  body: WeatherChange,
  replies: { 200: SimulatedWeather },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Fog', value: { visibility_m: 300, cloud_cover: 1 } },
    { summary: 'Rain at night', value: { visibility_m: 8000, cloud_cover: 1, rain_mmph: 8, solar_hour: 23 } },
  ],
  replyExample: examples.WEATHER,
});

export const getBase = operation({
  ...CONTROL,
  id: 'sim.base',
  path: '/base',
  summary: 'Base of the Ground Station',
  description: 'Sea state, speed and heading as set. The actual motion is in truth.',
  replies: { 200: SimulatedBase },
  replyExample: examples.BASE,
});

export const setBase = operation({
  ...CONTROL,
  id: 'sim.base.set',
  method: 'POST',
  path: '/base',
  summary: 'Move the base of the Ground Station',
  description:
    'A vessel in a sea, or a vehicle that drives: it accelerates, brakes and turns as vehicles do, and tilts on its springs. A moving Ground Station refuses take-off; waves alone do not count as moving. Absent fields stay unchanged.',
  body: BaseChange,
  replies: { 200: SimulatedBase },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Sea state 4', value: { sea_state: 4, waves_from_deg: 250 } },
    { summary: 'Drive to the east', value: { speed_mps: 5, heading_deg: 90 } },
    { summary: 'Stop', value: { speed_mps: 0 } },
  ],
  replyExample: examples.BASE,
});

export const setPayload = operation({
  ...CONTROL,
  id: 'sim.payload.set',
  method: 'POST',
  path: '/payload',
  summary: 'Change the payload',
  description:
    'Attaches another camera, detaches it, or switches it off or on. A camera that is attached or switched on is available after its start-up time. Without one, the published API answers as if none had ever been attached: 404.',
  body: PayloadChange,
  replies: { 200: Payload },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'A colour and thermal camera', value: { camera_model: 'Camera 2nd Generation IR Plus' } },
    { summary: 'No camera', value: { camera_model: 'none' } },
    { summary: 'Off', value: { online: false } },
  ],
  replyExample: { camera_model: 'Camera 2nd Generation', online: true },
});

export const setButtons = operation({
  ...CONTROL,
  id: 'sim.buttons.set',
  method: 'POST',
  path: '/buttons',
  summary: 'Set button and brake',
  description: 'The external safety land button and the parking brake of a Rooftop Box. Absent fields stay unchanged.',
  body: ButtonsChange,
  replies: { 200: Buttons },
  errors: ['NO_SUCH_CONTROL', 'SIMULATION_STOPPED'],
  examples: [
    { summary: 'Press the button', value: { safety_land: true } },
    { summary: 'Release the brake', value: { parking_brake: 'disengaged' } },
  ],
  replyExample: { safety_land: true, parking_brake: 'engaged' },
});

export const reboot = operation({
  ...CONTROL,
  id: 'sim.reboot',
  method: 'POST',
  path: '/reboot',
  summary: 'Restart the Ground Station',
  description:
    'The computer of the Ground Station restarts, this API with it: WebSockets are closed with 1001, connections are refused for `duration` seconds of station time, and then served again at the same address. The Kite keeps flying. Plugins, sessions and notifications survive; control, queue and soft maximum do not. While the clock is paused, the restart takes no time. The same as the fault `ground_station_reboot`.',
  body: Reboot,
  isBodyOptional: true,
  replies: { 202: FaultState },
  errors: ['FAULT_NOT_POSSIBLE', 'SIMULATION_STOPPED'],
  examples: [{ summary: 'Ten seconds', value: { duration: 10 } }],
  replyExample: examples.REBOOT,
});
