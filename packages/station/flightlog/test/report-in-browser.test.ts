import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingChromium, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { readFlight } from '../src/read/flight.ts';
import { pageAssets } from '../src/report/page-assets.ts';
import { reportPage } from '../src/report/report-page.ts';
import { ZSTD } from '../src/zstd-codec.ts';
import { byteSource, stormyFlight, writtenLog } from './support/written-log.ts';

describe('the page about a flight, in a browser', { skip: await missingChromium() }, () => {
  it('draws its plots whatever the browser takes for its language', async () => {
    const flight = await readFlight(byteSource(await writtenLog(stormyFlight())), { codec: ZSTD });
    await using opened = await openBrowser();
    const page = await opened.browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'language', { configurable: true, get: () => 'en-US@posix' });
    });
    // A page of its own address: scripts that run before it do so on loading only.
    await page.route('http://report.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: reportPage(flight, pageAssets(), 'storm.mcap') }),
    );
    await page.goto('http://report.test/');
    await page.locator('.uplot canvas').first().waitFor();
    assert.deepEqual(complaints, []);
  });
});
