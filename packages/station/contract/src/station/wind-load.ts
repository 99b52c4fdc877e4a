import Type, { type Static } from 'typebox';
import { operation } from '../operation.ts';
import { named, Quantity } from '../schema.ts';
import { READS } from './paths.ts';

const ageS = (of: string) =>
  Type.Optional(
    Quantity(`Time since the measurement of ${of}, seconds of station time. Absent before the first.`, 0.05, {
      minimum: 0,
    }),
  );

export const MeasuredWindLoad = named(
  'MeasuredWindLoad',
  'Wind and load of the tether as the aircraft measures them, with the limits of the station. After a loss of data the last values stay, with their age.',
  {
    wind_speed: Type.Optional(
      Quantity('Wind at the Kite, metres per second, as estimated on board; on the ground measured.', 6.2, {
        minimum: 0,
      }),
    ),
    wind_from: Type.Optional(
      Quantity(
        'Direction that it comes from, degrees clockwise from North. Absent on the ground and in calm air.',
        271,
        { minimum: 0, exclusiveMaximum: 360 },
      ),
    ),
    wind_age_s: ageS('the wind'),
    wind_speed_warn: Quantity('Wind above which it counts as high, metres per second.', 12),
    wind_speed_descend: Quantity('Wind above which the Kite descends, metres per second.', 14),
    tether_tension: Type.Optional(
      Quantity('Tension of the tether at the Ground Station, newtons. Absent if it is not measured.', 31),
    ),
    tether_angle: Type.Optional(
      Quantity(
        'Angle of the tether at the Ground Station to the vertical, degrees. Absent if it is not measured or the tension is too small for it.',
        8.5,
      ),
    ),
    tether_age_s: ageS('the tether'),
    tether_angle_warn: Quantity('Angle of the tether above which the wind counts as high, degrees.', 15),
    tether_angle_descend: Quantity('Angle of the tether above which the Kite descends, degrees.', 20),
  },
);
export type MeasuredWindLoad = Static<typeof MeasuredWindLoad>;

export const getWindLoad = operation({
  ...READS,
  id: 'station.wind',
  path: '/wind',
  summary: 'Wind, and load of the tether',
  description:
    'Measurements of the aircraft, with their errors, of a simulated one too. The station judges the wind by means of 10 s, the angle of the tether by means of 5 s.',
  replies: { 200: MeasuredWindLoad },
  replyExample: {
    wind_speed: 6.2,
    wind_from: 271,
    wind_age_s: 0.05,
    wind_speed_warn: 12,
    wind_speed_descend: 14,
    tether_tension: 31,
    tether_angle: 8.5,
    tether_age_s: 0.05,
    tether_angle_warn: 15,
    tether_angle_descend: 20,
  },
});
