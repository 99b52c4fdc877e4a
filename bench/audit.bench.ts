import { setImmediate } from 'node:timers/promises';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { AUDIT_KINDS } from '@kitestring/station-contract/admin/audit-kinds.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import type { Route } from '@kitestring/web/http';
import { auditRoute } from '../packages/station/api/src/api/admin/admin-routes.ts';
import { type BenchRow, figure, median } from './result.ts';

const ENTRIES = 800_000;
const ROUNDS = 15;
/** The longest page, and filters that match all, an eighth, and nothing. */
const QUERIES: readonly Readonly<Record<string, unknown>>[] = [
  { limit: 1 },
  { limit: 1000 },
  { limit: 1000, kind: 'Station' },
  { limit: 1, plugin_id: 'none' },
  { limit: 1, kind: 'Administration', plugin_id: 'none' },
];

/** How long a page of a full audit log holds the flight up at once, in processor time: a busy machine does not count. */
export async function benchAudit(): Promise<BenchRow[]> {
  using folder = new TestFolder();
  using store = openStore(folder.path, { lock: true, onDiskFault: () => {} });
  fill(store);
  const route = auditRoute({ read: (selection) => store.audit.newest(selection) });
  const { handle } = route as Extract<Route, { kind: 'handler' }>;
  const longest = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of QUERIES) {
      const name = JSON.stringify(query);
      const ms = await longestTurnMs(async () => JSON.stringify(await handle({ query } as never)));
      longest.set(name, [...(longest.get(name) ?? []), ms]);
    }
  }
  const [[query, ms] = ['', 0]] = [...longest]
    .map(([name, all]) => [name, median(all)] as const)
    .sort((a, b) => b[1] - a[1]);
  return [
    figure(`audit log of ${ENTRIES} entries: the longest part of a page`, ms, 'ms', {
      atMost: 5,
      note: `median of ${ROUNDS}, worst of ${QUERIES.length} queries: ${query}`,
    }),
  ];
}

function fill(store: SqliteStore): void {
  const times = { timeUs: 1.7e15, stationUs: 1.7e15, count: 1 };
  const who = {
    pluginId: 'c109a797-92c6-4b50-a0df-c8a5a9e08b44',
    pluginName: 'console',
    sessionId: '5b7eb8dc-7fc3-478c-8cf4-1a0555c52730',
  };
  const what = {
    operation: 'flight.control.altitude',
    outcome: 'Done',
    status: 202,
    address: '192.0.2.77',
    input: '{"altitude":40}',
  } as const;
  for (let count = 0; count < ENTRIES; count += 10_000) {
    const kind = (index: number) => AUDIT_KINDS[index % AUDIT_KINDS.length] ?? 'Station';
    store.audit.append(
      Array.from({ length: 10_000 }, (_, index) => ({ ...times, ...who, ...what, kind: kind(index) })),
    );
  }
}

/** Processor time of this thread between two turns of the loop, the most during this work. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longestUs = 0;
  let begin = process.threadCpuUsage();
  const note = () => {
    const { system, user } = process.threadCpuUsage(begin);
    longestUs = Math.max(longestUs, user + system);
    begin = process.threadCpuUsage();
  };
  const done = work().then(() => {
    isDone = true;
  });
  while (!isDone) {
    note();
    await setImmediate();
  }
  await done;
  note();
  return longestUs / 1000;
}
