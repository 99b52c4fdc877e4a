import Type, { type Static } from 'typebox';
import { named, OneOf, Quantity, Text, YesNo } from '../schema.ts';

const GROUND_LINKS = ['Heard', 'Lost', 'NotHeard'] as const;
const LINE_ORDER_NAMES = ['length', 'rate', 'tension', 'stop'] as const;
const SUPPLY_SOURCES = ['Mains', 'Generator', 'Battery', 'None'] as const;

/** Longest line of a tethered multirotor, metres, and more. */
const LINE_MAX_M = 1000;
const RATE_MAX_MPS = 20;
const TENSION_MAX_N = 5000;
/** Longest movement at a rate, seconds. */
const DURATION_MAX_S = 60;

export const GroundState = named(
  'GroundState',
  'Winch, tether power and box as they are measured. A part that is not fitted, and a value that is not measured, is absent.',
  {
    link: Type.Optional(
      OneOf(
        GROUND_LINKS,
        'Link to ground equipment that is not the aircraft’s own. Absent where no such equipment is connected.',
        'Heard',
      ),
    ),
    name: Type.Optional(Text('The equipment, as it calls itself.', 'Winch 3')),
    line_length: Type.Optional(Quantity('Length of tether paid out, metres.', 31.4)),
    line_tension: Type.Optional(Quantity('Tension of the tether at the winch, newtons.', 31)),
    line_rate: Type.Optional(Quantity('Rate of the tether, metres per second, positive out.', 0.5)),
    line_orders: Type.Optional(
      Type.Array(OneOf(LINE_ORDER_NAMES, 'Kind of order.', 'length'), {
        description: 'Orders that the winch takes. Empty where it takes none. Absent without a winch that is measured.',
      }),
    ),
    line_length_max: Type.Optional(Quantity('Longest length of the winch, metres.', 60)),
    line_rate_max: Type.Optional(Quantity('Fastest rate of the winch, metres per second.', 1.5)),
    line_tension_max: Type.Optional(Quantity('Highest tension of the winch, newtons.', 80)),
    tether_power_on: Type.Optional(YesNo('The tether is under power.', true)),
    tether_power_switched: Type.Optional(YesNo('It is switched by order.', true)),
    tether_voltage: Type.Optional(Quantity('Voltage into the tether, volts.', 385)),
    tether_current: Type.Optional(Quantity('Current into the tether, amperes.', 4.2)),
    tether_power_temperature: Type.Optional(Quantity('Temperature of the converter, degrees Celsius.', 41)),
    supply: Type.Optional(OneOf(SUPPLY_SOURCES, 'Source of the power.', 'Mains')),
    supply_voltage: Type.Optional(Quantity('Voltage of the supply, volts.', 230)),
    kite_in_cradle: Type.Optional(YesNo('The Kite is in its cradle, by its switch.', true)),
    spool_temperature: Type.Optional(Quantity('Temperature of the spool, degrees Celsius.', 35)),
  },
);
export type GroundState = Static<typeof GroundState>;

export const LineOrder = named('LineOrder', 'An order to the winch, with the figures that its kind needs.', {
  order: OneOf(
    LINE_ORDER_NAMES,
    '`length` pays out or reels in to `length`, `rate` moves at `rate` for `duration`, `tension` keeps `tension` and lets the tether follow the Kite, `stop` ends any movement.',
    'length',
  ),
  length: Type.Optional(Quantity('Length that is to be out, metres.', 20, { minimum: 0, maximum: LINE_MAX_M })),
  rate: Type.Optional(
    Quantity('Metres per second, positive out. With `length` its size; absent there: that of the winch.', 0.5, {
      minimum: -RATE_MAX_MPS,
      maximum: RATE_MAX_MPS,
    }),
  ),
  duration: Type.Optional(
    Quantity('Seconds, after which the station stops the winch.', 5, { exclusiveMinimum: 0, maximum: DURATION_MAX_S }),
  ),
  tension: Type.Optional(Quantity('Newtons.', 10, { minimum: 0, maximum: TENSION_MAX_N })),
});
export type LineOrder = Static<typeof LineOrder>;

export const TetherPowerOrder = named('TetherPowerOrder', 'Power of the tether.', {
  on: YesNo('Whether it is to be on.', true),
});
