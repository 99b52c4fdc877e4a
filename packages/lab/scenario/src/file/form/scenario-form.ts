import Type from 'typebox';
import { ExpectationForm } from './expectation-form.ts';
import { dateTime, duration, optional } from './format.ts';
import { ClientForm, InitialForm, StationForm } from './station-form.ts';
import { StepForm } from './step-form.ts';

export const DEFAULT_START = '2026-03-01T09:30:00Z';
export const DEFAULT_SETTLE = '5 s';

/** A client's name: it becomes the name of its token, which others see. */
const CLIENT_NAME_PATTERN = '^[a-z][a-z0-9_]{0,30}$';

/** A scenario file. Checks, the JSON Schema for editors and the reference come from it. */
export const ScenarioForm = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 100, description: 'One line' }),
    description: Type.String({
      minLength: 1,
      maxLength: 5000,
      description: 'Purpose of the scenario, for its readers',
    }),
    family: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Heading in the list of scenarios: the type of fault, or story',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, default: 1, description: 'Seed of the random numbers' }),
    ),
    start: optional(dateTime('Station time at the start, RFC 3339', DEFAULT_START)),
    station: optional(StationForm),
    initial: optional(InitialForm),
    clients: Type.Optional(
      Type.Record(Type.String({ pattern: CLIENT_NAME_PATTERN }), ClientForm, {
        description:
          'Clients of the API by name, the first one flies unless a step says otherwise. Default: `operator`.',
      }),
    ),
    timeline: Type.Array(StepForm, { minItems: 1, description: 'Steps, in their order' }),
    settle: optional(duration('Time of observation after the last step', DEFAULT_SETTLE)),
    expect: Type.Array(ExpectationForm, { minItems: 1, description: 'Expectations' }),
  },
  {
    title: 'Kitestring scenario',
    description: 'A flight with faults and its expected outcome. docs/integrator/scenarios.md explains it.',
    additionalProperties: false,
  },
);
