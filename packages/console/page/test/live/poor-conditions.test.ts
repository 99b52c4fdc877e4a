import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import { ConsoleUnderTest } from '../support/console-page.ts';
import { LIVE_VIDEO, LivePicture } from '../support/live-picture.ts';
import { otherClient } from '../support/other-client.ts';
import { SlowLink, SOUND } from '../support/slow-link.ts';

const HOUR_MS = 3_600_000;
const SEED = 5;

describe('the page in poor conditions', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;

  before(async () => {
    console = await ConsoleUnderTest.start({ env: LIVE_VIDEO });
    client = otherClient(console.station.url);
  });
  afterEach(() => console.closePages());
  after(async () => {
    await client.close({ giveBackToken: true });
    await console[Symbol.asyncDispose]();
  });

  it(`over 200 kbit/s with every tenth packet lost says so, and still commands (seed ${SEED})`, async () => {
    await using link = await SlowLink.to(console.station.url, SEED);
    const page = await console.open({ url: link.url, before: withoutWebRtc });
    const picture = new LivePicture(page);
    await picture.live();
    link.quality = { bitsPerS: 200_000, lossShare: 0.1 };
    const notices = page.getByRole('status');
    await notices.getByText(/^Slow connection\. Data may be \d+ s late\.$/).waitFor();
    await page
      .getByText(/^Video frozen for \d+ s$|^Connection too slow for video\.$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Open lids' }).click();
    await client
      .topic('system/state')
      .until(({ rtb_lids_state }) => rtb_lids_state !== 'Closed', AbortSignal.timeout(180_000));
    link.quality = SOUND;
    await notices
      .getByText(/^Slow connection\./)
      .first()
      .waitFor({ state: 'detached' });
    await picture.live();
  });

  for (const [name, offsetMs] of [
    ['fast', HOUR_MS],
    ['slow', -HOUR_MS],
  ] as const) {
    it(`in a browser whose clock is an hour ${name} shows how long things last by the station’s clock`, async () => {
      const page = await console.open({ before: shiftClock, given: offsetMs });
      assert.ok(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - offsetMs) < 60_000);
      await new LivePicture(page).live();
      const delay = page.getByText(/^(?:WebRTC|MSE) · (?:\d+) ms · /);
      await delay.waitFor();
      // An hour off by its clock, or late for a moment on a busy machine.
      await until('the delay of the picture', async () => {
        const [, ms] = /(\d+) ms/.exec((await delay.textContent()) ?? '') ?? [];
        return Number(ms) < 2000;
      });
      await page.getByRole('button', { name: 'Record', exact: true }).click();
      await page
        .getByRole('region', { name: 'Video' })
        .getByText(/^\d:\d\d$/)
        .waitFor();
      await page.getByRole('button', { name: 'Stop recording' }).click();
      await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
      await client.sim.injectFault({ type: 'main_power_loss' });
      const strip = page.getByRole('region', { name: 'Active alerts' });
      // Less than ten minutes, however long the machine takes to look; with the clock of the browser it would be an hour, or none.
      await strip.getByText(/^(?:\d+ s|\d min \d\d s)$/).waitFor();
      await client.sim.clearFaults();
      await becomes(() => page.getByText(/^Station link lost/).count(), 0);
    });
  }
});

/** Pictures over UDP would go past the link and not load it. */
function withoutWebRtc(): void {
  Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
}

/** Every time that the page asks the machine for is so much off. */
function shiftClock(offsetMs: number): void {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...args: readonly unknown[]) {
      super(...((args.length === 0 ? [Real.now() + offsetMs] : args) as [number]));
    }
    static override now(): number {
      return Real.now() + offsetMs;
    }
  } as DateConstructor;
}
