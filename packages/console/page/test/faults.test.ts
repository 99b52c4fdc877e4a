import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest, signIn } from './support/console-page.ts';
import { shows } from './support/flight-panel.ts';

/** First line above the picture 1 and 5 s after the fault, by fault; empty while the station tells nothing. */
const CASES: Readonly<Partial<Record<FaultType, readonly [after1S: string, after5S: string]>>> = {
  main_power_loss: both('Critical: Clear the landing area.'),
  tether_voltage_loss: both('Fatal: Clear the landing area.'),
  tether_cut: both('Fatal: Clear the landing area.'),
  tether_damage: ['', 'Fatal: Clear the landing area.'],
  motor_failure: both('Fatal: Clear the landing area.'),
  motor_degraded: ['', 'Warning: Land. Check motors and propellers. Land is filled.'],
  secondary_autopilot: both('Critical: Land. Restart the Kite. Land is filled.'),
  kite_data_missing: ['', 'Critical: Clear the landing area. Watch the Kite.'],
  link_degraded: ['', 'Warning: Land. Check tether and connectors. Land is filled.'],
  gps_loss: both('Warning: Stay low. Find clear sky.'),
  system_moving: both('Warning: Stop the vehicle.'),
  camera_offline: both('Warning: Land. Check camera contacts.'),
  // Seen only when the height changes or the sensors have drifted apart.
  force_sensor: both(''),
  barometer: both(''),
};

function both(text: string): readonly [string, string] {
  return [text, text];
}

const FILLED = ' Land is filled.';

interface ElementLike {
  readonly innerText: string;
  querySelector(selector: string): ElementLike | null;
}

/** In the page: severity and text of the first line above the picture, and whether the command to land is filled. */
function firstLine(filled: string): string {
  const { document } = globalThis as unknown as { document: ElementLike };
  const strip = document.querySelector('section[data-alarm]');
  const card = strip?.querySelector('li');
  const warning = strip?.querySelector('a[href="#/notifications"] .quiet');
  const [severity, text] = card
    ? [card.innerText.split('\n')[0], card.querySelector('strong')?.innerText]
    : ['Warning', warning?.innerText];
  const isFilled = document.querySelector('[data-flight-command] button[class*=demanded]') !== null;
  return (text === undefined ? '' : `${severity}: ${text}`) + (isFilled ? filled : '');
}

describe('a fault in flight', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    await client.sim.setClock({ paused: true });
    await client.flight.takeOff();
    await client.sim.advanceClock({ seconds: 45 });
    await client.sim.snapshot({ name: 'flying' });
    page = await console.open({ hasPicture: false });
  });
  after(() => console[Symbol.asyncDispose]());

  /** The session of the page is none of the snapshot. */
  async function flyAgain(): Promise<void> {
    await client.sim.reset({ name: 'flying' });
    await page.reload();
    await signIn(page);
    await shows(page, 'Flying').waitFor();
  }

  /** Time stands meanwhile, however late the page is. */
  async function isFirst(says: string): Promise<void> {
    const [action = '', filled] = says.split(FILLED);
    const wanted = action + (filled === undefined ? '' : FILLED);
    if (says === '') {
      const { notifications: told } = await client.notifications.getNotifications();
      assert.ok(told.every(({ severity }) => severity === 'Info'));
    }
    await becomes(async () => {
      const line = await page.evaluate(firstLine, FILLED);
      // A warning has its message behind the action, in the same line.
      return line.startsWith('Warning: ') ? line.slice(0, action.length) + (line.endsWith(FILLED) ? FILLED : '') : line;
    }, wanted);
    assert.ok(action.split(' ').length <= 9, `severity and at most eight words: ${action}`);
  }

  for (const [type, [after1S, after5S]] of Object.entries(CASES) as [FaultType, readonly [string, string]][]) {
    it(`is told with its action first: ${type}`, async () => {
      await flyAgain();
      await isFirst('');
      await client.sim.injectFault({ type });
      await client.sim.advanceClock({ seconds: 1 });
      await isFirst(after1S);
      await client.sim.advanceClock({ seconds: 4 });
      await isFirst(after5S);
    });
  }

  it('is told when the winch turns: spool_stuck', async () => {
    await flyAgain();
    await client.sim.injectFault({ type: 'spool_stuck' });
    await client.flight.setAltitude({ altitude: 40 });
    await client.sim.advanceClock({ seconds: 5 });
    await isFirst('Critical: Clear the landing area.');
  });
});
