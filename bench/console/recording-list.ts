import { ConsoleUnderTest } from '@kitestring/console-page/test/support/console-page.ts';
import { recordMany } from '@kitestring/console-page/test/support/written-films.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type BenchRow, figure, median } from '../result.ts';

const RECORDINGS = 1000;
const TIMES = 5;
/** 10 Mbit/s with 20 ms of delay, as Chromium emulates it. */
const NETWORK = { offline: false, latency: 20, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const FIRST_ROWS = 30;

/** Time to show a list of a thousand recordings over a slow network. */
export async function benchRecordingList(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  recordMany(folder, RECORDINGS);
  await using tested = await ConsoleUnderTest.start({ folder });
  const openedMs: number[] = [];
  for (let count = 0; count < TIMES; count += 1) openedMs.push(await opened(tested));
  return [
    figure(
      `console: list of ${RECORDINGS.toLocaleString('en')} recordings over 10 Mbit/s until its first ${FIRST_ROWS} rows`,
      median(openedMs),
      'ms',
      { atMost: 1000, note: `median of ${TIMES}, longest ${Math.max(...openedMs).toFixed(0)} ms` },
    ),
  ];
}

async function opened(tested: ConsoleUnderTest): Promise<number> {
  const page = await tested.open();
  const link = page.getByRole('navigation').getByRole('link', { name: 'Recordings' });
  await link.waitFor();
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  await debug.send('Network.emulateNetworkConditions', NETWORK);
  const beganMs = performance.now();
  await link.click();
  await page.getByText(`${RECORDINGS} recordings`).waitFor();
  await page
    .getByRole('region', { name: 'Recordings' })
    .getByRole('listitem')
    .nth(FIRST_ROWS - 1)
    .waitFor();
  const tookMs = performance.now() - beganMs;
  await page.context().close();
  return tookMs;
}
