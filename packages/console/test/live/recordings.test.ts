import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { JSHandle, Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from '../support/console-page.ts';

const WITH_VIDEO = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
};
/** Enough film to look around in, however slowly pictures come: the whole text of the line, for a time of day may stand before it. */
const ENOUGH = /^([5-9]\d\d kB|\d+\.\d MB)/;

describe('recordings', { skip: await missingChromium() }, () => {
  let tested: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    tested = await ConsoleUnderTest.start({ env: WITH_VIDEO });
    page = await tested.open();
    await page.getByRole('link', { name: 'Recordings' }).click();
  });
  after(() => tested[Symbol.asyncDispose]());

  const drawer = () => page.getByRole('region', { name: 'Recordings' });
  const film = () => page.getByRole('dialog').locator('video');
  const timeOf = () => film().evaluate((video) => (video as unknown as { currentTime: number }).currentTime);

  it('are started and ended, and listed with a picture', async () => {
    await drawer().getByRole('button', { name: 'Start recording' }).click();
    await drawer().locator('li p').filter({ hasText: ENOUGH }).waitFor();
    await drawer().getByRole('button', { name: 'Stop recording' }).click();
    await drawer().getByText('Not recording').waitFor();
    await drawer().getByRole('button', { name: 'Play Colour' }).waitFor();
    await drawer().locator('li img').waitFor();
  });

  it('are played in the page, from anywhere in the film', async (test) => {
    test.after(async () => {
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
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
    assert.ok((await timeOf()) > middleS - 0.01);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[role=dialog]'), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('are downloaded whole', async () => {
    const downloaded = page.waitForEvent('download');
    await drawer().getByRole('button', { name: 'Download Colour' }).click();
    const file = readFileSync(await (await downloaded).path());
    assert.equal(file.subarray(4, 8).toString(), 'ftyp');
    assert.ok(file.length > 100_000, `${file.length} bytes`);
  });

  it('are deleted when it is said twice', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Recordings"]'), []);
    await drawer().getByRole('button', { name: 'Delete' }).click();
    const confirmed = page.getByRole('button', { name: 'Delete for good' });
    await confirmed.waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[role=dialog], [role=alertdialog]'), []);
    await confirmed.click();
    await drawer().getByText('Nothing has been recorded yet.').waitFor();
  });
});

interface VideoLike {
  readonly duration: number;
  readonly readyState: number;
  readonly seeking: boolean;
  currentTime: number;
  readonly videoWidth: number;
  pause(): void;
}
