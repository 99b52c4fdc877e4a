import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  ConsoleUnderTest,
  signIn,
} from './support/console-page.ts';
import { laidOut } from './support/laid-out.ts';
import { isNoWider } from './support/page-width.ts';
import { flightPasses } from './support/still-time.ts';

const POWER = 'Main power lost.';

describe('notifications', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    page = await console.open();
  });
  afterEach(async () => {
    await client.sim.clearFaults();
    await page.goto(`${console.station.url}/#/`);
    await page.locator('[data-alarm=silent]').waitFor();
  });
  after(() => console[Symbol.asyncDispose]());

  /** How far down the picture begins, on a phone and on a desk. */
  async function picturesAtPx(): Promise<readonly (number | undefined)[]> {
    const places: (number | undefined)[] = [];
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      await laidOut(page);
      places.push((await page.getByRole('main').boundingBox())?.y);
    }
    return places;
  }

  it('a critical one rises above the picture, sounds until it is silenced, says what to do, and ends', async () => {
    const strip = page.getByRole('region', { name: 'Active alerts' });
    await page.locator('[data-alarm=silent]').waitFor();
    const quietAtPx = await picturesAtPx();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await strip.getByText(POWER, { exact: true }).waitFor();
    await strip.getByText('Check supply, plug and fuse.', { exact: true }).waitFor();
    await page.locator('[data-sounding=Critical]').waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Critical: Check supply, plug and fuse. Main power lost' })
      .first()
      .waitFor({ state: 'attached' });
    await page.getByRole('link', { name: /1 active, highest severity: Critical/ }).waitFor();

    await strip.getByRole('button', { name: `What to do: ${POWER}` }).click();
    await strip.getByText('Then check the supply, the plug and the fuse.').waitFor();
    await strip.getByText('Take-off is refused.').waitFor();

    await strip.getByRole('button', { name: 'Silence' }).click();
    await page.locator('[data-alarm=acknowledged]').waitFor();
    await page.locator('[data-sounding]').first().waitFor({ state: 'detached' });
    await client.sim.injectFault({ type: 'spool_stuck' });
    await page.locator('[data-sounding=Critical]').waitFor();
    // Nothing moves under a finger.
    await becomes(picturesAtPx, quietAtPx);

    await client.sim.clearFaults();
    await page.locator('[data-alarm=silent]').waitFor();
    await strip.getByText(POWER, { exact: true }).first().waitFor({ state: 'detached' });
  });

  it('one from after the moment that a paused simulation is reset to is gone, and one from before is back', async () => {
    const strip = page.getByRole('region', { name: 'Active alerts' });
    await client.sim.setClock({ paused: true });
    await client.sim.injectFault({ type: 'spool_stuck' });
    await client.sim.advanceClock({ seconds: 2 });
    const spool = strip.getByRole('listitem').filter({ hasText: 'spool' });
    await spool.waitFor();
    await client.sim.snapshot({ name: 'spool' });
    await client.sim.clearFaults();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await client.sim.advanceClock({ seconds: 5 });
    await strip.getByText(POWER, { exact: true }).waitFor();
    await spool.waitFor({ state: 'detached' });

    await client.sim.reset({ name: 'spool' });
    await strip.getByText(POWER, { exact: true }).waitFor({ state: 'detached' });
    await spool.waitFor();
    await client.sim.setClock({ paused: false });
  });

  it('many leave the picture its room on a tablet, in every language', async () => {
    const TABLET = { width: 1024, height: 768 };
    for (const type of ['main_power_loss', 'spool_stuck', 'force_sensor', 'camera_offline'] as const) {
      await client.sim.injectFault({ type });
    }
    for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'it-IT']) {
      const page = await console.open({
        viewport: TABLET,
        hasTouch: true,
        hasPicture: false,
        locale,
        isSignedIn: false,
      });
      await page.locator('input[type=password]').fill(TEST_API_KEY);
      await page.locator('button[type=submit]').click();
      const strip = page.locator('[data-sounding]').first();
      await strip.locator('a[href="#/notifications"] .strong').waitFor();
      await until(`at most one line below the cards: ${locale}`, async () => {
        const [whole, cards] = [await strip.boundingBox(), await strip.getByRole('list').boundingBox()];
        return whole !== null && cards !== null && whole.height < cards.height + 70;
      });
      const rest = await strip.locator('a[href="#/notifications"]').boundingBox();
      const warnings = await strip.locator('a[href="#/notifications"] .strong').boundingBox();
      assert.ok(rest !== null && warnings !== null);
      assert.ok(warnings.x + warnings.width <= rest.x + rest.width, `${locale}: cut`);
      await page.context().close();
    }
  });

  it('a safety landing stands first, whatever comes later, and nothing beside it says otherwise', async () => {
    const page = await console.open({ preferences: { textSize: '150' } });
    const flight = client.topic('flight/state');
    await client.sim.setClock({ speed: 20 });
    await client.flight.takeOff();
    await flight.until(({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 40 });
    await flight.until(({ altitude = 0 }) => altitude > 39);
    // Time stands: it is not down before all has been seen.
    await client.sim.setClock({ paused: true });
    await client.sim.injectFault({ type: 'main_power_loss' });
    await flightPasses(client, ({ flight_state }) => flight_state === 'SafetyLanding');
    const strip = page.getByRole('region', { name: 'Active alerts' });
    await strip.getByText(/^Safety landing/).waitFor();
    await client.sim.injectFault({ type: 'force_sensor' });
    await client.sim.advanceClock({ seconds: 5 });
    await page.getByRole('link', { name: 'Notifications' }).click();
    const now = page.getByRole('region', { name: 'Active now' });
    const sensor = now.getByRole('listitem').filter({ hasText: 'Tether force sensor failed.' });
    await sensor.waitFor();
    await strip.getByRole('listitem').first().filter({ hasText: 'Safety landing' }).waitFor();
    await sensor.getByText('Clear the landing area. Find the cause before the next flight.').waitFor();
    await becomes(() => sensor.getByText('Land. Check that nothing touches').count(), 0);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
    const german = page.getByRole('region', { name: 'Aktive Warnungen' });
    await german.getByText('Notlandung: der Netzstrom ist ausgefallen.', { exact: true }).waitFor();
    await page.getByText('Englisch der Station unter ihren Texten').click();
    await page.keyboard.press('Escape');
    const force = page.getByRole('listitem').filter({ hasText: 'Sensor des Kabelzugs ausgefallen.' });
    await force.getByText('Landefläche räumen. Vor dem nächsten Flug die Ursache finden.').waitFor();
    await force.getByText(/^Tether force sensor failed\. Take-off is refused\./).waitFor();
    // With large text on a phone, the longest state leaves the rest of the bar visible.
    await page.setViewportSize({ width: 390, height: 844 });
    await until('the menu in sight', async () => {
      const menu = await page.getByRole('button', { name: 'Einstellungen' }).boundingBox();
      return menu !== null && menu.x + menu.width <= 390;
    });
    await client.sim.setClock({ speed: 20, paused: false });
    await flight.until(({ flight_state }) => flight_state === 'StandBy');
    await client.sim.clearFaults();
    await client.sim.setClock({ speed: 1 });
    await page.locator('[data-alarm=silent]').waitFor();
    await page.context().close();
  });

  it('can be muted for this browser, and the page says so', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByText('Sound for Critical and Fatal').click();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await page.locator('[data-alarm=muted]').waitFor();
    await page.getByText('Muted in this browser.').waitFor();
    await page.locator('[data-sounding]').first().waitFor({ state: 'detached' });
    await page.getByText('Sound for Critical and Fatal').click();
    await page.locator('[data-sounding=Critical]').waitFor();
  });

  it('those that are over are found by severity and by a part of the message, as soon as they end', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    const past = page.getByRole('region', { name: 'History' });
    await client.sim.injectFault({ type: 'gps_loss', parameters: { receiver: 'ground_station' } });
    const gps = 'Ground Station: no reliable GPS position.';
    await page.getByRole('region', { name: 'Active now' }).getByText(gps).waitFor();
    await past.getByLabel('Search').fill('gps position');
    await becomes(() => past.getByText(gps).count(), 0);
    await client.sim.clearFaults();
    await past.getByText(gps).waitFor();
    await past.getByRole('button', { name: /Severity/ }).click();
    await page.getByRole('option', { name: 'Critical' }).click();
    await past.getByText(gps).first().waitFor({ state: 'detached' });
    await past.getByText('None in this period.').waitFor();
  });

  it('the history goes back to the first one kept, and to a single flight', async () => {
    // A new page: notifications that ended while a page was open are in its history, too.
    const page = await console.open();
    const kept = 2500;
    await page.route('**/station/v1/notifications?*', async (route) => {
      const before = new URL(route.request().url()).searchParams.get('before');
      await route.fulfill({ json: historyPage(kept, before === null ? kept : Number(before.split('_')[2])) });
    });
    await page.getByRole('link', { name: 'Notifications' }).click();
    const past = page.getByRole('region', { name: 'History' });
    await past.getByRole('button', { name: /Time/ }).click();
    await page.getByRole('option', { name: 'All stored' }).click();
    await past.getByText(`${kept} notifications`, { exact: true }).waitFor();
    await past.getByText(`number ${kept} of`).waitFor();
    await past.getByRole('button', { name: 'Last page' }).click();
    await past.getByText('number 1 of').waitFor();
    await past.getByText('50 of 50').waitFor();
    await becomes(() => past.getByRole('listitem').count(), 50);
    await past.getByRole('button', { name: /Time/ }).click();
    await page.getByRole('option', { name: /^Flight of/ }).click();
    await past.getByText('1 notification', { exact: true }).waitFor();
    await past.getByText('number 7 of').waitFor();
    await page.context().close();
  });

  it('has no fault that axe finds, in any theme', async () => {
    await client.sim.injectFault({ type: 'main_power_loss' });
    await client.sim.injectFault({ type: 'gps_loss' });
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('region', { name: 'Active now' }).getByText(POWER).waitFor();
    const parts = '[aria-label="Active alerts"], [aria-label="Notifications"]';
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, parts), []);
    // Refused requests are the business of those that made them: there is no live video here.
    assert.deepEqual(
      console.complaints.filter((text) => !text.startsWith('Failed to load resource')),
      [],
    );
  });

  it('a newcomer is led in three steps, never over an alarm and never again; help, tips, units and sizes are at hand', async () => {
    const page = await console.open({ isNew: true });
    const tour = page.getByRole('region', { name: 'Tour' });
    await tour.getByText('1 of 3').waitFor();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await tour.first().waitFor({ state: 'detached' });
    await client.sim.clearFaults();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('3 of 3').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Tour"]'), []);
    await tour.getByRole('button', { name: 'Done' }).click();
    await tour.first().waitFor({ state: 'detached' });

    const settings = page.getByRole('button', { name: 'Settings' });
    await page.keyboard.press('Tab');
    await settings.focus();
    await page.getByRole('tooltip').getByText('Settings').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').first().waitFor({ state: 'detached' });
    for (const [choice, option] of [
      ['Heights and distances', 'Feet'],
      ['Text size', '150 %'],
      ['Appearance', 'Night, red'],
    ] as const) {
      await settings.press('Enter');
      await page.getByRole('button', { name: new RegExp(choice) }).click();
      await page.getByRole('option', { name: option }).click();
      await page.keyboard.press('Escape');
    }
    await page
      .locator('[data-figure=altitude]')
      .getByText(/^\d+ ft$/)
      .waitFor();
    await isNoWider(page);
    assert.deepEqual(await accessibilityFaults(page), []);

    await page.reload();
    await signIn(page);
    await page.getByRole('link', { name: 'Help' }).waitFor();
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /later-/.test(name)));
    await page.keyboard.press('?');
    const help = page.getByRole('region', { name: 'Help', exact: true });
    await help.getByText('Take off', { exact: true }).click();
    await help.getByText(/^Hold Take off for one second\./).waitFor();
    await help.getByText('Keyboard shortcuts').waitFor();
    await becomes(() => tour.count(), 0);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Help"]'), []);
    await page.context().close();
  });
});

/** As the station tells its history, one each minute, number 1 the oldest. */
function historyPage(kept: number, before: number) {
  const at = (number: number) => formatTimestamp((1_772_000_000 + number * 60) * 1_000_000);
  const numbers = Array.from({ length: Math.min(1000, before) }, (_, index) => before - index);
  const last = numbers.at(-1) ?? 0;
  return {
    notifications: numbers.map((number) => ({
      severity: 'Warning',
      code: 99_999,
      message: `This is number ${number} of ${kept}.`,
      begin_time: at(number),
      end_time: at(number + 0.5),
    })),
    flights: [{ began_time: at(7), ended_time: at(7.9) }],
    ...(last > 1 && { next_before: `1_1_${last - 1}` }),
  };
}
