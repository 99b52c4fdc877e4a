import Type, { type Static } from 'typebox';
import { named, Quantity, Timestamp, YesNo } from '../schema.ts';
import { LastKnown, PendingLanding } from './pending-landing.ts';

export const FlightTotals = named('FlightTotals', 'Figures of the current flight, or of the last one.', {
  in_flight: YesNo('Whether the Kite is in the air.', true),
  began_time: Type.Optional(
    Timestamp(
      'When the motors started, in station time. Absent before the first flight, and when the Ground Station was started with the Kite in the air.',
    ),
  ),
  flight_s: Type.Optional(
    Quantity('Flight time of the current flight, or of the last one, seconds of station time.', 754.2, { minimum: 0 }),
  ),
  altitude_max: Type.Optional(Quantity('Maximum height of the current flight, or of the last one, metres.', 42.3)),
  tether_out: Type.Optional(
    Quantity('Length of tether paid out, metres. Absent if it is not measured.', 31.4, { minimum: 0 }),
  ),
  tether_twist: Type.Optional(
    Quantity('Twist of the tether, turns, positive clockwise. Absent before the first data of the Kite.', -1.25),
  ),
  tether_twist_max: Quantity('Tether twist limit, turns: beyond it only unwinding is permitted.', 10),
  last_known: Type.Optional(LastKnown),
  pending_landing: Type.Optional(PendingLanding),
});
export type FlightTotals = Static<typeof FlightTotals>;

export const Trends = named('Trends', 'Readings of the last hours, one of each period, oldest first.', {
  end_time: Timestamp('End of the last period, in station time.'),
  period_s: Quantity('Length of a period, seconds.', 10),
  altitude: series('Altitude at the end of each period, metres.', 20.1),
  altitude_target: series('Target altitude at the end of each period, metres.', 20),
  wind_max: series('Highest wind at the Kite in each period, metres per second; the Kite measures it in the air.', 6.2),
  tension_max: series('Highest tension of the tether in each period, newtons.', 31),
  kite_battery: series('Kite backup battery at the end of each period, %.', 100),
  gs_battery: series('Ground Station battery at the end of each period, %.', 98),
});
export type Trends = Static<typeof Trends>;

function series(description: string, example: number) {
  return Type.Array(Type.Union([Type.Number(), Type.Null()]), {
    description: `${description} Null where not known.`,
    examples: [[null, example]],
  });
}
