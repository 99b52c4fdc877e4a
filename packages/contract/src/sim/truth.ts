import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Timestamp } from '../schema.ts';

const quantity = (unit: string, description: string) =>
  Type.Number({ description: `${description}, ${unit}`, 'x-unit': unit });

const part = <P extends TProperties>(description: string, properties: P): TObject<P> =>
  Type.Object(properties, { description });

const place = (description: string) =>
  Type.Object(
    { east_m: quantity('m', 'East'), north_m: quantity('m', 'North'), up_m: quantity('m', 'Up') },
    { description },
  );

/** True state of the simulation, without sensor errors. Origin: where the tether leaves the Ground Station. */
export const Truth = Type.Object(
  {
    time: Timestamp('Station time of this state.'),
    position: place('Of the Kite'),
    velocity: part('Of the Kite over the ground', {
      east_mps: quantity('m/s', 'East'),
      north_mps: quantity('m/s', 'North'),
      up_mps: quantity('m/s', 'Up'),
    }),
    heading_deg: quantity('°', 'Of the Kite, clockwise from North, 0 to 360'),
    lean_deg: quantity('°', 'Of the Kite against the horizon'),
    is_on_ground: Type.Boolean({ description: 'It touches the ground or its cradle' }),
    has_crashed: Type.Boolean({ description: 'Touched down too fast, or outside its cradle' }),
    rotor_thrust_n: Type.Array(Type.Number(), { description: 'Of each rotor, N' }),
    thrust_share: quantity('0 to 1', 'Thrust of what the rotors can give'),
    wind: part('At the Kite', {
      speed_mps: quantity('m/s', 'At the Kite, turbulence and gusts included'),
      from_deg: quantity('°', 'Where it comes from'),
      up_mps: quantity('m/s', 'Upward part'),
    }),
    tether: part('Between Ground Station and Kite', {
      length_m: quantity('m', 'Out of the Ground Station, unstretched'),
      reel_speed_mps: quantity('m/s', 'Positive when it pays out'),
      tension_kite_n: quantity('N', 'At the Kite'),
      tension_base_n: quantity('N', 'At the Ground Station'),
      base_angle_deg: quantity('°', 'At the base, against the vertical'),
      is_slack: Type.Boolean({ description: 'It carries no tension' }),
      is_cut: Type.Boolean({ description: 'It no longer joins the two' }),
    }),
    power: part('From the supply to the Kite', {
      supply_v: quantity('V', 'Of the Ground Station’s supply'),
      kite_v: quantity('V', 'At the Kite’s end of the tether'),
      tether_a: quantity('A', 'Through the tether'),
      kite_w: quantity('W', 'Drawn by the Kite'),
      tether_loss_w: quantity('W', 'Lost in the tether'),
      kite_battery_percent: quantity('%', 'Charge of the Kite’s backup battery'),
      kite_battery_v: quantity('V', 'Its voltage'),
      ground_station_battery_percent: quantity('%', 'Charge of the Ground Station’s backup battery'),
      ground_station_battery_v: quantity('V', 'Its voltage'),
    }),
    temperature: part('Where it gets warm', {
      air_c: quantity('°C', 'Of the air'),
      motor_c: quantity('°C', 'Of the hottest motor'),
      converter_c: quantity('°C', 'Of the converters'),
      spool_c: quantity('°C', 'Of the spool'),
    }),
    base: Type.Optional(
      part('What the Ground Station stands on; absent while that has never moved', {
        east_m: quantity('m', 'The tether’s exit, east of where it was at the start'),
        north_m: quantity('m', 'North of where it was at the start'),
        up_m: quantity('m', 'Above where it is in still water'),
        east_mps: quantity('m/s', 'Speed to the East'),
        north_mps: quantity('m/s', 'Speed to the North'),
        up_mps: quantity('m/s', 'Speed upwards'),
        heading_deg: quantity('°', 'Clockwise from North, 0 to 360'),
        roll_deg: quantity('°', 'Starboard side down'),
        pitch_deg: quantity('°', 'Bow up'),
        wave_m: quantity('m', 'Elevation of the water at the vessel'),
      }),
    ),
    camera: part('Where it looks, which its gimbal measures with errors of its own', {
      pan_deg: quantity('°', 'Azimuth of the optical axis, clockwise from North, 0 to 360'),
      tilt_deg: quantity('°', 'Below the horizon'),
      roll_deg: quantity('°', 'About the optical axis, clockwise as seen from behind the camera'),
    }),
  },
  {
    $id: 'SimulationTruth',
    description:
      'What is really so, without the errors of sensors. Origin: where the tether leaves the Ground Station.',
  },
);
export type Truth = Static<typeof Truth>;

/** Points of the tether from the Ground Station to the Kite. */
export const TetherShape = Type.Array(place('A point of the tether'), {
  description: 'From the Ground Station to the Kite',
});
export type TetherShape = Static<typeof TetherShape>;
