import type { ErrorCode } from '../errors.ts';
import { Nothing, operation } from '../operation.ts';
import { GroundState, LineOrder, TetherPowerOrder } from './ground-equipment.ts';
import { CONTROLS, READS } from './paths.ts';

const ORDER_ERRORS = [
  'NOT_FITTED',
  'CONTROL_TAKEN',
  'GROUND_ORDER_REFUSED',
  'AIRCRAFT_LINK_DOWN',
] as const satisfies readonly ErrorCode[];

export const getGround = operation({
  ...READS,
  id: 'station.ground',
  path: '/ground',
  summary: 'Winch, tether power and box',
  description:
    'What the ground equipment measures, and which orders it takes. See [ground equipment](../builder/ground-equipment.md).',
  replies: { 200: GroundState },
  replyExample: {
    link: 'Heard',
    name: 'Winch 3',
    line_length: 31.4,
    line_tension: 31,
    line_rate: 0,
    line_orders: ['length', 'stop'],
    line_length_max: 60,
    tether_power_on: true,
    tether_power_switched: true,
    tether_voltage: 385,
    tether_current: 4.2,
    supply: 'Mains',
    kite_in_cradle: false,
  },
});

export const orderLine = operation({
  ...CONTROLS,
  id: 'station.ground.line',
  method: 'POST',
  path: '/ground/line',
  summary: 'Order the winch',
  description:
    '202 means that the winch has accepted. Whether it moves is judged by its length: one that does not is SPOOL_STUCK (10060). In the air no order leaves less tether than the Kite is high. A stop is always possible.',
  body: LineOrder,
  replies: { 202: Nothing },
  errors: [...ORDER_ERRORS, 'AIRCRAFT_FLOWN_ELSEWHERE'],
  examples: [
    { summary: 'To twenty metres', value: { order: 'length', length: 20, rate: 0.5 } },
    { summary: 'Out for five seconds', value: { order: 'rate', rate: 0.5, duration: 5 } },
    { summary: 'Ten newtons', value: { order: 'tension', tension: 10 } },
    { summary: 'Stop', value: { order: 'stop' } },
  ],
});

export const setTetherPower = operation({
  ...CONTROLS,
  id: 'station.ground.tether_power',
  method: 'POST',
  path: '/ground/tether-power',
  summary: 'Switch the power of the tether',
  description: 'Only in `StandBy`: a Kite in the air would fly on its battery.',
  body: TetherPowerOrder,
  replies: { 202: Nothing },
  errors: [...ORDER_ERRORS, 'WRONG_FLIGHT_STATE'],
  examples: [{ summary: 'On', value: { on: true } }],
});
