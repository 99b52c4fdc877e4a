import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  structureFaults,
} from '@kitestring/console-page/test/support/console-page.ts';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { openHubPage, signInWithKey } from './support/open-hub-page.ts';

const MINUTE_MS = 60_000;

/** One record at a time before now. */
function record({ journal }: TestStation, minutesAgo: number, k: string, d: Readonly<Record<string, unknown>>): void {
  const s = journal.head + 1;
  const t = Date.now() - minutesAgo * MINUTE_MS;
  journal.segments.push(journal.sealRecords(s, [{ s, t, w: t, k, d }]));
}

describe('the timeline on the page of a hub', { skip: missingNatsServer() || (await missingChromium()) }, () => {
  const hub = new HubProcess();
  const ended = new AsyncDisposableStack();
  let complaints: readonly string[];
  let page: Page;
  before(async () => {
    await hub.start();
    ended.use(hub);
    const station = await TestStation.enrol(hub, 'Engine 7');
    ended.defer(() => station.connection?.close());
    await station.goOnline();
    const alarm = { code: 30030, severity: 'Critical', began: Date.now() - 50 * MINUTE_MS, message: 'Tether damaged.' };
    const old = {
      code: 20010,
      severity: 'Warning',
      began: Date.now() - 290 * MINUTE_MS,
      message: 'Ground power lost.',
    };
    record(station, 290, 'notification.begin', old);
    record(station, 130, 'notification.end', old);
    record(station, 62, 'flight.phase', { state: 'TakingOff', previous: 'StandBy' });
    record(station, 60, 'flight.phase', { state: 'Flying', previous: 'TakingOff' });
    record(station, 50, 'notification.begin', alarm);
    record(station, 45, 'state', { phase: 'Flying' });
    record(station, 40, 'notification.end', alarm);
    record(station, 20, 'flight.phase', { state: 'StandBy', previous: 'Landing' });
    // The station has given these samples up: the segment has no body.
    const [, , , , , samples] = station.journal.segments;
    assert.ok(samples);
    station.journal.segments[5] = { ...samples, body: new Uint8Array() };
    await station.sendAll();
    await until('the archive', () => station.have === station.journal.head);
    ({ complaints, page } = await openHubPage(hub, ended, /401|WebSocket/));
    await signInWithKey(page, hub.key);
    await page.evaluate(() => {
      location.hash = '#/timeline';
    });
  });
  after(() => ended.disposeAsync());

  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const entry = (text: string) => timeline().getByRole('listitem').filter({ hasText: text });
  /** Name on the first lane. */
  const timelineName = () => page.locator('main li > a').first();
  const range = () => timeline().getByRole('status').first().textContent();

  it('shows flights and alarms of all stations as lanes, and the same in words, the newest first', async () => {
    await entry('Ended: Tether damaged.').waitFor();
    await entry('Flying').first().waitFor();
    const texts = await timeline().getByRole('region', { name: 'Events' }).getByRole('listitem').allTextContents();
    const at = (text: string) => texts.findIndex((entry) => entry.includes(text));
    assert.ok(at('Standby') >= 0, texts.join('\n'));
    assert.ok(at('Standby') < at('Ended: Tether') && at('Ended: Tether') < at('Flying'), texts.join('\n'));
    const lane = timeline().getByRole('list', { name: 'Stations with events in this time' });
    await lane.getByTitle('Flying').waitFor({ state: 'attached' });
    const [flight, alarm] = await Promise.all(
      ['Flying', 'Tether damaged.'].map((title) => lane.getByTitle(title).boundingBox()),
    );
    assert.ok(flight && alarm);
    // 40 minutes of flight, 10 of alarm.
    assert.ok(Math.abs(flight.width / alarm.width - 4) < 0.5, `${flight.width} ${alarm.width}`);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    assert.deepEqual(await structureFaults(page), []);
  });

  it('is zoomed and moved by keys, buttons and the wheel, and never goes beyond now', async () => {
    const zoomIn = timeline().getByRole('button', { name: 'Zoom in' });
    await zoomIn.focus();
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
    await entry('Tether damaged.').first().waitFor({ state: 'detached' });
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('-');
    await entry('Ended: Tether damaged.').waitFor();
    const before = await range();
    await timeline().getByRole('button', { name: 'Earlier' }).click();
    await until('an earlier range', async () => (await range()) !== before);
    const lanes = await timeline().getByTitle('Flying').boundingBox();
    assert.ok(lanes);
    const moved = await range();
    await page.mouse.move(lanes.x + 5, lanes.y + 5);
    await page.mouse.wheel(0, 800);
    await page.waitForFunction(
      (text) => document.querySelector('section[aria-label="Timeline"] [role="status"]')?.textContent !== text,
      moved,
    );
    // So wide that it ends now again.
    await becomes(() => timeline().getByRole('button', { name: 'Now' }).isDisabled(), true);
  });

  it('goes back to now by the End key and by its button', async () => {
    const now = timeline().getByRole('button', { name: 'Now' });
    for (const back of [() => page.keyboard.press('End'), () => now.click()]) {
      await timeline().getByRole('button', { name: 'Earlier' }).click();
      await becomes(() => now.isDisabled(), false);
      const earlier = await range();
      await back();
      await until('now', () => now.isDisabled());
      assert.notEqual(await range(), earlier);
    }
  });

  it('shows an alarm over a time in which it neither began nor ended', async () => {
    await timeline().getByRole('button', { name: 'Zoom in' }).focus();
    await page.keyboard.press('End');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
    // A window of 45 minutes that ends 191 minutes ago.
    for (let press = 0; press < 17; press += 1) await page.keyboard.press('ArrowLeft');
    const bar = timeline().getByTitle('Ground power lost.').and(timeline().locator('[style*="width: 100%"]'));
    await bar.first().waitFor({ state: 'attached' });
    await entry('Ground power lost.').first().waitFor({ state: 'detached' });
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('-');
    await page.keyboard.press('End');
  });

  it('shows one station with the gap in its records, and its name leads there and back', async () => {
    await timeline().getByRole('link', { name: 'Engine 7' }).first().click();
    const records = timeline().getByRole('region', { name: 'Records' });
    await records.getByText('1 gap', { exact: true }).waitFor();
    await records.getByText('Given up by the station').waitFor();
    await timeline().getByRole('link', { name: 'All stations' }).click();
    await records.first().waitFor({ state: 'detached' });
    await page.evaluate(() => {
      location.hash = '#/stations';
    });
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Engine 7/ })
      .click();
    await page.getByRole('link', { name: 'Events and flights over time' }).click();
    await records.waitFor();
  });

  it('fits a phone and a wall in every language', async () => {
    for (const language of ['de', 'fr', 'it']) {
      await page.evaluate((chosen) => {
        localStorage.setItem('kitestring.preferences', JSON.stringify({ language: chosen, textSize: '125' }));
        location.reload();
      }, language);
      await page.locator(`html[lang^="${language}"]`).waitFor();
      await page.getByText('Tether damaged.').first().waitFor();
      for (const width of [390, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
        await until(`${language}: no more than ${width} px wide`, async () => (await widthPx()) <= width);
        const sideways = () =>
          page
            .locator('main *')
            .evaluateAll((parts) =>
              parts
                .filter(
                  (part) => getComputedStyle(part).overflowX === 'auto' && part.scrollWidth > part.clientWidth + 1,
                )
                .map(({ className }) => className),
            );
        await becomes(sideways, [], language);
        if (language === 'de') assert.deepEqual(await accessibilityFaults(page), []);
        const lines = () =>
          timelineName().evaluate((link) => {
            const text = document.createRange();
            text.selectNodeContents(link);
            return text.getClientRects().length;
          });
        await becomes(lines, 1);
      }
    }
    assert.deepEqual(complaints, []);
  });
});
