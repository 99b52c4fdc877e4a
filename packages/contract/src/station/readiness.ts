import Type, { type Static } from 'typebox';
import { FLIGHT_STATES } from '../flight/flight-state.ts';
import { named } from '../schema.ts';
import { PREFLIGHT_CHECKS, PREFLIGHT_STATES, PREFLIGHT_UNITS } from './preflight-checks.ts';

export const ReadinessCheck = named('ReadinessCheck', 'One thing that a take-off needs, as it is now.', {
  check: Type.Enum(PREFLIGHT_CHECKS, {
    description:
      'What is checked. A check of which this system has nothing is not listed: the lids, brake and button without a Rooftop Box, a brake that the settings ignore.',
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
      description: 'Why it is refused: what is wrong, its value and its limit.',
      examples: ['the Kite backup battery must be at least at 50 %, is at 41.5 %'],
    }),
  ),
  value: Type.Optional(
    Type.Number({
      description: 'The figure that is checked, in `unit`; absent while it is unknown.',
      examples: [41.5],
    }),
  ),
  min: Type.Optional(Type.Number({ description: 'Lowest value that passes, in `unit`.', examples: [50] })),
  max: Type.Optional(Type.Number({ description: 'Highest value that passes, in `unit`.', examples: [12] })),
  unit: Type.Optional(
    Type.Enum(PREFLIGHT_UNITS, { description: 'Unit of the figure; absent where there is none.', examples: ['%'] }),
  ),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const Readiness = named(
  'Readiness',
  'Whether a take-off would be accepted now, and everything that decides it.',
  {
    ready: Type.Boolean({
      description:
        'A take-off would be accepted now from whoever may command: the Kite is in `StandBy` and no check refuses. Who is in control is not part of it.',
      examples: [false],
    }),
    flight_state: Type.Enum(FLIGHT_STATES, {
      description: 'As in `flight/state` of the published API. Taking off is possible in `StandBy` alone.',
      examples: ['StandBy'],
    }),
    revision: Type.String({
      description:
        'Changes with the state of a check or of the flight, not with a figure. A signature names the one that was looked at.',
      examples: ['5f3a09c1'],
    }),
    checks: Type.Array(ReadinessCheck, {
      description:
        'In the order a person would put right. The first that refuses is the reason that a take-off is given.',
      examples: [[]],
    }),
  },
);
export type Readiness = Static<typeof Readiness>;
