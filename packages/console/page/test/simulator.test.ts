import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';

describe('the simulator’s drawer', { skip: await missingChromium() }, () => {
  let tested: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    tested = await ConsoleUnderTest.start();
    page = await tested.open();
    await page.getByRole('link', { name: 'Simulator' }).click();
  });
  after(() => tested[Symbol.asyncDispose]());

  const drawer = () => page.getByRole('region', { name: 'Simulator' });

  it('brings a fault on, tells what has become of it, and clears it', async () => {
    await drawer().getByRole('button', { name: /Fault/ }).click();
    await page.getByRole('option', { name: 'gps loss' }).click();
    await drawer().getByRole('button', { name: 'Inject fault' }).click();
    await drawer().getByText('gps loss · active').waitFor();
    await drawer().getByRole('button', { name: 'Clear gps loss' }).click();
    await drawer().getByText('gps loss · cleared').waitFor();
  });

  it('shows what clients have exercised, and a refusal that one repeated at once', async () => {
    const panel = drawer().getByRole('region', { name: 'API coverage' });
    await panel.getByRole('button', { name: 'Start journal' }).click();
    await panel.getByText('No findings.').waitFor();
    const token = await tested.station.token();
    const land = () =>
      fetch(`${tested.station.url}/api/v1/flight/control/land`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    await Promise.all([land(), land()]);
    await panel.getByText('repeated-409').waitFor();
    await panel.getByText('flight.control.land, 409 WRONG_FLIGHT_STATE').waitFor();
    await panel.getByText('Operations never used').click();
    await panel.getByText('auth.plugin.update').waitFor();
  });

  it('has no fault that axe finds, in any theme', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Simulator"]'), []);
  });

  it('refuses a length of time that is none, at its field', async () => {
    await drawer().getByLabel('Duration, seconds').fill('soon');
    await drawer().getByText('Enter more than 0 and at most 86400 seconds.').waitFor();
    await drawer().getByLabel('Duration, seconds').fill('');
  });

  it('stops the clock, lets it jump, and lets it go on', async () => {
    await drawer().getByRole('button', { name: 'Pause' }).click();
    await drawer().getByText('Clock paused.').waitFor();
    await drawer().getByRole('button', { name: 'Advance 60 s' }).click();
    await drawer().getByRole('button', { name: 'Resume' }).click();
    await drawer().getByText('Clock paused.').first().waitFor({ state: 'detached' });
  });

  it('presses the safety land button as hands would', async () => {
    await drawer().getByText('Safety land button pressed').click();
    await drawer().locator('label[data-selected]', { hasText: 'Safety land button pressed' }).waitFor();
    await drawer().getByText('Safety land button pressed').click();
  });

  it('takes the camera away, hangs another payload below the Kite, and attaches a camera again', async () => {
    const payload = () => drawer().getByRole('button', { name: /Payload/ });
    const power = drawer().locator('label', { hasText: 'Camera powered' });
    const attach = async (name: string) => {
      await payload().click();
      await page.getByRole('option', { name, exact: true }).click();
      await payload().filter({ hasText: name }).waitFor();
    };
    for (const name of ['None', 'Other payload, no camera']) {
      await attach(name);
      await power.and(page.locator('[data-disabled]')).waitFor();
    }
    await attach('Camera 2nd Generation IR Plus');
    await power.and(page.locator(':not([data-disabled])')).waitFor();
  });

  it('runs a scenario here, and stops it', async () => {
    await drawer()
      .getByRole('button', { name: /Scenario/ })
      .first()
      .click();
    await page.getByRole('option').first().click();
    await drawer().getByRole('button', { name: 'Run scenario' }).click();
    await drawer().getByRole('button', { name: 'Stop scenario' }).click();
    await drawer().getByText('Stopped', { exact: true }).waitFor();
  });
});
