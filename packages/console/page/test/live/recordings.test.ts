import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { JSHandle, Page } from 'playwright-core';
import { CHANGED_MS } from '../../src/parts/use-has-just-changed.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from '../support/console-page.ts';
import { otherClient } from '../support/other-client.ts';
import { noticesStay, timersStay } from '../support/still-time.ts';

const WITH_VIDEO = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
};
/** Enough film to look around in, however slowly pictures come. */
const ENOUGH_BYTES = 500_000;

describe('recordings', { skip: await missingChromium() }, () => {
  let tested: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    tested = await ConsoleUnderTest.start({ env: WITH_VIDEO });
    page = await tested.open({ hasPicture: false });
    await page.getByRole('link', { name: 'Recordings' }).click();
  });
  after(() => tested[Symbol.asyncDispose]());

  const drawer = () => page.getByRole('region', { name: 'Recordings' });
  const film = () => page.getByRole('region', { name: /^(Colour|Thermal), / }).locator('video');
  const currentTime = () => film().evaluate((video) => (video as unknown as { currentTime: number }).currentTime);

  it('are started by one tap or two, ended, and listed with a picture', async () => {
    await tested.station.givesPictures();
    const timeGoesOn = await timersStay(page, CHANGED_MS);
    await drawer().getByRole('button', { name: 'Start recording' }).click();
    await drawer().getByRole('button', { name: 'Download Colour' }).waitFor();
    await drawer().getByRole('button', { name: 'Stop recording' }).click({ force: true });
    await timeGoesOn();
    await using client = otherClient(tested.station.url);
    let listed: unknown;
    await until('a film', async () => {
      const recordings = await client.recordings.listRecordings();
      listed = recordings.map(({ recording_id, videos }) => [
        recording_id,
        ...videos.map(({ size, type }) => `${type} ${size}`),
      ]);
      return recordings.some(({ videos }) => videos.some(({ size }) => size >= ENOUGH_BYTES));
    }).catch((error) => assert.fail(`${error.message}: ${JSON.stringify(listed)}`));
    await drawer().getByRole('button', { name: 'Stop recording' }).click();
    await drawer().getByText('Not recording').waitFor();
    await drawer().getByRole('button', { name: 'Play Colour' }).waitFor();
    const picture = (await drawer().locator('li img').elementHandle()) as unknown as JSHandle<PictureLike>;
    await becomes(() => picture.evaluate(({ naturalWidth }) => naturalWidth), 256, 'a small one');
  });

  it('have a name and a note, which are text whatever is in them', async () => {
    await drawer().getByRole('button', { name: 'Name and note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('x'.repeat(501));
    await dialog.getByText('At most 500 characters, now 501.').waitFor();
    await dialog.getByLabel('Note').fill('smoke\nnorth side');
    const name = '<img src=x onerror=alert(1)>';
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await drawer().getByRole('heading', { name }).waitFor();
    await drawer().getByRole('button', { name: 'Bookmark', exact: true }).click();
    await drawer().getByRole('button', { name: 'Remove bookmark' }).waitFor();
  });

  it('are played in the page, from anywhere in the film', async (test) => {
    test.after(async () => {
      const close = page.getByRole('region', { name: /^(Colour|Thermal), / }).getByRole('button', { name: 'Close' });
      if ((await close.count()) > 0) await close.click();
    });
    const play = drawer().getByRole('button', { name: 'Play Colour' });
    await play.click();
    await film().waitFor();
    const element = (await film().elementHandle()) as unknown as JSHandle<VideoLike>;
    await page.waitForFunction(({ currentTime, videoWidth }) => currentTime > 0.1 && videoWidth > 0, element);
    const middleS = await film().evaluate((video) => {
      const it = video as unknown as VideoLike;
      it.pause();
      it.currentTime = it.duration / 2;
      return it.duration / 2;
    });
    await page.waitForFunction(({ readyState, seeking }) => !seeking && readyState >= 2, element);
    // Where the camera gave no picture the film goes on with the next one.
    assert.ok((await currentTime()) > middleS - 0.01);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'main'), []);
    await page
      .getByRole('region', { name: /^(Colour|Thermal), / })
      .getByRole('button', { name: 'Close' })
      .click();
  });

  it('are downloaded whole, also when the list is closed and opened again meanwhile', async () => {
    const downloaded = page.waitForEvent('download');
    const seen = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname.endsWith('.mp4'),
      (route) => seen.promise.then(() => route.continue()),
      { times: 1 },
    );
    await drawer().getByRole('button', { name: 'Download Colour' }).click();
    // The button that was pressed keeps the focus, so the key reaches the list.
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Recordings' }).click();
    await drawer().getByRole('progressbar').waitFor();
    seen.resolve();
    const file = readFileSync(await (await downloaded).path());
    assert.equal(file.subarray(4, 8).toString(), 'ftyp');
    assert.ok(file.length > 100_000, `${file.length} bytes`);
  });

  it('have snapshots beside them, with the way to each from where it was taken', async () => {
    const downloaded = page.waitForEvent('download');
    await noticesStay(page);
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('status').getByText('Snapshot saved to the station.').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const file = readFileSync(await (await downloaded).path());
    assert.deepEqual([...file.subarray(0, 2)], [0xff, 0xd8]);
    await drawer().getByText('1 entry').waitFor();
    const item = drawer().getByRole('listitem', { name: /^Snapshot of / });
    await item.locator('img').waitFor();
    await item.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await drawer().getByText('No match.').waitFor();
    await drawer().getByLabel('Search name, note, incident or id').fill('');
  });

  it('are deleted when it is said twice', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Recordings"]'), []);
    await drawer().getByRole('button', { name: 'Delete' }).click();
    const confirmed = page.getByRole('button', { name: 'Delete permanently' });
    await confirmed.waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[role=dialog], [role=alertdialog]'), []);
    await confirmed.click();
    await drawer().getByText('No recordings.').waitFor();
  });
});

interface PictureLike {
  readonly naturalWidth: number;
}

interface VideoLike {
  readonly duration: number;
  readonly readyState: number;
  readonly seeking: boolean;
  currentTime: number;
  readonly videoWidth: number;
  pause(): void;
}
