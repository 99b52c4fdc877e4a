import { ConsoleUnderTest, signIn } from '@kitestring/console-page/test/support/console-page.ts';
import { otherClient } from '@kitestring/console-page/test/support/other-client.ts';
import { type StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { ENVELOPE_SUBPROTOCOL } from '@kitestring/station-contract/topics.ts';
import type { Page, Request } from 'playwright-core';
import { WebSocket } from 'ws';
import { type BenchRow, figure } from '../result.ts';

const PAGES = 30;
/** Period that contains every repeated read of a page, except those of once a minute. */
const WINDOW_MS = 30_000;
/** Files of the page, and single reads. */
const SETTLED_MS = 5000;
const MEASURE_S = 20;
const CLIMB_TO_M = 44;
const DESCEND_TO_M = 6;

/** Load of a page on a station: subscribed topics, and reads with their times in the window. */
interface PageHabits {
  readonly topics: readonly string[];
  readonly reads: readonly { readonly url: string; readonly atMs: number }[];
}

/**
 * Cost of thirty pages without video while the Kite climbs and descends, so that every state changes. One is a page in
 * a browser; the others subscribe and read in the same way, because thirty browsers would exceed this machine.
 */
export async function benchManyPages(): Promise<BenchRow[]> {
  await using cleanup = new AsyncDisposableStack();
  const tested = cleanup.use(await ConsoleUnderTest.start({ env: WIDE_LIMITS }));
  const { station } = tested;
  const client = otherClient(station.url);
  cleanup.defer(() => client.close({ giveBackToken: true }));
  await client.flight.takeOff();
  await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
  const habits = await pageHabits(await tested.open({ isSignedIn: false }), station);
  await client.flight.setAltitude({ altitude: CLIMB_TO_M });
  const onePercent = await percent(station);
  for (let count = 1; count < PAGES; count += 1) cleanup.defer(await behaveLike(habits, count, station));
  await client.flight.setAltitude({ altitude: DESCEND_TO_M });
  const allPercent = await percent(station);
  return [
    figure(`console: ${PAGES} pages without video, processor of the station in flight`, allPercent, '% of a core', {
      atMost: 10,
      note: `${onePercent.toFixed(1)} % with one; ${habits.topics.length} topics and ${((habits.reads.length * 1000) / WINDOW_MS).toFixed(1)} requests/s each`,
    }),
  ];
}

async function pageHabits(page: Page, station: StationProcess): Promise<PageHabits> {
  const topics = new Set<string>();
  page.on('websocket', (socket) => topics.add(socket.url()));
  await signIn(page);
  await page.getByRole('navigation').waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const reads: { url: string; atMs: number }[] = [];
  const beganMs = performance.now();
  const note = (request: Request) => {
    const isRead = request.method() === 'GET' && request.url().startsWith(station.url);
    if (isRead) reads.push({ url: request.url(), atMs: performance.now() - beganMs });
  };
  page.on('request', note);
  await page.waitForTimeout(WINDOW_MS);
  page.off('request', note);
  return { topics: [...topics], reads };
}

/** Signs in, subscribes and reads like that page, with another phase. @returns a function that ends it */
async function behaveLike({ reads, topics }: PageHabits, index: number, station: StationProcess): Promise<() => void> {
  const headers = { authorization: `Bearer ${await station.token()}` };
  const sockets = topics.map((url) => new WebSocket(url, [ENVELOPE_SUBPROTOCOL], { headers }));
  for (const socket of sockets) socket.on('error', () => {}).on('message', () => {});
  const shiftMs = (index * WINDOW_MS) / PAGES;
  const read = (url: string) =>
    void fetch(url, { headers }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  const timers = reads.map(({ atMs, url }) => setTimeout(read, (atMs + shiftMs) % WINDOW_MS, url));
  return () => {
    for (const timer of timers) clearTimeout(timer);
    for (const socket of sockets) socket.terminate();
  };
}

async function percent(station: StationProcess): Promise<number> {
  const [startS, beganMs] = [station.cpuS, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, MEASURE_S * 1000));
  return ((station.cpuS - startS) / (performance.now() - beganMs)) * 100_000;
}
