import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { concat } from '@kitestring/media/fmp4/box.ts';
import { Fragmenter } from '@kitestring/media/fmp4/fragmenter.ts';
import { initSegment } from '@kitestring/media/fmp4/init-segment.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { JSHandle, Page } from 'playwright-core';
import { FILM_SETS, filmUnit } from '../../media/test/support/film.ts';
import { ConsoleUnderTest } from './support/console-page.ts';
import { SlowLink, SOUND } from './support/slow-link.ts';

const SIZE = { widthPx: 160, heightPx: 120 };

/** A recording as a power cut leaves it, which the station completes; its film has the pictures with these numbers: what is missing between two runs is a gap. */
function record(folder: string, id: string, runs: readonly (readonly [number, number])[]): void {
  const fragmenter = new Fragmenter({ sets: FILM_SETS, framesPerS: 30, fragmentS: 0.4 });
  const pieces = runs.flatMap(([first, last]) => {
    const units = Array.from({ length: last - first + 1 }, (_, index) => filmUnit(first + index));
    // Before a gap the recorder saves what it has.
    return [...units.map((unit) => fragmenter.push(unit)), fragmenter.flush()];
  });
  const head = initSegment({ size: SIZE, sets: FILM_SETS, createdUs: Date.UTC(2026, 10, 1, 10) * 1000 });
  const path = join(folder, 'recordings', id);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'main.mp4'), concat(head, ...pieces.filter((piece) => piece !== undefined)));
}

interface Film {
  currentTime: number;
  readonly ended: boolean;
  readonly webkitDecodedFrameCount: number;
}

describe('a film in the page', { skip: await missingChromium() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-films-'));
  let tested: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    record(folder, '20261101_110000_+0100', [[0, 89]]);
    record(folder, '20261101_110000_+0000', [
      [0, 1],
      [38, 120],
    ]);
    // A folder that an earlier release left.
    record(folder, '2026-11-01T120000Z', [
      [0, 40],
      [120, 150],
      [240, 270],
    ]);
    record(folder, '20261101_180000_+0500', [[0, 8999]]);
    tested = await ConsoleUnderTest.start({ folder });
  });
  beforeEach(async () => {
    page = await tested.open();
    await page.getByRole('link', { name: 'Recordings' }).click();
  });
  afterEach(() => page.context().close());
  after(async () => {
    await tested[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  async function opened(clock: string): Promise<JSHandle<Film>> {
    const item = page.getByRole('listitem').filter({ hasText: clock });
    await item.getByRole('button', { name: 'Play Colour' }).click();
    return (await page.getByRole('dialog').locator('video').elementHandle()) as unknown as JSHandle<Film>;
  }

  /** Plays the film of a recording to its end. @returns when that was, seconds */
  async function playedToS(clock: string): Promise<number> {
    const film = await opened(clock);
    await page.waitForFunction(({ ended }) => ended, film);
    const { endS, pictures } = await film.evaluate(({ currentTime, webkitDecodedFrameCount }) => ({
      endS: currentTime,
      pictures: webkitDecodedFrameCount,
    }));
    assert.ok(pictures > 30, `${pictures} pictures`);
    return endS;
  }

  it('plays from its beginning to its end', async () => {
    assert.ok(Math.abs((await playedToS('10:00:00')) - 3) < 0.1);
  });

  it('goes on over a gap right after its first pictures', async () => {
    assert.ok(Math.abs((await playedToS('11:00:00')) - 4.03) < 0.1);
  });

  it('is looked around in: far ahead, back again, and to a moment that was shown before', async () => {
    const film = await opened('13:00:00');
    await page.waitForFunction(({ currentTime }) => currentTime > 0.1, film);
    for (const goalS of [290, 5, 200, 6]) {
      await film.evaluate((element, timeS) => {
        element.currentTime = timeS;
      }, goalS);
      // It plays on while a busy machine looks away for some seconds; the next goal is farther than that.
      await page.waitForFunction(
        ([element, fromS]) => element.currentTime > fromS + 0.2 && element.currentTime < fromS + 60,
        [film, goalS] as const,
      );
    }
  });

  it('says that the station does not give it, and goes on when it does again', async () => {
    const parts = '**/recordings/20261101_110000_%2B0100/main.mp4';
    let asked = 0;
    // The head, the tables, then the parts.
    await page.route(parts, async (route) => (++asked > 2 ? await route.abort() : await route.continue()));
    const played = playedToS('10:00:00');
    await page.getByRole('dialog').getByText('The station cannot be reached').waitFor();
    await page.unroute(parts);
    assert.ok(Math.abs((await played) - 3) < 0.1);
  });

  it('says so in a browser that cannot decode it', async () => {
    await page.evaluate(
      `MediaSource.prototype.addSourceBuffer = () => { throw new DOMException('no such codec', 'NotSupportedError'); }`,
    );
    await opened('10:00:00');
    await page.getByRole('dialog').getByText('This film cannot be played here. Download it instead.').waitFor();
  });

  it('is downloaded whole, byte for byte, when the way to the station breaks halfway', async () => {
    await using link = await SlowLink.to(tested.station.url, 1);
    const far = await tested.open({ url: link.url });
    await far.getByRole('link', { name: 'Recordings' }).click();
    const item = far.getByRole('listitem').filter({ hasText: '13:00:00' });
    link.quality = { bitsPerS: 10e6, lossShare: 0 };
    const saved = far.waitForEvent('download');
    await item.getByRole('button', { name: 'Download Colour' }).click();
    await item.getByText(/[2-8]\d %/).waitFor();
    link.cut();
    await item.getByText('The station cannot be reached').waitFor();
    link.quality = SOUND;
    const path = join(folder, 'recordings/20261101_180000_+0500/main.mp4');
    assert.deepEqual(readFileSync(await (await saved).path()), readFileSync(path));
    await far.context().close();
  });

  it('goes on over every gap', async () => {
    assert.ok(Math.abs((await playedToS('12:00:00')) - 9.03) < 0.1);
  });
});
