import { patientRequests, WITHIN_MS } from '@kitestring/console-page/test/support/console-page.ts';
import type { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import type { Page } from 'playwright-core';

/** A hub in a clone builds its page at the first start. */
const BUILT_WITHIN_MS = 300_000;

/**
 * The page of a hub at its sign-in.
 *
 * @param expected errors in the console that the test causes itself: refused requests are among them
 */
export async function openHubPage(hub: HubProcess, cleanup: AsyncDisposableStack, expected: RegExp) {
  const { browser } = cleanup.use(await sharedBrowser());
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' });
  context.setDefaultTimeout(WITHIN_MS);
  await context.addInitScript(patientRequests);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(hub.url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: BUILT_WITHIN_MS });
  return { page, complaints };
}

export async function signInWithKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('API key').press('Enter');
  // While the page is built another one stands there, without navigation.
  await page.getByRole('navigation').first().waitFor();
}
