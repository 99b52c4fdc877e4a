import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { plainTile, tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page, Route } from 'playwright-core';
import { colorAt } from './support/color-at.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn } from './support/console-page.ts';
import { laidOut } from './support/laid-out.ts';
import { otherClient } from './support/other-client.ts';
import { cameraPasses } from './support/still-time.ts';

const FAST = 10;
/** A PNG of one transparent pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** Level 14 around where the simulated station stands, 47.377° N, 8.542° E, by the formulas of the OpenStreetMap wiki; in red. */
const TILES_AROUND = [8579, 8580, 8581].flatMap((x) =>
  [5736, 5737, 5738].map((y) => ({ z: 14, x, y, bytes: plainTile(220, 30, 30) })),
);

/** In the page: the lines of the grid have the colour of the palette. */
const isPlotInPalette = `(() => {
  const shown = document.querySelector('.uplot canvas');
  const wanted = new OffscreenCanvas(1, 1).getContext('2d');
  wanted.fillStyle = getComputedStyle(shown).getPropertyValue('--line');
  wanted.fillRect(0, 0, 1, 1);
  const [red, green, blue] = wanted.getImageData(0, 0, 1, 1).data;
  const { data } = shown.getContext('2d').getImageData(0, 0, shown.width, shown.height);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true;
  }
  return false;
})()`;

