import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import { CHANGED_MS } from '../src/parts/use-has-just-changed.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn } from './support/console-page.ts';
import { OperatorPage } from './support/operator-page.ts';
import { holdKey } from './support/presses.ts';
import { SlowLink } from './support/slow-link.ts';
import { LEASE_SPEED, leasesLast, stopClock, timersStay } from './support/still-time.ts';

const LEASE_S = 10;
/** After this a page asks for it again. */
const RENEWAL_S = 3.5;
/** A page that hears the station asks for its health this often. */
const HEALTH_ASKED_MS = 15_000;
const INCIDENT_READ_MS = 20_000;
/** How long a page that is out of sight keeps control. */
const HIDDEN_MAX_MS = 120_000;
/** Long enough for a renewal; two of them are shorter than control lasts, should the page not yet have read an answer. */
const STEP_MS = 4700 / LEASE_SPEED;

interface Timed {
  Worker: new (...given: never[]) => EventTarget;
  beat(): void;
}

/** In the page: lets the timer of its renewals, which is a worker and has no clock that could be moved, beat when it is told to, too. */
function keepTimer(): void {
  const page = globalThis as unknown as Timed;
  const timers: EventTarget[] = [];
  page.Worker = class extends page.Worker {
    constructor(...given: never[]) {
      super(...given);
      timers.push(this);
    }
  };
  page.beat = () => {
    for (const timer of timers) timer.dispatchEvent(new Event('message'));
  };
}

const beat = ({ page }: OperatorPage): Promise<void> => page.evaluate(() => (globalThis as unknown as Timed).beat());

