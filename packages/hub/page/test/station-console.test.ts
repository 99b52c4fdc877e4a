import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  accessibilityFaults,
  patientRequests,
  signIn,
  WITHIN_MS,
} from '@kitestring/console-page/test/support/console-page.ts';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { missingChromium, sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import { missingLivekitServer, missingNatsServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { plainTile, tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Browser, Locator, Page, Response } from 'playwright-core';

const STATION = { KITESTRING_VIDEO_ENABLED: 'true', KITESTRING_CONSOLE_ENABLED: 'true' };
const [RED, GREEN] = [plainTile(220, 30, 30), plainTile(30, 160, 60)];
/** Level 14 around the simulated station. */
const TILES_AROUND = [8579, 8580, 8581].flatMap((x) => [5736, 5737, 5738].map((y) => ({ z: 14, x, y, bytes: RED })));
/** A hub and a station in clones build their pages at the first request. */
const BUILT_WITHIN_MS = 300_000;
/** How long a press may take to show what it does, before it is repeated. */
const PRESSED_MS = 30_000;

describe('the console of a station through its hub', { skip: missingNatsServer() || (await missingChromium()) }, () => {
  const proxied = new ProxiedStation();
  const ended = new AsyncDisposableStack();
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;
  before(async () => {
    const archive = proxied.folder.file('map.pmtiles');
    writeFileSync(archive, tileArchive(TILES_AROUND, { metadata: { attribution: 'Map of the station' } }));
    const tiles = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(GREEN);
    });
    await once(tiles.listen(0, '127.0.0.1'), 'listening');
    ended.defer(() => void tiles.close());
    const KITESTRING_CONSOLE_MAP_TILES_URL = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.png`;
    await proxied.start({ ...STATION, KITESTRING_CONSOLE_MAP_ARCHIVE: archive, KITESTRING_CONSOLE_MAP_TILES_URL });
    ended.defer(() => proxied.stop());
    ({ browser } = ended.use(await sharedBrowser()));
  });
  after(() => ended.disposeAsync());

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' });
    context.setDefaultTimeout(WITHIN_MS);
    await context.addInitScript(patientRequests);
    await context.addInitScript(() => {
      const { localStorage } = globalThis as unknown as { localStorage: { setItem(name: string, text: string): void } };
      localStorage.setItem('kitestring.preferences', '{"isTourSeen":true}');
    });
    return context.newPage();
  }

  /** Signs in at the hub with a new key of this role, and opens the console from the page of the hub. */
  async function openAs(role: string): Promise<Page> {
    const { secret } = await proxied.newKey(`${role} desk`, role);
    const opened = await newPage();
    opened.on('pageerror', (error) => complaints.push(String(error)));
    opened.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/status of (401|403|404|409|5\d\d)|WebSocket|net::ERR/.test(text))
        complaints.push(text);
    });
    await opened.goto(proxied.hub.url);
    await opened.getByLabel('API key').fill(secret, { timeout: BUILT_WITHIN_MS });
    await opened.getByLabel('API key').press('Enter');
    await opened.getByRole('listitem').getByRole('link').first().click();
    await opened.getByRole('link', { name: 'Open the console' }).click();
    await flightShows(opened, 'Standby').waitFor({ timeout: BUILT_WITHIN_MS });
    return opened;
  }

  const flightPanel = (on: Page) => on.getByRole('region', { name: 'Flight', exact: true });
  const flightShows = (on: Page, state: string) =>
    flightPanel(on).getByRole('status').getByText(state, { exact: true });
  const hold = async (button: Locator, shown: Locator) => {
    // Control that is lost meanwhile, and taken again, ends the press.
    await until('what the press does', async () => {
      if (await shown.isVisible()) return true;
      await button.hover();
      await page.mouse.down();
      const isShown = await shown.waitFor({ timeout: PRESSED_MS }).then(
        () => true,
        () => false,
      );
      await page.mouse.up();
      return isShown;
    });
  };
  /** Notes every text of the flight panel: a phase of a fast flight may be shorter than the time between two looks from here. */
  const noteFlight = () =>
    flightPanel(page).evaluate((panel) => {
      const place = globalThis as unknown as {
        flightTexts: string[];
        MutationObserver: new (tell: () => void) => { observe(node: unknown, changes: object): void };
      };
      place.flightTexts = [];
      const note = () => place.flightTexts.push(panel.textContent ?? '');
      new place.MutationObserver(note).observe(panel, { subtree: true, childList: true, characterData: true });
    });
  const hasShown = (text: string) =>
    until(text, () => page.evaluate<boolean>(`flightTexts.some((shown) => shown.includes(${JSON.stringify(text)}))`));
  const state = async (path: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${proxied.token}` };
    return (await fetch(`${proxied.station.url}/api/v1/${path}`, { headers })).json();
  };

  it('opens from the page of the hub, with no second sign-in and nothing that a script could take', async () => {
    page = await openAs('pilot');
    // Control of a station this fast lasts ten seconds of real time, which a starved machine may miss: an operator takes it again.
    const lost = page.getByRole('region', { name: 'Control lost' });
    await page.addLocatorHandler(lost, () => lost.getByRole('button', { name: 'Take control' }).click(), {
      noWaitAfter: true,
    });
    assert.equal(new URL(page.url()).pathname, `/fleet/v1/stations/${proxied.sid}/`);
    const kept = await page.evaluate('JSON.stringify([sessionStorage, document.cookie])');
    assert.equal(kept, '[{},""]');
    const { headers } = await fetch(page.url());
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
    await becomes(() => page.getByRole('link', { name: 'Simulator' }).count(), 0);
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  it('flies: takes control, takes off, turns the camera, lands and releases control, under the name of who is signed in', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await page.getByLabel('Operator name').fill('A. Example');
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('link', { name: /^In control: / }).waitFor();
    const holder = await until('control', async () => (await state('handoff/state')).controlling_client ?? undefined);
    assert.equal(holder.plugin_name, 'pilot desk (hub)');
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await hold(
      flightPanel(page).getByRole('button', { name: 'Take off' }),
      flightPanel(page).getByRole('button', { name: /Abort|Land/ }),
    );
    await flightShows(page, 'Flying').waitFor();
    const { pan_ned: before } = await state('camera/state');
    const camera = page.getByRole('region', { name: 'Camera', exact: true });
    await camera.getByRole('button', { name: /right/i }).first().click();
    await until('the camera', async () => Math.abs((await state('camera/state')).pan_ned - before) > 0.5);
    await noteFlight();
    await flightPanel(page).getByRole('button', { name: 'Land' }).first().hover();
    await page.mouse.down();
    await hasShown('Landing');
    await page.mouse.up();
    await flightShows(page, 'Standby').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await page.getByRole('button', { name: 'Release control' }).click();
    await until('no control', async () => (await state('handoff/state')).controlling_client === null || undefined);
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
  });

  it('shows lists, details and settings, and does not offer what only the station itself has', async () => {
    for (const [link, text] of [
      ['Notifications', /./],
      ['Recordings', /recordings and snapshots|No recordings/i],
      ['System', /Software/],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: link }).click();
      await page.getByRole('region', { name: link, exact: true }).first().getByText(text).first().waitFor();
      await becomes(() => page.getByText(/STATION_NOT_LIVE|nothing at/).count(), 0);
      await page.getByRole('navigation').getByRole('link', { name: link }).click();
    }
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText(/Only at the station itself/).waitFor();
    await page.keyboard.press('Escape');
  });

  /** Colours of the large map beside what is drawn on it: near, and from further away than the archive goes. */
  async function mapColors(on: Page): Promise<readonly (readonly number[])[]> {
    const map = on.getByRole('region', { name: 'Map', exact: true });
    const color = async () => {
      const { height = 0, width = 0, x = 0, y = 0 } = (await map.boundingBox()) ?? {};
      const clip = { x: x + width * 0.25, y: y + height * 0.75, width: 1, height: 1 };
      const pixel = `data:image/png;base64,${(await on.screenshot({ clip })).toString('base64')}`;
      return on.evaluate<number[]>(`(async () => {
        const image = new Image();
        image.src = '${pixel}';
        await image.decode();
        const context = document.createElement('canvas').getContext('2d');
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data];
      })()`);
    };
    const untilColor = (name: string, isSo: (color: readonly number[]) => boolean) =>
      until(name, async () => {
        const found = await color();
        return isSo(found) ? found : undefined;
      });
    const near = await untilColor('the archive', ([red = 0, green = 0]) => red > 2 * green);
    // Without a pointer, which waits until the button has stood still for two frames: without a graphics card a frame of map and video takes up to a second.
    const zoomOut = map.getByRole('button', { name: 'Zoom map out' });
    for (let level = 0; level < 7; level += 1) await zoomOut.dispatchEvent('click');
    const far = await untilColor('the tiles of the map server', ([red = 0, green = 0]) => green > 2 * red);
    return [near, far];
  }

  it('draws archive and tile server of the station as its own page does, the archive in parts through the hub', async () => {
    const parts: number[] = [];
    const note = (response: Response) => {
      if (response.url().endsWith('/station/v1/map/archive')) parts.push(response.status());
    };
    page.on('response', note);
    await page.keyboard.press('m');
    const map = page.getByRole('region', { name: 'Map', exact: true });
    await map.getByText(/^Map of the station/).waitFor();
    // Header with directory, description, and the tile below the station.
    await until('a tile', () => parts.length >= 3);
    assert.deepEqual(new Set(parts), new Set([206]));
    const throughHub = await mapColors(page);
    await becomes(() => map.getByText(/archive|missing/i).count(), 0);
    page.off('response', note);
    await page.keyboard.press('m');
    await map.first().waitFor({ state: 'detached' });
    const straight = await newPage();
    await straight.goto(proxied.station.url);
    await signIn(straight);
    // The rest of the page is fetched after the sign-in: until then no key does anything.
    await flightShows(straight, 'Standby').waitFor();
    await straight.keyboard.press('m');
    assert.deepEqual(await mapColors(straight), throughHub);
    await straight.context().close();
  });

  it('says why there is no live video through a hub without a relay', async () => {
    await page
      .getByText(/no relay/i)
      .first()
      .waitFor();
    const sdp = { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'v=0' };
    const answered = await page.evaluate(
      `fetch('video/v1/zoom/whep', ${JSON.stringify(sdp)}).then(({ headers, status }) => [status, headers.get('retry-after')])`,
    );
    assert.deepEqual(answered, [502, '60']);
    const { entries } = (await proxied.hub.ask('audit?limit=500')).body;
    assert.deepEqual(
      entries.filter(({ what }: Answer) => /whep|video/.test(what)),
      [],
    );
  });

  it('has no controls for a viewer', async () => {
    const viewer = await openAs('viewer');
    await becomes(() => flightPanel(viewer).getByRole('button', { name: 'Take off' }).isEnabled(), false);
    await viewer.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await viewer.getByText('View-only access.').first().waitFor();
    await becomes(() => viewer.getByRole('button', { name: 'Take control' }).count(), 0);
    const forged = await viewer.evaluate(
      `fetch('api/v1/flight/control/take_off', { method: 'POST' }).then(async (answer) => [answer.status, (await answer.json()).code])`,
    );
    assert.deepEqual(forged, [403, 'INSUFFICIENT_SCOPE']);
    await viewer.context().close();
  });

  it('tells the page of a camera operator that it does not fly, and that of a pilot that it does', async () => {
    for (const [role, isCameraOnly] of [
      ['operator', true],
      ['pilot', false],
    ] as const) {
      const { secret } = await proxied.newKey(`${role} there`, role);
      const response = await fetch(`${proxied.base}/console.json`, { headers: { authorization: `Bearer ${secret}` } });
      const { hub } = (await response.json()) as Answer;
      assert.deepEqual([hub.scopes, hub.is_camera_only], [['read', 'control'], isCameraOnly], role);
    }
  });

  it('says that the sign-in has ended, and goes on by itself when somebody has signed in again', async () => {
    const other = await page.context().newPage();
    await other.goto(proxied.hub.url);
    await other.evaluate(() => fetch('/fleet/v1/session', { method: 'DELETE' }));
    await page.getByRole('heading', { name: 'Signed out of the hub' }).waitFor();
    const { secret } = await proxied.newKey('pilot again', 'pilot');
    await other.reload();
    await other.getByLabel('API key').fill(secret);
    await other.getByLabel('API key').press('Enter');
    await page.getByRole('heading', { name: 'Signed out of the hub' }).first().waitFor({ state: 'detached' });
    await flightShows(page, 'Standby').waitFor();
    await other.close();
  });

  it('plays live video by the relay of the hub, which starts again meanwhile', {
    skip: missingLivekitServer(),
  }, async () => {
    const relay = ended.use(await TestRelay.start());
    const secretFile = join(proxied.folder.path, 'relay-secret');
    writeFileSync(secretFile, relay.secret, { mode: 0o600 });
    await proxied.hub.end('SIGTERM');
    proxied.hub.flags.push('--relay-urls', relay.url, '--relay-key', relay.key, '--relay-secret-file', secretFile);
    await page
      .getByText(/Station link lost/)
      .first()
      .waitFor();
    await proxied.hub.start();
    await page
      .getByText(/Station link lost/)
      .first()
      .waitFor({ state: 'detached' });
    const isPlaying = `[...document.querySelectorAll('video')].some((video) => video.videoWidth > 0 && video.currentTime > 0.5)`;
    await until('live video', () => page.evaluate(isPlaying));
    await page
      .getByText(/WebRTC ·/)
      .first()
      .waitFor();
  });

  it('shows it on the wall of the hub too, by the same uplink, and asks for nothing when the wall is left', {
    skip: missingLivekitServer(),
  }, async () => {
    const wall = await page.context().newPage();
    await wall.goto(`${proxied.hub.url}/#/wall`);
    await until('the picture on the wall', () =>
      wall.evaluate(`document.querySelector('main video')?.currentTime > 0.5`),
    );
    await wall.locator('main li[data-picture="live"]').waitFor();
    // The console plays it, too.
    const viewers = async () => {
      const text = await (await fetch(`${proxied.station.url}/metrics`)).text();
      return /^kitestring_video_protocol_viewers\{protocol="webrtc"\} (\d+)$/m.exec(text)?.[1];
    };
    await becomes(viewers, '1');
    assert.deepEqual(await accessibilityFaults(wall), []);
    // On a busy machine it may have begun again meanwhile: only a session has an end.
    await wall.locator('main li[data-picture="live"]').waitFor();
    const ended = wall.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await wall.getByRole('navigation').getByRole('link', { name: 'Stations' }).click();
    const answer = await ended;
    assert.match(answer.url(), /\/video\/v1\/\w+\/whep\/[0-9a-f-]{36}$/);
    assert.equal(answer.status(), 200);
    await wall.close();
  });

  it('of a station without one says so, and does not promise to go on', async () => {
    const light = await page.context().newPage();
    const body = { code: 'NO_CONSOLE', message: 'the station has no console: it is a light station' };
    await light.route('**/console.json', (route) => route.fulfill({ status: 404, json: body }));
    await light.goto(page.url());
    await light.getByRole('heading', { name: 'No console' }).waitFor();
    await light.getByText(/it is a light station/).waitFor();
    await becomes(() => light.getByText(/by itself/).count(), 0);
    await light.close();
  });

  it('says that the station is offline, over what was shown and in a page that is opened then', async () => {
    await proxied.station.end('SIGKILL');
    await page.getByText(/Station offline at the hub for/).waitFor();
    const late = await page.context().newPage();
    await late.goto(page.url());
    await late.getByRole('heading', { name: 'Station not available' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
