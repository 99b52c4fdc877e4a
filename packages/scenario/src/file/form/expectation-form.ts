import Type from 'typebox';
import { FIELD_NAMES, fieldNamed } from '../../condition/field.ts';
import { chosenBy, condition, count, duration, moment, notification, optional } from './format.ts';

const why = Type.Optional(Type.String({ minLength: 1, description: 'The reason, shown with a failure' }));

const span = {
  while: optional(condition('Judged only while this holds')),
  from: optional(moment('Judged from here on. Default: the beginning')),
  until: optional(moment('Judged up to here. Default: the end')),
  why,
};

const STATE_FIELDS = FIELD_NAMES.filter((name) => fieldNamed(name)?.kind === 'state');

const eventually = Type.Object(
  {
    within: duration('How long it may take'),
    of: moment('From when the time counts'),
    that: condition('What must come to hold'),
    stays: optional(duration('How long it must hold without a break. Default: one look')),
    why,
  },
  { ...chosenBy('that'), description: 'Something comes to hold in time' },
);

const always = Type.Object(
  { always: condition('What must hold at every look'), ...span },
  { ...chosenBy('always'), description: 'Something holds all the time' },
);

const never = Type.Object(
  { never: condition('What must hold at no look; `5xx` is an answer to any client'), ...span },
  { ...chosenBy('never'), description: 'Something never holds' },
);

const notified = Type.Object(
  {
    notification: notification('Name or code, docs/reference/notifications.md'),
    begins: optional(count('How often it begins: 1, `at least 1`')),
    ends: optional(count('How often it ends')),
    within: optional(duration('It begins at most so long after `of`')),
    of: optional(moment('From when the time counts')),
    from: span.from,
    until: span.until,
    why,
  },
  { ...chosenBy('notification'), description: 'How often a notification begins and ends' },
);

const sequence = Type.Object(
  {
    sequence: Type.Enum(STATE_FIELDS, { description: 'Which state' }),
    is: Type.Array(Type.String(), { minItems: 1, description: 'Every state it has, in order, without repeats' }),
    from: span.from,
    until: span.until,
    why,
  },
  { ...chosenBy('sequence'), description: 'The states that follow each other' },
);

const atEnd = Type.Object(
  { at_end: condition('What must hold when everything is over'), why },
  { ...chosenBy('at_end'), description: 'How it ends' },
);

/** One condition for the scenario to pass. */
export const ExpectationForm = Type.Union([eventually, always, never, notified, sequence, atEnd], {
  description: 'One thing that must come true',
});