describe('handoff between two pages', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let anna: OperatorPage;
  let ben: OperatorPage;
  before(async () => {
    console = await ConsoleUnderTest.start();
    client = console.client();
    // Leases of control count the time of the station, which passes by `advance` alone.
    await leasesLast(client);
    const opened = ['Anna', 'Ben'].map((name) => OperatorPage.open(console, name, { before: keepTimer }));
    [anna, ben] = (await Promise.all(opened)) as [OperatorPage, OperatorPage];
    await Promise.all([anna.withClock(), ben.withClock()]);
  });
  after(() => console[Symbol.asyncDispose]());

  /** Lets so much time go by at the station and in a page. */
  async function advance(operator: OperatorPage, seconds: number): Promise<void> {
    await client.sim.advanceClock({ seconds });
    await operator.page.clock.fastForward((seconds * 1000) / LEASE_SPEED);
    await beat(operator);
  }

  /** The next renewal of a page that is in control has been answered. */
  async function renewed(operator: OperatorPage): Promise<void> {
    const answered = operator.page.waitForResponse('**/handoff/control/request');
    await advance(operator, RENEWAL_S);
    await answered;
  }

  it('one takes control and keeps it, and the other one has no command, and is told who has', async () => {
    const timeGoesOn = await timersStay(anna.page, CHANGED_MS);
    await anna.press('Take control');
    await anna.chip('You').waitFor();
    await ben.chip('Anna').waitFor();
    const flight = ben.page.getByRole('region', { name: 'Flight', exact: true });
    await flight.getByRole('button', { name: 'Take off' }).getByText('Anna is in control.').waitFor();
    await flight.getByRole('button', { name: 'Open lids' }).and(ben.page.locator(':disabled')).waitFor();
    // Longer than control lasts by itself: three renewals have been answered when the fourth is.
    for (let s = 0; s < LEASE_S; s += RENEWAL_S) {
      await renewed(anna);
      // A second tap was meant for what the button did before.
      await anna.drawer.getByRole('button', { name: 'Release control' }).click({ force: true });
    }
    await ben.chip('Anna').waitFor();
    await timeGoesOn();
    await anna.press('Release control');
    await ben.chip('No one').waitFor();
  });

  it('an incident is typed once and stands in the bar of every page, as text', async () => {
    await anna.drawer.getByRole('button', { name: 'Enter incident' }).click();
    await anna.drawer.getByRole('textbox', { name: 'Number' }).fill('2026-0117');
    await anna.drawer.getByRole('textbox', { name: 'Title' }).fill('<script>alert(1)</script> Fire');
    await anna.drawer.getByRole('button', { name: 'Save' }).click();
    for (const { page } of [anna, ben]) {
      // It is read now and then.
      await page.clock.fastForward(INCIDENT_READ_MS);
      await page.getByRole('link', { name: /^Incident 2026-0117\s*<script>alert\(1\)<\/script> Fire$/ }).waitFor();
    }
  });

  it('a preset of the camera has a digit, for who is in control alone', async () => {
    await anna.press('Take control');
    await anna.chip('You').waitFor();
    const presets = anna.drawer.getByRole('region', { name: 'Camera presets' });
    await presets.getByRole('textbox', { name: 'Name for key 1' }).fill('Staging area');
    await presets.getByRole('button', { name: 'Store this view' }).click();
    await presets.getByRole('button', { name: '1 Staging area' }).waitFor();
    const turned = anna.page.waitForRequest('**/camera/control/rotate_to_angle');
    await anna.drawer.getByRole('heading', { name: 'Control', exact: true }).first().focus();
    await anna.page.keyboard.press('1');
    await turned;
    await ben.drawer.getByText('Only for the client in control.').waitFor();
    await anna.press('Release control');
    await ben.chip('No one').waitFor();
  });

  it('a request rises as an alert over the picture; kept, it waits on; allowed, control changes hands', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await ben.press('Request control');
    await ben.drawer.getByText('Position 1 in the queue.').waitFor();
    const request = anna.page.getByRole('region', { name: 'Control request' });
    await request.getByText('Ben requests control.').waitFor();
    await becomes(() => anna.page.title(), '● Ben requests control');
    await request.getByRole('button', { name: 'Keep control' }).click();
    await request.first().waitFor({ state: 'detached' });
    await anna.chip('You').waitFor();
    await becomes(() => anna.drawer.getByRole('listitem').getByText('Ben').count(), 1);
    await anna.press('Hand control to Ben');
    await ben.chip('You').waitFor();
    await anna.chip('Ben').waitFor();

    await anna.press('Request control');
    await ben.page.getByRole('region', { name: 'Control request' }).getByRole('button', { name: 'Hand over' }).click();
    await anna.chip('You').waitFor();
    await ben.chip('Anna').waitFor();
    await becomes(() => ben.page.getByRole('region', { name: 'Control lost' }).count(), 0);
    await anna.press('Release control');
    await ben.chip('No one').waitFor();
  });

  it('control that is taken by force is told to whoever had it, who does not ask for it again unasked', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await holdKey(ben.drawer.getByRole('button', { name: 'Override' }), 'Enter', () => ben.chip('You').waitFor());
    const lost = anna.page.getByRole('region', { name: 'Control lost' });
    await lost.getByText('Control lost - taken by Ben.').waitFor();
    await lost.getByRole('button', { name: 'OK' }).click();
    await lost.first().waitFor({ state: 'detached' });
    await anna.page.clock.fastForward((RENEWAL_S * 1000) / LEASE_SPEED);
    await beat(anna);
    await renewed(ben);
    await ben.drawer.getByText('Queue is empty.').waitFor();
    await ben.press('Release control');
    await anna.chip('No one').waitFor();
  });

  it('has no fault that axe finds, in any theme', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await ben.press('Request control');
    await anna.page.getByRole('region', { name: 'Control request' }).waitFor();
    const parts = '[aria-label="Control"], [aria-label="Control request"], header';
    assert.deepEqual(await accessibilityFaultsInEveryTheme(anna.page, parts), []);
    await ben.press('Leave queue');
    await anna.press('Release control');
    await ben.chip('No one').waitFor();
  });

  it('control that ended with the sign-in is told of after the next one, and not taken again unasked', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    const { controlling_client: holder } = await client.handoff.getHandoffState();
    await client.admin.revokeSession({ id: holder?.session_id ?? '' });
    await ben.chip('No one').waitFor();
    await anna.page.getByText('Session expired.').waitFor();
    await signIn(anna.page, { isKept: true });
    await anna.page.getByText('Control lost - your session had ended.').waitFor();
    await anna.chip('No one').waitFor();
    await anna.page.getByRole('button', { name: 'OK' }).click();
  });

  it('control that lapsed while nothing went through is not taken back unasked, and the page says so', async () => {
    await using link = await SlowLink.to(console.station.url, 1);
    const cleo = await OperatorPage.open(console, 'Cleo', { url: link.url, before: keepTimer });
    await cleo.withClock();
    await cleo.press('Take control');
    await ben.chip('Cleo').waitFor();
    link.isSwallowing = true;
    await advance(cleo, LEASE_S + 1);
    await ben.chip('No one').waitFor();
    const asked: string[] = [];
    cleo.page.on('request', (request) => asked.push(request.url()));
    link.isSwallowing = false;
    const lost = cleo.page.getByRole('region', { name: 'Control lost' });
    await lost.getByText('Control lost - not renewed in time.').waitFor();
    // It hears the station again, and goes on hearing it.
    for (let count = 0; count < 3; count += 1) {
      const heard = cleo.page.waitForResponse('**/health');
      await cleo.page.clock.fastForward(HEALTH_ASKED_MS);
      await heard;
      await beat(cleo);
    }
    // Who is in control may be read; what is asked for is control.
    assert.deepEqual(
      asked.filter((url) => url.includes('/handoff/control/')),
      [],
    );
    await ben.chip('No one').waitFor();
    await lost.getByRole('button', { name: 'Take control' }).click();
    await ben.chip('Cleo').waitFor();
    await cleo.chip('You').waitFor();
    await cleo.press('Release control');
    await ben.chip('No one').waitFor();
    await cleo.page.context().close();
  });

  it('a page out of sight keeps control for two minutes, then gives it up and says so', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    const nowMs = () => anna.page.evaluate(() => Date.now());
    await stopClock(anna.page);
    await anna.hide(true);
    const hiddenAtMs = await nowMs();
    while ((await nowMs()) - hiddenAtMs + STEP_MS < HIDDEN_MAX_MS) {
      const answered = anna.page.waitForResponse('**/handoff/control/request');
      await anna.page.clock.fastForward(STEP_MS);
      await beat(anna);
      await answered;
    }
    await anna.chip('You').waitFor();
    await anna.page.clock.fastForward(STEP_MS);
    await beat(anna);
    await ben.chip('No one').waitFor();
    await anna.page.clock.resume();
    await anna.hide(false);
    await anna.page.getByText('page in the background for more than 2 minutes').waitFor();
  });

  it('a page that is loaded again goes on being in control, and its sign-out ends that', async () => {
    await anna.press('Take control');
    await ben.chip('Anna').waitFor();
    await anna.page.reload();
    await anna.chip('You').waitFor();
    await renewed(anna);
    await anna.page.getByRole('button', { name: 'Settings' }).click();
    await anna.page.getByRole('button', { name: 'Sign out' }).click();
    await ben.chip('No one').waitFor();
  });
});
