import Type from 'typebox';
import { FIELD_NAMES, fieldNamed } from '../../condition/field.ts';
import { chosenBy, condition, count, duration, moment, notification, optional } from './format.ts';

const why = Type.Optional(Type.String({ minLength: 1, description: 'The reason, shown with a failure' }));

const span = {
  while: optional(condition('Evaluated only while this is true')),
  from: optional(moment('Judged from here on. Default: the beginning')),
  until: optional(moment('Judged up to here. Default: the end')),
  why,
};

const STATE_FIELDS = FIELD_NAMES.filter((name) => fieldNamed(name)?.kind === 'state');

const eventually = Type.Object(
  {
    within: duration('Maximum time'),
    of: moment('From when the time counts'),
    that: condition('Condition that must become true'),
    stays: optional(duration('Time for which it must stay true. Default: one sample')),
    why,
  },
  { ...chosenBy('that'), description: 'A condition becomes true in time' },
);

const always = Type.Object(
  { always: condition('Condition that must be true in every sample'), ...span },
  { ...chosenBy('always'), description: 'A condition is always true' },
);

const never = Type.Object(
  { never: condition('Condition that must be true in no sample; `5xx` is a reply to any client'), ...span },
  { ...chosenBy('never'), description: 'A condition is never true' },
);

const notified = Type.Object(
  {
    notification: notification('Name or code, docs/reference/notifications.md'),
    begins: optional(count('Number of begins: 1, `at least 1`')),
    ends: optional(count('Number of ends')),
    within: optional(duration('Maximum time after `of` at which it begins')),
    of: optional(moment('From when the time counts')),
    from: span.from,
    until: span.until,
    why,
  },
  { ...chosenBy('notification'), description: 'Numbers of begins and ends of a notification' },
);

const sequence = Type.Object(
  {
    sequence: Type.Enum(STATE_FIELDS, { description: 'Name of the state' }),
    is: Type.Array(Type.String(), { minItems: 1, description: 'All its values, in order, without repetitions' }),
    from: span.from,
    until: span.until,
    why,
  },
  { ...chosenBy('sequence'), description: 'The order of states' },
);

const atEnd = Type.Object(
  { at_end: condition('Condition that must be true at the end'), why },
  { ...chosenBy('at_end'), description: 'A condition at the end' },
);

/** One condition for the scenario to pass. */
export const ExpectationForm = Type.Union([eventually, always, never, notified, sequence, atEnd], {
  description: 'One expectation',
});
