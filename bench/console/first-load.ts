import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { ConsoleUnderTest, signIn } from '@kitestring/console-page/test/support/console-page.ts';
import { catalogueBytes, firstLoadBytes } from '@kitestring/console-page/test/support/first-load.ts';
import type { Page } from 'playwright-core';
import { type BenchRow, figure, median } from '../result.ts';

const LOADS = 5;

interface Load {
  readonly usableMs: number;
  readonly signedInMs: number;
  readonly bytes: number;
}

/** Bytes fetched by the page, and time until it is usable. */
export async function benchFirstLoad(): Promise<BenchRow[]> {
  await using tested = await ConsoleUnderTest.start();
  await tested.open();
  const loads: Load[] = [];
  for (let count = 0; count < LOADS; count += 1) loads.push(await load(tested));
  const { folder } = builtPage();
  return [
    figure(
      'console: the page up to the first figures of the flight, packed, in the largest language',
      (firstLoadBytes(folder) + catalogueBytes(folder)) / 1000,
      'kB',
      { atMost: 250, note: `by its built files; ${(firstLoadBytes(folder) / 1000).toFixed(0)} kB in English` },
    ),
    figure(
      'console: what a browser has fetched by then, with what follows by itself',
      median(loads.map(({ bytes }) => bytes / 1000)),
      'kB',
      { atMost: 300 },
    ),
    figure(
      'console: from the address to a sign-in that can be typed into',
      median(loads.map(({ usableMs }) => usableMs)),
      'ms',
      { atMost: 1000, note: `median of ${LOADS}, nothing cached` },
    ),
    figure(
      'console: from the sign-in to the first figures of the flight',
      median(loads.map(({ signedInMs }) => signedInMs)),
      'ms',
      { atMost: 1000 },
    ),
  ];
}

function builtPage() {
  const page = CONSOLE_PAGE.find();
  if (!page.isBuilt) throw new Error('the station has served a page that is not built');
  return page;
}

async function load(tested: ConsoleUnderTest): Promise<Load> {
  const context = await tested.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(tested.station.url, { waitUntil: 'commit' });
  await page.getByLabel('API key').waitFor();
  const usableMs = await page.evaluate(() => performance.now());
  await page.getByLabel('API key').fill('');
  const beginMs = await page.evaluate(() => performance.now());
  await signIn(page);
  await page.getByText('StandBy').or(page.getByText('Ready')).first().waitFor();
  const signedInMs = (await page.evaluate(() => performance.now())) - beginMs;
  const bytes = await bytesOf(page);
  await context.close();
  return { usableMs, signedInMs, bytes };
}

/** Bytes of the page and its files, headers included, without answers of the API. */
async function bytesOf(page: Page): Promise<number> {
  const entries = await page.evaluate(() => {
    // As in a browser: Node's own type has fewer kinds of entries.
    const measured = performance as unknown as { getEntriesByType(kind: string): PerformanceResourceTiming[] };
    const all = ['navigation', 'resource'].flatMap((kind) => measured.getEntriesByType(kind));
    return all.map(({ name, transferSize }) => ({ name, bytes: transferSize }));
  });
  return entries
    .filter(({ name }) => !name.includes('/api/') && !name.includes('/v1/'))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
