import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { benchFirstLoad } from './console/first-load.ts';
import { FlownConsole } from './console/flown-console.ts';
import { benchDrag, benchTelemetry } from './console/in-flight.ts';
import { benchLighthouse } from './console/lighthouse.ts';
import { benchLongUse } from './console/long-use.ts';
import { benchManyPages } from './console/many-pages.ts';
import { benchRecordingList } from './console/recording-list.ts';
import { type BenchRow, figure } from './result.ts';

/** The operator's page in Chromium: load time, Lighthouse scores, and frame rate in flight. */
export async function benchConsole(): Promise<BenchRow[]> {
  const absent = await missingChromium();
  if (absent !== false) return [figure('console', Number.NaN, '', { note: absent })];
  const rows = [
    ...(await benchFirstLoad()),
    ...(await benchLighthouse()),
    ...(await benchRecordingList()),
    ...(await benchManyPages()),
  ];
  await using flown = await FlownConsole.start();
  return [...rows, ...(await benchDrag(flown)), ...(await benchTelemetry(flown)), ...(await benchLongUse(flown))];
}
