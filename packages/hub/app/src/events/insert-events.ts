import type { HubEventKind } from '@kitestring/hub-contract/hub-event.ts';
import { HUB_EVENT_KINDS } from '@kitestring/hub-contract/hub-event.ts';
import type { Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { storableJson } from '../database/storable.ts';

const COLUMNS = ['n', 'sid', 'epoch', 'seq', 'time_ms', 'wall_ms', 'kind', 'stored_ms', 'data'];

interface NewEvent {
  readonly sid: string;
  /** Absent for an event of the hub. */
  readonly epoch?: string;
  readonly seq?: number;
  readonly timeMs: number;
  readonly clockMs: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Numbers events in the order of their commits, over all stations and the hub, so that readers can continue from a number and miss none. */
export async function insertEvents(queries: Queries, events: readonly NewEvent[], storedMs: number): Promise<void> {
  if (events.length === 0) return;
  // The row stays locked until the commit, so numbers become visible in their order.
  const [row] = await queries.query<{ value: number }>(
    `INSERT INTO counter (name, value) VALUES ('event', $1)
     ON CONFLICT (name) DO UPDATE SET value = counter.value + $1 RETURNING value`,
    [events.length],
  );
  const first = (row?.value ?? 0) - events.length + 1;
  const rows = events.map(({ data, epoch, kind, seq, sid, timeMs, clockMs }, index) => [
    ...[first + index, sid, epoch ?? null, seq ?? null, timeMs, clockMs, kind, storedMs],
    // The segment has the original.
    storableJson(data),
  ]);
  await insertRows(queries, 'event', COLUMNS, rows);
}

/** @param data without the severity, which is derived from the kind */
export const hubEvent = (
  kind: HubEventKind,
  sid: string,
  atMs: number,
  data: Readonly<Record<string, unknown>> = {},
): NewEvent => ({ sid, kind, timeMs: atMs, clockMs: atMs, data: { severity: HUB_EVENT_KINDS[kind], ...data } });

/** An event of the hub, in the transaction of the change that it reports: both are committed, or neither. */
export const insertHubEvent = (queries: Queries, ...event: Parameters<typeof hubEvent>): Promise<void> =>
  insertEvents(queries, [hubEvent(...event)], event[2]);
