import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Timestamp } from '../schema.ts';
import {
  COVERAGE_FINDING_NAMES,
  COVERAGE_KINDS,
  type CoverageFindingName,
  type CoverageKind,
  REACTIONS,
  type Reaction,
} from './coverage-findings.ts';

/** Newest entries that are kept. */
export const JOURNAL_ENTRIES_MAX = 20_000;
/** Marks that are kept; a further one replaces the oldest. */
export const JOURNAL_MARKS_MAX = 32;
/** Clients that are told apart; further ones count together. */
export const JOURNAL_CLIENTS_MAX = 64;
/** Longest body that is kept whole, bytes; of a longer one its beginning. */
export const JOURNAL_BODY_MAX_BYTES = 2048;
/** All bodies that are kept, bytes; the oldest go first. */
export const JOURNAL_BODIES_MAX_BYTES = 1_048_576;
/** The mark of the moment at which the journal was switched on. */
export const FIRST_MARK = 'start';

const markName = Text('Name of the mark: 1 to 64 letters, digits and characters of . _ -', 'before-upload', {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
});

const sequence = (description: string) => Type.Integer({ minimum: 0, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const operationId = (description: string) => Text(`${description}, as in the reference`, 'flight.state');

/** A moment from which entries are listed and the coverage is counted. */
export const JournalMark = named('JournalMark', 'A moment in the journal.', {
  name: markName,
  time: Timestamp('Station time of the mark.'),
  sequence: sequence('Entries before the mark'),
});
export type JournalMark = Static<typeof JournalMark>;

export const NewJournalMark = Type.Object(
  {
    mark: Type.Optional({
      ...markName,
      description: `Name of the mark; one of this name is replaced. Absent: \`${FIRST_MARK}\`, and everything before it is forgotten`,
    }),
    bodies: Type.Optional(
      Type.Boolean({
        description: `Whether entries have the JSON bodies of requests and answers from now on, ${JOURNAL_BODY_MAX_BYTES} bytes of each and ${JOURNAL_BODIES_MAX_BYTES} of all. Those of operations with keys, tokens, passwords or addresses of video are never kept. Absent: unchanged, \`false\` at the start`,
      }),
    ),
  },
  { $id: 'NewJournalMark', description: 'A mark to set.' },
);

/** One request with its answer, or the end of a WebSocket. */
export const JournalEntry = named(
  'JournalEntry',
  'A request and its answer, or the end of a WebSocket. No address, header or query is kept.',
  {
    sequence: sequence('Number of the entry, from 1'),
    time: Timestamp('Station time.'),
    real_ms: Type.Number({ minimum: 0, description: 'Real time since the journal was switched on, ms' }),
    client: Type.Optional(
      Type.String({ description: 'Name of the plugin or account. Absent: no valid token, and none that was valid' }),
    ),
    operation: operationId('Id of the operation; at the end of a WebSocket the one that had opened it'),
    status: Type.Optional(
      Type.Integer({
        description: 'Status of the answer. Absent: the connection ended before one; end of a WebSocket',
      }),
    ),
    code: Type.Optional(Type.String({ description: 'Code of the error' })),
    retry_after_s: Type.Optional(Type.Integer({ minimum: 0, description: '`Retry-After`, s' })),
    topic: Type.Optional(Type.String({ description: 'Topic of a subscription' })),
    close_code: Type.Optional(Type.Integer({ description: 'Code with which the WebSocket ended' })),
    closed_by: Type.Optional(OneOf(['station', 'client'], 'Which side ended the WebSocket')),
    wire_faults: Type.Optional(
      Type.Array(Type.String(), { description: 'Types of the faults between station and clients that hit it' }),
    ),
    request_body: Type.Optional(Type.String({ description: 'Beginning of the JSON body, secrets masked' })),
    answer_body: Type.Optional(Type.String({ description: 'Beginning of the JSON answer, secrets masked' })),
  },
);
export type JournalEntry = Static<typeof JournalEntry>;

export const JournalPage = named('JournalPage', 'A page of the journal of requests.', {
  is_on: Type.Boolean({ description: 'Whether requests are noted' }),
  bodies: Type.Boolean({ description: 'Whether entries have bodies' }),
  marks: Type.Array(JournalMark, { description: 'Oldest first' }),
  clients: Type.Array(Type.String(), { description: 'Names of the clients since it was switched on' }),
  first_kept: sequence('Number of the oldest entry that is kept; 0 without one'),
  entries: Type.Array(JournalEntry, { description: 'Oldest first' }),
  next_after: Type.Optional(sequence('`after` of the next page. Absent: this is the last one')),
});
export type JournalPage = Static<typeof JournalPage>;

const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\` ${meaning}`)
    .join('; ');

const CoverageCount = named('CoverageCount', 'How often something was met.', {
  name: Type.String({ description: 'Its name' }),
  count: count('How often'),
});

export const CoveragePart = named('CoveragePart', 'Met and never met of one kind.', {
  kind: Type.Unsafe<CoverageKind>(OneOf(Object.keys(COVERAGE_KINDS), listed(COVERAGE_KINDS))),
  total: count('All that exist'),
  met: Type.Array(CoverageCount, { description: 'Those that were met' }),
  never: Type.Array(Type.String(), { description: 'Names of those that were never met' }),
});
export type CoveragePart = Static<typeof CoveragePart>;

const AnswerCount = named('AnswerCount', 'Answers of an operation with one status and code.', {
  status: Type.Optional(Type.Integer({ description: 'Status. Absent: the connection ended before an answer' })),
  code: Type.Optional(Type.String({ description: 'Code of the error' })),
  count: count('How often'),
});

export const OperationCoverage = named('OperationCoverage', 'Requests of one operation.', {
  operation: operationId('Id of the operation'),
  requests: count('Requests'),
  answers: Type.Array(AnswerCount, { description: 'By status and code' }),
  never: Type.Array(Type.String(), { description: 'Codes of errors that it can answer with and never did' }),
});
export type OperationCoverage = Static<typeof OperationCoverage>;

const reactionName = Type.Unsafe<Reaction>(OneOf(Object.keys(REACTIONS), listed(REACTIONS)));

export const ReactionCoverage = named('ReactionCoverage', 'What a client did after a refusal or a close.', {
  client: Type.String({ description: 'Name of the client' }),
  after: Text('Status and code of the refusal, `no answer`, or close code', '409 NOT_FLYING'),
  operation: Type.String({ description: 'Id of the operation, or topic' }),
  reaction: reactionName,
  count: count('How often'),
});
export type ReactionCoverage = Static<typeof ReactionCoverage>;

export const CoverageFinding = named('CoverageFinding', 'A reaction that a good client does not show.', {
  finding: Type.Unsafe<CoverageFindingName>(OneOf([...COVERAGE_FINDING_NAMES], 'Name of the finding')),
  client: Type.String({ description: 'Name of the client' }),
  operation: Type.String({ description: 'Id of the operation, or topic' }),
  after: Type.String({ description: 'Status and code of the refusal, `no answer`, or close code' }),
  count: count('How often'),
  last_sequence: sequence('Newest entry that it was found by'),
});
export type CoverageFinding = Static<typeof CoverageFinding>;

const ClientRequests = named('ClientRequests', 'Requests of one client.', {
  name: Type.String({ description: 'Name of the client' }),
  requests: count('Requests since the mark'),
});

const CloseCount = named('CloseCount', 'Ends of WebSockets with one code.', {
  code: Type.Integer({ description: 'Close code; 1006: without a close frame' }),
  closed_by: OneOf(['station', 'client'], 'Which side ended them'),
  count: count('How often'),
});

export const Coverage = named('Coverage', 'What clients have exercised since a mark.', {
  since: JournalMark,
  time: Timestamp('Station time of the report.'),
  client: Type.Optional(Type.String({ description: 'The client that it is about. Absent: all of them' })),
  clients: Type.Array(ClientRequests, { description: 'Clients that sent requests since the mark' }),
  requests: count('Requests'),
  operations: Type.Array(OperationCoverage, {
    description:
      'Every published operation of the served version. Those that need no token are left out where it is about one client',
  }),
  other_operations: Type.Array(OperationCoverage, {
    description: 'Operations outside the published API that were requested',
  }),
  parts: Type.Array(CoveragePart, { description: 'What else can be met, a part of each kind' }),
  closes: Type.Array(CloseCount, { description: 'Ends of WebSockets' }),
  reactions: Type.Array(ReactionCoverage, { description: 'What each client did after each refusal and close' }),
  findings: Type.Array(CoverageFinding, { description: 'Reactions that a good client does not show' }),
});
export type Coverage = Static<typeof Coverage>;
