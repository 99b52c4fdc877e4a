import Type, { type Static } from 'typebox';
import { FLIGHT_STATES } from '../flight/flight-state.ts';
import { named, OneOf, Quantity, Text, YesNo } from '../schema.ts';
import { PREFLIGHT_CHECKS, PREFLIGHT_STATES, PREFLIGHT_UNITS } from './preflight-checks.ts';

export const ReadinessCheck = named('ReadinessCheck', 'One preflight check and its state.', {
  check: OneOf(
    PREFLIGHT_CHECKS,
    'Name of the check. Checks that do not apply are not listed: lids, brake and button without a Rooftop Box, a brake that the settings ignore.',
    'kite_battery',
  ),
  state: OneOf(
    PREFLIGHT_STATES,
    '`ok`; `refuses`: a take-off is refused with `code` and `message`; `unknown`: not measured, which refuses nothing.',
    'refuses',
  ),
  code: Type.Optional(Text('Error code with which a take-off is refused.', 'BATTERY_NOT_READY')),
  message: Type.Optional(
    Text(
      'Reason of the refusal with value and limit.',
      'the Kite backup battery must be charged to at least 50 %, is at 41.5 %',
    ),
  ),
  value: Type.Optional(Quantity('The checked value, in `unit`; absent while unknown.', 41.5)),
  min: Type.Optional(Quantity('Lowest value that passes, in `unit`.', 50)),
  max: Type.Optional(Quantity('Highest value that passes, in `unit`.', 12)),
  unit: Type.Optional(OneOf(PREFLIGHT_UNITS, 'Unit of the value; absent if it has none.', '%')),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const Readiness = named('Readiness', 'Whether a take-off would be accepted now, with all checks.', {
  ready: YesNo(
    'A take-off would be accepted now from a client that may command: the Kite is in `StandBy` and no check refuses. Control is not considered.',
    false,
  ),
  flight_state: OneOf(
    FLIGHT_STATES,
    'As in `flight/state` of the published API. Take-off is possible in `StandBy` only.',
    'StandBy',
  ),
  revision: Text(
    'Changes with the state of a check or of the flight, not with a value. A signature names the reviewed revision.',
    '5f3a09c1',
  ),
  checks: Type.Array(ReadinessCheck, {
    description:
      'In the order in which to fix them. The first that refuses is the reason given for a refused take-off.',
    examples: [[]],
  }),
});
export type Readiness = Static<typeof Readiness>;
