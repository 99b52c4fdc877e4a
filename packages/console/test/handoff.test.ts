import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';

const LEASE_S = 10;

describe('handoff between two pages', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let anna: Seat;
  let ben: Seat;
  before(async () => {
    console = await ConsoleUnderTest.start();
    [anna, ben] = await Promise.all([Seat.open(console, 'Anna'), Seat.open(console, 'Ben')]);
  });
  after(() => console[Symbol.asyncDispose]());

  it('one takes control and keeps it, and the other one’s command is refused in the station’s own words', async () => {
    await anna.press('Take control');
    await anna.chip('You').waitFor();
    await ben.chip('Anna').waitFor();
    await ben.page.getByRole('button', { name: 'Open lids' }).click();
    await ben.page.getByRole('alert').getByText('is in control').first().waitFor();
    // Longer than control lasts by itself: three renewals have been sent when the fourth is.
    for (let s = 0; s < LEASE_S; s += 3.5) await anna.page.waitForRequest('**/handoff/control/request');
    await ben.chip('Anna').waitFor();
    await anna.press('Give control up');
    await ben.chip('Nobody').waitFor();
  });

  it('a request rises as an alert over the picture; kept, it waits on; allowed, control changes hands', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await ben.press('Ask for control');
    await ben.drawer.getByText('You wait: place 1.').waitFor();
    const request = anna.page.getByRole('region', { name: 'Request for control' });
    await request.getByText('Ben asks for control.').waitFor();
    assert.equal(await anna.page.title(), '● Ben asks for control');
    await request.getByRole('button', { name: 'Keep' }).click();
    await request.waitFor({ state: 'detached' });
    await anna.chip('You').waitFor();
    assert.equal(await anna.drawer.getByRole('listitem').getByText('Ben').count(), 1);
    await anna.press('Give control to Ben');
    await ben.chip('You').waitFor();
    await anna.chip('Ben').waitFor();

    await anna.press('Ask for control');
    await ben.page.getByRole('region', { name: 'Request for control' }).getByRole('button', { name: 'Allow' }).click();
    await anna.chip('You').waitFor();
    await ben.chip('Anna').waitFor();
    assert.equal(await ben.page.getByRole('region', { name: 'Control lost' }).count(), 0);
    await anna.press('Give control up');
    await ben.chip('Nobody').waitFor();
  });

  it('control that is taken by force is told to whoever had it, who does not ask for it again unasked', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await ben.drawer.getByRole('button', { name: 'Take it now' }).focus();
    await ben.page.keyboard.down('Enter');
    await ben.chip('You').waitFor();
    await ben.page.keyboard.up('Enter');
    const lost = anna.page.getByRole('region', { name: 'Control lost' });
    await lost.getByText('Ben has taken control.').waitFor();
    await lost.getByRole('button', { name: 'OK' }).click();
    await lost.waitFor({ state: 'detached' });
    await ben.page.waitForRequest('**/handoff/control/request');
    await ben.drawer.getByText('Nobody waits.').waitFor();
    await ben.press('Give control up');
    await anna.chip('Nobody').waitFor();
  });

  it('has no fault that axe finds, in any theme', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await ben.press('Ask for control');
    await anna.page.getByRole('region', { name: 'Request for control' }).waitFor();
    const parts = '[aria-label="Control"], [aria-label="Request for control"], header';
    assert.deepEqual(await accessibilityFaultsInEveryTheme(anna.page, parts), []);
    await ben.press('Stop waiting');
    await anna.press('Give control up');
    await ben.chip('Nobody').waitFor();
  });

  it('control that ended with the sign-in is told of after the next one, and not taken again unasked', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    const client = otherClient(console.station.url);
    const { controlling_client: holder } = await client.handoff.getHandoffState();
    await client.admin.revokeSession({ id: holder?.session_id ?? '' });
    await client.close({ giveBackToken: true });
    await ben.chip('Nobody').waitFor();
    await anna.page.getByText('Your sign-in has ended.').waitFor();
    await signIn(anna.page, { isKept: true });
    await anna.page.getByText('You are no longer in control: your sign-in had ended.').waitFor();
    await anna.chip('Nobody').waitFor();
    await anna.page.getByRole('button', { name: 'OK' }).click();
  });

  it('a page out of sight keeps control for two minutes, then gives it up and says so', async () => {
    await anna.page.clock.install();
    await anna.page.reload();
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await anna.hide(true);
    await anna.page.clock.fastForward(110_000);
    await anna.page.waitForRequest('**/handoff/control/request');
    await anna.chip('You').waitFor();
    await anna.page.clock.fastForward(20_000);
    await ben.chip('Nobody').waitFor();
    await anna.hide(false);
    await anna.page.getByText('was out of sight for more than 2 minutes').waitFor();
  });

  it('a page that is loaded again goes on being in control, and its sign-out ends that', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await anna.page.reload();
    await anna.chip('You').waitFor();
    await anna.page.waitForRequest('**/handoff/control/request');
    await anna.page.getByRole('button', { name: 'Settings' }).click();
    await anna.page.getByRole('button', { name: 'Sign out' }).click();
    await ben.chip('Nobody').waitFor();
  });
});

/** A person at a page of their own, with the drawer of control open. */
class Seat {
  readonly page: Page;
  readonly drawer: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('region', { name: 'Control', exact: true }).first();
  }

  static async open(console: ConsoleUnderTest, name: string): Promise<Seat> {
    const page = await console.open({ isSignedIn: false });
    await signIn(page, { isKept: true });
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await page.getByLabel('Operator name').fill(name);
    return new Seat(page);
  }

  press(name: string): Promise<void> {
    return this.drawer.getByRole('button', { name, exact: true }).click();
  }

  /** Who is in control, as the top bar says. */
  chip(who: string): Locator {
    return this.page.getByRole('link', { name: `In control: ${who}` });
  }

  /** What a browser does when another tab comes to the front. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  }
}
