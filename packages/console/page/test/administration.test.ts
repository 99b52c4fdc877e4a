import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn } from './support/console-page.ts';

describe('the administration', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    page = await console.open({ isAdministrator: true });
    await page.getByRole('link', { name: 'Admin' }).click();
  });
  after(() => console[Symbol.asyncDispose]());

  describe('plugins and sessions', () => {
    before(() => page.getByRole('link', { name: 'API access' }).click());

    const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const shownKey = () => page.getByLabel('API key', { exact: true }).inputValue();
    const tokenStatus = async (key: string) => {
      const body = JSON.stringify({ client_secret: key });
      const headers = { 'content-type': 'application/json' };
      const url = `${console.station.url}/api/v1/auth/token/request`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };

    it('one that is added has a key that is shown once and works', async () => {
      await page.getByRole('button', { name: 'Add a plugin' }).click();
      await page.getByRole('button', { name: 'Add and create key' }).click();
      await page.getByText('Enter a name.').waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('vms');
      await page.getByText('Command the Kite and the camera').click();
      await page.getByRole('button', { name: 'Add and create key' }).click();
      await page.getByRole('dialog', { name: 'API key for vms' }).waitFor();
      const key = await shownKey();
      assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[role=dialog]'), []);
      await page.getByRole('button', { name: 'Key copied, close' }).click();
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });
      await card('vms').getByText('control').waitFor();
      assert.ok(!(await page.content()).includes(key));
      assert.equal(await tokenStatus(key), 200);
      await card('vms').getByText('Signed in').waitFor();
    });

    it('a name that another one has is refused at the form, which keeps what was typed', async () => {
      await page.getByRole('button', { name: 'Add a plugin' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('vms');
      await page.getByRole('button', { name: 'Add and create key' }).click();
      await page.getByRole('form').getByRole('alert').getByText('vms').waitFor();
      await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'vms');
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    it('a new key takes the place of the old one, which goes on for as long as was chosen', async () => {
      const { key: old, plugin } = await client.admin.addPlugin({ name: 'recorder', scopes: ['read'] });
      await card('recorder').getByRole('button', { name: 'New key for recorder' }).click();
      await page.getByRole('button', { name: 'Create new key' }).click();
      await page.getByRole('dialog').getByText('The previous key is valid until').waitFor();
      const second = await shownKey();
      await page.getByRole('button', { name: 'Key copied, close' }).click();
      assert.deepEqual([await tokenStatus(old), await tokenStatus(second)], [200, 200]);
      await card('recorder').getByRole('button', { name: 'New key for recorder' }).click();
      await page.getByRole('button', { name: /Old key expires/ }).click();
      await page.getByRole('option', { name: 'now' }).click();
      await page.getByRole('button', { name: 'Create new key' }).click();
      await page.getByRole('dialog', { name: 'API key for recorder' }).waitFor();
      const third = await shownKey();
      await page.getByRole('button', { name: 'Key copied, close' }).click();
      assert.deepEqual([await tokenStatus(second), await tokenStatus(third)], [401, 200]);
      await client.admin.removePlugin({ id: plugin.id });
    });

    it('a disabled one that asks is told of, and can be let in from there; then removed', async () => {
      const { key } = await client.admin.addPlugin({ name: 'drone wall', scopes: ['read'] });
      await card('drone wall').getByText('Enabled', { exact: true }).click();
      await card('drone wall').getByText('Disabled').waitFor();
      assert.equal(await tokenStatus(key), 403);
      await page.getByText('drone wall requests access but is disabled.').waitFor();
      await page.getByRole('button', { name: 'Enable drone wall' }).click();
      await page.getByText('drone wall requests access').first().waitFor({ state: 'detached' });
      assert.equal(await tokenStatus(key), 200);
      await card('drone wall').getByRole('button', { name: 'Remove drone wall' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await card('drone wall').first().waitFor({ state: 'detached' });
      assert.equal(await tokenStatus(key), 401);
    });

    it('has no fault that axe finds, in any theme', async () => {
      await page.getByRole('button', { name: 'Add a plugin' }).click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    it('a session that is ended leads to the sign-in, over a page that is as it was left, an open question too', async () => {
      const other = await console.open({ isAdministrator: true });
      await other.getByRole('link', { name: 'Admin' }).click();
      await other.getByRole('link', { name: 'API access' }).click();
      await other.getByRole('button', { name: 'Add a plugin' }).click();
      await other.getByRole('textbox', { name: 'Name' }).fill('half a na');
      await other.getByRole('button', { name: /^Remove first/ }).click();
      await other.getByRole('dialog', { name: 'Remove first?' }).waitFor();
      const { sessions } = await client.admin.listSessions();
      const own = sessions.filter(({ name }) => name === 'console').at(-1);
      await page
        .getByRole('listitem')
        .filter({ hasText: own?.masked_token ?? 'no session' })
        .getByRole('button')
        .click();
      await page.getByRole('button', { name: 'End session' }).click();
      await other.getByText('Session expired.').waitFor();
      await signIn(other);
      await other.getByRole('dialog', { name: 'Remove first?' }).getByRole('button', { name: 'Cancel' }).click();
      await becomes(() => other.getByRole('textbox', { name: 'Name' }).inputValue(), 'half a na');
      await other.getByText('(this page)').waitFor();
    });
  });

  describe('the audit log', () => {
    before(async () => {
      await client.admin.addPlugin({ name: 'audited', scopes: ['read'] });
      await client.flight.land().catch(() => {});
      await page.getByRole('link', { name: 'Audit log' }).click();
    });

    it('shows who did what, with input and outcome, the newest first', async () => {
      const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
      await entry('admin.plugins.add').getByText('{"name":"audited","scopes":["read"]}').waitFor();
      await entry('flight.control.land').getByText('Refused').waitFor();
      assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
    });

    it('shows one kind alone', async () => {
      await page.getByRole('button', { name: /Kind/ }).click();
      await page.getByRole('option', { name: 'Command' }).click();
      await page.getByText('admin.plugins.add').first().waitFor({ state: 'detached' });
      await page.getByText('flight.control.land').first().waitFor();
    });

    it('has the kind that was chosen last, however late the answer about another comes', async () => {
      const { promise: late, resolve: answerLate } = Promise.withResolvers<void>();
      await using _ = await page.route(/\/admin\/v1\/audit\?.*kind=SignIn/, async (route) => {
        await late;
        await route.continue();
      });
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /Kind/ }).click();
        await page.getByRole('option', { name }).click();
      };
      const asked = page.waitForRequest(/kind=SignIn/);
      await choose('Sign-in');
      await asked;
      await choose('Command');
      await page.getByText('flight.control.land').first().waitFor();
      const answered = page.waitForResponse(/kind=SignIn/);
      answerLate();
      await (await answered).finished();
      // The page has it once a later answer is there, and has drawn it two pictures later.
      await page.evaluate(
        "fetch('/api/health').then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))",
      );
      assert.ok(await page.getByText('flight.control.land').first().isVisible());
      assert.equal(await page.getByText('auth.token.request').count(), 0);
    });

    it('is exported as a file', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const file = await download;
      assert.equal(file.suggestedFilename(), 'audit.csv');
      let text = '';
      for await (const part of await file.createReadStream()) text += String(part);
      assert.match(text, /^sequence,time,/);
      assert.match(text, /,admin\.plugins\.add,Done,201,/);
    });
  });
});
