import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  structureFaults,
} from '@kitestring/console-page/test/support/console-page.ts';
import { stopClock } from '@kitestring/console-page/test/support/still-time.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import { STATION_TROUBLE_ERRORS } from '@kitestring/station-contract/errors/station-trouble.ts';
import type { Page } from 'playwright-core';
import type { ScriptedHub } from './support/scripted-hub.ts';
import { FLEET, SEEN, ThousandStations } from './support/thousand-stations.ts';

/** For an answer that only a test gives. */
const WITHIN_MS = 180_000;
/** From then on a visible picture is requested. Four times this is less than the pause after a refusal. */
const SETTLED_MS = 350;
/** Longer than the first pauses before a failed request is repeated. */
const RETRIED_MS = 10_000;
/** In the page: its status tells that the hub has had the requests of before. */
const OTHER_REQUEST = `fetch('/fleet/v1/groups', { signal: AbortSignal.timeout(${WITHIN_MS}) }).then(({ status }) => status)`;
/** A busy machine notices later that a picture is visible. */
const SEEN_WITHIN_MS = 20_000;

describe('the wall of a hub with a thousand stations', { skip: await missingChromium() }, () => {
  let opened: ThousandStations;
  let hub: ScriptedHub;
  let page: Page;
  before(async () => {
    opened = await ThousandStations.open();
    ({ hub, page } = opened);
    await page.clock.install();
    await page.reload();
    await opened.signIn();
    await page.locator('main li a').first().waitFor();
  });
  after(() => opened[Symbol.asyncDispose]());

  const tiles = () => page.getByRole('list', { name: 'Live video of the stations' }).getByRole('listitem');
  const tileNames = () => tiles().evaluateAll((found) => found.map((tile) => tile.querySelector('a')?.textContent));
  const focusedTile = () => page.evaluate(() => document.activeElement?.textContent);
  /** Each once: what fails is asked for again after a while. */
  const asked = () => [...new Set(hub.videoRequests)].toSorted();
  /** The next request for video that is made from now on. */
  const untilAsked = (at: string) => until(at, () => hub.videoRequests.includes(at));

  it('shows a wall of as many pictures as chosen, and asks once for each and no more while it fails', async () => {
    // A failed request is repeated after two seconds of the page, which do not pass.
    await stopClock(page);
    await opened.show('#/wall');
    await tiles().nth(3).waitFor();
    await becomes(() => tiles().count(), 4);
    await page.getByRole('radio', { name: '16' }).click();
    await tiles().nth(15).waitFor();
    await page.getByText('1–16 of 975').waitFor();
    await page.getByText('At most 16 pictures at once.').waitFor();
    await until('a refusal of each', async () => {
      await page.clock.runFor(SETTLED_MS);
      const refused = tiles().getByText('Camera off, or no video').nth(15).waitFor({ timeout: SEEN_WITHIN_MS });
      return refused.then(
        () => true,
        () => false,
      );
    });
    assert.equal(hub.videoRequests.length, 16);
    assert.equal(new Set(hub.videoRequests).size, 16);
    await page.clock.resume();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    assert.deepEqual(await structureFaults(page), []);
  });

  it('asks for four pictures at a time where stations take long to publish, and has connections left for the rest', async () => {
    const untilCount = (count: number) => until(`${count} requests`, () => hub.videoRequests.length >= count);
    // Not one of the requests that are made again is under way then.
    await stopClock(page);
    await tiles().getByText('Camera off, or no video').nth(15).waitFor();
    await opened.show('#/stations');
    await tiles().first().waitFor({ state: 'detached' });
    await page.clock.resume();
    hub.holdsVideo = true;
    hub.videoRequests.length = 0;
    await opened.show('#/wall');
    await untilCount(4);
    assert.equal(await page.evaluate(OTHER_REQUEST), 200);
    assert.equal(hub.videoRequests.length, 4);
    hub.answerVideo();
    await untilCount(5);
    assert.equal(new Set(hub.videoRequests).size, 5);
    hub.holdsVideo = false;
    for (let held = 0; held < 4; held += 1) hub.answerVideo();
    await tiles().getByText('Camera off, or no video').nth(15).waitFor();
  });

  it('goes through the pictures by keys, shows one alone, and leads to the console', async () => {
    await tiles().first().getByRole('link').first().focus();
    const steps = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'End', 'ArrowDown', 'Home'];
    // Engine 3 is offline.
    const seen = [1, 6, 5, 4, 16, 16, 0];
    for (const [index, key] of steps.entries()) {
      await page.keyboard.press(key);
      await becomes(focusedTile, `Engine ${seen[index]}`);
    }
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await becomes(() => page.locator('main li:not([inert])').count(), 1);
    await becomes(() => page.locator('nav[inert]').count(), 1);
    await page.keyboard.press('ArrowRight');
    await becomes(focusedTile, 'Engine 0');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Exit full screen' }).first().waitFor({ state: 'detached' });
    await becomes(focusedTile, 'Engine 0');
    await becomes(() => page.locator('[inert]').count(), 0);
    await page.keyboard.press('PageDown');
    await page.getByText('17–32 of 975').waitFor();
    await becomes(focusedTile, 'Engine 17');
    const address = await tiles().first().getByRole('link').first().getAttribute('href');
    assert.match(address ?? '', /^\/fleet\/v1\/stations\/s\d{4}\/$/);
    await page.keyboard.press('PageUp');
    await page.getByText('1–16 of 975').waitFor();
  });

  it('shows the worst alarm of a tile in words, the stream that was chosen, and a group with those offline', async () => {
    hub.groups = [{ id: 'gabcdefghijkl', name: 'North', created: SEEN, stations: ['s0003', 's0060'] }];
    const choose = async (label: RegExp, option: string) => {
      await page.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await page.reload();
    await tiles().first().waitFor();
    await choose(/Stations$/, 'Group North');
    const [offline, alarmed] = [tiles().nth(0), tiles().nth(1)];
    await offline.getByText('Offline').waitFor();
    await alarmed.getByText('Critical').waitFor();
    await alarmed.getByText('Kite sensor failed.').waitFor();
    await untilAsked('s0060 color');
    await choose(/Camera: Engine 60/, 'Thermal');
    await untilAsked('s0060 thermal');
    assert.ok(!hub.videoRequests.some((each) => each.startsWith('s0003')));
    await alarmed.getByRole('link', { name: 'Alarms: Engine 60' }).click();
    await page.getByRole('region', { name: 'Station details' }).getByText('Kite sensor failed.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps stations chosen by hand in their order, and asks for none of them in a tab that is not seen', async () => {
    await page.getByRole('button', { name: 'Choose stations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose stations' });
    await dialog.getByLabel('Search by name or id').fill('engine 99');
    await dialog.getByText('Engine 990').click();
    await dialog.getByText('Engine 99', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Move forward: Engine 99', exact: true }).click();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Escape');
    await dialog.first().waitFor({ state: 'detached' });
    for (const sid of ['s0099', 's0990']) await untilAsked(`${sid} color`);
    // Not one of the requests that are made again is under way then.
    await stopClock(page);
    await page.locator('[data-picture="cameraOff"]').nth(1).waitFor();
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await setHidden(true);
    await page.locator('[data-picture="connecting"]').nth(1).waitFor();
    hub.videoRequests.length = 0;
    const [changed] = FLEET.filter(({ sid }) => sid === 's0990');
    hub.change([{ ...(changed ?? assert.fail()), altitude: 99, flight_state: 'Flying' }]);
    await page.locator('[data-sid="s0990"]').getByText('99.0 m').waitFor();
    // Longer than until a failed request is repeated.
    await page.clock.runFor(RETRIED_MS);
    assert.equal(await page.evaluate(OTHER_REQUEST), 200);
    assert.deepEqual(hub.videoRequests, []);
    await page.clock.resume();
    await setHidden(false);
    await becomes(asked, ['s0099 color', 's0990 color']);
    await page.reload();
    await tiles().nth(1).waitFor();
    await becomes(tileNames, ['Engine 99', 'Engine 990']);
  });

  it('says once for the whole wall that a hub has no relay, and asks no more', async () => {
    const message = STATION_TROUBLE_ERRORS.VIDEO_UNAVAILABLE.message.noRelay;
    hub.noVideo = { status: 502, code: 'VIDEO_UNAVAILABLE', message };
    await page.reload();
    await page.getByText('No live video: this hub has no relay.').waitFor();
    await page.locator('[data-picture="noRelay"]').nth(1).waitFor();
    assert.equal(await page.evaluate(OTHER_REQUEST), 200);
    hub.videoRequests.length = 0;
    await page.clock.runFor(RETRIED_MS);
    assert.equal(await page.evaluate(OTHER_REQUEST), 200);
    assert.deepEqual(hub.videoRequests, []);
    hub.noVideo = { status: 409, code: 'STREAM_NOT_READY', message: 'the camera is off' };
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-picture="cameraOff"]').nth(1).waitFor();
    await becomes(asked, ['s0099 color', 's0990 color']);
    assert.deepEqual(opened.complaints, []);
  });
});
