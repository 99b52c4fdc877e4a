import { operation } from '../operation.ts';
import { CHECKLIST_ITEMS_MAX, CheckedItem, Checklist, NewChecklist } from './checklist.ts';
import { CONTROLS, READS } from './paths.ts';

const EXAMPLE = {
  items: [
    {
      text: 'People are clear of the take-off area.',
      checked_at: '2026-03-01T09:30:00.250000+00:00',
      checked_by: 'M. Rossi',
    },
    { text: 'The landing area is free.' },
  ],
};

export const getChecklist = operation({
  ...READS,
  id: 'station.checklist',
  path: '/checklist',
  summary: 'The crew’s own checklist',
  description:
    'Checks that no sensor makes: people, landing area, weather, airspace, or texts that were set. Those made count for the next take-off, or during a flight for this flight. They are open again after the landing; the flight log keeps them.',
  replies: { 200: Checklist },
  replyExample: EXAMPLE,
});

export const setChecklist = operation({
  ...CONTROLS,
  id: 'station.checklist.set',
  method: 'POST',
  path: '/checklist',
  summary: 'Set the texts of the checklist',
  description: `At most ${CHECKLIST_ITEMS_MAX}. A check whose text stays remains made. Take-off requires none of them. They survive a restart.`,
  body: NewChecklist,
  replies: { 200: Checklist },
  errors: ['WRONG_FLIGHT_STATE', 'STORE_UNUSABLE'],
  examples: [{ summary: 'Two checks', value: { texts: EXAMPLE.items.map(({ text }) => text) } }],
  replyExample: EXAMPLE,
});

export const checkItem = operation({
  ...CONTROLS,
  id: 'station.checklist.check',
  method: 'POST',
  path: '/checklist/check',
  summary: 'Make a check',
  description: 'Stores who has made it and when, or opens it again. Only on the ground.',
  body: CheckedItem,
  replies: { 200: Checklist },
  errors: ['WRONG_FLIGHT_STATE', 'STORE_UNUSABLE'],
  examples: [{ summary: 'Made', value: { text: 'The landing area is free.', is_checked: true, name: 'M. Rossi' } }],
  replyExample: EXAMPLE,
});
