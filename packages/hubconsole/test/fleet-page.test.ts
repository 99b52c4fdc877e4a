import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  structureFaults,
} from '@kitestring/console/test/support/console-page.ts';
import { STATION_TROUBLE_ERRORS } from '@kitestring/contract/errors/station-trouble.ts';
import type { HubStation } from '@kitestring/hubcontract/fleet/fleet-station.ts';
import { missingChromium, sharedBrowser } from '@kitestring/testing/browser.ts';
import { becomes, until } from '@kitestring/testing/until.ts';
import type { Page } from 'playwright-core';
import { ScriptedHub } from './support/scripted-hub.ts';

const COUNT = 1000;
/** How long the page may take for anything, on a machine that does much else. */
const WITHIN_MS = 180_000;
/** As long as a station may have one. */
const LONG_NAME = 'Feuerwehr-und-Rettungszentrum-Nord-West-Wechsellader-Bahnhof-12';
const seen = '2026-03-01T09:00:00.000000+00:00';
const none = { fatal: 0, critical: 0, warning: 0, info: 0 };

/** A thousand stations: every 50th with an alarm, every 20th in flight, every 40th offline. */
const FLEET: readonly HubStation[] = Array.from({ length: COUNT }, (_, index) => ({
  sid: `s${String(index).padStart(4, '0')}`,
  name: `Engine ${index}`,
  state: index % 40 === 3 ? 'offline' : 'online',
  ...{ since: seen, seen, flight_state: index % 20 === 7 ? 'Flying' : 'StandBy', altitude: 20 },
  latitude: 46 + (index % 32) / 10,
  longitude: 7 + Math.floor(index / 32) / 10,
  alarms: index % 50 === 10 ? { ...none, critical: 1 } : none,
}));

