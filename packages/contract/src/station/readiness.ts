import Type, { type Static } from 'typebox';
import { FLIGHT_STATES } from '../flight/flight-state.ts';
import { named } from '../schema.ts';
import { PREFLIGHT_CHECKS, PREFLIGHT_STATES, PREFLIGHT_UNITS } from './preflight-checks.ts';

export const ReadinessCheck = named('ReadinessCheck', 'One preflight check and its state.', {
  check: Type.Enum(PREFLIGHT_CHECKS, {
    description:
      'Name of the check. Checks that do not apply are not listed: lids, brake and button without a Rooftop Box, a brake that the settings ignore.',
    examples: ['kite_battery'],
  }),
  state: Type.Enum(PREFLIGHT_STATES, {
    description:
      '`ok`; `refuses`: a take-off is refused with `code` and `message`; `unknown`: not measured, which refuses nothing.',
    examples: ['refuses'],
  }),
  code: Type.Optional(
    Type.String({ description: 'Error code with which a take-off is refused.', examples: ['BATTERY_NOT_READY'] }),
  ),
  message: Type.Optional(
    Type.String({
      description: 'Reason of the refusal with value and limit.',
      examples: ['the Kite backup battery must be charged to at least 50 %, is at 41.5 %'],
    }),
  ),
  value: Type.Optional(
    Type.Number({
      description: 'The checked value, in `unit`; absent while unknown.',
      examples: [41.5],
    }),
  ),
  min: Type.Optional(Type.Number({ description: 'Lowest value that passes, in `unit`.', examples: [50] })),
  max: Type.Optional(Type.Number({ description: 'Highest value that passes, in `unit`.', examples: [12] })),
  unit: Type.Optional(
    Type.Enum(PREFLIGHT_UNITS, { description: 'Unit of the value; absent if it has none.', examples: ['%'] }),
  ),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const Readiness = named('Readiness', 'Whether a take-off would be accepted now, with all checks.', {
  ready: Type.Boolean({
    description:
      'A take-off would be accepted now from a client that may command: the Kite is in `StandBy` and no check refuses. Control is not considered.',
    examples: [false],
  }),
  flight_state: Type.Enum(FLIGHT_STATES, {
    description: 'As in `flight/state` of the published API. Take-off is possible in `StandBy` only.',
    examples: ['StandBy'],
  }),
  revision: Type.String({
    description:
      'Changes with the state of a check or of the flight, not with a value. A signature names the reviewed revision.',
    examples: ['5f3a09c1'],
  }),
  checks: Type.Array(ReadinessCheck, {
    description:
      'In the order in which to fix them. The first that refuses is the reason given for a refused take-off.',
    examples: [[]],
  }),
});
export type Readiness = Static<typeof Readiness>;
