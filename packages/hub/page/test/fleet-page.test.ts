import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  accessibilityFaultsInEveryTheme,
  structureFaults,
} from '@kitestring/console-page/test/support/console-page.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import type { ScriptedHub } from './support/scripted-hub.ts';
import { COUNT, FLEET, NO_ALARMS, SEEN, ThousandStations } from './support/thousand-stations.ts';

/** As long as a station may have one. */
const LONG_NAME = 'Feuerwehr-und-Rettungszentrum-Nord-West-Wechsellader-Bahnhof-12';

/** How long a press on the map may take, before the mark is looked for again. */
const PRESSED_MS = 10_000;
/** A part of each place that others do not have. */
const PARTS = {
  '#/stations': 'main ul:not(:has([data-sid])) li a',
  '#/alarms': 'main article',
  '#/wall': 'main li[data-sid]',
  '#/stations/s0010': 'main [aria-current=true][href$=s0010]',
} as const;

describe('the page of a hub with a thousand stations', { skip: await missingChromium() }, () => {
  let opened: ThousandStations;
  let hub: ScriptedHub;
  let page: Page;
  before(async () => {
    opened = await ThousandStations.open();
    ({ hub, page } = opened);
  });
  after(() => opened[Symbol.asyncDispose]());

  const rows = () => page.locator('main li a');
  const names = () => rows().evaluateAll((found) => found.map((row) => row.querySelector('span')?.textContent ?? ''));
  const open = (at: string) => opened.show(at);
  const isOpen = (section: string) =>
    page.locator(`nav [aria-current=page][href^="#/${section}"]`).waitFor({ state: 'attached' });

  it('asks for the key, says what an invitation is for, and shows what needs attention first', async () => {
    await page.getByText('invitation for a station').waitFor();
    await page.getByText('The provider has not signed you in.').waitFor();
    await becomes(() => new URL(page.url()).search, '');
    await using _ = await page.route('**/sign-in/oidc?*', (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest('**/sign-in/oidc?*');
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    assert.equal(new URL((await asked).url()).search, '?return_to=%2F');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Enter the API key.').waitFor();
    await opened.signIn();
    await rows().first().waitFor();
    await becomes(async () => (await names()).slice(0, 3), ['Engine 10', 'Engine 60', 'Engine 110']);
    await page.getByText('20 stations with alarms').waitFor();
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
    hub.change([{ ...(FLEET[7] as HubStation), alarms: { ...NO_ALARMS, fatal: 1 } }]);
    await page.getByText('21 stations with alarms').waitFor();
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
    await until('a mark of one station', async () => {
      if ((await marks.locator('a').count()) > 0) return true;
      // The map moves to it, and meanwhile it may come apart.
      await cluster
        .last()
        .click({ timeout: PRESSED_MS })
        .catch(() => undefined);
      return false;
    });
    assert.deepEqual(await accessibilityFaults(page), []);
    await open('#/map');
  });

  it('lists alarms, and those that wait for somebody', async () => {
    await open('#/alarms');
    await page.getByText('Kite sensor failed.').waitFor();
    await becomes(() => page.getByText('Tether damaged.').count(), 0);
    // Their number stands in the title, and the sound can be silenced without an acknowledgement.
    await becomes(() => page.title(), '(1) Alarms - Kitestring hub');
    await page.getByRole('button', { name: 'Silence alarm sound' }).click();
    await becomes(() => page.getByRole('button', { name: 'Silence alarm sound' }).count(), 0);
    await becomes(() => page.title(), '(1) Alarms - Kitestring hub');
    hub.events = Array.from({ length: 12 }, (_, index) => {
      const time = new Date(Date.now() - index * 30_000).toISOString();
      const data = { code: 20080, severity: 'Critical', began: Date.parse(time), message: 'Kite sensor failed.' };
      return { n: index + 1, sid: 's0060', time, clock: time, kind: 'notification.begin', data };
    });
    await open('#/stations');
    await isOpen('stations');
    await open('#/alarms');
    await page.getByText('12 new alarms in 10 min').waitFor();
    await page.getByRole('radio', { name: 'Active 2' }).click();
    await page.getByText('Tether damaged.').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  /** Elements that are cut off at the right of the screen, or reach over their place in a list. */
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
      { ...first, name: LONG_NAME, flight_state: 'SafetyLanding', alarms: { ...NO_ALARMS, critical: 1 } },
      ...others.map((station) => ({ ...station, name: `Wechselladerfahrzeug ${station.name}` })),
    ]);
    hub.alarms = [
      { id: '3', sid: first.sid, code: 30030, severity: 'Critical', message: 'Tether damaged.', began: SEEN },
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
        for (const at of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
          await open(at);
          await isOpen(at.split('/')[1] ?? '');
          await page.locator(PARTS[at]).first().waitFor({ state: 'attached' });
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
    // Until the page has been seen to say so: it comes back within half a second.
    hub.isAway = true;
    hub.cutLinks();
    const away = page.getByRole('alert').filter({ hasText: /hub/i }).first();
    await away.waitFor();
    hub.isAway = false;
    await away.first().waitFor({ state: 'detached' });
    await becomes(() => hub.watchers, 1);
    assert.deepEqual(
      opened.complaints.filter((text) => !text.includes('WebSocket')),
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
