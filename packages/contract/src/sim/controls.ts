import Type, { type Static } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-info.ts';
import { named, Timestamp } from '../schema.ts';
import { FAULT_REQUESTS, type FaultRequest, FaultState } from './fault.ts';
import { FAULT_TYPES, type FaultType } from './faults.ts';
import { Sensors } from './sensors.ts';
import { TetherShape, Truth } from './truth.ts';

/** Turbulence after MIL-F-8785C: by its strength, or by the mean wind and the terrain. */
export const TURBULENCE_NAMES = ['none', 'light', 'moderate', 'severe', 'by_wind'] as const;

export const TruthBesideSensors = named('TruthBesideSensors', 'What is so, and what the sensors say of it.', {
  truth: Truth,
  sensors: Type.Optional(Sensors),
});

export const Tether = named('Tether', 'The tether as it hangs.', {
  time: Timestamp('Station time of this shape.'),
  points: TetherShape,
});

const faultName = (type: FaultType): string =>
  `${type.replaceAll(/(?:^|_)(\w)/g, (_, first) => first.toUpperCase())}Fault`;

/** A fault to inject: one form for each type. */
export const InjectFault = Type.Unsafe<FaultRequest>({
  $id: 'FaultRequest',
  description: 'A fault to inject. `type` says which parameters it has.',
  oneOf: FAULT_TYPES.map((type) => ({ ...FAULT_REQUESTS[type], $id: faultName(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(FAULT_TYPES.map((type) => [type, `#/components/schemas/${faultName(type)}`])),
  },
});

export const Faults = named('Faults', 'Faults that were asked for, the oldest first.', {
  faults: Type.Array(FaultState, { description: 'Each with what has become of it' }),
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
    description: 'Where it comes from, ° clockwise from North',
    examples: [250],
  }),
  turbulence: Type.Enum(TURBULENCE_NAMES, {
    description: 'Gustiness after MIL-F-8785C: of a strength, or by_wind, that of this wind over this terrain',
    examples: ['light'],
  }),
};
export const SimulatedWind = named(
  'SimulatedWind',
  'The wind that is set. Gusts and faults come on top; what blows at the Kite is in truth.',
  windFields,
);
export const WindChange = Type.Object(
  {
    speed_mps: Type.Optional(windFields.speed_mps),
    from_deg: Type.Optional(windFields.from_deg),
    turbulence: Type.Optional(windFields.turbulence),
  },
  { $id: 'WindChange', description: 'Another wind, at once. What is left out stays.', minProperties: 1 },
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
      'Waves under the vessel that carries the Ground Station, sea state after WMO code table 3700; 0 is land or still water. Another sea gets up in half a minute',
    examples: [4],
  }),
  waves_from_deg: Type.Number({
    minimum: 0,
    maximum: 360,
    description: 'Where the waves come from, ° clockwise from North',
    examples: [250],
  }),
  speed_mps: Type.Number({
    minimum: 0,
    maximum: FASTEST_BASE_MPS,
    description: 'Speed ahead that the vehicle or vessel goes to, m/s',
    examples: [5],
  }),
  heading_deg: Type.Number({
    minimum: 0,
    maximum: 360,
    description: 'Heading that it turns to as it goes, ° clockwise from North',
    examples: [40],
  }),
};
export const SimulatedBase = named(
  'SimulatedBase',
  'What is set for the vehicle or vessel that carries the Ground Station. How it moves is in truth.',
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
    description: 'Another sea, another speed or heading of what carries the Ground Station. What is left out stays.',
    minProperties: 1,
  },
);

/** Payload of the Kite: a camera, none, or another payload. */
export const PAYLOADS = [...CAMERA_MODELS, 'none', 'other payload'] as const;
export type PayloadName = (typeof PAYLOADS)[number];

const payloadFields = {
  camera_model: Type.Enum(PAYLOADS, {
    description: 'The camera that is attached; with `none` and `other payload` there is no camera',
    examples: ['Camera 2nd Generation'],
  }),
  online: Type.Boolean({ description: 'Whether it has power', examples: [true] }),
};
export const Payload = named('Payload', 'What hangs below the Kite.', payloadFields);
export const PayloadChange = Type.Object(
  { camera_model: Type.Optional(payloadFields.camera_model), online: Type.Optional(payloadFields.online) },
  {
    $id: 'PayloadChange',
    description: 'Another camera or none, or its power. What is left out stays.',
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
export const Buttons = named('Buttons', 'What hands can press and pull.', buttonFields);
export const ButtonsChange = Type.Object(
  { safety_land: Type.Optional(buttonFields.safety_land), parking_brake: Type.Optional(buttonFields.parking_brake) },
  { $id: 'ButtonsChange', description: 'What to press or pull. It stays so until the next call.', minProperties: 1 },
);

export const Reboot = Type.Object(
  {
    duration: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 3600,
        default: 10,
        description: 'How long it is away, s of station time',
        examples: [10],
      }),
    ),
  },
  { $id: 'Reboot', description: 'A restart of the Ground Station’s computer.' },
);

const speed = Type.Number({ minimum: 0.01, maximum: 1000, description: 'Times real time', examples: [1] });
const paused = Type.Boolean({
  description: 'Whether time stands still but for calls that advance it',
  examples: [false],
});
export const SimulationClockState = named('SimulationClockState', 'Station time, and how it passes.', {
  time: Timestamp('Station time now.'),
  speed,
  paused,
  advancing: Type.Integer({ minimum: 0, description: 'Calls that wait for the clock to advance' }),
  slipped_s: Type.Number({ minimum: 0, description: 'Simulated time that a busy machine has let go so far, s' }),
  fault: Type.Optional(Type.String({ description: 'Why the simulation has stopped for good' })),
});
export const ClockChange = Type.Object(
  { speed: Type.Optional(speed), paused: Type.Optional(paused) },
  { $id: 'ClockChange', description: 'How time passes from now on. What is left out stays.', minProperties: 1 },
);
export const ClockAdvance = Type.Object(
  {
    seconds: Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'Station time to let pass at once, s; rounded up to whole steps of 2.5 ms',
      examples: [60],
    }),
  },
  { $id: 'ClockAdvance', description: 'A jump in time.' },
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
