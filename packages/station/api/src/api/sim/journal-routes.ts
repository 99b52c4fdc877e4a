import { coverageReport } from '@kitestring/lab-request-journal/coverage-report.ts';
import { journalPage, markOf } from '@kitestring/lab-request-journal/journal-page.ts';
import type { KeptMark } from '@kitestring/lab-request-journal/request-journal.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { FIRST_MARK } from '@kitestring/station-contract/sim/journal.ts';
import { getCoverage, getJournal, markJournal, stopJournal } from '@kitestring/station-contract/sim/operations.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

/** Routes of the request journal. @param version the served API version */
export function journalRoutes({ journal }: SimulatedWorldControl, version: ApiVersion): readonly Route[] {
  /** JOURNAL_MARK_NOT_FOUND. */
  const markNamed = (name: string): Result<KeptMark> => {
    const mark = journal.kept.marks.get(name);
    return mark === undefined ? refuse('JOURNAL_MARK_NOT_FOUND', { name: name.slice(0, 64) }) : ok(mark);
  };
  return [
    route(getJournal, ({ query: { since, ...query } }) => {
      if (since === undefined) return ok(journalPage(journal, { ...query, since: undefined }));
      const mark = markNamed(since);
      return mark.ok ? ok(journalPage(journal, { ...query, since: mark.value })) : mark;
    }),
    route(markJournal, ({ body: { bodies, mark } = {} }) => {
      const set = journal.mark(mark);
      if (bodies !== undefined) journal.keepsBodies = bodies;
      return { status: 201, body: markOf(set) };
    }),
    route(getCoverage, ({ query: { since = FIRST_MARK, ...query } }) => {
      if (!journal.isOn) return refuse('JOURNAL_OFF');
      const mark = markNamed(since);
      return mark.ok ? ok(coverageReport(journal, { ...query, since: mark.value, version })) : mark;
    }),
    route(stopJournal, () => {
      journal.stop();
      return { status: 204 };
    }),
  ];
}
