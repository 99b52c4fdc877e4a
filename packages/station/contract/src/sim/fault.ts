import Type, { type Static } from 'typebox';
import { OneOf, Timestamp } from '../schema.ts';
import { FAULT_TYPES, FAULTS, type FaultType } from './faults.ts';

const timing = {
  at: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400, default: 0, description: 'Time until it starts, s' })),
  duration: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'Duration, s. When absent, until it is cleared; a gust has its own duration.',
    }),
  ),
};

const severity = (meaning: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 1, description: meaning }));

const requestSchema = (type: FaultType) => {
  const { summary, parameters, ...rest } = FAULTS[type];
  return Type.Object(
    {
      type: Type.Literal(type, { description: 'The fault' }),
      ...timing,
      ...('severity' in rest && { severity: severity(rest.severity) }),
      parameters: Type.Optional({ ...parameters, description: 'Its parameters', additionalProperties: false }),
    },
    { description: summary, additionalProperties: false },
  );
};

/** Request for a fault: one schema per type, because each has its own parameters. */
export const FAULT_REQUESTS = Object.fromEntries(FAULT_TYPES.map((type) => [type, requestSchema(type)])) as Readonly<
  Record<FaultType, ReturnType<typeof requestSchema>>
>;

/** A fault as requested. Times are seconds of station time from now. */
export interface FaultRequest {
  readonly type: FaultType;
  readonly at?: number;
  readonly duration?: number;
  readonly severity?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
}

const FAULT_STATUSES = ['scheduled', 'active', 'expired', 'cleared', 'impossible'] as const;

/** An injected fault and its status. */
export const FaultState = Type.Object(
  {
    id: Type.String({ description: 'Id of this fault, counted from `1`' }),
    type: OneOf([...FAULT_TYPES], 'Type of the fault'),
    status: OneOf(
      FAULT_STATUSES,
      '`scheduled` its time has not come; `active` now; `expired` its duration is over; `cleared` by request; `impossible` the state did not allow it at its time, see `reason`',
    ),
    reason: Type.Optional(Type.String({ description: 'Reason for which it was impossible, or cannot be cleared yet' })),
    begin_time: Type.Optional(Timestamp('Start. Absent if it never started.')),
    end_time: Type.Optional(Timestamp('End.')),
    severity: Type.Number({ minimum: 0, maximum: 1, description: '1 for faults without degrees' }),
    parameters: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
      description: 'All parameters, defaults included',
    }),
  },
  { $id: 'FaultState', description: 'An injected fault and its status.' },
);
export type FaultState = Static<typeof FaultState>;
