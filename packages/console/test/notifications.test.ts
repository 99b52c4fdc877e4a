import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';

const POWER = 'The Ground Station has lost main power.';

describe('notifications', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = otherClient(console.station.url);
  });
  afterEach(() => client.sim.clearFaults());
  after(async () => {
    await client.close({ giveBackToken: true });
    await console[Symbol.asyncDispose]();
  });

  it('a critical one rises above the picture, sounds until it is silenced, says what to do, and ends', async () => {
    const page = await console.open();
    const strip = page.getByRole('region', { name: 'What is wrong now' });
    await page.locator('[data-alarm=silent]').waitFor();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await strip.getByText(POWER, { exact: true }).waitFor();
    await page.locator('[data-sounding=Critical]').waitFor();
    assert.match(await page.getByRole('alert').allInnerTexts().then(String), /Critical: The Ground Station has lost/);
    await page.getByRole('link', { name: /1 active, the worst: Critical/ }).waitFor();

    await strip.getByRole('button', { name: `What to do about: ${POWER}` }).click();
    await strip.getByText('Then check the supply, the plug and the fuse.').waitFor();
    await strip.getByText('Take-off is refused.').waitFor();

    await strip.getByRole('button', { name: 'Silence' }).click();
    await page.locator('[data-alarm=acknowledged]').waitFor();
    assert.equal(await page.locator('[data-sounding]').count(), 0);
    await client.sim.injectFault({ type: 'spool_stuck' });
    await page.locator('[data-sounding=Critical]').waitFor();

    await client.sim.clearFaults();
    await page.locator('[data-alarm=silent]').waitFor();
    await strip.getByText(POWER, { exact: true }).waitFor({ state: 'detached' });
  });

  it('can be muted for this browser, and the page says so', async () => {
    const page = await console.open();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByText('Sound for Critical and Fatal').click();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await page.locator('[data-alarm=muted]').waitFor();
    await page.getByText('Muted on this browser.').waitFor();
    assert.equal(await page.locator('[data-sounding]').count(), 0);
    await page.getByText('Sound for Critical and Fatal').click();
    await page.locator('[data-sounding=Critical]').waitFor();
  });

  it('those that are over are found by severity and by a part of the message, as soon as they end', async () => {
    const page = await console.open();
    await page.getByRole('link', { name: 'Notifications' }).click();
    const past = page.getByRole('region', { name: 'Past' });
    await client.sim.injectFault({ type: 'gps_loss', parameters: { receiver: 'ground_station' } });
    const gps = 'The Ground Station has no good GPS position.';
    await page.getByRole('region', { name: 'Active now' }).getByText(gps).waitFor();
    await past.getByLabel('Search').fill('gps position');
    assert.equal(await past.getByText(gps).count(), 0);
    await client.sim.clearFaults();
    await past.getByText(gps).waitFor();
    await past.getByRole('button', { name: /Severity/ }).click();
    await page.getByRole('option', { name: 'Critical' }).click();
    await past.getByText(gps).waitFor({ state: 'detached' });
    await past.getByText('None in this time.').waitFor();
  });

  it('has no fault that axe finds, in any theme', async () => {
    const page = await console.open();
    await client.sim.injectFault({ type: 'main_power_loss' });
    await client.sim.injectFault({ type: 'gps_loss' });
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('region', { name: 'Active now' }).getByText(POWER).waitFor();
    const parts = '[aria-label="What is wrong now"], [aria-label="Notifications"]';
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, parts), []);
    // Refused requests are the business of those that made them: there is no live video here.
    assert.deepEqual(
      console.complaints.filter((text) => !text.startsWith('Failed to load resource')),
      [],
    );
  });
});
