import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import { stormyFlight, writtenLog } from '@kitestring/station-flightlog/test/support';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn, WITHIN_MS } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';
import { record } from './support/written-films.ts';

/** Five seconds after the beginning of the log that was written by hand. */
const EARLIER = '20261121_093005_+0100';
/** 29 s: a busy machine looks away for some, and what is looked for after it must not have ended. Eight seconds from the wind, where there is none. */
const FILM_PICTURES = 870;

interface Film {
  readonly currentTime: number;
  readonly readyState: number;
}

describe('a flight afterwards', { skip: await missingChromium() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-flights-'));
  let tested: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    mkdirSync(join(folder, 'flights'));
    writeFileSync(join(folder, 'flights/2026-11-21T08-30-00Z.mcap'), await writtenLog(stormyFlight()));
    record(folder, EARLIER, [[0, FILM_PICTURES - 1]]);
    record(folder, EARLIER, [[0, FILM_PICTURES - 1]], 'sub.mp4');
    writeFileSync(join(folder, 'recordings', EARLIER, 'thumbnail.jpg'), 'a small picture');
    tested = await ConsoleUnderTest.start({ folder, env: { KITESTRING_SIM_SPEED: '10' } });
    client = otherClient(tested.station.url);
    // The choice of feet and knots also applies to summary, replay and plots.
    page = await tested.open({ preferences: { length: 'ft', speed: 'kn' } });
    await client.station.setIncident({ number: '2026-0117', title: '<b>Fire</b>, Harbour Road' });
    await reached('StandBy');
    await client.flight.takeOff();
    await reached('Flying');
    await client.flight.setAltitude({ altitude: 6 });
    // The station keeps the altitude at the end of each period, and a flight may be up and down again in between; the last one still changes.
    await until('an altitude that is kept', async () =>
      (await client.station.getTrends({})).altitude.slice(0, -1).some((altitudeM) => (altitudeM ?? 0) > 5),
    );
    await client.flight.land();
    await reached('StandBy');
  });
  after(async () => {
    await client.close();
    await tested[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Waits until the station says so. */
  async function reached(state: string): Promise<void> {
    for await (const { flight_state } of client.topic('flight/state')) if (flight_state === state) return;
  }
  const summary = () => page.getByRole('region', { name: 'Summary' });

  it('is summed up in the seat until that is closed, and in the list of flights from then on', async () => {
    await summary().getByText('Max height').waitFor();
    await summary()
      .filter({ hasText: /Max height\s*\d+ ft[\s\S]*Max wind\s*\d+ kn[\s\S]*0 recordings, 0 snapshots/ })
      .waitFor();
    const part = 'section:has(> header > [aria-label="Close summary"])';
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, part), []);
    await summary().getByRole('button', { name: 'Close summary' }).click();
    await summary().first().waitFor({ state: 'detached' });
    await page.reload();
    await signIn(page);
    await page.getByRole('link', { name: 'Recordings' }).click();
    await page.getByRole('link', { name: 'All flights' }).click();
    const item = page.getByRole('listitem', { name: /^Flight of / }).first();
    await item.getByText('Incident 2026-0117: <b>Fire</b>, Harbour Road').waitFor();
    await becomes(() => summary().count(), 0, 'closed stays closed');
    await item.getByRole('button', { name: 'Summary' }).click();
    await item.getByText('Max height').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'section[aria-label="Flights"]'), []);
  });

  it('has a report that opens from the disk, with its plot, and without a script', async () => {
    const saved = page.waitForEvent('download');
    await page
      .getByRole('listitem', { name: /^Flight of / })
      .first()
      .getByRole('button', { name: 'Report' })
      .click();
    const download = await saved;
    assert.match(download.suggestedFilename(), /^\d{4}-\d\d-\d\dT.*-en\.html$/);
    const html = readFileSync(await download.path(), 'utf8');
    const paper = await tested.browser.newPage();
    const complaints: string[] = [];
    paper.on('console', (message) => complaints.push(message.text()));
    await paper.route('http://report.test/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await paper.goto('http://report.test/');
    await paper.getByRole('heading', { name: 'Incident 2026-0117' }).waitFor();
    assert.ok((await paper.getByRole('img', { name: 'Height above the Ground Station' }).boundingBox())?.height);
    assert.equal(
      await paper.evaluate(`getComputedStyle(document.querySelector('.height')).stroke`),
      'rgb(11, 98, 196)',
    );
    assert.deepEqual(complaints, []);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(paper), []);
    await paper.close();
  });

  it('is in the plots of the last 8 hours, on a page that was opened after it', async () => {
    await page.getByRole('region', { name: 'Flights' }).getByRole('button', { name: 'Close' }).click();
    const plots = page.getByRole('region', { name: 'Plots' });
    await plots.getByRole('button', { name: '8 h' }).click();
    await plots.getByRole('img', { name: /^Altitude: now .*; in the last 8 hours from .* to [1-9]\d ft/ }).waitFor();
    assert.deepEqual(tested.complaints, []);
  });

  it('is replayed with its films in step, by single pictures and from notification to notification, and never looks live', async () => {
    await page.evaluate(`location.hash = '#/flights'`);
    const earlier = page.getByRole('listitem', { name: /^Flight of 21\/11\/2026/ });
    await earlier.getByRole('button', { name: 'Replay' }).click();
    const replay = page.getByRole('region', { name: /^Replay of the flight of 21\/11\/2026/ });
    await replay.getByText('Replay - not live').waitFor();
    await becomes(() => page.getByRole('region', { name: 'Live video' }).count(), 0);
    await page.getByRole('button', { name: /^Take off/ }).waitFor();
    await replay.getByRole('button', { name: /The wind is over the limit/ }).click();
    const time = replay.getByRole('slider', { name: 'Time of the flight' });
    await until('the time of the wind', async () => /:30:38/.test((await time.getAttribute('aria-valuetext')) ?? ''));
    await replay.getByText('Colour: no picture at this time').waitFor();
    await replay.getByText(/^[23]\d kn$/).waitFor();
    await time.fill(String(Date.UTC(2026, 10, 21, 8, 30, 6)));
    const films = replay.locator('video');
    // At one moment for all, because they go on between two looks.
    const shown = () =>
      films.evaluateAll((elements) =>
        (elements as unknown as Film[]).map(({ currentTime, readyState }) => (readyState > 1 ? currentTime : -1)),
      );
    const reached = async (isThere: (times: readonly number[]) => boolean) => {
      const giveUpMs = Date.now() + WITHIN_MS;
      let times = await shown();
      while (times.length < 2 || !isThere(times)) {
        assert.ok(Date.now() < giveUpMs, `films at ${times} s`);
        await page.evaluate('new Promise(requestAnimationFrame)');
        times = await shown();
      }
      return times;
    };
    await reached((times) => times.every((timeS) => Math.abs(timeS - 1) < 0.04));
    await replay.getByRole('heading').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await reached((times) => times.every((timeS) => timeS > 1.04 && timeS < 1.1));
    // The button that was pressed last has the focus.
    await replay.getByRole('button', { name: 'One picture forward' }).click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await reached((times) => times.every((timeS) => timeS > 1.01 && timeS < 1.06));
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, 'section[data-part="replay"]'), []);
    await replay.getByRole('button', { name: 'Play' }).click();
    // One that a busy machine has left behind is brought back in step.
    await reached(([color = 0, thermal = 0]) => color > 1.5 && thermal > 1.5 && Math.abs(color - thermal) < 0.5);
    await replay.getByRole('button', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '16×' }).click();
    await replay.getByText('Colour: no picture at this time').waitFor();
    await replay.getByRole('button', { name: 'Play' }).waitFor();
    await until('its end', async () => /:30:59|:31:00/.test((await time.getAttribute('aria-valuetext')) ?? ''));
    await page.keyboard.press('Escape');
    await replay.first().waitFor({ state: 'detached' });
    assert.deepEqual(tested.complaints, []);
  });
});
