import { OPERATOR_REGULATORY_MODES } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import Type from 'typebox';
import { chosenBy, duration } from './format.ts';

/** Commands without arguments. */
export const PLAIN_COMMANDS = {
  take_off: 'flight.control.take_off',
  land: 'flight.control.land',
  abort: 'flight.control.abort',
  open_lids: 'system.control.open_rtb_lids',
  close_lids: 'system.control.close_rtb_lids',
  release_control: 'handoff.control.release',
  stop_follow: 'station.camera_follow.stop',
} as const;
export type PlainCommand = keyof typeof PLAIN_COMMANDS;

const figure = (description: string) => Type.Optional(Type.Number({ description }));

const control = {
  operator: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the operator' }),
  renew: Type.Optional(
    Type.Boolean({ default: true, description: 'Renew the lease until control is released or lost' }),
  ),
  regulatory_mode: Type.Optional(Type.Enum([...OPERATOR_REGULATORY_MODES], { description: 'For Remote ID' })),
  lat_deg: figure('Latitude of the operator, °'),
  lon_deg: figure('Longitude of the operator, °'),
};

/** Arguments by command key. Numbers have no range here: the station validates them. */
const argument = {
  altitude_m: Type.Number({ description: 'Target altitude, m' }),
  soft_max_m: Type.Number({ description: 'Limit the altitude, m' }),
  rotate_by: Type.Object(
    { pan_deg: figure('Clockwise, °'), tilt_deg: figure('Downwards, °') },
    { description: 'Turn the camera by an angle', additionalProperties: false },
  ),
  rotate_to: Type.Object(
    { pan_deg: figure('Azimuth, ° clockwise from North'), tilt_deg: figure('Below the horizon, °') },
    { description: 'Turn the camera to a direction', additionalProperties: false },
  ),
  rotate_at: Type.Object(
    {
      pan_dps: figure('Clockwise, °/s'),
      tilt_dps: figure('Downwards, °/s'),
      duration: duration('Duration of the turn'),
    },
    { description: 'Turn the camera at a speed', additionalProperties: false },
  ),
  follow: Type.Object(
    {
      lat_deg: Type.Number({ description: 'Latitude, °' }),
      lon_deg: Type.Number({ description: 'Longitude, °' }),
      altitude_m: figure('Above the Ground Station, m'),
    },
    { description: 'Keep the camera on a position', additionalProperties: false },
  ),
  request_control: Type.Object(control, { description: 'Request control', additionalProperties: false }),
  override_control: Type.Object(control, {
    description: 'Take control from the client that has it; needs the scope can_override',
    additionalProperties: false,
  }),
  call: Type.Object(
    {
      operation: Type.Enum(
        OPERATIONS.map(({ id }) => id),
        { description: 'Id of the operation, as in the reference of the API' },
      ),
      body: Type.Optional(Type.Unknown({ description: 'Body to send, without any check' })),
      parameters: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Parameters of the path' })),
    },
    { description: 'Any operation of the API, also with input that it must refuse', additionalProperties: false },
  ),
};
export type CommandKey = keyof typeof argument;

/** A client's command. */
export const CommandForm = Type.Union(
  [
    Type.Enum(Object.keys(PLAIN_COMMANDS), { description: 'A command without parameters' }),
    ...Object.entries(argument).map(([key, schema]) => Type.Object({ [key]: schema }, chosenBy(key))),
  ],
  { description: 'A command through the API' },
);
