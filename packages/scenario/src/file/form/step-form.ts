import { PAYLOADS } from '@kitestring/contract/sim/controls.ts';
import { FAULT_TYPES, FAULTS, type FaultType } from '@kitestring/contract/sim/faults.ts';
import Type from 'typebox';
import { ERROR_CODES } from '../../condition/contract-name.ts';
import { CommandForm } from './command-form.ts';
import { chosenBy, clientName, condition, duration, faultName, moment, optional, stepName } from './format.ts';
import { BASE, WIND } from './station-form.ts';

/** Trigger of a step. Absent: right after the previous step. */
const trigger = {
  name: optional(stepName('By which expectations and later steps refer to it')),
  at: optional(duration('This long after the timeline began')),
  after: optional(moment('When the named step has happened, or so long after it')),
  wait: optional(duration('This long after the step before')),
  when: optional(condition('As soon as this holds')),
  within: optional(duration('How long `when` may take before the scenario has failed', '2 min')),
};

const AnswerForm = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the answer' })),
    code: Type.Optional(Type.Enum(ERROR_CODES, { description: 'Code of the error' })),
    message: Type.Optional(Type.String({ minLength: 1, description: 'Text that its message must contain' })),
  },
  { description: 'What must be answered. Without it any 2xx.', additionalProperties: false },
);

const commandStep = Type.Object(
  {
    ...trigger,
    do: CommandForm,
    as: optional(clientName('Client that asks. Default: the first one')),
    expect: optional(AnswerForm),
  },
  chosenBy('do'),
);

const faultStep = (type: FaultType) => {
  const definition = FAULTS[type];
  return Type.Object(
    {
      ...trigger,
      fault: Type.Literal(type, { description: definition.summary }),
      duration: optional(duration('How long it lasts. Until it is cleared when absent')),
      ...('severity' in definition && {
        severity: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 1, description: definition.severity })),
      }),
      parameters: Type.Optional({
        ...definition.parameters,
        description: 'Figures of the fault',
        additionalProperties: false,
      }),
      expect: optional(
        Type.Object(
          {
            refused: Type.String({ minLength: 1, description: 'Text that the reason must contain' }),
          },
          { description: 'The fault contradicts the state and must be refused', additionalProperties: false },
        ),
      ),
    },
    { ...chosenBy('fault'), description: `${definition.summary} ${definition.effect}` },
  );
};

const ownStep = <P extends Parameters<typeof Type.Object>[0]>(key: string, properties: P) =>
  Type.Object({ ...trigger, ...properties }, chosenBy(key));

const simpleSteps = [
  ownStep('clear', { clear: faultName('Name of the fault’s step; `all` clears every fault') }),
  ownStep('wind', {
    wind: Type.Object(WIND, { description: 'Another wind, at once', additionalProperties: false }),
  }),
  ownStep('base', {
    base: Type.Object(BASE, {
      description: 'Another sea, another speed or heading of what carries the Ground Station',
      additionalProperties: false,
    }),
  }),
  ownStep('payload', {
    payload: Type.Object(
      {
        camera_model: Type.Optional(Type.Enum([...PAYLOADS], { description: 'The camera that is attached, if any' })),
        online: Type.Optional(Type.Boolean({ description: 'Whether it is powered' })),
      },
      { description: 'Another camera or none, or its power', additionalProperties: false },
    ),
  }),
  ownStep('safety_land_button', {
    safety_land_button: Type.Enum(['pressed', 'released'], { description: 'The external button' }),
  }),
  ownStep('parking_brake', {
    parking_brake: Type.Enum(['engaged', 'disengaged'], { description: 'The vehicle’s brake' }),
  }),
  ownStep('reboot', { reboot: duration('The Ground Station’s computer restarts and is away for so long') }),
];

const plainSteps = [commandStep, ...FAULT_TYPES.map(faultStep), ...simpleSteps];

/** A step without action: a named milestone, or a wait. */
const milestone = Type.Object(trigger, {
  additionalProperties: false,
  description: 'Nothing is done: a moment to wait for',
});

const repeatStep = Type.Object(
  {
    repeat: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'How often `steps` are done, one round after the other',
    }),
    steps: Type.Array(Type.Union([...plainSteps, milestone]), { minItems: 1, description: 'The steps of one round' }),
  },
  chosenBy('repeat'),
);

export const StepForm = Type.Union([...plainSteps, repeatStep, milestone], { description: 'One step of the timeline' });
