import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, WITHIN_MS } from '../support/console-page.ts';
import { LIVE_VIDEO, LivePicture } from '../support/live-picture.ts';
import { otherClient } from '../support/other-client.ts';
import { noticesStay } from '../support/still-time.ts';

/** The part of it that is used here: tests are checked without the types of browsers. */
interface PageCanvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

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
    await until(`${count} viewers`, async () =>
      (await (await fetch(`${console.station.url}/metrics`)).text()).includes(`\nkitestring_video_viewers ${count}\n`),
    );
  }

  /** Waits until the isotherm has coloured such a share of the picture. */
  async function coloured(isSo: (share: number) => boolean): Promise<void> {
    const giveUpMs = performance.now() + WITHIN_MS;
    const canvas = page.locator('canvas[data-isotherm]');
    let share = Number.NaN;
    while (!isSo(share)) {
      if (performance.now() > giveUpMs) assert.fail(`timed out with ${share} of the picture coloured`);
      await picture.frames(2);
      share = await canvas.evaluate((element) => {
        const drawn = element as unknown as PageCanvas;
        const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height);
        return data.filter((value, index) => index % 4 === 3 && value > 0).length / (data.length / 4);
      });
    }
  }

  it('plays the colour stream, with its direction, altitude and delay over it', async () => {
    await picture.live();
    await picture.frames(5);
    await stage()
      .getByText(/^(WebRTC|MSE) · /)
      .waitFor();
    const { kite_heading } = await client.flight.getFlightState();
    const heading = Math.round(kite_heading ?? Number.NaN);
    await stage()
      .getByRole('img', { name: new RegExp(`^Camera bearing ${heading}°`) })
      .waitFor();
    await stage().getByRole('img', { name: 'Horizon' }).waitFor();
  });

  it('has a second stream in the corner, swaps the two with a press, and watches no stream that is not shown', async () => {
    await watched(1);
    await stage().getByRole('button', { name: 'Layout of the pictures' }).click();
    await page.getByRole('menuitemradio', { name: 'Thermal in the corner' }).click();
    await page.locator('[data-stream=thermal] video[data-health=live]').waitFor();
    await watched(2);
    await stage().getByRole('button', { name: 'Enlarge Thermal' }).click();
    await page.getByRole('application', { name: 'Live video, Thermal' }).waitFor();
    await picture.live();
    await stage().getByRole('button', { name: 'Enlarge Zoom' }).waitFor();
    await stage().getByRole('button', { name: 'Close second video' }).click();
    await watched(1);
    await becomes(() => page.locator('video').count(), 1);
  });

  it('has two pictures of one size by a key, and says in its tile why one cannot be played', async () => {
    const tile = page.locator('[data-stream]:not([data-stream=thermal])');
    const { id } = await client.sim.injectFault({ type: 'stream_lost', parameters: { stream_id: 'zoom' } });
    await page.keyboard.press('v');
    await tile.getByText('Stream lost - no video from the camera.').waitFor();
    await client.sim.clearFault({ id });
    await tile.locator('video[data-health=live]').waitFor();
    await watched(2);
    await stage().getByRole('button', { name: 'Layout of the pictures' }).click();
    await page.getByRole('menuitemradio', { name: 'One picture' }).click();
    await watched(1);
  });

  it('shows a thermal stream in the palette that is chosen', async () => {
    await stage().getByRole('radio', { name: 'Thermal' }).click();
    await picture.live();
    await until('grey, as white hot is', async () => (await picture.colourfulness()) < 12);
    await stage().getByRole('button', { name: 'Palette' }).click();
    await page.getByRole('menuitemradio', { name: 'Ironbow' }).click();
    await client
      .topic('videostreams/thermal/state')
      .until(({ thermal_color_palette }) => thermal_color_palette === 'Ironbow', AbortSignal.timeout(WITHIN_MS));
    // Pictures of before may still be on their way.
    await until('colours, as ironbow has', async () => (await picture.colourfulness()) > 25);
    await stage().getByRole('radio', { name: 'Zoom' }).click();
    await stage().getByRole('button', { name: 'Palette' }).first().waitFor({ state: 'detached' });
    await picture.live();
  });

  it('shows temperatures over the colour picture and in the thermal one: spot, area, scale and isotherm', async () => {
    const tools = page.getByRole('region', { name: 'Temperatures' });
    await stage().getByRole('button', { name: 'Temperatures' }).click();
    await page.locator('[data-thermal=over] video').waitFor();
    await watched(2);
    await tools.getByRole('switch', { name: 'Spot' }).waitFor();
    const spot = page.locator('[data-spot]');
    const label = /^At the crosshair: −?\d+\.\d °C ± \d+\.\d$/;
    await until('the spot', async () => label.test(String(await spot.getAttribute('aria-label'))));

    await stage().getByRole('radio', { name: 'Thermal' }).click();
    await page.locator('[data-thermal=whole]').waitFor();
    await watched(1);
    await stage()
      .getByRole('img', { name: /^Scale from −?\d+\.\d °C to \d+\.\d °C$/ })
      .waitFor();
    const { height, width, x, y } = (await picture.surface.boundingBox()) ?? assert.fail('no picture');
    await page.mouse.move(x + 0.2 * width, y + 0.8 * height);
    await page.locator('[data-spot][aria-label^="At the pointer"]').waitFor({ state: 'attached' });
    await tools.getByText('Area').click();
    await stage()
      .getByText(/^min −?\d+\.\d °C · mean −?\d+\.\d °C · max /)
      .waitFor();
    await tools.getByRole('button', { name: /Isotherm/ }).click();
    await page.getByRole('option', { name: 'Above' }).click();
    const limit = tools.getByRole('slider', { name: 'Limit' });
    await limit.press('Home');
    await coloured((share) => share > 0.3);
    await limit.press('End');
    await coloured((share) => share < 0.3);

    await stage().getByRole('button', { name: 'Temperatures' }).click();
    await tools.first().waitFor({ state: 'detached' });
    await becomes(() => page.locator('[data-thermal], canvas[data-isotherm]').count(), 0);
    await stage().getByRole('radio', { name: 'Zoom' }).click();
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
      .getByText(/^\d:\d\d$/)
      .waitFor();
    assert.equal((await client.recordings.getRecordingsState()).is_recording, true);
    // A lease counts the time of the station.
    await client.sim.setClock({ paused: true });
    await client.handoff.requestControl({ operator_name: 'M. Rossi' });
    await stage().getByRole('toolbar').getByText('M. Rossi is in control.').first().waitFor();
    await becomes(() => stage().getByRole('button', { name: 'Stop recording' }).isDisabled(), true);
    await client.handoff.releaseControl();
    await client.sim.setClock({ paused: false });
    await noticesStay(page);
    await stage().getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('status').getByText('Recording saved to the station.').waitFor();
    await stage().getByRole('button', { name: 'Record', exact: true }).waitFor();
    assert.equal((await client.recordings.getRecordingsState()).is_recording, false);
  });

  it('never shows a lost stream as if it lived: greyed, with the age of the picture and the reason, until it is back', async () => {
    await picture.live();
    const { id } = await client.sim.injectFault({ type: 'stream_lost', parameters: { stream_id: 'zoom' } });
    await page.locator('video[data-health="frozen"]').waitFor();
    const frozen = stage().getByText(/^Video frozen for \d+ s$/);
    await frozen.waitFor();
    // The seconds go by for the eye; a screen reader hears once what it is.
    await becomes(() => frozen.getAttribute('aria-hidden'), 'true');
    await stage().getByRole('status').getByText('Video frozen or delayed.').waitFor();
    const look = () => page.evaluate<string>(`getComputedStyle(document.querySelector('video')).filter`);
    await until('grey', async () => /grayscale\(1\)/.test(await look()));
    // Not over what is said about the picture.
    const horizon = page.locator('[data-horizon]');
    await horizon.first().waitFor({ state: 'hidden' });
    await stage().getByText('Stream lost - no video from the camera.').waitFor();
    await stage().getByText('Choose another stream.').waitFor();
    const age = async () =>
      Number(
        /\d+/.exec(
          (await stage()
            .getByText(/^Video frozen for/)
            .textContent()) ?? '',
        )?.[0],
      );
    // Counted by the seconds that it stands: a page on a busy machine may miss one of them.
    const firstS = await age();
    await until('older by two seconds', async () => (await age()) >= firstS + 2);
    await client.sim.clearFault({ id });
    await picture.live();
    await picture.frames(3);
    await stage()
      .getByText(/^Video frozen for/)
      .first()
      .waitFor({ state: 'detached' });
    await horizon.waitFor();
  });

  it('has a log of its connections to be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('region', { name: 'Video connection' }).getByRole('button', { name: 'Copy log' }).click();
    await page.getByText('Copied.', { exact: true }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^zoom\n.*T.*Z (webrtc|mse): connecting\n/m);
    // Over a WebSocket it hears at once that the stream is lost, over WebRTC it notices: which one it is depends on how fast it connects.
    const zoom = copied.split('\n\n').find((text) => text.startsWith('zoom\n')) ?? '';
    const steps = [...zoom.matchAll(/Z (?:webrtc|mse): (connecting|first picture|over, (?:stalled|closed|failed))/g)];
    assert.match(
      steps.map(([, step]) => step).join('; '),
      /first picture; over, \w+; (connecting; .*)?connecting; first picture/,
      copied,
    );
    await page.getByRole('link', { name: 'System' }).click();
  });

  it('says that the camera is off, and what that means', async () => {
    const { id } = await client.sim.injectFault({ type: 'camera_offline' });
    // It is also the reason why each control there is off.
    await stage().getByText('Camera offline.').first().waitFor();
    await client.sim.clearFault({ id });
    await stage().getByText('Camera offline.').first().waitFor({ state: 'detached' });
    await picture.live();
  });

  it('has no fault that axe finds, in any theme', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
  });
});
