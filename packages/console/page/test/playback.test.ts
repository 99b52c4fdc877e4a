import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { CaptureList } from '@kitestring/station-contract/station/captures.ts';
import { demuxed } from '@kitestring/video-process/test/support';
import type { JSHandle, Page } from 'playwright-core';
import { aborted, ConsoleUnderTest, signIn } from './support/console-page.ts';
import { laidOut } from './support/laid-out.ts';
import { otherClient } from './support/other-client.ts';
import { SlowLink } from './support/slow-link.ts';
import { record, recordHevc, recordMany, unfinishedRecording } from './support/written-films.ts';

interface Film {
  currentTime: number;
  readonly ended: boolean;
  pause(): void;
  readonly webkitDecodedFrameCount: number;
}

/** The part of a page's media source that is used here: tests are checked without the types of browsers. */
interface PageBuffer {
  readonly buffered: { readonly length: number };
  appendBuffer(bytes: unknown): void;
  addEventListener(event: 'updateend', listener: () => void, options: { readonly once: boolean }): void;
}
interface PageWithBuffers {
  readonly SourceBuffer: { readonly prototype: PageBuffer };
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
    // A key frame soon after a gap that is shorter than a browser stops before the end of what it has.
    record(folder, '20261101_140000_+0000', [
      [0, 1],
      [6, 95, 30],
    ]);
    record(folder, '20261101_180000_+0500', [[0, 8999]]);
    recordHevc(folder, '20261101_150000_+0000');
    recordMany(folder, 1000);
    tested = await ConsoleUnderTest.start({ folder });
    page = await tested.open();
  });
  // The list starts again each time it is opened; the page need not.
  beforeEach(() => page.getByRole('link', { name: 'Recordings' }).click());
  afterEach(async () => {
    await page.unrouteAll();
    const close = film(page).getByRole('button', { name: 'Close' });
    if ((await close.count()) > 0) await close.click();
    await page.goto(`${tested.station.url}/#/`);
  });
  after(async () => {
    await tested[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const film = (on: Page) => on.getByRole('region', { name: /^Colour, / });

  async function opened(clock: string): Promise<JSHandle<Film>> {
    const item = page.getByRole('listitem').filter({ hasText: clock });
    await item.getByRole('button', { name: 'Play Colour' }).click();
    return (await film(page).locator('video').elementHandle()) as unknown as JSHandle<Film>;
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

  it('is one of a thousand, which are asked for as they come into view and when they change, not again and again', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await signIn(page);
    const items = page.getByRole('region', { name: 'Recordings' }).getByRole('listitem');
    await page.getByText('1006 recordings').waitFor();
    await becomes(() => items.count(), 30);
    const pictures = () => asked.filter((path) => path.endsWith('/thumbnail')).length;
    // All that are in view are asked for at once.
    await until('pictures', () => pictures() > 0);
    await laidOut(page);
    assert.ok(pictures() < 15, `${pictures()} pictures for a window of ten items`);
    await items.nth(29).evaluate((item) => (item as unknown as { scrollIntoView(): void }).scrollIntoView());
    await items.nth(59).waitFor();
    const lists = asked.filter((path) => path === '/station/v1/captures').length;
    await using other = otherClient(tested.station.url);
    const [newest] = (await other.station.listCaptures()).captures;
    await other.station.changeCapture({ capture_id: newest?.capture_id ?? '' }, { name: 'Roof, north side' });
    await page.getByRole('heading', { name: 'Roof, north side' }).waitFor();
    assert.equal(asked.filter((path) => path === '/station/v1/captures').length, lists + 1);
    assert.ok(!asked.includes('/api/v1/recordings'), 'nothing is polled');
    await page.getByLabel('Search name, note, incident or id').fill('NORTH');
    await page.getByText('1 entry').waitFor();
    await page.getByLabel('Search name, note, incident or id').fill('');
    await page.getByLabel('Date').fill('2025-01-02');
    await page.getByText('24 recordings').waitFor();
  });

  it('plays from its beginning to its end', async () => {
    assert.ok(Math.abs((await playedToS('10:00:00')) - 3) < 0.1);
  });

  it('goes on over a gap right after its first pictures', async () => {
    assert.ok(Math.abs((await playedToS('11:00:00')) - 4.03) < 0.1);
  });

  it('goes on over a gap that is hardly longer than a picture', async () => {
    assert.ok(Math.abs((await playedToS('14:00:00')) - 3.2) < 0.1);
  });

  it('is played although the list was read before it was completed', async () => {
    const lists = /\/station\/v1\/captures(\?|$)/;
    await page.route(lists, async (route) => {
      const response = await route.fetch();
      // A page that is reloaded may ask with the token that it has just given back.
      if (!response.ok()) return route.fulfill({ response });
      const list: CaptureList = await response.json();
      const captures = list.captures.map((one) => ({
        ...one,
        videos: one.videos.map((video) => ({ ...video, size: 1000 })),
      }));
      await route.fulfill({ response, json: { ...list, captures } });
    });
    await page.reload();
    await signIn(page);
    assert.ok(Math.abs((await playedToS('10:00:00')) - 3) < 0.1);
  });

  it('is cut between two marks, and saved as a clip', async () => {
    const played = await opened('10:00:00');
    const form = film(page).getByRole('form', { name: 'Clip' });
    await form.waitFor();
    const mark = async (seconds: number, name: RegExp) => {
      await played.evaluate((video, at) => {
        video.pause();
        video.currentTime = at;
      }, seconds);
      await form.getByRole('button', { name }).click();
    };
    await mark(0.5, /^Mark start/);
    await mark(1.5, /^Mark end/);
    await form.getByRole('button', { name: 'Mark end: 0:01.5' }).waitFor();
    const saved = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Save clip' }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), '20261101_110000_+0100-clip.mp4');
    const { pictures } = await demuxed(await download.path());
    // From the key frame at the begin of the video.
    assert.equal(pictures.length, 45);
    // A browser that has saved nothing by itself does at a press.
    const again = page.waitForEvent('download');
    await form.getByText('Clip ready: 20261101_110000_+0100-clip.mp4.').waitFor();
    await form.getByRole('link', { name: 'Download again' }).click();
    assert.equal((await again).suggestedFilename(), '20261101_110000_+0100-clip.mp4');
    assert.equal((await demuxed(await (await again).path())).pictures.length, 45);
    await form.getByRole('button', { name: /Time-lapse/ }).click();
    await page.getByRole('option', { name: 'Time-lapse: 1 picture per 2 s' }).click();
    const savedLapse = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Save clip' }).click();
    const lapse = await savedLapse;
    assert.equal(lapse.suggestedFilename(), '20261101_110000_+0100-time-lapse.mp4');
    assert.equal((await demuxed(await lapse.path())).pictures.length, 1);
    await mark(0.2, /^Mark end/);
    await form.getByText('The end mark is not after the start mark.').waitFor();
    await becomes(() => form.getByRole('button', { name: 'Save clip' }).isDisabled(), true);
    // A refusal stays until a mark is changed.
    await mark(1, /^Mark end/);
    const refusal = 'the recording is being completed';
    await page.route('**/clips', (route) =>
      route.fulfill({ status: 409, json: { code: 'NOT_YET', message: refusal } }),
    );
    await form.getByRole('button', { name: 'Save clip' }).click();
    await form.getByText(refusal).waitFor();
    await mark(1.2, /^Mark end/);
    await form.getByText(refusal).waitFor({ state: 'detached' });
    assert.equal(await form.getByRole('link').count(), 0, 'a clip of other marks is not offered');
    await page.unroute('**/clips');
    await form.getByRole('button', { name: /^Time-lapse/ }).click();
    await page.getByRole('option', { name: 'No time-lapse' }).click();
    // Several stretches become one file.
    const add = form.getByRole('button', { name: 'Add stretch' });
    const stretches = form.getByRole('list', { name: 'Stretches of the clip' });
    await add.click();
    await mark(1.4, /^Mark start/);
    await mark(1.9, /^Mark end/);
    await add.click();
    await mark(2.2, /^Mark start/);
    await becomes(
      () => stretches.getByRole('listitem').allTextContents(),
      ['0:00.5 – 0:01.2Remove', '0:01.4 – 0:01.9Remove'],
    );
    await stretches.getByRole('button', { name: 'Remove 0:01.4 – 0:01.9' }).click();
    await becomes(() => stretches.getByRole('listitem').count(), 1);
    const savedBoth = page.waitForEvent('download');
    const asked = page.waitForRequest('**/clips');
    await form.getByRole('button', { name: 'Save clip' }).click();
    const part = { recording_id: '20261101_110000_+0100', file_id: 'main.mp4' };
    assert.deepEqual((await asked).postDataJSON(), {
      clips: [
        { ...part, from_s: 0.5, to_s: 1.2 },
        { ...part, from_s: 2.2 },
      ],
    });
    // 1.2 s, and 1 s from the key frame before the second one.
    assert.equal((await demuxed(await (await savedBoth).path())).pictures.length, 66);
  });

  it('is cut in the words of the page when the way to the station breaks halfway', async () => {
    await using link = await SlowLink.to(tested.station.url, 1);
    const far = await tested.open({ url: link.url });
    await far.getByRole('link', { name: 'Recordings' }).click();
    const item = far.getByRole('listitem').filter({ hasText: '13:00:00' });
    await item.getByRole('button', { name: 'Play Colour' }).click();
    const form = far.getByRole('form', { name: 'Clip' });
    await form.waitFor();
    const path = join(folder, 'recordings/20261101_180000_+0500/main.mp4');
    const answered = far.waitForResponse(/\/clips$/);
    link.letThrough(statSync(path).size / 2);
    await form.getByRole('button', { name: 'Save clip' }).click();
    await answered;
    link.cut();
    await form.getByText('Station unreachable.', { exact: true }).waitFor();
    await far.context().close();
  });

  it('of a camera that sent H.265 is refused in one sentence by a browser without its decoder, as this one', async () => {
    await opened('15:00:00');
    await film(page).getByText('This browser cannot play H.265: download the recording instead.').waitFor();
    assert.equal(await film(page).getByRole('form', { name: 'Clip' }).count(), 0);
  });

  it('says that it is being completed, and plays when it is', async () => {
    const path = '**/recordings/20261101_110000_%2B0100/main.mp4';
    const body = Buffer.from(unfinishedRecording([[0, 89]]));
    await page.route(path, (route) => route.fulfill({ status: 206, contentType: 'video/mp4', body }));
    const played = playedToS('10:00:00');
    await film(page).getByText('Recording is being finalised. Playback starts when it is ready.').waitFor();
    await page.unroute(path);
    assert.ok(Math.abs((await played) - 3) < 0.1);
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

  it('goes where it was sent even if that was in the moment when parts of another place had come', async () => {
    const film = await opened('13:00:00');
    await page.waitForFunction(({ currentTime }) => currentTime > 0.1, film);
    await film.evaluate((element) => {
      const { prototype } = (globalThis as unknown as PageWithBuffers).SourceBuffer;
      const { appendBuffer } = prototype;
      prototype.appendBuffer = function (bytes) {
        // The first parts of the other place: what was there has been removed.
        if (this.buffered.length === 0) {
          prototype.appendBuffer = appendBuffer;
          // Before the player and the video report the seek.
          this.addEventListener('updateend', () => Object.assign(element, { currentTime: 5 }), { once: true });
        }
        appendBuffer.call(this, bytes);
      };
      element.currentTime = 200;
    });
    await page.waitForFunction(({ currentTime }) => currentTime > 5.2 && currentTime < 65, film);
  });

  it('says that the station does not give it, and goes on when it does again', async () => {
    const parts = '**/recordings/20261101_110000_%2B0100/main.mp4';
    let asked = 0;
    // The head, the tables, then the parts.
    await page.route(parts, async (route) => (++asked > 2 ? await aborted(route) : await route.continue()));
    const played = playedToS('10:00:00');
    await film(page).getByText('Station unreachable').waitFor();
    await page.unroute(parts);
    assert.ok(Math.abs((await played) - 3) < 0.1);
  });

  it('says so in a browser that cannot decode it', async () => {
    await page.evaluate(`
      window.addSourceBuffer = MediaSource.prototype.addSourceBuffer;
      MediaSource.prototype.addSourceBuffer = () => { throw new DOMException('no such codec', 'NotSupportedError'); };
    `);
    await opened('10:00:00');
    await film(page).getByText('This recording cannot be played here. Download it instead.').waitFor();
    await page.evaluate('MediaSource.prototype.addSourceBuffer = window.addSourceBuffer');
  });

  it('plays where a browser has managed sources alone, as on an iPhone, and says so where it has none', async () => {
    await page.evaluate('[window.ManagedMediaSource, window.MediaSource] = [MediaSource, undefined]');
    assert.ok(Math.abs((await playedToS('10:00:00')) - 3) < 0.1);
    await film(page).getByRole('button', { name: 'Close' }).click();
    await page.evaluate('[window.source, window.ManagedMediaSource] = [ManagedMediaSource, undefined]');
    await opened('10:00:00');
    await film(page).getByText('This recording cannot be played here. Download it instead.').waitFor();
    await page.evaluate('window.MediaSource = window.source');
  });

  it('is downloaded whole, byte for byte, when the way to the station breaks halfway', async () => {
    await using link = await SlowLink.to(tested.station.url, 1);
    const far = await tested.open({ url: link.url });
    await far.getByRole('link', { name: 'Recordings' }).click();
    const item = far.getByRole('listitem').filter({ hasText: '13:00:00' });
    const path = join(folder, 'recordings/20261101_180000_+0500/main.mp4');
    // The list would take its share of what is let through.
    await item.waitFor();
    link.letThrough(statSync(path).size / 2);
    const saved = far.waitForEvent('download');
    await item.getByRole('button', { name: 'Download Colour' }).click();
    await item.getByText(/[2-8]\d %/).waitFor();
    link.cut();
    await item.getByText('Station unreachable').waitFor();
    link.letThrough(Number.POSITIVE_INFINITY);
    assert.deepEqual(readFileSync(await (await saved).path()), readFileSync(path));
    await far.context().close();
  });

  it('goes on over every gap', async () => {
    assert.ok(Math.abs((await playedToS('12:00:00')) - 9.03) < 0.1);
  });
});