describe('the situation', { skip: await missingChromium() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-situation-'));
  const archive = join(folder, 'map.pmtiles');
  const tilesAsked: string[] = [];
  const asked: string[] = [];
  let hasTiles = true;
  let tiles: Server;
  let env: Record<string, string>;
  let port: string;
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;

  before(async () => {
    const metadata = { attribution: '<a href="javascript:void 0">Archive of the test</a>' };
    writeFileSync(archive, tileArchive(TILES_AROUND, { metadata }));
    tiles = createServer(({ url = '' }, response) => {
      tilesAsked.push(url);
      const headers = { 'content-type': 'image/png', 'access-control-allow-origin': '*' };
      response.writeHead(hasTiles ? 200 : 404, headers).end(hasTiles ? TILE : '');
    });
    await once(tiles.listen(0, '127.0.0.1'), 'listening');
    env = {
      KITESTRING_SIM_SPEED: String(FAST),
      KITESTRING_CONSOLE_ENABLED: 'true',
      // Only a station with video says how wide its camera sees.
      KITESTRING_VIDEO_ENABLED: 'true',
      KITESTRING_VIDEO_RTSP_PORT: '0',
      KITESTRING_VIDEO_RTSPS_PORT: '0',
      KITESTRING_CONSOLE_MAP_TILES_URL: `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
      KITESTRING_CONSOLE_MAP_ATTRIBUTION: 'Maps of the test',
      KITESTRING_CONSOLE_MAP_ARCHIVE: archive,
    };
    // It is started again on it, where pages and programs ask for it meanwhile.
    port = String(await freePort());
    console = await ConsoleUnderTest.start({ folder, env, flags: ['--port', port] });
    client = otherClient(console.station.url);
    // The browser's language on a Linux without a locale, which is not a language tag.
    const before = () =>
      Object.defineProperty(Navigator.prototype, 'language', { configurable: true, get: () => 'en-US@posix' });
    page = await console.open({ before, hasPicture: false, isSignedIn: false });
    page.on('request', (request) => asked.push(request.url()));
    await signIn(page);
  });
  after(async () => {
    await client.close();
    await console[Symbol.asyncDispose]();
    tiles.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const passes = (seconds: number) => client.sim.advanceClock({ seconds });
  const looksEast = () => cameraPasses(client, ({ pan_ned = 0 }) => pan_ned > 30 && pan_ned < 150);
  const looksDown = () => cameraPasses(client, ({ tilt_ned = 0 }) => Math.abs(tilt_ned - 60) < 0.3);
  const view = (name: string) => page.getByRole('region', { name });
  const wind = () => page.locator('[data-wind-mps]');

  it('shows a gust end to end by what the Kite measures: arrow, figure, plot, tether', async () => {
    // On the ground it would have no place to look from.
    await view('Top').locator('[data-part=look][title="Kite on the ground."]:not([data-live])').waitFor();
    await client.sim.setWind({ speed_mps: 2, turbulence: 'none' });
    await client.flight.takeOff();
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 15 });
    await client.topic('flight/state').until((state) => state.is_changing_altitude === false);
    // From here on time passes by `passes` alone: the gust, and the ten minutes of the plots, would be over before a busy machine has shown them.
    await client.sim.setClock({ paused: true });
    await passes(2);
    await wind()
      .getByText(/^[0-3]\.\d m\/s from \d+°$/)
      .waitFor();
    await view('Side')
      .getByRole('img', { name: /^Flying\. Kite at 15 m\. Target 15 m\. Wind 2 m\/s/ })
      .waitFor();

    await client.sim.injectFault({ type: 'wind_gust', parameters: { peak_mps: 7, rise_s: 2, hold_s: 60, fall_s: 2 } });
    await passes(6);
    await wind()
      .getByText(/^([7-9]|1\d)\.\d m\/s from \d+°$/)
      .waitFor();
    await view('Plots')
      .getByRole('img', { name: /^Wind: now [789]\.\d m\/s; in the last 10 minutes from / })
      .waitFor();
    await page.getByText(/^Wind from \d+°$/).waitFor();
    await page.getByText('tether estimated').waitFor();
    assert.ok(asked.some((url) => url.includes('/station/v1/wind')));
    // By measurements alone: the truth is for the simulator's panel.
    assert.deepEqual(
      asked.filter((url) => url.includes('/sim/v1/')),
      [],
    );
    await client.sim.clearFaults();
    await passes(6);
  });

  it('shows from above what the camera sees, to a scale that can be changed, on a map with its source named', async () => {
    const above = view('Top');
    const scale = above.locator('[data-part=scale]');
    await client.camera.rotateCameraToAngle({ tilt_ned: 60 });
    await looksDown();
    await above.getByRole('img', { name: /Aimed at the ground \d+ m away\./ }).waitFor();
    // Visible, not only for screen readers.
    await above.getByText(/^Camera on ground \d+ m away$/).waitFor();
    const corners = ((await above.locator('[data-part=footprint]').getAttribute('points')) ?? '').split(' ');
    assert.ok(corners.length >= 4, `${corners.length} corners`);
    await scale.getByText('20 m', { exact: true }).waitFor();
    await above.getByRole('button', { name: 'Zoom map in' }).click();
    await scale.getByText('10 m', { exact: true }).waitFor();
    await above.getByRole('button', { name: 'Zoom map in' }).press('Enter');
    await scale.getByText('5 m', { exact: true }).waitFor();
    await becomes(() => above.locator('[data-part=ring] text').allTextContents(), ['5 m', '10 m']);
    await above.getByText('2.5 m: descends').waitFor();
    await above.getByText('Maps of the test').waitFor();
    // Their source is named before they are asked for.
    await until('tiles', () => tilesAsked.some((url) => /^\/1\d\/\d+\/\d+\.png$/.test(url)));
  });

  it('sends the camera to where the map is clicked, and not while somebody else is in control', async () => {
    const above = view('Top');
    const map = above.locator('[data-part=look]');
    const { height = 0, width = 0 } = (await map.boundingBox()) ?? {};
    // East of the station: half of the shorter side is 10 m.
    const aimed = page.waitForResponse('**/camera/control/rotate_to_angle');
    await map.click({ position: { x: width / 2 + height * 0.35, y: height / 2 } });
    // The camera may look East already.
    await aimed;
    await looksEast();
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/camera/control/') && asked.push(request.url()));
    await client.handoff.requestControl({ operator_name: 'Anna' });
    await above.locator('[data-part=look]:not([data-live])').waitFor();
    await map.and(page.locator('[title="Anna is in control."]')).waitFor();
    await map.click({ position: { x: width / 2 - height * 0.35, y: height / 2 } });
    await client.handoff.releaseControl();
    await above.locator('[data-part=look][data-live]').waitFor();
    assert.deepEqual(asked, []);
    await client.camera.rotateCameraToAngle({ pan_ned: 90, tilt_ned: 60 });
    // The object that is clicked next must not turn away.
    await cameraPasses(client, ({ pan_ned = 0, tilt_ned = 0 }) => Math.hypot(pan_ned - 90, tilt_ned - 60) < 0.3);
  });

  it('says where a click is without moving the camera, pins it for everybody, and has no number for the sky', async () => {
    await page.getByRole('button', { name: 'Where is that?' }).click();
    const card = page.getByRole('region', { name: 'Where is that?' });
    await card.getByRole('heading', { name: 'Crosshair' }).waitFor();
    const { pan_ned: panBefore, tilt_ned: tiltBefore } = await client.camera.getCameraState();
    // The page hears of the camera later than this test; a point below the centre is near, and so on the map, however large the video is.
    const video = page.getByRole('application');
    await page.getByText('60° down', { exact: true }).waitFor();
    const { height = 0, width = 0 } = (await video.boundingBox()) ?? {};
    await video.click({ position: { x: width * 0.4, y: height * 0.65 } });
    await card.getByRole('heading', { name: 'Selected point' }).waitFor();
    const told = await card.locator('[data-system=decimal] dd').first().innerText();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copy MGRS' }).click();
    await card
      .getByRole('status')
      .getByText(/^Copied: 32T /)
      .waitFor();
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^32T /);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'section[aria-label="Where is that?"]'), []);
    const name = card.getByRole('textbox', { name: 'Name of the pin' });
    await name.fill('<b>Gate</b>');
    // Enter again while the first answer is on its way: one pin.
    const asked: Route[] = [];
    const pins = '**/station/v1/pins';
    await using _ = await page.route(pins, (route) =>
      route.request().method() === 'POST' ? asked.push(route) : route.continue(),
    );
    await name.press('Enter');
    await card.locator('button[aria-disabled=true]').getByText('Pin', { exact: true }).waitFor();
    await name.press('Enter');
    // The button is off at once; a busy machine tells of the request later.
    await (await until('the request', () => asked[0])).continue();
    await view('Top').locator('[data-part=pin]').getByText('<b>Gate</b>').waitFor();
    assert.equal(asked.length, 1);
    const [pin] = await client.station.listPins();
    assert.equal(`${pin?.latitude.toFixed(6)}, ${pin?.longitude.toFixed(6)}`, told);
    await page.locator(`[data-mark="${pin?.pin_id}"]`).getByText('<b>Gate</b>').waitFor();
    const { pan_ned: pan = 0, tilt_ned: tilt = 0 } = await client.camera.getCameraState();
    assert.ok(Math.hypot(pan - (panBefore ?? 0), tilt - (tiltBefore ?? 0)) < 5, `${pan} ${tilt}`);

    await video.click({ button: 'right', position: { x: width * 0.45, y: height * 0.6 } });
    await card.getByRole('button', { name: 'Keep camera here' }).click();
    await page.getByText('Camera holds position').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Hold ended: stopped.').waitFor();

    await card.getByRole('button', { name: 'Crosshair' }).click();
    await client.camera.rotateCameraToAngle({ tilt_ned: 0 });
    await cameraPasses(client, ({ tilt_ned = 60 }) => tilt_ned < 0.3);
    await card.getByText('No ground there: above the horizon.').waitFor();
    await becomes(() => card.locator('[data-system]').count(), 0);
    await card.getByRole('button', { name: 'Close' }).click();
    // Until it looks down, what is pinned at the crosshair is further away than the map shows.
    await client.camera.rotateCameraToAngle({ tilt_ned: 60 });
    await looksDown();
    await page.getByText('60° down', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Pins' }).click();
    const list = page.getByRole('region', { name: 'Pins' }).first();
    await list.getByText('1 of 500').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'section[aria-label=Pins]'), []);
    await list.getByRole('button', { name: 'Delete <b>Gate</b>' }).click();
    await list.getByText('0 of 500').waitFor();
    await page.getByRole('link', { name: 'Pins' }).click();
  });

  it('draws the archive of the station as a large map in the place of the video, with pins as text, and swaps back', async () => {
    const name = '<script>x()</script>';
    await page.getByRole('button', { name: 'Where is that?' }).click();
    const card = page.getByRole('region', { name: 'Where is that?' });
    await card.getByRole('textbox', { name: 'Name of the pin' }).fill(name);
    await card.getByRole('button', { name: 'Pin', exact: true }).click();
    await view('Top').locator('[data-part=pin]').getByText(name, { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    hasTiles = false;
    // Another zoom has other tiles.
    for (let step = 0; step < 3; step += 1) await view('Top').getByRole('button', { name: 'Zoom map out' }).click();
    await view('Top').getByText('Map tiles do not load.', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Top"]'), []);
    hasTiles = true;
    for (let step = 0; step < 3; step += 1) await view('Top').getByRole('button', { name: 'Zoom map in' }).click();
    await view('Top').getByText('Map tiles do not load.').first().waitFor({ state: 'detached' });
    hasTiles = false;
    // Looked at in every theme before; in high contrast tiles are grey.
    await page.evaluate("document.documentElement.dataset.theme = 'dark'");
    await page.getByRole('button', { name: 'Large map (M)' }).click();
    const map = page.getByRole('region', { name: 'Map', exact: true });
    const isRed = async () => {
      const box = await map.boundingBox().then((found) => found ?? assert.fail('no map'));
      const [red, green] = await colorAt(page, box.x + box.width * 0.1, box.y + box.height * 0.8);
      return red > 80 && red > 3 * green;
    };
    await until('a tile', isRed);
    await map.getByText('Archive of the test · Maps of the test · Overview: Natural Earth').waitFor();
    await map.getByText(/^Map tiles missing: 127\.0\.0\.1:\d+ does not answer or does not allow this page/).waitFor();
    await map.getByRole('img', { name: /^Kite [\d.]+ m from the station, bearing/ }).waitFor();
    await map.locator('[data-part=pin]').getByText(name, { exact: true }).waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[data-part=large-map]'), []);
    await page.getByRole('button', { name: 'Large video (M)' }).click();
    await map.first().waitFor({ state: 'detached' });
    await page.getByRole('application').waitFor();
  });

  it('aims by a click on the large map and by keys, and follows the Kite until it is moved', async () => {
    hasTiles = true;
    await page.keyboard.press('m');
    const map = page.getByRole('region', { name: 'Map', exact: true });
    const ground = map.getByRole('region', { name: /^Map: arrow keys move it/ });
    await map.and(page.locator('[data-follows=true]')).waitFor();
    await laidOut(page);
    const { height = 0, width = 0 } = (await ground.boundingBox()) ?? {};
    const aimed = () => page.waitForResponse('**/camera/control/rotate_to_angle');
    const aimedWest = aimed();
    await ground.click({ position: { x: width / 2 - height * 0.3, y: height / 2 } });
    await aimedWest;
    await cameraPasses(client, ({ pan_ned = 0 }) => pan_ned < -30 && pan_ned > -150);
    await map
      .getByText(/^Map tiles missing/)
      .first()
      .waitFor({ state: 'detached' });
    await map.and(page.locator('[data-follows=true]')).waitFor();
    await ground.press('ArrowRight');
    await map.and(page.locator('[data-follows=false]')).waitFor();
    await map.getByText(/^Centre: [\d.]+ m from the station, bearing (8|9)\d°$/).waitFor({ state: 'attached' });
    const aimedEast = aimed();
    await ground.press('Enter');
    await aimedEast;
    await looksEast();
    await page.keyboard.press('m');
    await map.first().waitFor({ state: 'detached' });
    await client.camera.rotateCameraToAngle({ tilt_ned: 60 });
    await looksDown();
  });

  it('draws the plots in the colours of the palette that is chosen, and in those of the system', async () => {
    await page.locator('.uplot canvas').first().waitFor();
    await becomes(() => page.evaluate(isPlotInPalette), true);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /Appearance/ }).click();
    await page.getByRole('option', { name: 'Light', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.locator('html[data-theme=light]').waitFor();
    await becomes(() => page.evaluate(isPlotInPalette), true);
    await page.emulateMedia({ forcedColors: 'active' });
    await becomes(() => page.evaluate(isPlotInPalette), true);
    await page.emulateMedia({ forcedColors: 'none' });
    await becomes(() => page.evaluate(isPlotInPalette), true);
  });

  it('has one view at a time where there is no room for three, by keys too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tabs = page.getByRole('tablist', { name: 'Situation' });
    await tabs.getByRole('tab', { name: 'Side' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Zoom map in' }).waitFor();
    await page.keyboard.press('ArrowRight');
    // Samples from while the plots were hidden are there.
    await page
      .getByRole('img', { name: /^Altitude: now 1[45]\.\d m; in the last 10 minutes from 0\.0 m to 1[56]\./ })
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has no fault that axe finds, and breaks the policy of the page nowhere', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'section[aria-label=Situation]'), []);
    assert.deepEqual(
      console.complaints.filter((text) => /policy|Uncaught/i.test(text)),
      [],
    );
  });

  it('greys everything with its age when the station is killed, and goes on when it is back', async () => {
    await page.locator('section[aria-label=Situation]:not([data-stale])').waitFor();
    await console.station.end('SIGKILL');
    await page.getByText(/^Station link lost for \d+ s/).waitFor();
    await page
      .locator('section[aria-label=Situation][data-stale]')
      .getByText(/^\d+ s old$/)
      .waitFor();
    await page.locator('[data-figure=altitude] [data-stale]').first().waitFor();
    const takeOffOrLand = page
      .getByRole('region', { name: 'Flight', exact: true })
      .getByRole('button', { name: 'Land' });
    await becomes(() => takeOffOrLand.getAttribute('aria-disabled'), 'false', 'a landing may get through');

    await using again = await StationProcess.start({ folder, env, flags: ['--port', port] });
    assert.equal(again.url, console.station.url);
    await page.locator('section[aria-label=Situation]:not([data-stale])').waitFor();
    await page.locator('[data-figure=altitude] [data-stale]').first().waitFor({ state: 'detached' });
    // A simulated world starts again with its station.
    await page.getByRole('status').getByText('Standby', { exact: true }).waitFor();
  });
});
