import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Timestamp } from '../schema.ts';

export const quantity = (unit: string, description: string) =>
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
    position: place('Position of the Kite'),
    velocity: part('Ground speed of the Kite', {
      east_mps: quantity('m/s', 'East'),
      north_mps: quantity('m/s', 'North'),
      up_mps: quantity('m/s', 'Up'),
    }),
    heading_deg: quantity('°', 'Heading of the Kite, clockwise from North, 0 to 360'),
    lean_deg: quantity('°', 'Tilt of the airframe against the horizon'),
    is_on_ground: Type.Boolean({ description: 'Whether it touches the ground or its cradle' }),
    has_crashed: Type.Boolean({ description: 'Whether it touched down too fast, or outside its cradle' }),
    rotor_thrust_n: Type.Array(Type.Number(), { description: 'Thrust of each rotor, N' }),
    thrust_share: quantity('0 to 1', 'Thrust as a fraction of the maximum'),
    wind: part('Wind at the Kite', {
      speed_mps: quantity('m/s', 'Speed, turbulence and gusts included'),
      from_deg: quantity('°', 'Direction it comes from'),
      up_mps: quantity('m/s', 'Vertical component, positive up'),
    }),
    tether: part('Tether between Ground Station and Kite', {
      length_m: quantity('m', 'Length paid out, unstretched'),
      reel_speed_mps: quantity('m/s', 'Reel speed, positive when it pays out'),
      tension_kite_n: quantity('N', 'Tension at the Kite'),
      tension_base_n: quantity('N', 'Tension at the Ground Station'),
      base_angle_deg: quantity('°', 'Angle at the base, against the vertical'),
      is_slack: Type.Boolean({ description: 'Whether it carries no tension' }),
      is_cut: Type.Boolean({ description: 'Whether it is cut' }),
    }),
    power: part('Power from the supply to the Kite', {
      supply_v: quantity('V', 'Voltage of the Ground Station’s supply'),
      kite_v: quantity('V', 'Voltage at the Kite’s end of the tether'),
      tether_a: quantity('A', 'Current through the tether'),
      kite_w: quantity('W', 'Power drawn by the Kite'),
      tether_loss_w: quantity('W', 'Power lost in the tether'),
      kite_battery_percent: quantity('%', 'Charge of the Kite’s backup battery'),
      kite_battery_v: quantity('V', 'Voltage of the Kite’s backup battery'),
      ground_station_battery_percent: quantity('%', 'Charge of the Ground Station’s backup battery'),
      ground_station_battery_v: quantity('V', 'Voltage of the Ground Station’s backup battery'),
    }),
    temperature: part('Temperatures', {
      air_c: quantity('°C', 'Air'),
      motor_c: quantity('°C', 'Hottest motor'),
      converter_c: quantity('°C', 'Converters'),
      spool_c: quantity('°C', 'Spool'),
    }),
    base: Type.Optional(
      part('The base of the Ground Station; absent while it has never moved', {
        east_m: quantity('m', 'East displacement of the tether exit since the start'),
        north_m: quantity('m', 'North displacement since the start'),
        up_m: quantity('m', 'Height above its position in still water'),
        east_mps: quantity('m/s', 'Speed to the East'),
        north_mps: quantity('m/s', 'Speed to the North'),
        up_mps: quantity('m/s', 'Speed upwards'),
        heading_deg: quantity('°', 'Heading, clockwise from North, 0 to 360'),
        roll_deg: quantity('°', 'Roll, positive starboard side down'),
        pitch_deg: quantity('°', 'Pitch, positive bow up'),
        wave_m: quantity('m', 'Elevation of the water at the vessel'),
      }),
    ),
    camera: part('True direction of the camera, which its gimbal measures with errors', {
      pan_deg: quantity('°', 'Azimuth of the optical axis, clockwise from North, 0 to 360'),
      tilt_deg: quantity('°', 'Optical axis below the horizon'),
      roll_deg: quantity('°', 'Rotation about the optical axis, clockwise as seen from behind the camera'),
    }),
  },
  {
    $id: 'SimulationTruth',
    description:
      'True state of the simulation, without sensor errors. Origin: where the tether leaves the Ground Station.',
  },
);
export type Truth = Static<typeof Truth>;

/** Points of the tether from the Ground Station to the Kite. */
export const TetherShape = Type.Array(place('A point of the tether'), {
  description: 'Points from the Ground Station to the Kite',
});
export type TetherShape = Static<typeof TetherShape>;
