import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { JournalEntry, JournalMark, JournalPage } from '@kitestring/station-contract/sim/journal.ts';
import type { RingEntry } from './entry-ring.ts';
import { answerOf, TOPIC_NAMES, wireFaults } from './journal-names.ts';
import type { RequestJournal } from './request-journal.ts';

interface JournalQuery {
  /** The mark after which entries are listed; undefined while the journal is off. */
  readonly since: JournalMark | undefined;
  readonly client?: string;
  readonly after?: number;
  readonly limit?: number;
}

const PAGE_ENTRIES = 100;

/** A page of the journal in the form of the API. */
export function journalPage(
  journal: RequestJournal,
  { after = 0, client, limit = PAGE_ENTRIES, since }: JournalQuery,
): JournalPage {
  const { clients, entries, marks } = journal.kept;
  const names = [...clients.keys()];
  const wanted = client === undefined ? undefined : names.indexOf(client);
  const found: JournalEntry[] = [];
  let at = Math.max(after, since?.sequence ?? 0, entries.first - 1);
  while (at < entries.count && found.length < limit) {
    at += 1;
    if (wanted === undefined || entries.at(at).client === wanted) found.push(entryOf(journal, names, at));
  }
  return {
    is_on: journal.isOn,
    bodies: journal.keepsBodies,
    marks: [...marks.values()].map(markOf),
    clients: names.filter((name) => name !== ''),
    first_kept: entries.first,
    entries: found,
    ...(at < entries.count && { next_after: at }),
  };
}

export const markOf = ({ name, sequence, time }: JournalMark): JournalMark => ({ name, time, sequence });

function entryOf(journal: RequestJournal, clients: readonly string[], sequence: number): JournalEntry {
  const { beganUs, bodies, entries } = journal.kept;
  const entry = entries.at(sequence);
  const client = clients[entry.client] ?? '';
  const kept = bodies.of(sequence);
  return {
    sequence,
    time: formatTimestamp(entry.stationUs),
    real_ms: Math.round((entry.realUs - beganUs) / 100) / 10,
    ...(client !== '' && { client }),
    ...shownAnswer(entry),
    ...(entry.topic > 0 && { topic: TOPIC_NAMES.at(entry.topic) }),
    ...(entry.close > 0 && { close_code: entry.close, closed_by: entry.isByStation ? 'station' : 'client' }),
    ...(entry.wireFaults > 0 && { wire_faults: [...wireFaults(entry.wireFaults)] }),
    ...(kept?.request !== undefined && { request_body: kept.request }),
    ...(kept?.answer !== undefined && { answer_body: kept.answer }),
  };
}

function shownAnswer({ answer, retryAfterS }: RingEntry) {
  const { code, operation, status } = answerOf(answer);
  return {
    operation,
    ...(status > 0 && { status }),
    ...(code !== '' && { code }),
    ...(retryAfterS >= 0 && { retry_after_s: retryAfterS }),
  };
}
