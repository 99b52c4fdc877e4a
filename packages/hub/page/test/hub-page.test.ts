import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accessibilityFaults } from '@kitestring/console-page/test/support/console-page.ts';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { waitingPage } from '@kitestring/hub-app/test/support/waiting-page.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { plainTile, tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { openHubPage } from './support/open-hub-page.ts';

const BEAT_MS = 500;

describe('the page of a hub', { skip: missingNatsServer() || (await missingChromium()) }, () => {
  const hub = new HubProcess();
  const archivePath = join(hub.dataDir, 'map.pmtiles');
  const ended = new AsyncDisposableStack();
  let complaints: readonly string[];
  let page: Page;
  let stations: readonly TestStation[] = [];
  before(async () => {
    const world = { z: 0, x: 0, y: 0, bytes: plainTile(220, 30, 30) };
    writeFileSync(archivePath, tileArchive([world], { metadata: { attribution: 'Map of the town' } }));
    hub.flags.push('--map-archive', archivePath);
    await hub.start();
    ended.use(hub);
    stations = [await TestStation.enrol(hub, 'Engine 7'), await TestStation.enrol(hub, 'Ladder 2')];
    for (const station of stations) ended.defer(() => station.connection?.close());
    ({ complaints, page } = await openHubPage(hub, ended, /401/));
  });
  after(() => ended.disposeAsync());

  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('takes an API key once, refuses a wrong one, and keeps nothing of it in the browser', async () => {
    await page.getByLabel('API key').fill('kitehub_wrong');
    await page.getByLabel('API key').press('Enter');
    await page.getByText('Invalid API key.').waitFor();
    await page.getByLabel('API key').fill(hub.key);
    await page.getByLabel('API key').press('Enter');
    await row('Engine 7').waitFor();
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    assert.ok(!kept.includes('kitehub_') && !kept.includes('ks='), kept);
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  it('keeps the place in the address while it is being built', async () => {
    const waiting = waitingPage();
    const early = await page.context().newPage();
    await early.route(`${hub.url}/`, (route) => route.fulfill(waiting), { times: 1 });
    await early.goto(`${hub.url}/#/timeline`);
    await early.getByRole('heading', { name: 'One moment' }).waitFor();
    await early.getByRole('heading', { name: 'Timeline' }).waitFor();
    assert.equal(new URL(early.url()).hash, '#/timeline');
    await early.close();
  });

  it('shows a station as soon as it beats, in flight and with its alarms', async () => {
    await row('Engine 7').getByText('Offline').waitFor();
    const [station] = stations;
    assert.ok(station);
    await station.goOnline();
    // A station in flight that misses three beats, one a second, is offline: it beats until all has been seen.
    const beat = () => station.beat({ phase: 'Flying', alt: 23.4, lat: 47.4, lon: 8.5, alarms: [0, 1, 0, 0] });
    beat();
    const beating = setInterval(beat, BEAT_MS);
    try {
      await row('Engine 7').getByText('Online').waitFor();
      await row('Engine 7').getByText('23.4 m').waitFor();
      await page.getByText('1 station with alarms', { exact: true }).waitFor();
    } finally {
      clearInterval(beating);
    }
  });

  it('lists its alarm from the archived records, acknowledges it by name, and knows its end', async () => {
    const [station] = stations;
    assert.ok(station);
    const alarm = { code: 30030, severity: 'Critical', began: Date.now() - 5000, message: 'Tether damaged.' };
    station.journal.seal(3, 'notification.begin', alarm);
    await station.sendAll();
    await page.getByRole('link', { name: /Alarms/ }).click();
    const card = page.getByRole('article', { name: 'Tether damaged.' });
    await card.getByRole('link', { name: 'Engine 7' }).click();
    await page.getByRole('region', { name: 'Station details' }).getByText('47.40000°, 8.50000°').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge: Tether damaged., Engine 7' }).click();
    await page.getByText('Every active alarm is acknowledged.').waitFor();
    await page.getByRole('radio', { name: 'Active 1' }).click();
    await page.getByRole('main').getByText('Acknowledged by first').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    const { alarms } = (await hub.ask('alarms')).body;
    const again = (await hub.ask(`alarms/${alarms[0].id}/acknowledge`, { method: 'POST' })).body;
    assert.deepEqual(again, alarms[0]);
    assert.equal((await hub.ask('alarms/999/acknowledge', { method: 'POST' })).body.code, 'NOT_FOUND');
    const { entries } = (await hub.ask('audit')).body;
    assert.equal(entries.filter(({ what }: { what: string }) => what === 'fleet.alarm.acknowledge').length, 1);
    station.journal.seal(1, 'notification.end', alarm);
    await station.sendAll();
    await page.getByRole('radio', { name: 'Ended' }).click();
    await page
      .getByRole('main')
      .getByText(/ended \d/)
      .waitFor();
    assert.deepEqual((await hub.ask('alarms?state=unacknowledged')).body, { alarms: [], total: 0 });
  });

  it('draws a map archive of the hub below the stations, in parts, and says when the file is broken', async () => {
    const parts: number[] = [];
    page.on('response', (response) => {
      if (response.url() === `${hub.url}/fleet/v1/map/archive`) parts.push(response.status());
    });
    await page.goto(`${hub.url}/#/map`);
    const map = page.getByRole('region', { name: 'Map of all stations' });
    await map.getByText(/^Map of the town/).waitFor();
    // Header with directory, description, and the tile.
    await until('the tile', () => parts.length >= 3);
    assert.deepEqual(new Set(parts), new Set([206]));
    assert.equal((await hub.ask('map/archive', { key: 'no key' })).status, 401);
    truncateSync(archivePath, 200);
    assert.deepEqual((await hub.ask('map')).body.reason, 'cut_off');
    assert.equal((await hub.ask('map/archive')).body.code, 'MAP_ARCHIVE_NOT_FOUND');
    await page.reload();
    await map.getByText('Map archive unusable: file truncated.').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.goto(`${hub.url}/#/alarms`);
  });

  it('names its sections on a phone, and has those that no alarm needs behind More', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const bar = page.getByRole('navigation', { name: 'Sections', exact: true });
    const names = () => bar.getByRole('link').locator(':scope > span:last-child').allTextContents();
    await becomes(names, ['Stations', 'Map', 'Video', 'Alarms', 'More']);
    await bar.getByRole('link', { name: 'More', exact: true }).press('Enter');
    const rest = page.getByRole('navigation', { name: 'More', exact: true });
    await becomes(() => rest.getByRole('link').allTextContents(), ['Timeline', 'Admin']);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${hub.url}/#/alarms`);
  });

  it('asks for the key again when the session has been ended elsewhere, and signs out', async () => {
    await page.evaluate(() => fetch('/fleet/v1/session', { method: 'DELETE' }));
    await page.getByText('Session expired.').waitFor();
    await page.getByLabel('API key').fill(hub.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings of this page' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await becomes(() => page.getByRole('main').getByRole('listitem').count(), 0);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('WebSocket')),
      [],
    );
  });
});
