import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { errors, type Operation } from '@kitestring/station-contract/operation.ts';
import {
  COVERAGE_KINDS,
  type CoverageFindingName,
  type CoverageKind,
  type Reaction,
} from '@kitestring/station-contract/sim/coverage-findings.ts';
import { FAULT_TYPES } from '@kitestring/station-contract/sim/faults.ts';
import type {
  Coverage,
  CoverageFinding,
  CoveragePart,
  OperationCoverage,
  ReactionCoverage,
} from '@kitestring/station-contract/sim/journal.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS } from '@kitestring/station-contract/sim/wire-faults.ts';
import { operationsIn, topicsIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { Counts } from './counts.ts';
import type { JournalClient } from './journal-client.ts';
import { answerOf } from './journal-names.ts';
import { markOf } from './journal-page.ts';
import type { KeptMark, RequestJournal } from './request-journal.ts';

interface CoverageQuery {
  readonly since: KeptMark;
  readonly client?: string;
  /** The served API version. */
  readonly version: ApiVersion;
}

/** The coverage since the mark. */
export function coverageReport(journal: RequestJournal, { client: name, since, version }: CoverageQuery): Coverage {
  journal.lookAtFaults();
  const all = [...journal.kept.clients.values()];
  const clients = name === undefined ? all : all.filter((client) => client.name === name);
  const published = operationsIn(version).filter((op) => name === undefined || op.access !== 'open');
  const answers = answersOf(clients, since);
  const requests = [...answers.values()].flat().reduce((sum, { count }) => sum + count, 0);
  const ids = new Set(published.map(({ id }) => id));
  const isOther = (id: string) => !ids.has(id) && !operationsIn(version).some((op) => op.id === id);
  return {
    since: markOf(since),
    time: formatTimestamp(journal.now().stationUs),
    ...(name !== undefined && { client: name }),
    clients: clientsSince(all, since),
    requests,
    operations: published.map((op) => operationCoverage(op.id, answers, op)),
    other_operations: [...answers.keys()].filter(isOther).map((id) => operationCoverage(id, answers)),
    parts: parts(clients, since, published, version),
    closes: countedCloses(clients, since),
    ...reactionsOf(clients, since, journal),
  };
}

type Answers = ReadonlyMap<string, readonly AnswerOf[]>;
type AnswerOf = OperationCoverage['answers'][number];

/** Answers of each operation, of all these clients together. */
function answersOf(clients: readonly JournalClient[], since: KeptMark): Answers {
  const sums = new Counts<number>();
  for (const client of clients) {
    for (const [key, count] of client.requests.since(since.counts.get(client)?.requests)) sums.add(key, count);
  }
  const answers = new Map<string, AnswerOf[]>();
  for (const [key, count] of sums.since(undefined)) {
    const { code, operation, status } = answerOf(key);
    const known = answers.get(operation) ?? [];
    answers.set(operation, known);
    known.push({ ...(status > 0 && { status }), ...(code !== '' && { code }), count });
  }
  for (const known of answers.values()) known.sort((a, b) => (a.status ?? 0) - (b.status ?? 0));
  return answers;
}

function operationCoverage(id: string, answers: Answers, operation?: Operation): OperationCoverage {
  const own = answers.get(id) ?? [];
  const met = new Set(own.map(({ code }) => code));
  return {
    operation: id,
    requests: own.reduce((sum, { count }) => sum + count, 0),
    answers: [...own],
    never: operation === undefined ? [] : errors(operation).filter((code) => !met.has(code)),
  };
}

function clientsSince(clients: readonly JournalClient[], since: KeptMark): Coverage['clients'] {
  const counted = clients.map((client) => {
    const requests = client.requests.since(since.counts.get(client)?.requests);
    return { name: client.name, requests: requests.reduce((sum, [, count]) => sum + count, 0) };
  });
  return counted.filter(({ name, requests }) => name !== '' && requests > 0);
}

/** All names of each kind. */
function universeOf(kind: CoverageKind, published: readonly Operation[], version: ApiVersion): readonly string[] {
  switch (kind) {
    case 'error_codes':
      return [...new Set(published.flatMap((op) => errors(op)))].sort();
    case 'topics':
      return topicsIn(version).map(({ name }) => name);
    case 'flight_states':
      return FLIGHT_STATES;
    case 'notifications':
    case 'ended_notifications':
      return Object.keys(NOTIFICATIONS);
    case 'faults':
      return FAULT_TYPES;
    // A fault of the listener affects no client by name.
    case 'wire_faults':
      return WIRE_FAULT_TYPES.filter((type) => WIRE_FAULTS[type].place !== 'listener');
  }
}

function parts(
  clients: readonly JournalClient[],
  since: KeptMark,
  published: readonly Operation[],
  version: ApiVersion,
): CoveragePart[] {
  const met = new Counts();
  for (const client of clients) {
    const { met: earlier, requests } = since.counts.get(client) ?? {};
    for (const [key, count] of client.met.since(earlier)) met.add(key, count);
    for (const [key, count] of client.requests.since(requests)) {
      const { code } = answerOf(key);
      if (code !== '') met.add(`error_codes ${code}`, count);
    }
  }
  const counts = new Map(met.since(undefined));
  return (Object.keys(COVERAGE_KINDS) as CoverageKind[]).map((kind) => {
    const universe = universeOf(kind, published, version);
    const countOf = (name: string) => counts.get(`${kind} ${name}`) ?? 0;
    return {
      kind,
      total: universe.length,
      met: universe.filter((name) => countOf(name) > 0).map((name) => ({ name, count: countOf(name) })),
      never: universe.filter((name) => countOf(name) === 0),
    };
  });
}

function countedCloses(clients: readonly JournalClient[], since: KeptMark): Coverage['closes'] {
  const sums = new Counts();
  for (const client of clients) {
    for (const [key, count] of client.closes.since(since.counts.get(client)?.closes)) sums.add(key, count);
  }
  return sums.since(undefined).map(([key, count]) => {
    const [code = '', by = ''] = key.split(' ');
    return { code: Number(code), closed_by: by === 'station' ? 'station' : 'client', count };
  });
}

type ReactionKey = [after: string, operation: string, reaction: Reaction];
type FindingKey = [finding: CoverageFindingName, operation: string, after: string];

/** Observed reactions, and those still missing. */
function reactionsOf(clients: readonly JournalClient[], since: KeptMark, journal: RequestJournal) {
  const reactions: ReactionCoverage[] = [];
  const findings: CoverageFinding[] = [];
  for (const client of clients) {
    const earlier = since.counts.get(client);
    for (const [key, count] of client.reactions.since(earlier?.reactions)) {
      const [after, operation, reaction] = JSON.parse(key) as ReactionKey;
      reactions.push({ client: client.name, after, operation, reaction, count });
    }
    for (const [key, count] of client.findings.since(earlier?.findings)) {
      const [finding, operation, after] = JSON.parse(key) as FindingKey;
      const last_sequence = client.lastOfFinding.get(key) ?? 0;
      findings.push({ finding, client: client.name, operation, after, count, last_sequence });
    }
    for (const { after, finding, operation, reaction, sequence } of client.watched.open(journal.now())) {
      if (sequence <= since.sequence) continue;
      reactions.push({ client: client.name, after, operation, reaction, count: 1 });
      if (finding === undefined) continue;
      findings.push({ finding, client: client.name, operation, after, count: 1, last_sequence: sequence });
    }
  }
  return { reactions, findings };
}
