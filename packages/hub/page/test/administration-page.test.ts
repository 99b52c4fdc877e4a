import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  structureFaults,
} from '@kitestring/console-page/test/support/console-page.ts';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { enrolBody, TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { openHubPage, signInWithKey } from './support/open-hub-page.ts';

const TABS = ['invitations', 'stations', 'groups', 'uploads', 'keys', 'people', 'signIns', 'webhooks', 'audit'];

describe('the administration on the page of a hub', { skip: missingNatsServer() || (await missingChromium()) }, () => {
  const hub = new HubProcess();
  const ended = new AsyncDisposableStack();
  let complaints: readonly string[];
  let page: Page;
  before(async () => {
    await hub.start();
    ended.use(hub);
    await TestStation.enrol(hub, 'Engine 7');
    ({ complaints, page } = await openHubPage(hub, ended, /40[0149]|WebSocket/));
    await signInWithKey(page, hub.key);
    await open('invitations');
  });
  after(() => ended.disposeAsync());

  const open = (tab: string) =>
    page.evaluate((at) => {
      location.hash = `#/administration/${at}`;
    }, tab);
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('alertdialog').or(dialog()).getByRole('button', { name }).click();

  const choose = async (label: RegExp, option: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('invites a station by address and QR code, shows its use, and withdraws what is still open', async () => {
    await press('Invite a station');
    await dialog().getByLabel('For which station').fill('Ladder 2');
    await press('Make the invitation');
    const url = await dialog().getByLabel('Address of the invitation').inputValue();
    const [, code = ''] = /#([a-z2-7]{26})/.exec(url) ?? [];
    await dialog().getByRole('img', { name: 'QR code of the invitation' }).waitFor();
    await dialog()
      .getByText(/^(9 min|10 min)/)
      .waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    const enrolled = await hub.ask('/enrol/v1', { body: enrolBody(hub.url, code, Nkey.make('user'), 'Ladder 2') });
    assert.match(enrolled.body.sid, /^s/);
    await dialog().getByText('Used: Ladder 2 is a member now.').waitFor();
    await press('Done');
    await hub.ask('enrolments', { body: { note: 'Boat 1' } });
    await page.getByRole('button', { name: 'Withdraw: Boat 1' }).click();
    await confirm('Withdraw');
    await page.getByText('No open invitation.').waitFor();
    await row('Ladder 2').getByText('Used').waitFor();
  });

  it('keeps the place of who works by keys: after an invitation at its button, after a removal in the list', async () => {
    const isFocused = (text: string) =>
      page.waitForFunction((shown) => document.activeElement?.textContent?.trim() === shown, text);
    await page.getByRole('button', { name: 'Invite a station' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('For which station').waitFor();
    await page.keyboard.type('Boat 2');
    await page.keyboard.press('Enter');
    await dialog().getByRole('img', { name: 'QR code of the invitation' }).waitFor();
    await page.keyboard.press('Escape');
    await isFocused('Invite a station');
    await row('Boat 2').waitFor();
    await page.keyboard.press('Tab');
    await isFocused('Withdraw');
    await page.keyboard.press('Enter');
    await isFocused('Cancel');
    await page.keyboard.press('Escape');
    await isFocused('Withdraw');
    await page.keyboard.press('Enter');
    await isFocused('Cancel');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await isFocused('Open invitations');
  });

  it('makes groups, says a refusal at the field, puts a station in, and ends a membership after a question', async () => {
    await open('groups');
    for (const attempt of [1, 2]) {
      await press('New group');
      await dialog().getByLabel('Name of the group').fill('North');
      await press('Save');
      if (attempt === 1) await row('North').waitFor();
    }
    await dialog().getByText('Another group has this name.').waitFor();
    await becomes(() => dialog().getByLabel('Name of the group').getAttribute('aria-invalid'), 'true');
    await press('Close');
    await open('stations');
    await page.getByRole('button', { name: 'Groups: Engine 7' }).click();
    await dialog().getByText('North').click();
    await row('Engine 7').getByText('North').waitFor({ state: 'attached' });
    await press('Done');
    await becomes(async () => (await hub.ask('groups')).body.groups[0].stations.length, 1);
    await page.getByRole('button', { name: 'Revoke: Ladder 2' }).click();
    await confirm('Cancel');
    await page.getByRole('button', { name: 'Revoke: Ladder 2' }).click();
    await confirm('Revoke');
    await row('Ladder 2').getByText('Revoked').waitFor();
  });

  it('sets upload policies within the limits of the API, and says which one counts for a station', async () => {
    const north = (await hub.ask('groups')).body.groups[0];
    const engine = north.stations[0];
    const south = (await hub.ask('groups', { body: { name: 'South' } })).body;
    await hub.ask(`groups/${south.id}/stations/${engine}`, { method: 'POST' });
    await hub.ask('policies', { body: { group: south.id, recordings: 'all', flight_logs: false } });
    await open('uploads');
    await row('South').getByText('No station').first().waitFor({ state: 'detached' });
    await press('New policy');
    await choose(/For$/, 'North');
    await dialog().getByLabel('Minimum bandwidth').fill('63');
    await dialog().getByLabel('From').fill('22:00');
    await press('Save');
    await dialog().getByText('Bandwidth: a whole number from 64 to 10,000,000 kbit/s, or empty.').waitFor();
    await dialog().getByText('Enter both times, or neither.').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    assert.match(
      (await hub.ask('policies', { body: { recordings: 'all', flight_logs: true, min_link_kbps: 63 } })).body.message,
      /min_link_kbps/,
    );
    await dialog().getByLabel('Minimum bandwidth').fill('64');
    await dialog().getByLabel('Until').fill('06:00');
    await press('Save');
    await row('North').getByText('from 22:00 to 06:00 at the station').waitFor();
    await row('North').getByText('0 of 1 follow').waitFor();
    await row('South').getByText('No station').waitFor();
    const counting = (await hub.ask(`stations/${engine}/policy`)).body;
    assert.deepEqual([counting.group, counting.min_link_kbps], [north.id, 64]);
    await page.getByRole('button', { name: 'Stations: North' }).click();
    await dialog().getByText('also in South, later by name').waitFor();
    await dialog().getByRole('button', { name: 'Uploads: Engine 7' }).click();
    await page.getByText('Engine 7 has not confirmed its policy yet: Recordings of flights, Flight logs.').waitFor();
    await page.getByRole('button', { name: 'Edit: North' }).click();
    await becomes(() => dialog().getByLabel('Minimum bandwidth').inputValue(), '64');
    await dialog().getByLabel('Minimum bandwidth').fill('');
    await press('Save');
    await row('North').getByText('link of 64 kbit/s or more').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete: North' }).click();
    await confirm('Delete');
    await row('South').getByText('0 of 1 follow').waitFor();
  });

  it('lists what stations are to bring, and deletes it at the hub after a question', async () => {
    const { secret } = (await hub.ask('keys', { body: { name: 'Crew', role: 'pilot' } })).body;
    const { sid } = (await hub.ask('stations')).body.stations.find(({ name }: { name: string }) => name === 'Engine 7');
    for (const kind of ['recording', 'flight_log'])
      await hub.ask('uploads', { key: secret, body: { sid, kind, recording: `20260301_1030_${kind}` } });
    await choose(/State$/, 'Waiting');
    await row('20260301_1030_recording').getByText('ordered by Crew').waitFor();
    await row('20260301_1030_recording').getByText('station not connected').waitFor();
    await page.getByRole('button', { name: 'Delete: Engine 7, 20260301_1030_recording' }).click();
    await confirm('Delete');
    await page.getByText('None.').waitFor();
    await choose(/State$/, 'Deleted');
    await row('20260301_1030_recording').getByText('Deleted', { exact: true }).waitFor();
    await page.getByLabel('Station', { exact: true }).fill('no such');
    await page.getByText('No station matches.').waitFor();
    await page.getByLabel('Station', { exact: true }).fill('');
    await choose(/State$/, 'All');
    await choose(/Kind$/, 'Flight logs');
    await row('20260301_1030_flight_log').getByText('Waiting').waitFor();
  });

  it('shows a key once, keeps the last one of an administrator, and gives roles to a claim', async () => {
    await open('keys');
    await page.getByRole('button', { name: 'Revoke: first' }).click();
    await confirm('Revoke');
    await page.getByText('This is the last key of an administrator.').waitFor();
    await press('Cancel');
    await press('New API key');
    await press('Make the key');
    await dialog().getByText('Enter a name.').waitFor();
    await dialog().getByLabel('Name').fill('Watch room');
    await press('Make the key');
    const secret = await dialog().getByLabel('API key').inputValue();
    assert.match(secret, /^kitehub_/);
    await press('Done');
    await dialog().first().waitFor({ state: 'detached' });
    await row('Watch room').getByText('Viewer, all stations').waitFor();
    assert.ok(!(await page.content()).includes(secret));
    // Two of one name are told apart before one of them is revoked.
    const { key } = (await hub.ask('keys', { body: { name: 'Watch room', role: 'viewer' } })).body;
    await page.reload();
    await page.getByRole('button', { name: `Revoke: Watch room (${key.id})` }).click();
    await page.getByRole('heading', { name: `Watch room (${key.id})` }).waitFor();
    await press('Cancel');
    await open('people');
    await press('Give a role');
    await dialog().getByLabel('Value of the claim').fill('fire-pilots');
    await press('Give the role');
    await row('fire-pilots').getByText('Viewer, all stations').waitFor();
    assert.equal((await hub.ask('roles')).body.bindings[0].claim, 'fire-pilots');
  });

  it('tests a webhook and says what came of it, and a refused address at its field', async () => {
    await open('webhooks');
    await press('New webhook');
    await dialog().getByLabel('Address').fill('ftp://127.0.0.1/');
    await press('Make the webhook');
    await dialog().getByLabel('Address').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog().getByText(/https/).last().waitFor();
    await dialog().getByLabel('Address').fill('https://127.0.0.1:9/');
    await press('Make the webhook');
    const answer = await Promise.race([
      dialog()
        .getByLabel('Secret of the signatures')
        .waitFor()
        .then(() => 'made'),
      dialog()
        .locator('[aria-invalid="true"]')
        .waitFor()
        .then(() => 'refused'),
    ]);
    await press(answer === 'made' ? 'Done' : 'Close');
    if (answer !== 'made') return;
    await page.getByRole('button', { name: /^Test: / }).click();
    await page.getByText(/^Test: .* ms$/).waitFor();
  });

  it('lists who is signed in, filters the audit log by who, and ends another sign-in', async () => {
    const other = await hub.ask('session', { key: '', body: { api_key: hub.key } });
    assert.equal(other.status, 201);
    await open('signIns');
    await row('This browser').waitFor();
    await row('first').filter({ hasNotText: 'This browser' }).getByRole('button', { name: 'End: first' }).click();
    await confirm('End');
    await row('first').filter({ hasNotText: 'This browser' }).first().waitFor({ state: 'detached' });
    await open('audit');
    await row('fleet.sign_ins.end').waitFor();
    await page.getByLabel('Person or key').fill('station');
    await row('fleet.sign_ins.end').first().waitFor({ state: 'detached' });
    await page.getByLabel('Person or key').fill('');
    await row('fleet.sign_ins.end').waitFor();
    const saving = page.waitForEvent('download');
    await press('Export as JSON');
    assert.equal((await saving).suggestedFilename(), 'audit.json');
  });

  it('fits a phone and a wall in every view and language, without a fault of accessibility', async () => {
    assert.deepEqual(await structureFaults(page), []);
    for (const language of ['de', 'fr', 'it', 'en']) {
      await page.evaluate((chosen) => {
        localStorage.setItem('kitestring.preferences', JSON.stringify({ language: chosen }));
        location.reload();
      }, language);
      await page.locator(`html[lang^="${language}"]`).waitFor();
      for (const tab of language === 'de' ? TABS : ['keys', 'audit']) {
        await open(tab);
        await page.locator(`main nav [aria-current=page][href$="/${tab}"]`).waitFor({ state: 'attached' });
        // It is loading.
        await page.locator('main section > [role=status]').first().waitFor({ state: 'detached' });
        for (const width of [390, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
          await until(`${language} ${tab}: no more than ${width} px wide`, async () => (await widthPx()) <= width);
          if (width === 390 && language === 'de') assert.deepEqual(await accessibilityFaults(page), [], tab);
        }
      }
    }
  });

  it('shows an auditor the audit log and nothing to change, and says to who has no role what to ask for', async () => {
    const made = (await hub.ask('keys', { body: { name: 'Audit office', role: 'auditor' } })).body;
    await page.evaluate(() => fetch('/fleet/v1/session', { method: 'DELETE' }));
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await signInWithKey(page, made.secret);
    await row('fleet.sign_ins.end').waitFor();
    const sections = page.getByRole('navigation').last().getByRole('link');
    await becomes(() => sections.allTextContents(), ['Groups', 'Audit log']);
    await page.evaluate(() => {
      location.hash = '#/stations';
    });
    await row('Engine 7').waitFor();
    {
      await using _ = await page.route('**/fleet/v1/session', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), name: 'Anna Example', rights: [] } });
      });
      await page.reload();
      await page.getByRole('heading', { name: 'No role yet' }).waitFor();
      await page.getByText(/Anna Example is signed in at .*, but has no role there\./).waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
    }
    await press('Check again');
    await row('Engine 7').waitFor();
    assert.deepEqual(complaints, []);
  });
});