describe('the page of a hub with a thousand stations', { skip: await missingChromium() }, () => {
  const complaints: string[] = [];
  let hub: ScriptedHub;
  let page: Page;
  const ended = new AsyncDisposableStack();
  before(async () => {
    hub = ended.use(await ScriptedHub.start());
    hub.stations = FLEET;
    hub.alarms = [
      {
        ...{ id: '1', sid: 's0010', code: 30030, severity: 'Fatal', message: 'Tether damaged.', began: seen },
        acknowledged: { who: 'Anna Example', time: seen },
      },
      { id: '2', sid: 's0060', code: 20080, severity: 'Critical', message: 'Kite sensor failed.', began: seen },
    ];
    const { browser } = ended.use(await sharedBrowser());
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
    context.setDefaultTimeout(WITHIN_MS);
    page = await context.newPage();
    // The browser itself notes the first question for a session, which nobody has yet.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|409|502)/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${hub.url}/?sign_in=refused#abcdefghijklmnopqrstuvwxyz`);
  });
  after(() => ended.disposeAsync());

  const rows = () => page.locator('main li a');
  const names = () => rows().evaluateAll((found) => found.map((row) => row.querySelector('span')?.textContent ?? ''));
  const open = async (at: string) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, at);
  };

  it('asks for the key, says what an invitation is for, and shows what needs attention first', async () => {
    await page.getByText('invitation for a station').waitFor();
    await page.getByText('The provider has not signed you in.').waitFor();
    assert.equal(new URL(page.url()).search, '');
    await page.route('**/sign-in/oidc?*', (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest('**/sign-in/oidc?*');
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    assert.equal(new URL((await asked).url()).search, '?return_to=%2F');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Enter the API key.').waitFor();
    await page.getByLabel('API key').fill('a key');
    await page.getByLabel('API key').press('Enter');
    await rows().first().waitFor();
    await becomes(async () => (await names()).slice(0, 3), ['Engine 10', 'Engine 60', 'Engine 110']);
    await page.getByText('20 alarms').waitFor();
  });

  it('draws the rows in sight and not all thousand, and goes through all of them by keys', async () => {
    await until('fewer than 40 rows', async () => (await rows().count()) < 40);
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('span')?.textContent);
    await rows().first().focus();
    await page.keyboard.press('ArrowDown');
    await becomes(focused, 'Engine 60');
    await page.keyboard.press('End');
    await becomes(focused, 'Engine 999');
    await page.keyboard.press('ArrowUp');
    await becomes(focused, 'Engine 998');
    await becomes(() => page.evaluate(() => document.activeElement?.parentElement?.ariaPosInSet), String(COUNT - 1));
    await page.keyboard.press('Home');
    await becomes(focused, 'Engine 10');
  });

  it('finds stations by filter and name, and says how many', async () => {
    await page.getByRole('radio', { name: 'Offline 25' }).click();
    await page.getByText('25 of 1,000 stations shown').waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: /^All/ }).click();
    await page.getByLabel('Search by name or id').fill('engine 77');
    await page.getByText('11 of 1,000 stations shown').waitFor({ state: 'attached' });
    await page.getByLabel('Search by name or id').fill('nothing like this');
    await page.getByText('No station matches.').waitFor();
    await page.getByLabel('Search by name or id').fill('');
  });

  it('takes changes of every station without losing the place or the breath', async () => {
    await page.evaluate(() => {
      const list = document.querySelector('main ul')?.parentElement as HTMLElement;
      list.scrollTop = 20_000;
    });
    const profiler = await page.context().newCDPSession(page);
    // Processor time of the thread of the page, whatever else the machine does.
    await profiler.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taskS = async () => {
      const { metrics } = await profiler.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? assert.fail();
    };
    await page.getByText('Engine 10', { exact: true }).first().waitFor({ state: 'detached' });
    const before = await names();
    const beganS = await taskS();
    for (let altitude = 21; altitude < 26; altitude += 1) {
      hub.change(hub.stations.map((station) => ({ ...station, altitude })));
      await page.waitForFunction(() => true);
    }
    hub.change([{ ...(FLEET[7] as HubStation), alarms: { ...none, fatal: 1 } }]);
    await page.getByText('21 alarms').waitFor();
    const scrolled = await page.evaluate(() => document.querySelector('main ul')?.parentElement?.scrollTop);
    assert.equal(scrolled, 20_000);
    // One station has gone to the top: the others are one row further.
    await until(`${before[4]} in sight`, async () => (await names()).includes(before[4] ?? ''));
    const eachS = ((await taskS()) - beganS) / 6;
    await profiler.detach();
    assert.ok(eachS > 0 && eachS < 1, `${eachS} s for each change`);
    await page.evaluate(() => document.querySelector('main ul')?.parentElement?.scrollTo(0, 0));
  });

  it('opens a station beside the list, with its alarms, and gives the focus back', async () => {
    await page.getByRole('link', { name: /^Engine 10 / }).click();
    const drawer = page.getByRole('region', { name: 'Station details' });
    await drawer.getByText('990 of 1,000').waitFor();
    await drawer.getByText('Acknowledged by Anna Example').waitFor();
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Engine 10');
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    assert.deepEqual(await structureFaults(page), []);
    await page.keyboard.press('Escape');
    await drawer.first().waitFor({ state: 'detached' });
    await page.locator(':focus').and(page.locator('[href$=s0010]')).waitFor();
  });

  it('shows all stations on the map: near ones together, alarms on top, each to be opened', async () => {
    await open('#/map');
    const marks = page.getByRole('region', { name: 'Map of all stations' });
    await marks
      .getByRole('button', { name: /stations, \d+ with alarms/ })
      .first()
      .waitFor();
    const together = async () => {
      const labels = await marks
        .getByRole('button', { name: /with alarms/ })
        .evaluateAll((found) => found.map((mark) => Number.parseInt(mark.ariaLabel?.replace(',', '') ?? '', 10)));
      return labels.reduce((sum, count) => sum + count, 0) + (await marks.locator('a').count());
    };
    await becomes(together, COUNT);
    await open('#/map/s0555');
    await page.getByRole('region', { name: 'Station details' }).waitFor();
    // A mark of several stations opens: they come apart until each has one of its own.
    const cluster = marks.getByRole('button', { name: /with alarms/ });
    for (let level = 0; level < 6 && (await marks.locator('a').count()) === 0; level += 1) await cluster.last().click();
    await marks.locator('a').first().waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await open('#/map');
  });

  it('lists alarms, and those that wait for somebody', async () => {
    await open('#/alarms');
    await page.getByText('Kite sensor failed.').waitFor();
    await becomes(() => page.getByText('Tether damaged.').count(), 0);
    await page.getByRole('radio', { name: 'Active 2' }).click();
    await page.getByText('Tether damaged.').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  const tiles = () => page.getByRole('list', { name: 'Live video of the stations' }).getByRole('listitem');
  const tileNames = () => tiles().evaluateAll((found) => found.map((tile) => tile.querySelector('a')?.textContent));
  const focusedTile = () => page.evaluate(() => document.activeElement?.textContent);
  /** The next request for video that is made from now on. */
  const untilAsked = async (at: string) => {
    for (const deadlineMs = Date.now() + WITHIN_MS; !hub.videoRequests.includes(at); await page.waitForTimeout(20))
      assert.ok(Date.now() < deadlineMs, `${at} of ${hub.videoRequests}`);
  };

  it('shows a wall of as many pictures as chosen, and asks once for each and no more while it fails', async () => {
    await open('#/wall');
    await tiles().nth(3).waitFor();
    await becomes(() => tiles().count(), 4);
    await page.getByRole('radio', { name: '16' }).click();
    await tiles().nth(15).waitFor();
    await page.getByText('1–16 of 975').waitFor();
    await page.getByText('At most 16 pictures at once.').waitFor();
    await tiles().getByText('Camera off, or no video').nth(15).waitFor();
    const times = (sid: string) => hub.videoRequests.filter((each) => each.startsWith(`${sid} `)).length;
    assert.ok(Math.max(...FLEET.map(({ sid }) => times(sid))) <= 3, String(hub.videoRequests));
    assert.equal(new Set(hub.videoRequests).size, 16);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    assert.deepEqual(await structureFaults(page), []);
  });

  it('asks for four pictures at a time where stations take long to publish, and has connections left for the rest', async () => {
    const untilCount = async (count: number) => {
      for (const deadlineMs = Date.now() + WITHIN_MS; hub.videoRequests.length < count; await page.waitForTimeout(20))
        assert.ok(Date.now() < deadlineMs, `${count} of ${hub.videoRequests}`);
    };
    await open('#/stations');
    await tiles().first().waitFor({ state: 'detached' });
    hub.holdsVideo = true;
    hub.videoRequests.length = 0;
    await open('#/wall');
    await untilCount(4);
    const other = `fetch('/fleet/v1/groups', { signal: AbortSignal.timeout(${WITHIN_MS}) }).then(({ status }) => status)`;
    assert.equal(await page.evaluate(other), 200);
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
    hub.groups = [{ id: 'gabcdefghijkl', name: 'North', created: seen, stations: ['s0003', 's0060'] }];
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
    await untilAsked('s0990 color');
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await setHidden(true);
    await page.locator('[data-sid="s0099"][data-picture="connecting"]').waitFor();
    hub.videoRequests.length = 0;
    hub.change(FLEET.filter(({ sid }) => sid === 's0990').map((station) => ({ ...station, altitude: 99 })));
    await setHidden(false);
    await untilAsked('s0990 color');
    await becomes(() => hub.videoRequests.toSorted(), ['s0099 color', 's0990 color']);
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
    hub.videoRequests.length = 0;
    hub.noVideo = { status: 409, code: 'STREAM_NOT_READY', message: 'the camera is off' };
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-picture="cameraOff"]').nth(1).waitFor();
    await becomes(() => hub.videoRequests.toSorted(), ['s0099 color', 's0990 color']);
    await page.evaluate(() => localStorage.removeItem('kitestring.wall'));
  });

  /** What is cut at the right of the screen, or reaches over its place in a list. */
  const besideTheScreen = () =>
    page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const isOver = (element: Element) => {
        const right = element.closest('li')?.getBoundingClientRect().right ?? innerWidth;
        return element.getBoundingClientRect().right > Math.min(right, innerWidth) + 1;
      };
      const found = [...document.querySelectorAll('main :is(a, button, article, li, p, h2, h3, dd, label), header *')];
      const cut = found.filter((element) => element.closest('.hidden-visually') === null && isOver(element));
      return cut.map((element) => `${element.tagName} ${element.textContent}`);
    });

  it('fits from a phone to a wall, in every language, with large letters and long names', async () => {
    const [first, ...others] = FLEET.slice(0, 8) as [HubStation, ...HubStation[]];
    hub.change([
      { ...first, name: LONG_NAME, flight_state: 'SafetyLanding', alarms: { ...none, critical: 1 } },
      ...others.map((station) => ({ ...station, name: `Wechselladerfahrzeug ${station.name}` })),
    ]);
    hub.alarms = [
      { id: '3', sid: first.sid, code: 30030, severity: 'Critical', message: 'Tether damaged.', began: seen },
      ...hub.alarms,
    ];
    for (const language of ['en', 'de', 'fr', 'it']) {
      await page.evaluate((chosen) => {
        localStorage.setItem('kitestring.preferences', JSON.stringify({ language: chosen, textSize: '125' }));
        location.hash = '#/stations';
      }, language);
      await page.reload();
      await rows().first().waitFor();
      for (const width of [390, 1180, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        for (const at of ['#/stations', '#/alarms', '#/wall', '#/stations/s0010']) {
          await open(at);
          await becomes(besideTheScreen, [], `${language} ${at} ${width}`);
        }
        if (width === 1180 && language === 'de') {
          await open('#/wall');
          await page.getByRole('radio', { name: '16' }).click();
          const links = page.locator('main li[data-sid] a[data-index]');
          await links.nth(15).waitFor();
          const cut = () =>
            links.evaluateAll((found) =>
              found.flatMap(({ clientHeight, clientWidth, scrollHeight, scrollWidth, textContent }) =>
                scrollHeight > clientHeight + 1 || scrollWidth > clientWidth ? [textContent] : [],
              ),
            );
          await becomes(cut, []);
        }
        if (width === 390) {
          await open('#/stations');
          const search = page.locator('main input').first();
          await search.fill(LONG_NAME);
          const shown = rows().getByText(LONG_NAME);
          await until(`the longest name whole, ${language}`, () =>
            shown.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight <= 1),
          );
          await search.fill('');
          await open('#/wall');
          await until(`large pictures, ${language}`, async () => {
            const box = await page.locator('main li[data-sid]').first().boundingBox();
            return box !== null && box.height > 200 && box.width > 350;
          });
        }
        if (width === 390 && language === 'de') assert.deepEqual(await accessibilityFaults(page), []);
      }
    }
    hub.change(FLEET.slice(0, 8));
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.emulateMedia({ forcedColors: 'active' });
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('says that data are old while the hub is away, and comes back by itself', async () => {
    hub.cutLinks();
    const away = page.getByRole('alert').filter({ hasText: /hub/i }).first();
    await away.waitFor();
    await away.first().waitFor({ state: 'detached' });
    await becomes(() => hub.watchers, 1);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('WebSocket')),
      [],
    );
  });

  it('asks for the key again when the session has ended, and the page stays as it was', async () => {
    hub.isSignedIn = false;
    hub.cutLinks();
    await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor();
    await until('the rows', async () => (await rows().count()) > 5);
    hub.isSignedIn = true;
  });
});
