import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Route } from 'playwright-core';
import { CONSOLE_PAGE } from '../build/page-folder.ts';
import { aborted, accessibilityFaults, ConsoleUnderTest, signIn } from './support/console-page.ts';

/** In the page: what the clock in the bar needs, and nothing else, is refused. */
function failingClock(): void {
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(locales?: string | string[], options?: Intl.DateTimeFormatOptions) {
      if (options?.timeZoneName !== undefined && options.day === undefined) throw new RangeError('no such time zone');
      super(locales, options);
    }
  } as typeof DateTimeFormat;
}

/** Everything behind the sign-in. */
const REST = '**/assets/seat-*.js';

/**
 * For those who open the large map, who only watch, who measure temperatures, who read another language, who administer, and
 * where people sign in with a name of their own.
 */
const OTHER_SEATS =
  /assets\/(?:large-map|maplibre-gl-worker|watch-page(?:\.module)?|watch-app|swiss|station-texts|thermal-parts|(?:de|fr|it)(?:-later)?|administration|account-[a-z-]+|passkey)-.{8}\.(?:js|css)$/;

describe('the sign-in', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  before(async () => {
    console = await ConsoleUnderTest.start();
  });
  afterEach(() => console.closePages());
  after(() => console[Symbol.asyncDispose]());

  it('opens the console with the key, and the key is kept nowhere', async () => {
    const page = await console.open({ isSignedIn: false });
    await signIn(page);
    await page.getByRole('navigation').waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.doesNotMatch(kept, /kite_key/);
    assert.doesNotMatch(kept, /token/);
    // The station's clock, in UTC on demand, also in names and after a reload.
    await page.getByRole('button', { name: 'Station time, local. Change to UTC' }).click();
    await page
      .getByRole('button', { name: 'Station time, UTC. Change to local' })
      .getByText(/^\d\d:\d\d:\d\d UTC$/)
      .waitFor();
  });

  it('says that a wrong key is wrong, at the field', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.getByLabel('API key').fill('kite_not-this-one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    // Announced, and the station named before anything is given to it.
    await page.locator('[aria-live=assertive]').getByText('Invalid API key.').waitFor();
    await page.getByText('Station: kitestring').getByText('Simulated aircraft').waitFor();
    await page.getByRole('button', { name: 'Show the key' }).click();
    await becomes(() => page.getByLabel('API key').getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Hide the key' }).click();
    await becomes(() => page.getByLabel('API key').getAttribute('type'), 'password');
  });

  it('stays over a reload when the user asks for it, and otherwise does not', async () => {
    const page = await console.open({ isSignedIn: false });
    await signIn(page, { isKept: true });
    await page.reload();
    await page.getByRole('navigation').waitFor();
    const other = await console.open();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('fetches the rest of the page meanwhile; what cannot be fetched says so, and comes when tried again, with the sign-in', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.route(REST, aborted);
    await signIn(page);
    await page.getByRole('alert').getByText('Station not responding.').waitFor();
    await page.unroute(REST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation').waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.doesNotMatch(kept, /token/);
  });

  it('is kept, too, where a drawer that did not come is fetched by a reload', async () => {
    const page = await console.open({ isSignedIn: false });
    const drawers = '**/assets/drawers-*.js';
    await page.route(drawers, aborted);
    await signIn(page);
    await page.getByRole('link', { name: 'System' }).click();
    const drawer = page.getByRole('region', { name: 'System', exact: true });
    await drawer.getByRole('alert').getByText('Station not responding.').waitFor();
    await page.unroute(drawers);
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await drawer.getByRole('heading', { name: 'Software' }).waitFor();
  });

  it('says that a script has failed, and not that the station is silent; what fails in the bar leaves the rest', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.route(REST, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError()' }),
    );
    await signIn(page);
    await page.getByRole('alert').getByText('script error').waitFor();
    await becomes(() => page.getByText('Station not responding.').count(), 0);
    await page.unroute(REST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation').waitFor();

    const other = await console.open({ before: failingClock });
    await other.getByRole('button', { name: /^Take off/ }).waitFor();
    await other.getByRole('alert').getByText('This section has failed.').waitFor();
    await other.getByRole('link', { name: 'System' }).click();
    await other.getByRole('region', { name: 'System', exact: true }).waitFor();
  });

  it('stays with its question, and with the sign-in, for as long as the station is out of reach', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.route(REST, aborted);
    await signIn(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.context().setOffline(true);
    for (const _ of [1, 2]) {
      const failed = page.waitForEvent('requestfailed');
      await again.click();
      await failed;
      await page.getByRole('alert').getByText('Station not responding.').waitFor();
    }
    await page.context().setOffline(false);
    await page.unroute(REST);
    await again.click();
    await page.getByRole('navigation').waitFor();
  });

  it('begins with the first answer that comes, however often it was asked for', async () => {
    const page = await console.open({ isSignedIn: false });
    const facts = '**/console.json';
    await page.route(facts, aborted);
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const asked: Route[] = [];
    // The second question is not answered; the first one is when the second is on its way.
    await page.route(facts, (route) => void (asked.push(route) === 2 && asked[0]?.continue()));
    await again.click();
    await again.click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('can be loaded again where its first script has not come', async () => {
    const page = await console.open({ isSignedIn: false });
    const first = '**/assets/index-*.js';
    await page.route(first, aborted);
    await page.reload();
    await page.getByText('The page has not loaded.').waitFor();
    await page.unroute(first);
    await page.getByRole('link', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('is all there is to fetch: nothing of the page is left to be missed in flight', async () => {
    const page = await console.open();
    await page.getByRole('navigation').waitFor();
    const fetched = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname.slice(1))
          .filter((path) => /\.(?:js|css)$/.test(path))
          .sort(),
      );
    const shown = CONSOLE_PAGE.find();
    assert.ok(shown.isBuilt);
    const built = await readdir(shown.folder, { recursive: true });
    // The flight controls are loaded; drawers that no flight needs follow by themselves.
    await becomes(fetched, built.filter((path) => /\.(?:js|css)$/.test(path) && !OTHER_SEATS.test(path)).sort());
    // The name of the station is asked for beside the script, once.
    const facts = await page.evaluate(() => {
      const [{ startTime = 0 } = {}, ...more] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/console.json'));
      const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/index-'));
      return { more: more.length, isBeside: startTime < (script?.startTime ?? 0) + (script?.duration ?? 0) };
    });
    assert.deepEqual(facts, { more: 0, isBeside: true });
  });

  it('has no fault that axe finds, and breaks its own policy nowhere', async () => {
    const page = await console.open({ isSignedIn: false });
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(
      // Answers that are refusals (the wrong key, video that is off) are in the console of a browser by themselves, and so is what was broken here.
      console.complaints.filter((text) => !/^Failed to load resource|no such time zone/.test(text)),
      [],
    );
  });
});
