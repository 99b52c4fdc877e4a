import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text, Whole } from '../schema.ts';
import * as examples from './examples.ts';
import {
  Coverage,
  FIRST_MARK,
  JOURNAL_ENTRIES_MAX,
  JOURNAL_MARKS_MAX,
  JournalMark,
  JournalPage,
  NewJournalMark,
} from './journal.ts';
import { CONTROL } from './paths.ts';

const since = Type.Optional(Text(`Name of the mark from which it counts. Absent: \`${FIRST_MARK}\``, FIRST_MARK));
const client = Type.Optional(Text('Name of a plugin or an account. Absent: all clients', 'ci'));

export const getJournal = operation({
  ...CONTROL,
  id: 'sim.journal',
  path: '/journal',
  summary: 'Requests so far',
  description: `Requests of the published API and of the station's own operations with their answers, and ends of WebSockets, the oldest first. The newest ${JOURNAL_ENTRIES_MAX} are kept. The controls of the simulator are not noted. A client continues from \`next_after\`.`,
  query: Type.Object({
    since,
    client,
    after: Type.Optional(Whole('Number of the entry after which the page begins', 0, { minimum: 0 })),
    limit: Type.Optional(Whole('Entries of the page', 100, { minimum: 1, maximum: 1000, default: 100 })),
  }),
  replies: { 200: JournalPage },
  errors: ['JOURNAL_MARK_NOT_FOUND'],
  replyExample: examples.JOURNAL,
});

export const markJournal = operation({
  ...CONTROL,
  id: 'sim.journal.mark',
  method: 'POST',
  path: '/journal',
  summary: 'Switch the journal on, or set a mark in it',
  description: `The journal is off at the start. A mark is a moment from which entries are listed and the coverage is counted; the newest ${JOURNAL_MARKS_MAX} are kept. A restart of the Ground Station and a reset to a snapshot leave the journal as it is.`,
  body: NewJournalMark,
  isBodyOptional: true,
  replies: { 201: JournalMark },
  examples: [
    { summary: 'From now on, and without what was before', value: {} },
    { summary: 'Before a part of a test, with bodies', value: { mark: 'before-upload', bodies: true } },
  ],
  replyExample: examples.JOURNAL_MARK,
});

export const getCoverage = operation({
  ...CONTROL,
  id: 'sim.journal.coverage',
  path: '/journal/coverage',
  summary: 'What clients have exercised',
  description:
    'Operations, errors, topics, states, notifications and faults that a client has met since a mark and that it never met, what it did after each refusal, and what a good client would not have done. Counted from all requests, also those whose entries are no longer kept.',
  query: Type.Object({ since, client }),
  replies: { 200: Coverage },
  errors: ['JOURNAL_OFF', 'JOURNAL_MARK_NOT_FOUND'],
  replyExample: examples.COVERAGE,
});

export const stopJournal = operation({
  ...CONTROL,
  id: 'sim.journal.stop',
  method: 'DELETE',
  path: '/journal',
  summary: 'Switch the journal off',
  description: 'Entries, marks and counts are forgotten.',
});
