import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import type { Locator, Page } from 'playwright-core';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  ConsoleUnderTest,
  signIn,
} from './support/console-page.ts';
import { button, flyTo, panel, shows } from './support/flight-panel.ts';
import { hold } from './support/presses.ts';

const FAST = 20;

describe('the page when the Kite is no longer heard', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { KITESTRING_SIM_SPEED: String(FAST) } });
    client = console.client();
    await client.sim.setWind({ speed_mps: 0, turbulence: 'none' });
    page = await console.open({ hasPicture: false });
    await flyTo(client, 20);
    await page
      .locator('[data-figure=altitude]')
      .getByText(/^(?:19|20)\.\d/)
      .waitFor();
    await loseKite();
  });
  after(() => console[Symbol.asyncDispose]());

  /** Before long it descends by itself: time stands while the page is looked at. */
  async function loseKite(): Promise<void> {
    await client.sim.setClock({ speed: 1 });
    await client.sim.injectFault({ type: 'kite_data_missing' });
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Unknown');
    await client.sim.setClock({ paused: true });
  }

  it('says so, since when, and what was known last, as old', async () => {
    await shows(page, 'Kite data lost').waitFor();
    await panel(page)
      .getByText(/^No data from the Kite for \d+ s\. Last: Flying\.$/)
      .waitFor();
    const old = panel(page).locator('[data-stale]');
    await page
      .locator('[data-figure=altitude] [data-stale]')
      .getByText(/^(?:19|20)\.\d/)
      .waitFor();
    await old
      .filter({ hasText: 'Heading' })
      .getByText(/^\d+°$/)
      .waitFor();
    await panel(page)
      .locator('dd[data-stale]')
      .getByText(/^\d+\.\d{5}°, /)
      .waitFor();
    await old.filter({ hasText: 'GPS' }).getByText(/^Fix/).waitFor();
    await page
      .getByRole('banner')
      .locator('[data-stale]')
      .getByText(/^(?:19|20)\.\d m · \d+ s$/)
      .waitFor();
    // Over the picture, with the way to the cards, which are whole without a fault that axe finds.
    await page.getByText(/^Last known: (?:19|20)\.\d m · Heading \d+° · \d+\.\d{5}°, .+ · \d+ s old$/).waitFor();
    await page.getByRole('link', { name: 'What to do now' }).click();
    const cards = page.getByRole('region', { name: 'What to do now' });
    await cards
      .getByRole('region', { name: 'Tether cut' })
      .getByText('Do not pull the tether.', { exact: false })
      .waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await assertPrintsAlone(cards);
    await page.getByRole('region', { name: 'Help', exact: true }).getByRole('button', { name: 'Close' }).click();
    const situation = page.getByRole('region', { name: 'Situation' });
    await situation.and(page.locator('[data-stale]')).waitFor();
    await page
      .getByRole('slider', { name: /Camera/ })
      .and(page.locator('[data-stale]'))
      .first()
      .waitFor();
    assert.equal(await page.getByText('Flight not affected').count(), 0);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
  });

  /** On one page of A4, in black on white, with its last position and nothing else of the page. */
  async function assertPrintsAlone(cards: Locator): Promise<void> {
    const onScreen = await cards.innerText();
    assert.match(onScreen, /Last known: /);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('body').innerText(), onScreen.replace(/\s*Print\s*$/, ''));
    await page.emulateMedia({ media: null });
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    assert.equal(pdf.toString('latin1').split(/\/Type ?\/Page\b/).length - 1, 1);
  }

  it('has a landing that the station keeps: for every page, over a reload, until it is withdrawn or the Kite is heard', async () => {
    const kept = panel(page).getByText(/^Lands when the Kite is heard/);
    await hold(button(page, 'Land'), kept);
    await button(page, 'Withdraw').click();
    await kept.first().waitFor({ state: 'detached' });
    assert.equal((await client.station.getFlightFigures()).pending_landing, undefined);
    await hold(button(page, 'Land'), kept);
    await page.reload();
    await signIn(page);
    await kept.first().waitFor();
    // That page has not heard the Kite itself.
    await panel(page)
      .getByText(/^No data from the Kite for \d+ s\. Last: Flying\.$/)
      .waitFor();
    await page
      .locator('[data-figure=altitude] [data-stale]')
      .getByText(/^(?:19|20)\.\d/)
      .waitFor();
    await panel(page)
      .locator('dd[data-stale]')
      .getByText(/^\d+\.\d{5}°, /)
      .waitFor();
    // Nor is a page needed for it.
    await page.close();
    await client.sim.clearFaults();
    await client.sim.setClock({ paused: false });
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Landing');
  });
});
