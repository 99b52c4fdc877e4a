import Type, { type Static } from 'typebox';
import { operation } from '../operation.ts';
import { named, Quantity } from '../schema.ts';
import { READS } from './paths.ts';

const left = (of: string) =>
  Type.Optional(
    Quantity(
      `Time until the ${of} is empty, seconds, if it goes on to lose charge as in the last \`time_left_from_s\` seconds. Absent while it loses none.`,
      1260,
      { minimum: 0 },
    ),
  );

export const Instruments = named(
  'Instruments',
  'Readings of the aircraft that no published state has, and the times that the station computes of them.',
  {
    kite_tilt: Type.Optional(
      Quantity('Tilt of the airframe: angle of its vertical axis to the vertical, degrees. Absent without data.', 3.5, {
        minimum: 0,
      }),
    ),
    kite_tilt_max: Quantity('Tilt above which the Kite makes a safety landing, degrees.', 35),
    kite_battery_left_s: left('backup battery of the Kite'),
    gs_battery_left_s: left('supply of the Ground Station'),
    time_left_from_s: Quantity('Span over which the loss of charge is measured, seconds.', 120),
    link_lost_percent: Type.Optional(
      Quantity('Data of the Kite that were lost, percent, mean of 5 s. Absent without data.', 0, {
        minimum: 0,
        maximum: 100,
      }),
    ),
    link_delay_s: Type.Optional(
      Quantity('Delay of the data of the Kite, seconds, mean of 5 s. Absent without data.', 0.02, { minimum: 0 }),
    ),
  },
);
export type Instruments = Static<typeof Instruments>;

export const getInstruments = operation({
  ...READS,
  id: 'station.instruments',
  path: '/instruments',
  summary: 'Attitude, time left and link',
  description:
    'Measurements of the aircraft, of a simulated one with their errors. Charge may fall faster than in the span that was measured: in wind, with age and in cold.',
  replies: { 200: Instruments },
  replyExample: {
    kite_tilt: 3.5,
    kite_tilt_max: 35,
    kite_battery_left_s: 1260,
    time_left_from_s: 120,
    link_lost_percent: 0,
    link_delay_s: 0.02,
  },
});
