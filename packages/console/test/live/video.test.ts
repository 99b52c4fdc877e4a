import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, WITHIN_MS } from '../support/console-page.ts';
import { LIVE_VIDEO, LivePicture } from '../support/live-picture.ts';
import { otherClient } from '../support/other-client.ts';

describe('the video stage', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  let picture: LivePicture;

  before(async () => {
    console = await ConsoleUnderTest.start({ env: LIVE_VIDEO });
    client = otherClient(console.station.url);
    page = await console.open();
    picture = new LivePicture(page);
  });
  after(async () => {
    await client.close({ giveBackToken: true });
    await console[Symbol.asyncDispose]();
  });

  const stage = () => page.getByRole('region', { name: 'Video' });
  /** Resolves when so many streams are watched. */
  async function watched(count: number): Promise<void> {
    const giveUpMs = performance.now() + WITHIN_MS;
    let text = '';
    while (!text.includes(`\nkitestring_video_viewers ${count}\n`)) {
      if (performance.now() > giveUpMs) assert.fail(`timed out waiting for ${count} viewers:\n${text}`);
      text = await (await fetch(`${console.station.url}/metrics`)).text();
    }
  }

  it('plays the colour stream, with its direction, altitude and delay over it', async () => {
    await picture.live();
    const before = await picture.framesShown();
    await picture.frames(5);
    assert.ok((await picture.framesShown()) > before);
    await stage()
      .getByText(/^(WebRTC|MSE) · /)
      .waitFor();
    const { kite_heading } = await client.flight.getFlightState();
    const heading = Math.round(kite_heading ?? Number.NaN);
    await stage()
      .getByRole('img', { name: new RegExp(`^Camera looks to ${heading}°`) })
      .waitFor();
    await stage().getByRole('img', { name: 'Horizon' }).waitFor();
  });

  it('has a second stream in the corner, swaps the two with a press, and watches no stream that is not shown', async () => {
    await watched(1);
    await stage().getByRole('button', { name: 'Second picture' }).click();
    await page.getByRole('menuitemradio', { name: 'Thermal' }).click();
    await page.locator('[data-stream=thermal] video[data-health=live]').waitFor();
    await watched(2);
    await stage().getByRole('button', { name: 'Make Thermal large' }).click();
    await page.getByRole('application', { name: 'Live picture, Thermal' }).waitFor();
    await picture.live();
    await stage().getByRole('button', { name: 'Make Zoom large' }).waitFor();
    await stage().getByRole('button', { name: 'Close the second picture' }).click();
    await watched(1);
    assert.equal(await page.locator('video').count(), 1);
  });

  it('shows a thermal stream in the palette that is chosen', async () => {
    await stage().getByRole('radio', { name: 'Thermal' }).click();
    await picture.live();
    assert.ok((await picture.colourfulness()) < 12, 'white hot is grey');
    await stage().getByRole('button', { name: 'Palette' }).click();
    await page.getByRole('menuitemradio', { name: 'Ironbow' }).click();
    await client
      .topic('videostreams/thermal/state')
      .until(({ thermal_color_palette }) => thermal_color_palette === 'Ironbow', AbortSignal.timeout(WITHIN_MS));
    await picture.frames(15);
    assert.ok((await picture.colourfulness()) > 25, 'ironbow is not');
    await stage().getByRole('radio', { name: 'Zoom' }).click();
    await stage().getByRole('button', { name: 'Palette' }).waitFor({ state: 'detached' });
    await picture.live();
  });

  it('saves a snapshot as a JPEG whose name says what it is', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      stage().getByRole('button', { name: 'Take a snapshot' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^kitestring_zoom_\d{4}-\d{2}-\d{2}T\d{6}Z\.jpg$/);
    const bytes = readFileSync(await download.path());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
    assert.ok(bytes.includes('Exif'));
  });

  it('records, with the time over the picture, and says there why it cannot', async () => {
    await stage().getByRole('button', { name: 'Record', exact: true }).click();
    await stage()
      .getByText(/^0:0\d$/)
      .waitFor();
    assert.equal((await client.recordings.getRecordingsState()).is_recording, true);
    await client.handoff.requestControl({ operator_name: 'M. Rossi' });
    await stage().getByRole('button', { name: 'Stop recording' }).click();
    await stage().getByRole('alert').getByText('M. Rossi').waitFor();
    await client.handoff.releaseControl();
    await stage().getByRole('button', { name: 'Stop recording' }).click();
    await stage().getByRole('button', { name: 'Record', exact: true }).waitFor();
    assert.equal((await client.recordings.getRecordingsState()).is_recording, false);
  });

  it('never shows a lost stream as if it lived: greyed, with the age of the picture and the reason, until it is back', async () => {
    await picture.live();
    const { id } = await client.sim.injectFault({ type: 'stream_lost', parameters: { stream_id: 'zoom' } });
    await page.locator('video[data-health="frozen"]').waitFor();
    await stage()
      .getByText(/^Picture is \d+ s old$/)
      .waitFor();
    const look = await page.evaluate(`getComputedStyle(document.querySelector('video')).filter`);
    assert.match(String(look), /grayscale\(1\)/);
    await stage().getByText('The station has no pictures of this stream.').waitFor();
    const age = async () =>
      Number(
        /\d+/.exec(
          (await stage()
            .getByText(/^Picture is/)
            .textContent()) ?? '',
        )?.[0],
      );
    await stage()
      .getByText(`Picture is ${(await age()) + 2} s old`)
      .waitFor();
    await client.sim.clearFault({ id });
    await picture.live();
    await picture.frames(3);
    await stage()
      .getByText(/^Picture is/)
      .waitFor({ state: 'detached' });
  });

  it('says that the camera is off, and what that means', async () => {
    const { id } = await client.sim.injectFault({ type: 'camera_offline' });
    await stage().getByText('The camera is off.').waitFor();
    await client.sim.clearFault({ id });
    await picture.live();
  });

  it('has no fault that axe finds, in any theme', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
  });
});
