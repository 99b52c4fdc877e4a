import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Request } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn, structureFaults } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';
import { leasesLast, stopClock } from './support/still-time.ts';

const HEALTH = '/api/health';
/** Their answers wait for a change, 20 s in real time. */
const WAITING = ['/station/v1/readiness/changes', '/station/v1/lists/changes'];
/**
 * The health every 15 s where messages come in time, to which `station/pulse.test.ts` holds the page: on a busy machine they come late,
 * and it asks more often.
 */
const PERIODIC_PER_S = 1 / 15 + WAITING.length / 20;
const isWaiting = (request: Request): boolean => WAITING.includes(pathOf(request));
const isPeriodic = (path: string): boolean => path === HEALTH || WAITING.includes(path);
const pathOf = (request: Request): string => new URL(request.url()).pathname;
/** Seconds of page and station, whose clocks are moved in step. */
const WATCHED_S = 28;

/** Sections by their addresses. */
const VIEWS = {
  notifications: 'Notifications',
  recordings: 'Recordings',
  flights: 'Flights',
  pins: 'Pins',
  system: 'System',
  simulator: 'Simulator',
  help: 'Help',
  handoff: 'Control',
} as const;
const DESKS = {
  accounts: 'Accounts',
  plugins: 'API access',
  links: 'Watch-only links',
  pictures: 'Pictures',
  audit: 'Audit log',
} as const;

describe('the drawer of the system', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { KITESTRING_SYSTEM_REGULATORY_MODE: 'US_REMOTE_ID_STANDARD' } });
  });
  afterEach(() => console.closePages());
  after(() => console[Symbol.asyncDispose]());

  it('names the parts and explains what Remote ID lacks, until an operator is in control', async () => {
    const page = await console.open();
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByText('KS-SIM-KITE-0001').waitFor();
    await page.getByText('OK', { exact: true }).waitFor();
    await page.getByText('(this page)').waitFor();
    await page.getByText('Failed - take-off inhibited').waitFor();
    await page.getByText('ERROR_NO_OPERATOR', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="System"]'), []);
    await page.getByRole('link', { name: /^In control:/ }).click();
    await page.getByLabel('Operator name').fill('Anna');
    await using client = otherClient(console.station.url);
    await leasesLast(client);
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByText('OK', { exact: true }).nth(1).waitFor();
    await client.sim.setClock({ paused: false, speed: 1 });
  });

  it('asks the station less than once in two seconds while nothing happens', async () => {
    const page = await console.open({ isSignedIn: false });
    await page.clock.install();
    await signIn(page);
    const asked: string[] = [];
    const unanswered = new Set<Request>();
    page.on('request', (request) => {
      asked.push(pathOf(request));
      if (!isWaiting(request)) unanswered.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (request) => void unanswered.delete(request));
    }
    await page.waitForRequest(`**${HEALTH}`);
    const { sim } = console.client();
    await sim.setClock({ paused: true });
    await stopClock(page);
    const before = asked.length;
    for (let second = 0; second < WATCHED_S; second += 1) {
      await sim.advanceClock({ seconds: 1 });
      await page.clock.runFor(1000);
      await becomes(() => [...unanswered].map(pathOf), []);
    }
    await sim.setClock({ paused: false });
    // First requests belong to the start of the page, which takes longer on a busy machine.
    const during = asked.filter((path, index) => index >= before && !isPeriodic(path) && asked.indexOf(path) < index);
    const perS = during.length / WATCHED_S + PERIODIC_PER_S;
    assert.ok(perS < 0.5, `${perS.toFixed(2)} a second: ${during.join(' ')}`);
  });

  it('is, as every other view, without a fault in its headings, landmarks and names, right after a command too', async () => {
    const page = await console.open({ isAdministrator: true, hasPicture: false });
    const found: string[] = [];
    const judge = async (view: string) => {
      for (const fault of await structureFaults(page)) found.push(`${view}: ${fault}`);
    };
    await judge('seat');
    for (const [view, name] of Object.entries(VIEWS)) {
      await page.evaluate(`location.hash = '#/${view}'`);
      await page.getByRole('region', { name, exact: true }).getByRole('heading', { name, exact: true }).waitFor();
      await judge(view);
    }
    // Control that lapses on a busy machine could not be released.
    const { sim } = console.client();
    await leasesLast({ sim });
    await page.getByLabel('Operator name').fill('Anna');
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('button', { name: 'Release control' }).click();
    await page.getByRole('button', { name: 'Take control' }).waitFor();
    await judge('handoff, after a command');
    await sim.setClock({ paused: false, speed: 1 });
    for (const [view, name] of Object.entries(DESKS)) {
      await page.evaluate(`location.hash = '#/${view}'`);
      await page.getByRole('main', { name, exact: true }).waitFor();
      await judge(view);
    }
    assert.deepEqual(found, []);
  });

  it('sends the position of the browser with the request for control, when the operator wants it', async () => {
    const page = await console.open();
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 38.9, longitude: -77, accuracy: 12 });
    await page.getByRole('link', { name: /^In control:/ }).click();
    await page.getByText('Send my position').click();
    // Only the first position is announced; its figures change with every fix.
    await page.getByRole('status').getByText('Position known.').waitFor();
    await page.getByText('38.90000°, -77.00000° ± 12 m').waitFor();
    await becomes(() => page.getByRole('status').getByText('38.9').count(), 0);
    await page.getByLabel('Operator name').fill('Ben');
    const sent = page.waitForRequest('**/handoff/control/request');
    await page.getByRole('button', { name: /control$/ }).click();
    assert.deepEqual((await sent).postDataJSON(), {
      operator_name: 'Ben',
      regulatory_mode: 'US_REMOTE_ID_STANDARD',
      operator_gps_lat: 38.9,
      operator_gps_lon: -77,
      operator_gps_accuracy: 12,
    });
  });
});
