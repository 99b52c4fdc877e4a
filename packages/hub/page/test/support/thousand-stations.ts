import { patientRequests } from '@kitestring/console-page/test/support/console-page.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import type { Page } from 'playwright-core';
import { ScriptedHub } from './scripted-hub.ts';

export const COUNT = 1000;
export const SEEN = '2026-03-01T09:00:00.000000+00:00';
export const NO_ALARMS = { fatal: 0, critical: 0, warning: 0, info: 0 };

/** A thousand stations: every 50th with an alarm, every 20th in flight, every 40th offline. */
export const FLEET: readonly HubStation[] = Array.from({ length: COUNT }, (_, index) => ({
  sid: `s${String(index).padStart(4, '0')}`,
  name: `Engine ${index}`,
  state: index % 40 === 3 ? 'offline' : 'online',
  since: SEEN,
  seen: SEEN,
  flight_state: index % 20 === 7 ? 'Flying' : 'StandBy',
  altitude: 20,
  latitude: 46 + (index % 32) / 10,
  longitude: 7 + Math.floor(index / 32) / 10,
  alarms: index % 50 === 10 ? { ...NO_ALARMS, critical: 1 } : NO_ALARMS,
}));

/** A page of a hub with a thousand stations and two alarms, before the sign-in. */
export class ThousandStations implements AsyncDisposable {
  readonly hub: ScriptedHub;
  readonly page: Page;
  /** Faults of the page, and what the browser complains about. */
  readonly complaints: readonly string[];
  readonly #ended: AsyncDisposableStack;

  private constructor(hub: ScriptedHub, page: Page, complaints: readonly string[], ended: AsyncDisposableStack) {
    this.hub = hub;
    this.page = page;
    this.complaints = complaints;
    this.#ended = ended;
  }

  static async open(): Promise<ThousandStations> {
    const ended = new AsyncDisposableStack();
    const hub = ended.use(await ScriptedHub.start());
    hub.stations = FLEET;
    hub.alarms = [
      {
        id: '1',
        sid: 's0010',
        code: 30030,
        severity: 'Fatal',
        message: 'Tether damaged.',
        began: SEEN,
        acknowledged: { who: 'Anna Example', time: SEEN },
      },
      { id: '2', sid: 's0060', code: 20080, severity: 'Critical', message: 'Kite sensor failed.', began: SEEN },
    ];
    const { browser } = ended.use(await sharedBrowser());
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
    await context.addInitScript(patientRequests);
    const page = await context.newPage();
    const complaints: string[] = [];
    // The browser itself logs the first request for a session, which does not exist yet.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|409|502)/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${hub.url}/?sign_in=refused#abcdefghijklmnopqrstuvwxyz`);
    return new ThousandStations(hub, page, complaints, ended);
  }

  async signIn(): Promise<void> {
    await this.page.getByLabel('API key').fill('a key');
    await this.page.getByLabel('API key').press('Enter');
  }

  /** @param hash as in `#/wall` */
  async show(hash: string): Promise<void> {
    await this.page.evaluate((at) => {
      location.hash = at;
    }, hash);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#ended.disposeAsync();
  }
}
