import type { Truth } from '@kitestring/contract/sim/truth.ts';
import type { Field } from './field.ts';
import type { Unit } from './unit.ts';

const number = (unit: Unit, description: string, read: (truth: Truth) => number | undefined): Field => ({
  kind: 'number',
  part: 'truth',
  unit,
  description,
  read: ({ truth }) => read(truth),
});

const flag = (description: string, read: (truth: Truth) => boolean): Field => ({
  kind: 'flag',
  part: 'truth',
  description,
  read: ({ truth }) => read(truth),
});

/** True state of the simulated world, without sensor errors. */
export const TRUTH_FIELDS: Readonly<Record<string, Field>> = {
  'truth.altitude': number('m', 'Height of the Kite', ({ position }) => position.up_m),
  'truth.east': number('m', 'East of the Ground Station', ({ position }) => position.east_m),
  'truth.north': number('m', 'North of the Ground Station', ({ position }) => position.north_m),
  'truth.drift': number('m', 'Horizontal distance from the Ground Station', ({ position }) =>
    Math.hypot(position.east_m, position.north_m),
  ),
  'truth.climb_rate': number('m/s', 'Climb rate, positive up', ({ velocity }) => velocity.up_mps),
  'truth.heading': number('deg', 'Heading of the Kite, from North', (truth) => truth.heading_deg),
  'truth.lean': number('deg', 'Tilt of the airframe against the horizon', (truth) => truth.lean_deg),
  'truth.thrust': number('%', 'Thrust, of the maximum', (truth) => truth.thrust_share * 100),
  'truth.wind': number('m/s', 'Wind at the Kite, gusts included', ({ wind }) => wind.speed_mps),
  'truth.tension': number('N', 'Tension of the tether at the Ground Station', ({ tether }) => tether.tension_base_n),
  'truth.kite_tension': number('N', 'Tension of the tether at the Kite', ({ tether }) => tether.tension_kite_n),
  'truth.tether_length': number('m', 'Tether paid out, unstretched', ({ tether }) => tether.length_m),
  'truth.tether_angle': number(
    'deg',
    'Angle of the tether at the base, against the vertical',
    ({ tether }) => tether.base_angle_deg,
  ),
  'truth.kite_voltage': number('V', 'Voltage at the Kite’s end of the tether', ({ power }) => power.kite_v),
  'truth.tether_current': number('A', 'Current through the tether', ({ power }) => power.tether_a),
  'truth.kite_power': number('W', 'Power drawn by the Kite', ({ power }) => power.kite_w),
  'truth.kite_battery': number('%', 'Charge of the Kite’s battery', ({ power }) => power.kite_battery_percent),
  'truth.gs_battery': number(
    '%',
    'Charge of the Ground Station’s battery',
    ({ power }) => power.ground_station_battery_percent,
  ),
  'truth.air_temperature': number('C', 'Temperature of the air', ({ temperature }) => temperature.air_c),
  'truth.motor_temperature': number('C', 'Temperature of the hottest motor', ({ temperature }) => temperature.motor_c),
  'truth.spool_temperature': number('C', 'Temperature of the spool', ({ temperature }) => temperature.spool_c),
  'truth.base_speed': number('m/s', 'Ground speed of the Ground Station', ({ base }) =>
    base === undefined ? 0 : Math.hypot(base.east_mps, base.north_mps),
  ),
  'truth.base_heading': number('deg', 'Heading of the Ground Station, from North', ({ base }) => base?.heading_deg),
  'truth.base_heave': number(
    'm',
    'Heave of the tether exit above its position in still water',
    ({ base }) => base?.up_m ?? 0,
  ),
  'truth.base_roll': number('deg', 'Roll of the Ground Station, starboard down', ({ base }) => base?.roll_deg ?? 0),
  'truth.base_pitch': number('deg', 'Pitch of the Ground Station, bow up', ({ base }) => base?.pitch_deg ?? 0),
  'truth.on_ground': flag('The Kite is on the ground', (truth) => truth.is_on_ground),
  'truth.crashed': flag('Touched down too fast, or outside its cradle', (truth) => truth.has_crashed),
  'truth.tether_slack': flag('The tether is slack', ({ tether }) => tether.is_slack),
  'truth.tether_cut': flag('The tether is cut', ({ tether }) => tether.is_cut),
};
