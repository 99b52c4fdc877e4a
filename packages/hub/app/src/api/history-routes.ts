import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { SEGMENT_PAGE_MAX } from '@kitestring/hub-contract/fleet/history.ts';
import {
  readFleetCompleteness,
  readFleetHistory,
  readFleetSegments,
} from '@kitestring/hub-contract/fleet/operations.ts';
import type { JournalRecord } from '@kitestring/hub-contract/record.ts';
import type { QueryOf } from '@kitestring/station-contract/operation.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import {
  type EpochSummary,
  keptFrom,
  parseRecords,
  readEpochs,
  readSegments,
  type StoredSegment,
} from '../archive/archive-queries.ts';
import type { HubDeps } from '../hub-deps.ts';
import { found } from './station-routes.ts';
import { timestamp } from './station-view.ts';

type HistoryRouteDeps = Pick<HubDeps, 'database' | 'stations'>;

const HISTORY_PAGE = 1000;
/** Segments read at once: bodies of 768 kB at most. */
const SEGMENTS_AT_ONCE = 20;

export const historyRoutes = (deps: HistoryRouteDeps): readonly Route[] => [
  route(readFleetHistory, ({ params: { sid }, query }) => history(deps, sid, query)),
  route(readFleetCompleteness, ({ params: { sid } }) => completeness(deps, sid)),
  route(readFleetSegments, ({ params: { sid }, query }) => chain(deps, sid, query)),
];

/** The newest epoch of a station; undefined if nothing is archived. */
async function newestEpoch({ database }: HistoryRouteDeps, sid: string): Promise<string | undefined> {
  const [row] = await database.query<{ epoch: string }>(
    'SELECT epoch FROM cursor WHERE sid = $1 ORDER BY begun_ms DESC, epoch DESC LIMIT 1',
    [sid],
  );
  return row?.epoch;
}

async function history(deps: HistoryRouteDeps, sid: string, query: QueryOf<typeof readFleetHistory>) {
  const station = found(deps.stations, sid);
  if (!station.ok) return station;
  const epoch = query.epoch ?? (await newestEpoch(deps, sid));
  // A station that has never sent a record has no epoch: the list is empty.
  if (epoch === undefined) return { status: 200, body: { epoch: '', kept_from: 1, records: [] } };
  const { after = 0, limit = HISTORY_PAGE } = query;
  const range = { from: unixMs(query.from), to: unixMs(query.to) };
  const records: JournalRecord[] = [];
  let last = after;
  // One more than fits on the page shows whether there is a next page.
  while (records.length <= limit) {
    const found = await readSegments(deps.database, sid, { epoch, after: last, ...range, limit: SEGMENTS_AT_ONCE });
    for (const segment of found) records.push(...parseRecords(segment).filter((record) => fits(record, last, range)));
    last = found.at(-1)?.last ?? last;
    if (found.length < SEGMENTS_AT_ONCE) break;
  }
  const page = records.slice(0, limit);
  const next = records.length > limit ? page.at(-1)?.s : undefined;
  // Read last, so that the response reports what was removed meanwhile.
  const kept_from = await keptFrom(deps.database, sid, epoch);
  return ok({ epoch, kept_from, records: page, ...(next !== undefined && { next_after: next }) });
}

interface TimeRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const fits = ({ s, t }: JournalRecord, after: number, { from = 0, to = Number.MAX_SAFE_INTEGER }: TimeRange): boolean =>
  s > after && t >= from && t <= to;

/** The schema has checked the form; a date that does not exist is ignored. */
export function unixMs(text: string | undefined): number | undefined {
  const timeUs = text === undefined ? undefined : parseTimestamp(text);
  return timeUs === undefined ? undefined : Math.floor(timeUs / 1000);
}

async function completeness({ database, stations }: HistoryRouteDeps, sid: string) {
  const station = found(stations, sid);
  if (!station.ok) return station;
  return ok({ epochs: (await readEpochs(database, sid)).map(epochView) });
}

const epochView = ({
  archived,
  begun_ms,
  epoch,
  gaps,
  generation,
  hash,
  have,
  kept_from,
  kept_hash,
}: EpochSummary) => ({
  epoch,
  begun: timestamp(begun_ms),
  have,
  kept_from,
  archived,
  resends: generation,
  gaps: gaps.map(({ first, from_ms, kind, last, to_ms }) => ({
    first,
    last,
    kind,
    ...(from_ms !== null && { from: timestamp(from_ms) }),
    ...(to_ms !== null && { to: timestamp(to_ms) }),
  })),
  ...(kept_hash !== undefined && { kept_hash }),
  ...(hash !== undefined && { hash }),
});

async function chain(deps: HistoryRouteDeps, sid: string, query: QueryOf<typeof readFleetSegments>) {
  const station = found(deps.stations, sid);
  if (!station.ok) return station;
  const epoch = query.epoch ?? (await newestEpoch(deps, sid));
  const keys = deps.stations.keysOf(sid);
  if (epoch === undefined) return ok({ epoch: '', kept_from: 1, segments: [], keys });
  const { after = 0, limit = SEGMENT_PAGE_MAX } = query;
  const segments = await readSegments(deps.database, sid, { epoch, after, limit: limit + 1 });
  const page = segments.slice(0, limit);
  const next = segments.length > limit ? page.at(-1)?.last : undefined;
  const kept_from = await keptFrom(deps.database, sid, epoch);
  return ok({
    epoch,
    kept_from,
    segments: page.map(segmentView),
    keys,
    ...(next !== undefined && { next_after: next }),
  });
}

const segmentView = (segment: StoredSegment) => ({
  f: segment.first,
  l: segment.last,
  t0: segment.t0,
  t1: segment.t1,
  ev: segment.has_event,
  p: segment.previous,
  b: segment.body_hash,
  h: segment.hash,
  sig: segment.signature,
  declared_gap: segment.body === null,
});
