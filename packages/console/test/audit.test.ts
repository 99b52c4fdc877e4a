import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';

describe('the audit log', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = otherClient(console.station.url);
    await client.admin.addPlugin({ name: 'vms', scopes: ['read'] });
    await client.flight.land().catch(() => {});
    page = await console.open({ isAdministrator: true });
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Audit log' }).click();
  });
  after(async () => {
    await client.close({ giveBackToken: true });
    await console[Symbol.asyncDispose]();
  });

  it('shows who did what, with input and outcome, the newest first', async () => {
    const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
    await entry('admin.plugins.add').getByText('{"name":"vms","scopes":["read"]}').waitFor();
    await entry('flight.control.land').getByText('Refused').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
  });

  it('shows one kind alone', async () => {
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Command' }).click();
    await page.getByText('admin.plugins.add').waitFor({ state: 'detached' });
    await page.getByText('flight.control.land').first().waitFor();
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
