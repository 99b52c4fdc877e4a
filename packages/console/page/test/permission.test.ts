import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn } from './support/console-page.ts';
import { LIVE_VIDEO } from './support/live-picture.ts';
import { SlowLink } from './support/slow-link.ts';

/** Controls that change only the page, not the station. */
const OF_THE_PAGE = [
  'Zoom',
  'Overview',
  'Colour',
  'Thermal',
  'Layout of the pictures',
  'Full screen',
  'Close',
  'Temperatures',
  'Large map (M)',
];
/** Where what commands the station is. */
const SEATS = 'section[aria-label="Video"], .seat-under-test, [aria-label="Simulator"]';

interface Control {
  readonly name: string;
  readonly isOff: boolean;
  /** Its description: why it is off. */
  readonly why: string;
}

/** In the page: every control of the seats, as assistive technology has it. */
function controlsIn(seats: string): Control[] {
  interface Element {
    readonly id: string;
    readonly textContent: string | null;
    readonly disabled?: boolean;
    readonly labels?: Iterable<Element>;
    getAttribute(name: string): string | null;
    querySelectorAll(selector: string): Iterable<Element>;
  }
  const { document } = globalThis as unknown as {
    document: Element & { getElementById(id: string): Element | null };
  };
  const text = (ids: string | null) =>
    (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  const controls = [...document.querySelectorAll(seats)].flatMap((seat) => [
    ...seat.querySelectorAll('button, input, [role=slider], [role=application]'),
  ]);
  return controls.map((control) => ({
    name:
      control.getAttribute('aria-label') ??
      ([...(control.labels ?? [])].map(({ textContent }) => textContent).join(' ') || (control.textContent ?? '')),
    isOff: control.disabled === true || control.getAttribute('aria-disabled') === 'true',
    why: [control.getAttribute('aria-description') ?? '', ...text(control.getAttribute('aria-describedby'))].join(' '),
  }));
}

/** Decoded content of the code, whose dark modules are squares of one path. */
async function qrText(code: Locator): Promise<string> {
  const size = Number(((await code.getAttribute('viewBox')) ?? '').split(' ')[2]);
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const width = size * QR_MODULE_PX;
  const at = (px: number) => Math.floor(px / QR_MODULE_PX);
  const data = Uint8Array.from({ length: width * width * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3);
    return dark.has(`${at(pixel % width)} ${at(pixel / width)}`) ? 0 : 255;
  });
  return decodeQR({ width, height: width, data });
}

const QR_MODULE_PX = 4;

/** Whether there is one, and the station has more to say than that. */
const asksTheRecorder = (client: KitestringClient) =>
  client.recordings.startRecording().then(
    () => true,
    (fault) => fault.code !== 'VIDEO_UNAVAILABLE',
  );

