import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { altitudesSent, button, flyTo, panel, shows, slider, target, targetIs, thumb } from './support/flight-panel.ts';
import { isNoWider, spareWidthPx } from './support/page-width.ts';
import { clickedAsItBecomes, hold, holdKey, pressed, tapped } from './support/presses.ts';
import { flightPasses } from './support/still-time.ts';
import { heldToTakeOff, isGrounded } from './support/take-off-and-landing.ts';

const FAST = 20;
/** Speed 10 m above the ground, which is a fifth more where the Kite is; there the station below comes down from 11 m/s, and calls 9.2 m/s calm. */
const ABOVE_WIND_LIMIT_MPS = 10;
const BELOW_WIND_LIMIT_MPS = 8.6;

describe('the flight panel', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  /** Revision of the preflight checks on the page. */
  let knownRevision: string | null = null;

  before(async () => {
    // A station that is careful of the wind: wind makes it descend long before anything else would.
    const wind = {
      KITESTRING_FLIGHT_TAKEOFF_WIND_MAX_MPS: '10',
      KITESTRING_WIND_WARN_SPEED_MPS: '10',
      KITESTRING_WIND_REDUCE_SPEED_MPS: '11',
    };
    console = await ConsoleUnderTest.start({ env: { KITESTRING_SIM_SPEED: String(FAST), ...wind } });
    client = console.client();
    page = await console.open();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/readiness/changes')) knownRevision = searchParams.get('revision');
    });
  });
  afterEach(async () => {
    await client.sim.setButtons({ safety_land: false, parking_brake: 'engaged' });
    await client.sim.setClock({ paused: false });
    await client.topic('system/state').until((state) => state.rtb_parking_brake_state === 'Engaged');
    await isGrounded(client);
  });
  after(() => console[Symbol.asyncDispose]());

  it('flies: held to take off, targets by slider and by number, held to land', async () => {
    const sent = altitudesSent(page);

    await shows(page, 'Standby').waitFor();
    // The finger is then still on what has become the button to abort: letting go of it aborts nothing.
    await heldToTakeOff(client, page);
    await shows(page, 'Flying').waitFor();

    const { altitude_target: first } = await client
      .topic('flight/state')
      .until((state) => state.flight_state === 'Flying' && !state.is_changing_altitude);
    await page.locator(`form input[value="${first}"]`).waitFor();
    // Waits until it rests.
    await thumb(page).hover();
    const box = (await thumb(page).boundingBox()) ?? assert.fail('there is no slider');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 30, { steps: 5 });
    await panel(page).getByText('Release to send').waitFor();
    assert.equal(sent.length, 0, 'nothing is sent while it moves');
    await page.mouse.move(x, y - 2000);
    // The hard maximum itself cannot be chosen.
    await becomes(() => target(page).inputValue(), '44');
    await page.mouse.move(x, y - 50);
    await page.mouse.up();
    await panel(page).getByText('Set to send').waitFor();
    assert.equal(sent.length, 0, 'a change of more than 5 m waits for Set');
    const asked = page.waitForRequest(/flight\/control\/altitude$/);
    await button(page, 'Set').first().click();
    const { altitude: chosen } = (await asked).postDataJSON() as { altitude: number };
    assert.ok(chosen > 5 && chosen < 30, `${chosen}`);
    await client.topic('flight/state').until(({ altitude_target }) => altitude_target === chosen);
    await page.locator(`form input[value="${chosen}"]`).waitFor();

    // At once: an arrow that is left alone for 700 ms is sent, and a busy machine may take longer from key to key.
    await slider(page).focus();
    await slider(page).evaluate(pressed, ['ArrowUp', 'Escape']);
    await slider(page).press('ArrowDown');
    await slider(page).press('Enter');
    await client.topic('flight/state').until(({ altitude_target }) => altitude_target === chosen - 1);
    assert.ok(!sent.some((body) => body.includes(`${chosen + 1}`)), `what was dropped is not sent: ${sent}`);

    await client.topic('flight/state').until((state) => state.is_changing_altitude === false);
    await client.sim.setClock({ paused: true });
    await target(page).fill('20');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByText(/^(Climbing|Descending) to 20 m\.$/)
      .waitFor();
    await client.sim.setClock({ paused: false });
    await panel(page).getByText('Holding altitude.').waitFor();
    await page
      .locator('[data-figure=altitude]')
      .filter({ hasText: /Altitude\s*(19\.[5-9]|20\.[0-5])\s*m/ })
      .waitFor();
    await button(page, '5 m up').click();
    await client.topic('flight/state').until(({ altitude_target }) => altitude_target === 25);

    await client.sim.setClock({ paused: true });
    // A second tap finds Abort in its place: meant for Land, it aborts nothing.
    await button(page, 'Land').evaluate(clickedAsItBecomes, 'Abort');
    await holdKey(button(page, 'Land'), ' ', () => shows(page, 'Landing').waitFor());
    await button(page, 'Abort').and(page.locator('[aria-disabled=false]')).waitFor();
    assert.equal((await client.flight.getFlightState()).flight_state, 'Landing');
    await client.sim.setClock({ paused: false });
    await shows(page, 'Standby').waitFor();
  });

  it('aborts a take-off at one press, by keys too, with the focus where it was', async () => {
    await client.sim.setClock({ paused: true });
    await holdKey(button(page, 'Take off'), 'Enter', async () => {
      await shows(page, 'Taking off').waitFor();
      const steps = panel(page).getByRole('list', { name: 'Take-off' });
      await steps.locator('[aria-current=step]').getByText('Lids').waitFor();
    });
    assert.equal((await client.flight.getFlightState()).flight_state, 'TakingOff');
    await button(page, 'Abort').and(page.locator('[aria-disabled=false]')).waitFor();
    await page.keyboard.press('Enter');
    await client.topic('flight/state').until(({ flight_state }) => flight_state !== 'TakingOff');
    await client.sim.setClock({ paused: false });
    await shows(page, 'Standby').waitFor();
    await panel(page).getByText('Take-off aborted.').first().waitFor({ state: 'detached' });
  });

  it('does not take off at a press that is let go too early, and says that it is to be held', async () => {
    await button(page, 'Take off').getByText('Hold to confirm').waitFor();
    // With reduced motion the progress is still shown: a jump would look as if the command had been given.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const lasts = (part: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${part}')).transitionDuration`);
    await becomes(() => lasts('h1'), '0s');
    assert.equal(await lasts('[data-progress]'), '0.15s');
    await page.emulateMedia({ reducedMotion: null });
    await button(page, 'Take off').evaluate(tapped);
    await button(page, 'Take off').evaluate(pressed, ['Enter']);
    await button(page, 'Open lids').click();
    await button(page, 'Close lids').waitFor();
    assert.equal((await client.flight.getFlightState()).flight_state, 'StandBy');
    await button(page, 'Close lids').click();
    await panel(page).getByText('closed').waitFor();
  });

  it('goes nowhere by a press beside the handle or on it, a little way by the handle alone, far by Set', async () => {
    await flyTo(client, 20);
    await targetIs(page, 20);
    const sent = altitudesSent(page);
    const track = page.getByRole('group', { name: 'Target altitude' });
    // Waits until it rests.
    await thumb(page).hover();
    const range = (await track.boundingBox()) ?? assert.fail('there is no track');
    const handle = (await thumb(page).boundingBox()) ?? assert.fail('there is no handle');
    const x = handle.x + handle.width / 2;
    const y = handle.y + handle.height / 2;
    const metrePx = range.height / 42;
    await page.mouse.click(x, y - 15 * metrePx);
    await page.mouse.click(x, y);
    const dragBy = async (metres: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - metres * metrePx, { steps: 4 });
      await page.mouse.up();
    };
    await dragBy(15);
    await panel(page).getByText('Set to send').waitFor();
    assert.deepEqual(sent, []);
    await slider(page).press('Escape');
    await panel(page).getByText('Set to send').first().waitFor({ state: 'detached' });
    const asked = page.waitForRequest(/flight\/control\/altitude$/);
    await dragBy(3);
    const { altitude } = (await asked).postDataJSON() as { altitude: number };
    assert.ok(altitude >= 22 && altitude <= 24, `${altitude}`);
    assert.equal(sent.length, 1);
  });

  it('keeps no altitude that was chosen and not set for the next flight', async () => {
    await flyTo(client, 10);
    await targetIs(page, 10);
    await thumb(page).hover();
    const handle = (await thumb(page).boundingBox()) ?? assert.fail('there is no handle');
    await page.mouse.down();
    await page.mouse.move(handle.x + handle.width / 2, 0, { steps: 4 });
    await page.mouse.up();
    await panel(page).getByText('Set to send').waitFor();
    await client.flight.land();
    await shows(page, 'Standby').waitFor();
    await client.flight.takeOff();
    await shows(page, 'Flying').waitFor();
    const { altitude_target } = await client.flight.getFlightState();
    await targetIs(page, altitude_target ?? Number.NaN);
    await button(page, 'Set').first().and(page.locator(':disabled')).waitFor();
  });

  it('refuses a typed altitude with the limit that it breaks, and draws the ceiling that is set', async () => {
    await flyTo(client, 10);
    await target(page).fill('60');
    await page.keyboard.press('Enter');
    await panel(page).getByText('Must be below the hard maximum of 45 m.').waitFor();
    assert.equal((await client.flight.getFlightState()).altitude_target, 10);

    await button(page, 'Soft max').click();
    await page.getByLabel('Soft maximum, metres').fill('30');
    await page.getByRole('button', { name: 'Set', exact: true }).last().click();
    await page.locator('[data-ceiling=soft]').getByText('30 m').waitFor();
    assert.equal((await client.flight.getFlightInfo()).altitude_soft_max, 30);
    await target(page).fill('30');
    await page.keyboard.press('Enter');
    await panel(page).getByText('Must be below the soft maximum of 30 m.').waitFor();
    await client.flight.setAltitudeSoftMax({ altitude: 45 });
    await page.locator('[data-ceiling=soft]').first().waitFor({ state: 'detached' });
  });

  it('offers no altitude that the station refuses because of the wind', async () => {
    await flyTo(client, 40);
    // Step by step: wind that lasts a minute lands the Kite.
    await client.sim.setClock({ paused: true });
    await client.sim.setWind({ speed_mps: ABOVE_WIND_LIMIT_MPS, turbulence: 'none' });
    await flightPasses(client, ({ flight_state }) => flight_state === 'SafetyDescending');
    // Below the limit, and not yet calm: the Kite comes down once, and may not go up again.
    await client.sim.setWind({ speed_mps: BELOW_WIND_LIMIT_MPS });
    await flightPasses(client, ({ flight_state }) => flight_state === 'Flying');
    await page.locator('[data-ceiling=wind]').waitFor();
    await target(page).fill('44');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByText(/^Wind limit: maximum \d\d m\.$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await client.sim.setWind({ speed_mps: 2 });
    await client.sim.setClock({ paused: false });
    await page.locator('[data-ceiling=wind]').first().waitFor({ state: 'detached' });
  });

  it('is ready when the station says so, lists what is not in its own words, and takes off only then', async () => {
    await panel(page).getByText('Ready on the ground.').waitFor();
    // The signature is for the list on the page, which changes when time advances.
    await client.sim.setClock({ paused: true });
    await becomes(() => knownRevision, await client.station.readiness().then(({ revision }) => revision));
    const checks = panel(page).getByRole('region', { name: 'Preflight checks' });
    await checks.getByText(/^Preflight checks: \d+ OK/).click();
    const listed = await checks
      .locator('[data-check]')
      .evaluateAll((rows) => rows.map((row) => (row as unknown as { dataset: { check: string } }).dataset.check));
    assert.deepEqual(
      listed,
      (await client.station.readiness()).checks.map(({ check }) => check),
    );
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, '[aria-label="Preflight checks"]'), []);
    await checks.getByRole('textbox', { name: 'Name' }).fill('M. <b>Rossi</b>');
    await checks.getByRole('button', { name: 'Sign' }).click();
    await checks.getByText(/^Signed: M\. <b>Rossi<\/b>, /).waitFor();
    // Another operator signs the same list elsewhere: both are listed, in order.
    const { revision } = await client.station.readiness();
    await client.station.signReadiness({ name: 'B. Keller', revision });
    await checks.getByRole('button', { name: 'Sign' }).click();
    await checks
      .getByRole('listitem')
      .filter({ hasText: /^Signed: / })
      .nth(2)
      .waitFor();
    const signed = await checks
      .getByRole('listitem')
      .filter({ hasText: /^Signed: / })
      .allInnerTexts();
    assert.deepEqual(
      signed.map((text) => /: (.*?),/.exec(text)?.[1]),
      ['M. <b>Rossi</b>', 'B. Keller', 'M. <b>Rossi</b>'],
    );

    await client.sim.setClock({ paused: false });
    await client.sim.setButtons({ parking_brake: 'disengaged' });
    await checks.getByText('the parking brake must be engaged for take-off').waitFor();
    await panel(page).getByText('Not ready for take-off.').waitFor();
    await button(page, 'Take off')
      .and(page.locator('[aria-disabled=true]'))
      .getByText('Not ready: Parking brake')
      .waitFor();

    await client.sim.setButtons({ parking_brake: 'engaged' });
    await panel(page).getByText('Ready on the ground.').waitFor();
    // A slow change is in no topic. The station reports when it refuses; the page does not poll.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const told = page.waitForResponse(async (answer) => {
      const isIt = answer.url().includes('/readiness/changes?revision=');
      return isIt && ((await answer.json()) as { ready: boolean }).ready === false;
    });
    await client.sim.setWind({ speed_mps: 20, turbulence: 'none' });
    await told;
    await button(page, 'Take off').getByText('Not ready: Wind').waitFor();
    await client.sim.setWind({ speed_mps: 2 });
    await panel(page).getByText('Ready on the ground.').waitFor();
    assert.ok(!asked.includes('/station/v1/readiness'), 'it waits for changes alone');
    await client.sim.setClock({ paused: true });
    await hold(button(page, 'Take off'), shows(page, 'Taking off'));
    await client.sim.setButtons({ parking_brake: 'disengaged' });
    await flightPasses(client, ({ flight_state }) => flight_state !== 'TakingOff');
    await panel(page)
      .getByRole('alert')
      .getByText(/^Take-off aborted\. .*parking brake/i)
      .waitFor();
  });

  it('lets two pages fly at once, each seeing what the other has asked for, unless one is in control', async () => {
    await flyTo(client, 10);
    const other = await console.open();
    // A page on a busy machine may be behind.
    await page.locator('form input[value="10"]').waitFor();
    await button(page, '5 m up').click();
    await other.locator('form input[value="15"]').waitFor();
    // A page that came in the middle of the flight knows as much of it.
    for (const each of [page, other]) {
      const figure = (name: string) => panel(each).getByText(name, { exact: true }).locator('..');
      await figure('Flight time')
        .getByText(/^\d+:\d\d/)
        .waitFor();
      await figure('Max height')
        .getByText(/^1\d\.\d m$/)
        .waitFor();
      await figure('Tether out')
        .getByText(/^1\d\.\d m$/)
        .waitFor();
    }
    const figure = (name: string) => panel(page).getByText(name, { exact: true }).locator('..');
    await figure('Vertical speed')
      .getByText(/^[+−]?\d\.\d m\/s$/)
      .waitFor();
    await figure('GPS')
      .getByText(/^Fix ± \d\.\d m$/)
      .waitFor();
    await figure('Position')
      .getByText(/^47\.3\d+°, 8\.5\d+°$/)
      .waitFor();
    await page.locator('[data-ceiling=gps]').getByText('Limit without GPS').waitFor();
    // The button is in its place before it is needed: one that appears would move its neighbour.
    await button(page, 'Stop here').waitFor();
    // A lease counts the time of the station.
    await client.sim.setClock({ paused: true });
    await client.handoff.requestControl({ operator_name: 'Somebody else' });
    await button(other, 'Land').getByText('Somebody else is in control.').waitFor();
    await button(other, '1 m down').and(other.locator(':disabled')).waitFor();
    assert.equal((await client.flight.getFlightState()).altitude_target, 15);
    await client.handoff.releaseControl();
    await other.close();
  });

  it('keeps its command in reach on a phone, whatever lies over the page', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('link', { name: 'More' }).click();
    await page.getByRole('link', { name: 'System' }).click();
    // The panel around it is covered, and so no region any more.
    const command = (name: string) => page.getByRole('button', { name });
    await until('Take off in reach, above the navigation', async () => {
      const box = await command('Take off').boundingBox();
      return box !== null && box.y > 600 && box.y + box.height <= 812 - 64;
    });
    await client.sim.setClock({ paused: true });
    await hold(command('Take off'), command('Abort'));
    // A name beside it takes all the room that there is.
    await client.handoff.requestControl({ operator_name: 'Maximiliane Schwarzenberger' });
    await page.locator('header').getByText('Maximiliane Schwarzenberger').first().waitFor();
    await until('the whole name of the state', async () => (await spareWidthPx(page, 'Taking off')) >= 0);
    await client.handoff.releaseControl();
    await client.sim.setClock({ paused: false });
    await isNoWider(page);
    await command('Land').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  // The last one: after a safety landing the system resets itself and takes off no more for a while.
  it('says why the Kite comes down by itself, and that this cannot be aborted', async () => {
    await flyTo(client, 20);
    await shows(page, 'Flying').waitFor();
    await client.sim.setClock({ paused: true });
    await client.sim.setButtons({ safety_land: true });
    await flightPasses(client, ({ flight_state }) => flight_state === 'SafetyLanding');
    await shows(page, 'Safety landing').waitFor();
    await panel(page).getByText('Safety landing: the safety land button is pressed.').waitFor();
    const abort = button(page, 'Abort');
    await abort.and(page.locator('[aria-disabled=true]')).getByText('Safety landing cannot be aborted.').waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page, `[aria-labelledby]:has([data-figure])`), []);
  });
});
