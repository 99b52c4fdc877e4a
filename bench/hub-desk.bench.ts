import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { residentMb, secondsSince } from './hub/process-figures.ts';
import { type BenchRow, figure } from './result.ts';

const SETTLED_S = 15;
const MEMORY_MB = 500;

/** A hub with PGlite and without stations. */
export async function benchHubDesk(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  await using hub = new HubProcess();
  hub.makesDatabase = true;
  for (const { mostS, start } of [
    { start: 'first', mostS: 10 },
    { start: 'second', mostS: 3 },
  ]) {
    const startedMs = performance.now();
    await hub.start();
    await hub.ask('health', { key: '' });
    const value = secondsSince(startedMs);
    rows.push(figure(`hub on a desk, ${start} start until the first answer`, value, 's', { atMost: mostS }));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_S * 1000));
    rows.push(
      figure(`hub on a desk, memory after the ${start} start`, residentMb(hub.pid), 'MB', { atMost: MEMORY_MB }),
    );
    await hub.end('SIGTERM');
  }
  return rows;
}
