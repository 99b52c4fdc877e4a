import type { JournalRecord, RecordData } from '@kitestring/hub-contract/record.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Queries } from '../database/database.ts';
import { parseRecords, type StoredSegment } from './archive-queries.ts';

/** Segments that are decompressed between two turns of the event loop. */
const SEGMENTS_AT_ONCE = 20;

/** A sample of a station with a position. */
export interface TrackPoint {
  readonly timeMs: number;
  readonly longitudeDeg: number;
  readonly latitudeDeg: number;
  readonly altitudeM: number | undefined;
  readonly flightState: FlightState['flight_state'];
}

interface TrackRange {
  /** Station time, Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** At most one point per interval of this length. */
  readonly everyMs: number;
}

/** Positions of a station over all its epochs, in order of time; thinned while they are read. */
export async function readTrack(queries: Queries, sid: string, range: TrackRange): Promise<readonly TrackPoint[]> {
  const points: TrackPoint[] = [];
  let newestMs = Number.NEGATIVE_INFINITY;
  for await (const segment of segmentsBetween(queries, sid, range)) {
    for (const record of parseRecords(segment)) {
      const point = trackPoint(record);
      if (point === undefined || point.timeMs < Math.max(range.fromMs, newestMs + range.everyMs)) continue;
      if (point.timeMs > range.toMs) continue;
      newestMs = point.timeMs;
      points.push(point);
    }
  }
  return points;
}

async function* segmentsBetween({ query }: Queries, sid: string, { fromMs, toMs }: TrackRange) {
  let after: readonly [number, string, number] = [-1, '', 0];
  for (;;) {
    // Ordered by (t1, epoch, first): a page continues where the one before ended.
    const segments = await query<StoredSegment & { readonly epoch: string }>(
      `SELECT epoch, first, last, t0, t1, has_event, previous, body_hash, hash, signature, body FROM segment
       WHERE sid = $1 AND t1 >= $2 AND t0 <= $3 AND body IS NOT NULL AND (t1, epoch, first) > ($4::bigint, $5::text, $6::bigint)
       ORDER BY t1, epoch, first LIMIT $7`,
      [sid, fromMs, toMs, ...after, SEGMENTS_AT_ONCE],
    );
    yield* segments;
    const last = segments.at(-1);
    if (last === undefined || segments.length < SEGMENTS_AT_ONCE) return;
    after = [last.t1, last.epoch, last.first];
  }
}

function trackPoint({ d, k, t: timeMs }: JournalRecord): TrackPoint | undefined {
  if (k !== 'state') return undefined;
  const { alt, lat, lon, phase } = d as Partial<RecordData<'state'>>;
  // The archive stores records as they are signed, whatever their data.
  if (typeof lat !== 'number' || typeof lon !== 'number' || typeof phase !== 'string') return undefined;
  return { timeMs, longitudeDeg: lon, latitudeDeg: lat, altitudeM: alt, flightState: phase };
}
