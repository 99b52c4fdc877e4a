import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/testing/browser.ts';
import { accessibilityFaults, ConsoleUnderTest, signIn } from './support/console-page.ts';

describe('the sign-in', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  before(async () => {
    console = await ConsoleUnderTest.start();
  });
  after(() => console[Symbol.asyncDispose]());

  it('opens the console with the key, and the key is kept nowhere', async () => {
    const page = await console.open({ isSignedIn: false });
    await signIn(page);
    await page.getByRole('navigation').waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.doesNotMatch(kept, /kite_key/);
    assert.doesNotMatch(kept, /token/);
  });

  it('says that a wrong key is wrong, at the field', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.getByLabel('API key').fill('kite_not-this-one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This key is not valid.').waitFor();
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

  it('fetches the rest of the page meanwhile; what cannot be fetched says so, and can be tried again', async () => {
    const page = await console.open({ isSignedIn: false });
    const rest = '**/assets/layout-*.js';
    await page.route(rest, (route) => route.abort());
    await signIn(page);
    await page.getByRole('alert').getByText('The station does not answer.').waitFor();
    await page.unroute(rest);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation').waitFor();
  });

  it('has no fault that axe finds, and breaks its own policy nowhere', async () => {
    const page = await console.open({ isSignedIn: false });
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(
      // Answers that are refusals (the wrong key, video that is off) are in the console of a browser by themselves.
      console.complaints.filter((text) => !text.startsWith('Failed to load resource')),
      [],
    );
  });
});
