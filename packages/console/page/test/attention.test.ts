import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { SlowLink } from './support/slow-link.ts';
import { leasesLast } from './support/still-time.ts';

/** In the page: writes down every note that is played, and every notification that the browser is asked for. */
function listen(): void {
  interface Param {
    setValueAtTime(value: number, atS: number): unknown;
  }
  const page = globalThis as unknown as {
    heard: number[];
    shown: string[];
    isAndroid?: boolean;
    AudioParam: { prototype: Param };
    Notification: unknown;
  };
  page.heard = [];
  page.shown = [];
  const { setValueAtTime } = page.AudioParam.prototype;
  page.AudioParam.prototype.setValueAtTime = function (this: Param, value, atS) {
    // Volumes are below 1.
    if (value > 20) page.heard.push(value);
    return setValueAtTime.call(this, value, atS);
  };
  page.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title: string) {
      page.shown.push(title);
      if (page.isAndroid) throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification()');
    }
    close(): void {}
  };
}

const LINK_LOST = '740 554 370';

describe('what calls the operator back', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let link: SlowLink;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    await leasesLast(client);
    link = await SlowLink.to(console.station.url, 1);
    page = await console.open({ url: link.url, before: listen });
    await page.getByRole('link', { name: 'Control', exact: true }).click();
    await page.getByLabel('Operator name').fill('Anna');
  });
  after(async () => {
    await link[Symbol.asyncDispose]();
    await console[Symbol.asyncDispose]();
  });

  /** Judges the notes since the last look: one call, and once more after each silence of the station, as on a busy machine. */
  const assertHeard = async (call: string) => {
    const notes = (await page.evaluate<number[]>('heard.splice(0)')).join(' ');
    const times = (part: string) => notes.split(part).length - 1;
    assert.equal(notes.replaceAll(call, '').replaceAll(LINK_LOST, '').trim(), '', notes);
    assert.ok(times(call) >= 1 && times(call) <= 1 + times(LINK_LOST), notes);
  };
  const shown = () => page.evaluate<string[]>('shown');
  // A function, because the Content-Security-Policy of the page forbids evaluating text.
  const titled = (title: string) =>
    page.waitForFunction(
      (wanted) => (globalThis as unknown as { document: { title: string } }).document.title === wanted,
      title,
    );
  const calls = (kind: string) => page.locator(`[data-attention=${kind}]`).waitFor({ state: 'attached' });
  const rest = () =>
    page.locator('[data-react-aria-top-layer] > span:not([data-attention])').waitFor({ state: 'attached' });

  it('a request for control is heard and on the tab, until it is answered', async () => {
    const title = await page.title();
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('link', { name: 'In control: You' }).waitFor();
    await client.handoff.requestControl({ operator_name: 'Ben' });
    await titled('● Ben requests control');
    await assertHeard('523 784');
    await page.getByRole('button', { name: 'Keep control' }).click();
    await rest();
    await becomes(() => page.title(), title);
  });

  it('control that is lost is heard and on the tab, in another way', async () => {
    await client.handoff.overrideControl({ operator_name: 'Ben' });
    await titled('● Control lost');
    await assertHeard('660 440');
    await page.getByRole('region', { name: 'Control lost' }).getByRole('button', { name: 'OK' }).click();
    await rest();
    await client.handoff.releaseControl();
  });

  it('the station’s silence is on the tab, muted with the rest, and heard when it is not', async () => {
    await page.getByRole('link', { name: /Notifications$/ }).click();
    await page.getByText('Sound for Critical and Fatal').click();
    await page.getByText('Show on this computer when the page is hidden').click();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Notifications"]'), []);
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })`);
    await rest();
    await page.evaluate('shown = []');
    link.isSwallowing = true;
    await calls('linkLost');
    await titled('● Station link lost');
    assert.deepEqual(await page.evaluate('heard'), []);
    assert.deepEqual(await shown(), ['● Station link lost']);
    await page.getByText('Sound for Critical and Fatal').click();
    await page.locator('[data-heard=linkLost]').waitFor({ state: 'attached' });
    // It is played after it has been drawn.
    await becomes(() => page.evaluate('heard.join(" ")'), LINK_LOST);
    link.isSwallowing = false;
    await rest();
    await becomes(async () => (await page.title()).includes('●'), false);
    // A browser that lets a page ask for notifications, and show none.
    await page.evaluate('[isAndroid, shown] = [true, []]');
    link.isSwallowing = true;
    await calls('linkLost');
    await becomes(async () => (await shown()).length, 1);
    link.isSwallowing = false;
    await rest();
    await becomes(() => page.getByText('This section has failed.').count(), 0);
  });
});
