import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessibilityFaults, structureFaults } from '@kitestring/console-page/test/support/console-page.ts';
import { missingChromium, sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import { startTestStation } from '@kitestring/station-app/test/support/test-station.ts';

const VIEWS = [
  { page: 'index.html', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { page: 'reference/api.html', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;

describe('a page of the manual at a station', { skip: await missingChromium() }, () => {
  it('is without a fault for axe, light and dark, on a phone and a desktop, and finds what is searched', async () => {
    await using station = await startTestStation({});
    await using open = await sharedBrowser();
    for (const { page: name, ...view } of VIEWS) {
      const context = await open.browser.newContext(view);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`http://127.0.0.1:${station.port}/docs/manual/${name}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider than its window');
      await page.getByRole('searchbox').fill('altitude take');
      await page.locator('.found li').first().waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await structureFaults(page), []);
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL(/\.html#?/);
      assert.deepEqual(complaints, []);
      await context.close();
    }
  });
});