describe('what is off, and why', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let link: SlowLink;
  let page: Page;
  let watcher: Page;

  before(async () => {
    console = await ConsoleUnderTest.start({ env: LIVE_VIDEO });
    client = console.client();
    link = await SlowLink.to(console.station.url, 1);
    const { key } = await client.admin.addPlugin({ name: 'command post', scopes: ['read'] });
    watcher = await console.open({ isSignedIn: false, hasPicture: false });
    await signIn(watcher, { key });
    page = await console.open({ url: link.url, hasPicture: false });
    for (const one of [watcher, page]) {
      await one.getByRole('link', { name: 'Simulator' }).click();
      await one.getByRole('radio', { name: 'Zoom', exact: true }).waitFor();
      // Both panels of the seat, whose names depend on the language.
      await one.evaluate(`for (const part of document.querySelectorAll('section[aria-labelledby]')) {
        if (part.querySelector('[data-figure=altitude], [data-way]')) part.classList.add('seat-under-test');
      }`);
    }
  });
  after(async () => {
    await link[Symbol.asyncDispose]();
    await console[Symbol.asyncDispose]();
  });

  const controls = async (one: Page) =>
    (await one.evaluate(controlsIn, SEATS)).filter(({ name }) => !OF_THE_PAGE.includes(name));
  const live = async (one: Page) => (await controls(one)).filter(({ isOff }) => !isOff).map(({ name }) => name);
  const unexplained = async (one: Page, why: string) =>
    (await controls(one))
      .filter((control) => control.isOff && !control.why.includes(why) && !control.name.includes(why))
      .map(({ name }) => name);
  const isLive = (name: string) => until(`${name}, live`, async () => (await live(page)).includes(name));
  const camera = (one: Page) => one.getByRole('region', { name: 'Camera', exact: true });

  it('whoever may only look has no live control, and each says so; a picture can be taken, and places told', async () => {
    await camera(watcher).getByText('View-only access.').waitFor();
    await becomes(() => live(watcher), ['Where is that?', 'Take a snapshot']);
    await becomes(() => unexplained(watcher, 'View-only access.'), []);
    await watcher.getByRole('region', { name: 'Simulator' }).getByText('View-only access.').waitFor();
    const asked: string[] = [];
    // Who watches begins and ends that by WHEP; it commands nothing.
    const isCommand = (method: string, url: string) => method !== 'GET' && !url.includes('/video/v1/');
    watcher.on('request', (request) => isCommand(request.method(), request.url()) && asked.push(request.url()));
    await camera(watcher).getByRole('button', { name: 'Pan left' }).click({ force: true });
    await camera(watcher).getByRole('slider', { name: 'Camera bearing' }).press('ArrowRight');
    await watcher.getByRole('application').press('ArrowLeft');
    await watcher.getByRole('application').click({ force: true });
    // Requests from before are told of before this one.
    await watcher.evaluate("fetch('/api/health').then(({ ok }) => ok)");
    assert.deepEqual(asked, []);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(watcher, 'main'), []);
  });

  it('nothing commands while somebody else is in control, and each says who; the world can still be simulated', async () => {
    await isLive('Horizon');
    // A lease counts the time of the station.
    await client.sim.setClock({ paused: true });
    await client.handoff.requestControl({ operator_name: 'Anna' });
    await camera(page).getByText('Anna is in control.').waitFor();
    const ofCommands = (name: string) => ['Take off', 'Open lids', 'Record', 'Horizon', 'Pan left'].includes(name);
    await becomes(async () => (await live(page)).filter(ofCommands), []);
    await isLive('Inject fault');
    await client.handoff.releaseControl();
    await client.sim.setClock({ paused: false });
    await camera(page).getByText('Anna is in control.').first().waitFor({ state: 'detached' });
    await isLive('Horizon');
  });

  it('a camera that is off can neither be moved nor recorded, and says so; the Kite can still fly', async () => {
    await client.sim.setPayload({ online: false });
    await camera(page).getByText('Camera offline.').waitFor();
    const ofCamera = [
      'Record',
      'Take a snapshot',
      'Where is that?',
      'Horizon',
      'Pan left',
      'Camera bearing',
      'Zoom in',
    ];
    await becomes(async () => (await live(page)).filter((name) => ofCamera.includes(name)), []);
    await isLive('Open lids');
    await client.sim.setPayload({ online: true });
    await camera(page).getByText('Camera offline.').first().waitFor({ state: 'detached' });
  });

  it('nothing is recorded while the storage is full, and Record says so', async () => {
    await client.sim.injectFault({ type: 'storage_full' });
    // Where this is the first media process of a machine, it may not be there yet.
    await until('the recorder', () => asksTheRecorder(client));
    await assert.rejects(client.recordings.startRecording(), /full|space/i);
    const record = page.getByRole('button', { name: 'Record', exact: true });
    await record.and(page.locator('[data-disabled]')).waitFor();
    await until('why Record is off', async () => {
      const found = (await controls(page)).find(({ name }) => name === 'Record');
      return /Storage for recordings full\. Delete recordings\./.test(found?.why ?? '');
    });
    await client.sim.clearFaults();
    await record.and(page.locator(':not([data-disabled])')).waitFor();
  });

  it('nothing is live while data are stale, and each says so', async () => {
    const horizon = () => page.evaluate(`getComputedStyle(document.querySelector('[data-horizon] span')).opacity`);
    await becomes(horizon, '0.8');
    link.isSwallowing = true;
    await camera(page).getByText('Data is stale.').waitFor();
    // Grey, as the figures are.
    await becomes(horizon, '0.5');
    await becomes(() => live(page), []);
    await becomes(() => unexplained(page, 'Data is stale.'), []);
    link.isSwallowing = false;
    await camera(page).getByText('Data is stale.').first().waitFor({ state: 'detached' });
    await isLive('Horizon');
  });

  it('a screen with a link for watching has nothing that could be pressed, and says in one line that it was revoked', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    const links = page.getByRole('region', { name: 'Watch-only links' });
    await links.getByRole('button', { name: 'Create a link' }).click();
    await links.getByRole('textbox', { name: 'Recipient' }).fill('<b>Command post</b>');
    await links.getByRole('button', { name: 'Create link' }).click();
    const shown = page.getByRole('dialog', { name: 'Link for <b>Command post</b>' });
    const address = await shown.getByRole('textbox', { name: 'Address' }).inputValue();
    const code = shown.getByRole('img', { name: 'The address as QR code' });
    assert.equal(await qrText(code), address);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[role=dialog]'), []);
    await shown.getByRole('button', { name: 'Link passed on, close' }).click();
    assert.equal(new URL(address).origin, new URL(link.url).origin);
    const wall = await (await console.browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage();
    await wall.goto(address);
    await wall.locator('video[data-health="live"]').first().waitFor();
    assert.equal(new URL(wall.url()).hash, '#watch');
    const pressable = 'a[href], button, input, select, textarea, [tabindex], [contenteditable]';
    await becomes(() => wall.locator(pressable).count(), 0);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(wall), []);
    await links.getByText(/ · open on 1 screen$/).waitFor();
    await links.getByRole('button', { name: 'Revoke the link <b>Command post</b>' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await links.getByText(/^Revoked · /).waitFor();
    await wall.getByText('Link expired or revoked. Ask for a new one.').waitFor();
    await wall.locator('video').first().waitFor({ state: 'detached' });
    await wall.context().close();
  });
});
