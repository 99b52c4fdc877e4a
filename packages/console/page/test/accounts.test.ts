import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaults, accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { leasesLast } from './support/still-time.ts';

const PASSWORD = 'wind over the old harbour';
const NEW_PASSWORD = 'rain on the north roof';
/** A name that would run if it were not text. */
const SCRIPT = '<img src=x onerror="document.title=1"> 無 Zoë';

describe('accounts', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  /** Who administers, with the key. */
  let desk: Page;
  /** Who flies, and later others. */
  let seat: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    await leasesLast(client);
    desk = await console.open({ isAdministrator: true });
  });
  after(() => console[Symbol.asyncDispose]());
  const card = (name: string) => desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name }) });
  const signIn = async (login: string, password = PASSWORD) => {
    await seat.getByLabel('Login').fill(login);
    await seat.getByLabel('Password', { exact: true }).fill(password);
    await seat.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async () => {
    await seat.getByRole('button', { name: 'Settings' }).click();
    await seat.getByRole('button', { name: 'Sign out' }).click();
    await seat.getByLabel('Login').waitFor();
  };

  it('are added away from the seat by who has a key to administer; names are text', async () => {
    await desk.getByRole('link', { name: 'Admin' }).click();
    await desk.getByText('No accounts yet').waitFor();
    await desk.evaluate("location.hash = '#/account'");
    await desk.getByText('has no account. Sign in with your own login.').waitFor();
    await desk.evaluate("location.hash = '#/accounts'");
    await becomes(() => desk.getByRole('button', { name: /Take off/ }).count(), 0);
    await desk.getByRole('button', { name: 'Add an account' }).click();
    await desk.getByRole('button', { name: 'Add account', exact: true }).click();
    await desk.getByText('Enter login, name and password.').waitFor();
    await desk.getByLabel('Login').fill('zoe');
    await desk.getByLabel('Name', { exact: true }).fill(SCRIPT);
    await desk.getByLabel('Password', { exact: true }).fill('too short');
    await desk.getByRole('button', { name: 'Add account', exact: true }).click();
    await desk.getByRole('form').getByRole('alert').getByText('12 to 128 characters').waitFor();
    await desk.getByLabel('Password', { exact: true }).fill(PASSWORD);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(desk, '#console'), []);
    await desk.getByRole('button', { name: 'Add account', exact: true }).click();
    await card(SCRIPT).getByText('Pilot').waitFor();
    await becomes(() => desk.locator('img[src="x"]').count(), 0);
  });

  it('sign in with login and password where there are some, and fly under their own name', async () => {
    seat = await console.open({ isSignedIn: false });
    await seat.getByLabel('Login').waitFor();
    await seat.getByText('Passkeys need a host name').waitFor();
    assert.deepEqual(await accessibilityFaults(seat), []);
    await signIn('zoe', 'not this one');
    await seat.getByText('Login or password is wrong.').waitFor();
    await signIn('ZOE');
    await seat.getByRole('link', { name: /^In control/ }).click();
    await seat.getByRole('button', { name: 'Take control' }).waitFor();
    await becomes(() => seat.getByLabel('Operator name').count(), 0, 'nobody types a name that is known');
    await seat.getByRole('button', { name: 'Take control' }).click();
    await seat.getByText('You are in control').first().waitFor();
    const { controlling_client: holder } = await client.handoff.getHandoffState();
    assert.deepEqual([holder?.operator_name, holder?.plugin_name], [SCRIPT, SCRIPT]);
    await becomes(() => seat.locator('img[src="x"]').count(), 0);
    await seat.getByRole('button', { name: 'Release control' }).click();
  });

  it('that are changed end their sessions at once; a camera operator has no live flight command', async () => {
    await desk.getByRole('button', { name: `Change ${SCRIPT}` }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('button', { name: /Role/ }).click();
    await desk.getByRole('option', { name: 'Camera operator' }).click();
    await dialog.getByText('no flight commands').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seat.getByText('Session expired.').waitFor();
    await signIn('zoe');
    await seat.getByText('Camera operator: no flight commands.').first().waitFor();
    await becomes(() => seat.getByRole('button', { name: /Take off/ }).isDisabled(), true);
  });

  it('that are disabled are shut out, and said to be', async () => {
    await card(SCRIPT).getByText('Enabled', { exact: true }).click();
    await card(SCRIPT).getByText('Disabled').waitFor();
    await seat.getByText('Session expired.').waitFor();
    await signIn('zoe');
    await seat.getByText(/the account .* is disabled/i).waitFor();
    await card(SCRIPT).getByText('Enabled', { exact: true }).click();
    await card(SCRIPT).getByText('Disabled').first().waitFor({ state: 'detached' });
    await signIn('zoe');
    await seat.getByRole('navigation').first().waitFor();
    await signOut();
  });

  it('that administer come to the administration, keep what they have, and change their own password', async () => {
    await client.station.addAccount({ login: 'chief', name: 'Chief', role: 'admin', password: PASSWORD });
    await signIn('chief');
    await seat.getByRole('heading', { name: /^Administration/ }).waitFor();
    const own = seat.getByRole('listitem').filter({ has: seat.getByRole('heading', { name: /^Chief/ }) });
    await becomes(() => own.getByRole('switch').isDisabled(), true);
    await seat.getByRole('link', { name: 'My account' }).click();
    await seat.getByLabel('Current password').first().fill('wrong');
    await seat.getByLabel('New password').fill(NEW_PASSWORD);
    await seat.getByRole('button', { name: 'Set password' }).click();
    await seat.getByText(/the current password is wrong/i).waitFor();
    await seat.getByLabel('Current password').first().fill(PASSWORD);
    await seat.getByRole('button', { name: 'Set password' }).click();
    await seat.getByText('Password changed.').waitFor();
    assert.deepEqual(await accessibilityFaults(seat, '#console'), []);
    await seat.getByRole('link', { name: 'Audit log' }).click();
    await seat.getByText('station.account.password').first().waitFor();
    const text = await seat.locator('body').innerText();
    for (const secret of [PASSWORD, NEW_PASSWORD]) assert.ok(!text.includes(secret));
    await signOut();
    await signIn('chief', NEW_PASSWORD);
    await seat.getByRole('heading', { name: /^Administration/ }).waitFor();
  });

  it('sign in with a passkey that they have added, on a page with a host name', async () => {
    const url = console.station.url.replace('127.0.0.1', 'localhost');
    seat = await console.open({ isSignedIn: false, url });
    const debug = await seat.context().newCDPSession(seat);
    await debug.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await signIn('chief', NEW_PASSWORD);
    await seat.getByRole('link', { name: 'My account' }).click();
    const form = seat.getByRole('form', { name: 'Add a passkey' });
    await form.getByLabel('Name of the passkey').fill(SCRIPT);
    await form.getByLabel('Current password').fill('wrong');
    await form.getByRole('button', { name: 'Add a passkey' }).click();
    await form.getByText(/the current password is wrong/i).waitFor();
    await form.getByLabel('Current password').fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Add a passkey' }).click();
    await seat.getByRole('button', { name: `Remove ${SCRIPT}` }).waitFor();
    assert.deepEqual(await accessibilityFaults(seat, '#console'), []);
    await signOut();
    await seat.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await seat.getByText('last used').first().waitFor();
    // The station knows the passkey no longer; the browser still has it.
    await seat.getByRole('button', { name: `Remove ${SCRIPT}` }).click();
    await seat
      .getByRole('button', { name: `Remove ${SCRIPT}` })
      .first()
      .waitFor({ state: 'detached' });
    await signOut();
    await seat.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await seat.getByText('Passkey unknown to this station.').waitFor();
    await debug.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });

  it('break the policy of the page nowhere', () => {
    // Answers that are refusals (the wrong password, sessions that were ended) are in the console of a browser by themselves.
    const own = console.complaints.filter((text) => !/^Failed to load resource|HTTP Authentication failed/.test(text));
    assert.deepEqual(own, []);
  });
});
