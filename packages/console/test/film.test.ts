import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { concat } from '@kitestring/media/fmp4/box.ts';
import { Fragmenter } from '@kitestring/media/fmp4/fragmenter.ts';
import { initSegment } from '@kitestring/media/fmp4/init-segment.ts';
import { missingChromium } from '@kitestring/testing/browser.ts';
import type { JSHandle, Page } from 'playwright-core';
import { FILM_SETS, filmUnit } from '../../media/test/support/film.ts';
import { ConsoleUnderTest } from './support/console-page.ts';

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
  readonly currentTime: number;
  readonly ended: boolean;
  readonly webkitDecodedFrameCount: number;
}

describe('a film in the page', { skip: await missingChromium() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-films-'));
  let tested: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    record(folder, '2026-11-01T100000Z', [[0, 89]]);
    record(folder, '2026-11-01T110000Z', [
      [0, 1],
      [38, 120],
    ]);
    record(folder, '2026-11-01T120000Z', [
      [0, 40],
      [120, 150],
      [240, 270],
    ]);
    tested = await ConsoleUnderTest.start({ folder });
    page = await tested.open();
    await page.getByRole('link', { name: 'Recordings' }).click();
  });
  after(async () => {
    await tested[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Plays the film of a recording to its end. @returns when that was, seconds */
  async function playedToS(clock: string): Promise<number> {
    const item = page.getByRole('listitem').filter({ hasText: clock });
    await item.getByRole('button', { name: 'Play Colour' }).click();
    const film = (await page.getByRole('dialog').locator('video').elementHandle()) as unknown as JSHandle<Film>;
    await page.waitForFunction(({ ended }) => ended, film);
    const { endS, pictures } = await film.evaluate(({ currentTime, webkitDecodedFrameCount }) => ({
      endS: currentTime,
      pictures: webkitDecodedFrameCount,
    }));
    assert.ok(pictures > 30, `${pictures} pictures`);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    return endS;
  }

  it('plays from its beginning to its end', async () => {
    assert.ok(Math.abs((await playedToS('10:00:00')) - 3) < 0.1);
  });

  it('goes on over a gap right after its first pictures', async () => {
    assert.ok(Math.abs((await playedToS('11:00:00')) - 4.03) < 0.1);
  });

  it('goes on over every gap', async () => {
    assert.ok(Math.abs((await playedToS('12:00:00')) - 9.03) < 0.1);
  });
});
