import { PAYLOADS } from '@kitestring/station-contract/sim/controls.ts';
import { FAULT_TYPES, FAULTS, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { WIRE_FAULT_REQUESTS } from '@kitestring/station-contract/sim/wire-fault.ts';
import { REACHED_OPERATIONS } from '@kitestring/station-contract/sim/wire-fault-reach.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS, type WireFaultType } from '@kitestring/station-contract/sim/wire-faults.ts';
import Type from 'typebox';
import { ERROR_CODES } from '../../condition/contract-name.ts';
import { CommandForm } from './command-form.ts';
import { keywords } from './form-keywords.ts';
import {
  chosenBy,
  clientName,
  condition,
  duration,
  faultName,
  moment,
  optional,
  snapshotName,
  stepName,
} from './format.ts';
import { BASE, WEATHER, WIND } from './station-form.ts';

/** Trigger of a step. Absent: right after the previous step. */
const trigger = {
  name: optional(stepName('By which expectations and later steps refer to it')),
  at: optional(duration('Time after the start of the timeline')),
  after: optional(moment('When the named step has happened, or so long after it')),
  wait: optional(duration('Time after the previous step')),
  when: optional(condition('As soon as this condition is true')),
  within: optional(duration('Maximum time for `when`, after which the scenario has failed', '2 min')),
};

const AnswerForm = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the answer' })),
    code: Type.Optional(Type.Enum(ERROR_CODES, { description: 'Code of the error' })),
    message: Type.Optional(Type.String({ minLength: 1, description: 'Text that its message must contain' })),
    none: Type.Optional(
      Type.Boolean({ description: 'Whether no answer must arrive: the connection breaks, or nothing comes in time' }),
    ),
  },
  { description: 'Expected reply. By default any 2xx.', additionalProperties: false },
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
      duration: optional(duration('Duration. By default until it is cleared')),
      ...('severity' in definition && {
        severity: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 1, description: definition.severity })),
      }),
      parameters: Type.Optional({
        ...definition.parameters,
        description: 'Parameters of the fault',
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

/** A fault between the station and its clients, with the texts and limits of the controls. */
const wireFaultStep = (type: WireFaultType) => {
  const { summary, effect } = WIRE_FAULTS[type];
  const { type: _, duration: __, operation, ...selection } = WIRE_FAULT_REQUESTS[type].properties;
  return Type.Object(
    {
      ...trigger,
      wire_fault: Type.Literal(type, { description: summary }),
      ...(operation !== undefined && {
        operation: Type.Optional(
          Type.Enum([...REACHED_OPERATIONS], { description: keywords(operation).description ?? '' }),
        ),
      }),
      ...selection,
      duration: optional(duration('How long it lasts. Until its count, or until it is cleared, when absent')),
    },
    { ...chosenBy('wire_fault'), description: `${summary} ${effect}` },
  );
};

const ownStep = <P extends Parameters<typeof Type.Object>[0]>(key: string, properties: P) =>
  Type.Object({ ...trigger, ...properties }, chosenBy(key));

const simpleSteps = [
  ownStep('clear', { clear: faultName('Name of the fault’s step; `all` clears every fault') }),
  ownStep('wind', {
    wind: Type.Object(WIND, { description: 'Another wind, at once', additionalProperties: false }),
  }),
  ownStep('weather', {
    weather: Type.Object(WEATHER, {
      description: 'Another weather, or another hour of the sun, in the camera’s picture',
      additionalProperties: false,
    }),
  }),
  ownStep('base', {
    base: Type.Object(BASE, {
      description: 'Another sea state, or another speed or heading of the vehicle or vessel',
      additionalProperties: false,
    }),
  }),
  ownStep('payload', {
    payload: Type.Object(
      {
        camera_model: Type.Optional(Type.Enum([...PAYLOADS], { description: 'Attached camera, or none' })),
        online: Type.Optional(Type.Boolean({ description: 'Whether it is powered' })),
      },
      { description: 'Another camera, no camera, or its power', additionalProperties: false },
    ),
  }),
  ownStep('safety_land_button', {
    safety_land_button: Type.Enum(['pressed', 'released'], { description: 'The external button' }),
  }),
  ownStep('parking_brake', {
    parking_brake: Type.Enum(['engaged', 'disengaged'], { description: 'The vehicle’s brake' }),
  }),
  ownStep('snapshot', { snapshot: stepName('Keeps the whole station as it is now under this name') }),
  ownStep('reset', {
    reset: snapshotName(
      'Name of a snapshot that an earlier step takes: the station returns to it, the timeline continues',
    ),
  }),
  ownStep('reboot', { reboot: duration('The computer of the Ground Station restarts and is offline for this time') }),
];

const plainSteps = [commandStep, ...FAULT_TYPES.map(faultStep), ...WIRE_FAULT_TYPES.map(wireFaultStep), ...simpleSteps];

/** A step without action: a named milestone, or a wait. */
const milestone = Type.Object(trigger, {
  additionalProperties: false,
  description: 'No action: a named moment to refer to',
});

const repeatStep = Type.Object(
  {
    repeat: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Number of repetitions of `steps`',
    }),
    steps: Type.Array(Type.Union([...plainSteps, milestone]), { minItems: 1, description: 'The repeated steps' }),
  },
  chosenBy('repeat'),
);

export const StepForm = Type.Union([...plainSteps, repeatStep, milestone], { description: 'One step of the timeline' });
