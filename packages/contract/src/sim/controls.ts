import Type, { type Static } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-info.ts';
import { named, Timestamp } from '../schema.ts';
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
  speed_mps: Type.Number({
    minimum: 0,
    maximum: 40,
    description: 'Mean wind 10 m above the ground, m/s',
    examples: [8],
  }),
  from_deg: Type.Number({
    minimum: 0,
    maximum: 360,
    description: 'Direction it comes from, ° clockwise from North',
    examples: [250],
  }),
  turbulence: Type.Enum(TURBULENCE_NAMES, {
    description: 'Turbulence after MIL-F-8785C: a level, or by_wind, derived from this wind over this terrain',
    examples: ['light'],
  }),
};
export const SimulatedWind = named(
  'SimulatedWind',
  'The mean wind. Gusts and faults are added; the actual wind at the Kite is in truth.',
  windFields,
);
export const WindChange = Type.Object(
  {
    speed_mps: Type.Optional(windFields.speed_mps),
    from_deg: Type.Optional(windFields.from_deg),
    turbulence: Type.Optional(windFields.turbulence),
  },
  { $id: 'WindChange', description: 'A change of the wind, at once. Absent fields stay unchanged.', minProperties: 1 },
);

/**
 * Roughest sea that a base can stand in, and highest speed that it can drive at, m/s: as much wind as a Kite of this
 * class can hold its position in.
 */
export const ROUGHEST_SEA = 5;
export const FASTEST_BASE_MPS = 15;

const baseFields = {
  sea_state: Type.Integer({
    minimum: 0,
    maximum: ROUGHEST_SEA,
    description:
      'Waves under the vessel that carries the Ground Station, sea state after WMO code table 3700; 0 is land or still water. A change takes half a minute',
    examples: [4],
  }),
  waves_from_deg: Type.Number({
    minimum: 0,
    maximum: 360,
    description: 'Direction the waves come from, ° clockwise from North',
    examples: [250],
  }),
  speed_mps: Type.Number({
    minimum: 0,
    maximum: FASTEST_BASE_MPS,
    description: 'Commanded speed of the vehicle or vessel, m/s',
    examples: [5],
  }),
  heading_deg: Type.Number({
    minimum: 0,
    maximum: 360,
    description: 'Commanded heading while it moves, ° clockwise from North',
    examples: [40],
  }),
};
export const SimulatedBase = named(
  'SimulatedBase',
  'Commanded motion of the vehicle or vessel that carries the Ground Station. Its actual motion is in truth.',
  baseFields,
);
export const BaseChange = Type.Object(
  {
    sea_state: Type.Optional(baseFields.sea_state),
    waves_from_deg: Type.Optional(baseFields.waves_from_deg),
    speed_mps: Type.Optional(baseFields.speed_mps),
    heading_deg: Type.Optional(baseFields.heading_deg),
  },
  {
    $id: 'BaseChange',
    description: 'A change of the sea, or of speed or heading of the vehicle or vessel. Absent fields stay unchanged.',
    minProperties: 1,
  },
);

/** Payload of the Kite: a camera, none, or another payload. */
export const PAYLOADS = [...CAMERA_MODELS, 'none', 'other payload'] as const;
export type PayloadName = (typeof PAYLOADS)[number];

const payloadFields = {
  camera_model: Type.Enum(PAYLOADS, {
    description: 'The attached camera; with `none` and `other payload` there is no camera',
    examples: ['Camera 2nd Generation'],
  }),
  online: Type.Boolean({ description: 'Whether it is powered', examples: [true] }),
};
export const Payload = named('Payload', 'Payload of the Kite.', payloadFields);
export const PayloadChange = Type.Object(
  { camera_model: Type.Optional(payloadFields.camera_model), online: Type.Optional(payloadFields.online) },
  {
    $id: 'PayloadChange',
    description: 'A change of the camera or its power. Absent fields stay unchanged.',
    minProperties: 1,
  },
);

const buttonFields = {
  safety_land: Type.Boolean({ description: 'Whether the external safety land button is pressed', examples: [false] }),
  parking_brake: Type.Enum(['engaged', 'disengaged'], {
    description: 'The vehicle’s parking brake',
    examples: ['engaged'],
  }),
};
export const Buttons = named('Buttons', 'Manual controls.', buttonFields);
export const ButtonsChange = Type.Object(
  { safety_land: Type.Optional(buttonFields.safety_land), parking_brake: Type.Optional(buttonFields.parking_brake) },
  {
    $id: 'ButtonsChange',
    description: 'A change of the manual controls. It lasts until the next call.',
    minProperties: 1,
  },
);

export const Reboot = Type.Object(
  {
    duration: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 3600,
        default: 10,
        description: 'Downtime, s of station time',
        examples: [10],
      }),
    ),
  },
  { $id: 'Reboot', description: 'A restart of the Ground Station’s computer.' },
);

const speed = Type.Number({ minimum: 0.01, maximum: 1000, description: 'Times real time', examples: [1] });
const paused = Type.Boolean({
  description: 'Whether time advances only by calls of `advance`',
  examples: [false],
});
export const SimulationClockState = named('SimulationClockState', 'Station time and its speed.', {
  time: Timestamp('Station time now.'),
  speed,
  paused,
  advancing: Type.Integer({ minimum: 0, description: 'Number of calls that wait for the clock to advance' }),
  slipped_s: Type.Number({ minimum: 0, description: 'Simulated time skipped so far on a busy machine, s' }),
  fault: Type.Optional(Type.String({ description: 'Reason for which the simulation has stopped for good' })),
});
export const ClockChange = Type.Object(
  { speed: Type.Optional(speed), paused: Type.Optional(paused) },
  { $id: 'ClockChange', description: 'A change of the clock. Absent fields stay unchanged.', minProperties: 1 },
);
export const ClockAdvance = Type.Object(
  {
    seconds: Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'Station time to advance by, s; rounded up to whole steps of 2.5 ms',
      examples: [60],
    }),
  },
  { $id: 'ClockAdvance', description: 'An advance of the clock.' },
);

export type SimulatedWind = Static<typeof SimulatedWind>;
export type WindChange = Static<typeof WindChange>;
export type SimulatedBase = Static<typeof SimulatedBase>;
export type BaseChange = Static<typeof BaseChange>;
export type Payload = Static<typeof Payload>;
export type PayloadChange = Static<typeof PayloadChange>;
export type Buttons = Static<typeof Buttons>;
export type ButtonsChange = Static<typeof ButtonsChange>;
export type SimulationClockState = Static<typeof SimulationClockState>;
export type ClockChange = Static<typeof ClockChange>;
