import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Timestamp, YesNo } from '../schema.ts';

export const CHECKLIST_ITEMS_MAX = 20;
export const CHECKLIST_TEXT_MAX = 120;

/** Checks that no sensor makes; a page shows their text in its language. */
const CHECKLIST_TOPICS = ['people', 'landing_area', 'weather', 'airspace'] as const;
export type ChecklistTopic = (typeof CHECKLIST_TOPICS)[number];

const text = Text(
  `What a person checks: 1 to ${CHECKLIST_TEXT_MAX} characters in one line.`,
  'People are clear of the take-off area.',
);

export const ChecklistItem = named('ChecklistItem', 'A check that a person makes before the flight.', {
  text,
  topic: Type.Optional(
    OneOf(CHECKLIST_TOPICS, 'Which of the station’s own texts this is; absent for a text that was set.'),
  ),
  checked_at: Type.Optional(Timestamp('When it was checked; absent while it is open.')),
  checked_by: Type.Optional(Text('Who has checked it.', 'M. Rossi')),
});
export type ChecklistItem = Static<typeof ChecklistItem>;

export const Checklist = named('Checklist', 'The crew’s own checks before the next take-off.', {
  items: Type.Array(ChecklistItem, {
    maxItems: CHECKLIST_ITEMS_MAX,
    description: 'In the order in which they are made.',
  }),
});
export type Checklist = Static<typeof Checklist>;

export const NewChecklist = named('NewChecklist', 'Texts of the checks.', {
  texts: Type.Array(text, {
    maxItems: CHECKLIST_ITEMS_MAX,
    description: 'In the order in which they are made, each different; empty for those of the station.',
    examples: [['People are clear of the take-off area.', 'The landing area is free.']],
  }),
});
export type NewChecklist = Static<typeof NewChecklist>;

export const CheckedItem = named('CheckedItem', 'A check that was made, or is open again.', {
  text: Text('Text of the check, as in the list.', 'People are clear of the take-off area.'),
  is_checked: YesNo('Whether it was made.', true),
  name: Type.Optional(Text('Who has made it; absent for the name of the client.', 'M. Rossi')),
});
export type CheckedItem = Static<typeof CheckedItem>;
