import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import { StationProcess } from '@kitestring/testing/station-process.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';

/** A PNG of one transparent pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

describe('the situation', { skip: await missingChromium() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-situation-'));
  const tilesAsked: string[] = [];
  let tiles: Server;
  let env: Record<string, string>;
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;

  before(async () => {
    tiles = createServer(({ url = '' }, response) => {
      tilesAsked.push(url);
      response.writeHead(200, { 'content-type': 'image/png' }).end(TILE);
    });
    await once(tiles.listen(0, '127.0.0.1'), 'listening');
    env = {
      KITESTRING_SIM_SPEED: '10',
      KITESTRING_CONSOLE_ENABLED: 'true',
      // Only a station with video says how wide its camera sees.
      KITESTRING_VIDEO_ENABLED: 'true',
      KITESTRING_VIDEO_RTSP_PORT: '0',
      KITESTRING_VIDEO_RTSPS_PORT: '0',
      KITESTRING_CONSOLE_MAP_TILES_URL: `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
      KITESTRING_CONSOLE_MAP_ATTRIBUTION: 'Maps of the test',
    };
    console = await ConsoleUnderTest.start({ folder, env });
    client = otherClient(console.station.url);
    page = await console.open();
    // The picture itself is the business of other tests, and takes much of the machine.
    await page.route('**/video/v1/**', (route) => route.abort());
  });
  after(async () => {
    await client.close();
    await console[Symbol.asyncDispose]();
    tiles.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const view = (name: string) => page.getByRole('region', { name });
  const wind = () => page.locator('[data-wind-mps]');

  it('shows a gust end to end: arrow, figure, plot, tether', async () => {
    await client.sim.setWind({ speed_mps: 2, turbulence: 'none' });
    await client.flight.takeOff();
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 15 });
    await client.topic('flight/state').until((state) => state.is_changing_altitude === false);
    await wind()
      .getByText(/^[0-3]\.\d m\/s from \d+°$/)
      .waitFor();
    await view('Side')
      .getByRole('img', { name: /^Flying\. Kite at 15 m\. Target 15 m\. Wind 2 m\/s/ })
      .waitFor();

    await client.sim.injectFault({ type: 'wind_gust', parameters: { peak_mps: 7, rise_s: 2, hold_s: 60, fall_s: 2 } });
    await wind()
      .getByText(/^([7-9]|1\d)\.\d m\/s from \d+°$/)
      .waitFor();
    await view('Last 10 min')
      .getByRole('img', { name: /^Wind: now [789]\.\d m\/s; in the last 10 minutes from / })
      .waitFor();
    await page.getByText(/^Wind from \d+°$/).waitFor();
    assert.equal(await page.getByText('tether estimated').count(), 0);
    await client.sim.clearFaults();
  });

  it('shows from above what the camera sees, to a scale that can be changed, on a map with its source named', async () => {
    const above = view('From above');
    await client.camera.rotateCameraToAngle({ tilt_ned: 60 });
    await above.getByRole('img', { name: /It looks at the ground \d+ m away\./ }).waitFor();
    const corners = ((await above.locator('[data-part=footprint]').getAttribute('points')) ?? '').split(' ');
    assert.ok(corners.length >= 4, `${corners.length} corners`);
    await above.getByText('20 m', { exact: true }).waitFor();
    await above.getByRole('button', { name: 'Show less ground' }).click();
    await above.getByText('10 m', { exact: true }).waitFor();
    await above.getByRole('button', { name: 'Show less ground' }).press('Enter');
    await above.getByText('5 m', { exact: true }).waitFor();
    await above.getByText('2.5 m comes down').waitFor();
    await above.getByText('Maps of the test').waitFor();
    assert.ok(
      tilesAsked.some((url) => /^\/1\d\/\d+\/\d+\.png$/.test(url)),
      tilesAsked.join(' '),
    );
  });

  it('has one view at a time where there is no room for three, by keys too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tabs = page.getByRole('tablist', { name: 'Situation' });
    await tabs.getByRole('tab', { name: 'Side' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Show less ground' }).waitFor();
    await page.keyboard.press('ArrowRight');
    // What was sampled while the plots were hidden is there.
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
    const { port } = new URL(console.station.url);
    await console.station.end('SIGKILL');
    await page.getByText(/^No word from the station for \d+ s/).waitFor();
    await page
      .locator('section[aria-label=Situation][data-stale]')
      .getByText(/^\d+ s old$/)
      .waitFor();
    await page.locator('[data-figure=altitude] [data-stale]').first().waitFor();
    const takeOffOrLand = page
      .getByRole('region', { name: 'Flight', exact: true })
      .getByRole('button', { name: 'Land' });
    assert.equal(await takeOffOrLand.getAttribute('aria-disabled'), 'false', 'a landing may get through');

    await using again = await StationProcess.start({ folder, env, flags: ['--port', port] });
    assert.equal(again.url, console.station.url);
    await page.locator('section[aria-label=Situation]:not([data-stale])').waitFor();
    await page.locator('[data-figure=altitude] [data-stale]').first().waitFor({ state: 'detached' });
    // A simulated world begins anew with its station.
    await page.getByRole('status').getByText('Standby', { exact: true }).waitFor();
  });
});
