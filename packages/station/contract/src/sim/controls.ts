import Type, { type Static } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-models.ts';
import { named, OneOf, Quantity, Timestamp, Whole, YesNo } from '../schema.ts';
import { FAULT_REQUESTS, type FaultRequest, FaultState } from './fault.ts';
import { FAULT_TYPES, type FaultType } from './faults.ts';
import { Sensors } from './sensors.ts';
import { TetherShape, Truth } from './truth.ts';

/** Turbulence after MIL-F-8785C: by its strength, or by the mean wind and the terrain. */
export const TURBULENCE_NAMES = ['none', 'light', 'moderate', 'severe', 'by_wind'] as const;

export const TruthBesideSensors = named('TruthBesideSensors', 'True state and sensor readings.', {
  truth: Truth,
  sensors: Type.Optional(Sensors),
});

export const Tether = named('Tether', 'Shape of the tether.', {
  time: Timestamp('Station time of this shape.'),
  points: TetherShape,
});

const faultName = (type: FaultType): string =>
  `${type.replaceAll(/(?:^|_)(\w)/g, (_, first) => first.toUpperCase())}Fault`;

/** A fault to inject: one form for each type. */
export const InjectFault = Type.Unsafe<FaultRequest>({
  $id: 'FaultRequest',
  description: 'A fault to inject. `type` determines its parameters.',
  oneOf: FAULT_TYPES.map((type) => ({ ...FAULT_REQUESTS[type], $id: faultName(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(FAULT_TYPES.map((type) => [type, `#/components/schemas/${faultName(type)}`])),
  },
});

export const Faults = named('Faults', 'Requested faults, the oldest first.', {
  faults: Type.Array(FaultState, { description: 'Each with its status' }),
});

const windFields = {
  speed_mps: Quantity('Mean wind 10 m above the ground, m/s', 8, { minimum: 0, maximum: 40 }),
  from_deg: Quantity('Direction it comes from, ° clockwise from North', 250, { minimum: 0, maximum: 360 }),
  turbulence: OneOf(
    TURBULENCE_NAMES,
    'Turbulence after MIL-F-8785C: a level, or by_wind, derived from this wind over this terrain',
    'light',
  ),
};
export const SimulatedWind = named(
  'SimulatedWind',
  'The mean wind. Gusts and faults are added; the actual wind at the Kite is in truth.',
  windFields,
);
export const WindChange = Type.Partial(Type.Object(windFields), {
  $id: 'WindChange',
  description: 'A change of the wind, at once. Absent fields stay unchanged.',
  minProperties: 1,
});

const weatherFields = {
  visibility_m: Quantity('Visibility: distance at which 2 % of a contrast remain, m', 300, {
    minimum: 20,
    maximum: 300_000,
  }),
  cloud_cover: Quantity('Covered share of the sky, 0 to 1', 1, { minimum: 0, maximum: 1 }),
  rain_mmph: Quantity('Rain, mm/h; above 50 it is violent (WMO)', 0, { minimum: 0, maximum: 300 }),
  solar_hour: Quantity(
    'Hour of local mean solar time that the sun shows, h: 12 is noon. It continues from there with the station’s clock',
    22.5,
    { minimum: 0, maximum: 24 },
  ),
};
export const SimulatedWeather = named(
  'SimulatedWeather',
  'Weather and sun of the camera’s picture. They have no effect on the flight.',
  weatherFields,
);
export const WeatherChange = Type.Partial(Type.Object(weatherFields), {
  $id: 'WeatherChange',
  description: 'A change of the picture’s weather or sun, at once. Absent fields stay unchanged.',
  minProperties: 1,
});

/**
 * Roughest sea that a base can stand in, and highest speed that it can drive at, m/s: as much wind as a Kite of this
 * class can hold its position in.
 */
export const ROUGHEST_SEA = 5;
export const FASTEST_BASE_MPS = 15;

const baseFields = {
  sea_state: Whole(
    'Waves under the vessel that carries the Ground Station, sea state after WMO code table 3700; 0 is land or still water. A change takes half a minute',
    4,
    { minimum: 0, maximum: ROUGHEST_SEA },
  ),
  waves_from_deg: Quantity('Direction the waves come from, ° clockwise from North', 250, { minimum: 0, maximum: 360 }),
  speed_mps: Quantity('Commanded speed of the vehicle or vessel, m/s', 5, { minimum: 0, maximum: FASTEST_BASE_MPS }),
  heading_deg: Quantity('Commanded heading while it moves, ° clockwise from North', 40, { minimum: 0, maximum: 360 }),
};
export const SimulatedBase = named(
  'SimulatedBase',
  'Commanded motion of the vehicle or vessel that carries the Ground Station. Its actual motion is in truth.',
  baseFields,
);
export const BaseChange = Type.Partial(Type.Object(baseFields), {
  $id: 'BaseChange',
  description: 'A change of the sea, or of speed or heading of the vehicle or vessel. Absent fields stay unchanged.',
  minProperties: 1,
});

/** Payload of the Kite: a camera, none, or another payload. */
export const PAYLOADS = [...CAMERA_MODELS, 'none', 'other payload'] as const;
export type PayloadName = (typeof PAYLOADS)[number];

const payloadFields = {
  camera_model: OneOf(
    PAYLOADS,
    'The attached camera; with `none` and `other payload` there is no camera',
    'Camera 2nd Generation',
  ),
  online: YesNo('Whether it is powered', true),
};
export const Payload = named('Payload', 'Payload of the Kite.', payloadFields);
export const PayloadChange = Type.Partial(Type.Object(payloadFields), {
  $id: 'PayloadChange',
  description: 'A change of the camera or its power. Absent fields stay unchanged.',
  minProperties: 1,
});

const buttonFields = {
  safety_land: YesNo('Whether the external safety land button is pressed', false),
  parking_brake: OneOf(['engaged', 'disengaged'], 'The vehicle’s parking brake', 'engaged'),
};
export const Buttons = named('Buttons', 'Manual controls.', buttonFields);
export const ButtonsChange = Type.Partial(Type.Object(buttonFields), {
  $id: 'ButtonsChange',
  description: 'A change of the manual controls. It lasts until the next call.',
  minProperties: 1,
});

export const Reboot = Type.Object(
  {
    duration: Type.Optional(Quantity('Downtime, s of station time', 10, { minimum: 0.5, maximum: 3600, default: 10 })),
  },
  { $id: 'Reboot', description: 'A restart of the Ground Station’s computer.' },
);

const speed = Quantity('Times real time', 1, { minimum: 0.01, maximum: 1000 });
const paused = YesNo('Whether time advances only by calls of `advance`', false);
export const SimulationClockState = named('SimulationClockState', 'Station time and its speed.', {
  time: Timestamp('Station time now.'),
  speed,
  paused,
  advancing: Type.Integer({ minimum: 0, description: 'Number of calls that wait for the clock to advance' }),
  slipped_s: Type.Number({ minimum: 0, description: 'Simulated time skipped so far on a busy machine, s' }),
  fault: Type.Optional(Type.String({ description: 'Reason for which the simulation has stopped for good' })),
});
export const ClockChange = Type.Partial(Type.Object({ speed, paused }), {
  $id: 'ClockChange',
  description: 'A change of the clock. Absent fields stay unchanged.',
  minProperties: 1,
});
export const ClockAdvance = Type.Object(
  {
    seconds: Quantity('Station time to advance by, s; rounded up to whole steps of 2.5 ms', 60, {
      exclusiveMinimum: 0,
      maximum: 86_400,
    }),
  },
  { $id: 'ClockAdvance', description: 'An advance of the clock.' },
);

export type SimulatedWind = Static<typeof SimulatedWind>;
export type WindChange = Static<typeof WindChange>;
export type SimulatedWeather = Static<typeof SimulatedWeather>;
export type WeatherChange = Static<typeof WeatherChange>;
export type SimulatedBase = Static<typeof SimulatedBase>;
export type BaseChange = Static<typeof BaseChange>;
export type Payload = Static<typeof Payload>;
export type PayloadChange = Static<typeof PayloadChange>;
export type Buttons = Static<typeof Buttons>;
export type ButtonsChange = Static<typeof ButtonsChange>;
export type SimulationClockState = Static<typeof SimulationClockState>;
export type ClockChange = Static<typeof ClockChange>;
