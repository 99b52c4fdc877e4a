import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn, structureFaults } from './support/console-page.ts';
import { laidOut } from './support/laid-out.ts';
import { LIVE_VIDEO } from './support/live-picture.ts';
import { isCovered, isOnTop, isReachable } from './support/on-top.ts';
import { isNoWider } from './support/page-width.ts';
import { hold, holdKey } from './support/presses.ts';
import { hasFilm, isRecording } from './support/recorded-film.ts';

const FAST = 20;
/** A desk, a tablet upright and flat, a phone upright and flat. */
const SIZES = [
  [1280, 800],
  [1180, 820],
  [820, 1180],
  [844, 390],
  [390, 844],
] as const;
/** A desk of 1280 x 800 at 400 %, a phone at 200 %. */
const ENLARGED = [
  [320, 200],
  [195, 422],
] as const;

describe('what lies above what', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { ...LIVE_VIDEO, KITESTRING_SIM_SPEED: String(FAST) } });
    client = console.client();
    await client.sim.setWind({ speed_mps: 0, turbulence: 'none' });
    page = await console.open({ hasPicture: false });
    await until('a recording', () => isRecording(client));
    await client.flight.takeOff();
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 20 });
    // One that sounds, and one that only counts: neither brings the Kite down.
    await client.sim.injectFault({ type: 'secondary_autopilot' });
    await client.sim.injectFault({ type: 'gps_loss', parameters: { receiver: 'ground_station' } });
    await client.topic('flight/state').until(({ is_changing_altitude }) => is_changing_altitude === false);
    await client.sim.setClock({ speed: 1 });
    await hasFilm(client);
    await client.recordings.stopRecording();
    await page.locator('[data-sounding]').waitFor();
    await page.getByRole('link', { name: /1 warning/ }).waitFor();
  });
  afterEach(async () => {
    await page.unrouteAll();
    await page.evaluate('document.fullscreenElement && document.exitFullscreen()');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${console.station.url}/#/`);
    await laidOut(page);
  });
  after(() => console[Symbol.asyncDispose]());

  const command = (name: RegExp) => page.getByRole('button', { name });
  const silence = () => page.getByRole('button', { name: /^Silence/ });

  async function alarmsAndCommandsAreOnTop(where: string): Promise<void> {
    await isOnTop(command(/^Land/), `Land, ${where}`);
    await isOnTop(silence(), `Silence, ${where}`);
  }

  it('alarms and the command of the flight are above page and drawers at every size', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const size = `${width} x ${height}`;
      await alarmsAndCommandsAreOnTop(size);
      if (width < 560) {
        await page.getByRole('link', { name: 'More', exact: true }).click();
        await alarmsAndCommandsAreOnTop(`More, ${size}`);
      }
      await page.getByRole('link', { name: 'System', exact: true }).click();
      await page.getByRole('region', { name: 'System', exact: true }).waitFor();
      await alarmsAndCommandsAreOnTop(`drawer, ${size}`);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await isNoWider(page, size);
    }
  });

  it('alarms and the command of the flight are whole on a page that is enlarged, and nothing is wider than it', async () => {
    for (const [width, height] of ENLARGED) {
      await page.setViewportSize({ width, height });
      await alarmsAndCommandsAreOnTop(`${width} x ${height}`);
      await isNoWider(page, String(width));
    }
  });

  it('the seat is whole on a laptop, and nothing that is pressed in it moves when a refusal is told', async () => {
    const pressed = page.getByRole('region', { name: /^(?:Flight|Camera)$/ }).locator('button, [data-way], input');
    const places = () =>
      pressed.evaluateAll((elements) =>
        elements.map((element) => {
          const { bottom, left, right, top } = (
            element as unknown as { getBoundingClientRect(): Record<'bottom' | 'left' | 'right' | 'top', number> }
          ).getBoundingClientRect();
          return [left, top, right, bottom].map(Math.round).join(' ');
        }),
      );
    await until('the last one in sight', async () => {
      const inSight = await pressed.last().boundingBox();
      return inSight !== null && inSight.y + inSight.height <= 800;
    });
    const before = await places();
    const refusal = { code: 'LIDS_STUCK', message: 'the lids of the Rooftop Box are stuck' };
    const orders = /flight\/control\/(?:land|altitude)$/;
    await page.route(orders, (route) => route.fulfill({ status: 409, json: refusal }));
    const told = page.getByRole('region', { name: 'Flight', exact: true }).getByRole('alert');
    await hold(command(/^Land/), told.first().getByText(refusal.message));
    assert.deepEqual(await places(), before);
    await page.getByLabel('Target', { exact: true }).fill('500');
    await page.keyboard.press('Enter');
    await page.locator('[slot=errorMessage]').waitFor();
    assert.deepEqual(await places(), before);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 m up' }).click();
    // Until its own refusal is told, the handle of the slider is at the altitude that was asked for.
    await told.filter({ hasText: refusal.message }).nth(1).waitFor();
    assert.deepEqual(await places(), before);
  });

  it('alarms and the command of the flight are above the large map, in full screen too', async () => {
    await page.keyboard.press('m');
    const map = page.getByRole('region', { name: 'Map', exact: true });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await map.waitFor();
      await alarmsAndCommandsAreOnTop(`large map, ${width} x ${height}`);
    }
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await alarmsAndCommandsAreOnTop('large map, full screen');
    await page.keyboard.press('m');
    await map.first().waitFor({ state: 'detached' });
  });

  it('what a drawer covers can be neither pressed nor focused, and what it does not cover can', async () => {
    await page.getByRole('link', { name: 'System', exact: true }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
    await page.setViewportSize({ width: 1180, height: 820 });
    await laidOut(page);
    await isOnTop(page.getByRole('button', { name: 'Record', exact: true }), 'Record, beside a drawer');
    await page.setViewportSize({ width: 1100, height: 800 });
    await isCovered(page.getByRole('button', { name: 'Record', exact: true }));
    await isReachable(page.getByRole('button', { name: 'Horizon' }));
    await page.setViewportSize({ width: 390, height: 844 });
    await isCovered(page.getByRole('button', { name: 'Horizon' }));
    await isCovered(page.getByRole('button', { name: 'Record', exact: true }));
    const focused = new Set<string>();
    for (let tab = 0; tab < 30; tab += 1) {
      await page.keyboard.press('Tab');
      const focus = page.locator(':focus:not(body)');
      if ((await focus.count()) > 0) focused.add((await focus.getAttribute('aria-label')) ?? (await focus.innerText()));
    }
    const names = [...focused];
    assert.ok(
      names.some((name) => name.startsWith('Land')),
      names.join(' | '),
    );
    const covered = ['Record', 'Horizon', 'Pan left', '5 m up', 'Take a snapshot'];
    assert.deepEqual(
      names.filter((name) => covered.includes(name)),
      [],
    );
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
  });

  it('is gone about by keys and headings: straight to the command, back to where a drawer was opened, on phones too', async () => {
    await page.reload();
    await signIn(page);
    await command(/^Land/).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Skip to the flight command' }).press('Enter');
    await page.locator(':focus').and(command(/^Land/)).waitFor();
    const opener = page.getByRole('link', { name: 'Recordings' });
    await opener.press('Enter');
    await page.getByRole('heading', { name: 'Recordings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus').and(opener).waitFor();
    assert.deepEqual(await structureFaults(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await laidOut(page);
    assert.deepEqual(await structureFaults(page), []);
  });

  it('nothing is covered for good: sections, menu and picture have the room that alarms and command leave', async () => {
    const top = (element: Locator) => element.boundingBox().then((box) => box ?? assert.fail('it is not there'));
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const size = `${width} x ${height}`;
      const help = page.getByRole('navigation').getByRole('link', { name: 'Help' });
      await help.scrollIntoViewIfNeeded();
      await isOnTop(help, `Help, ${size}`, 'a');
      await page.getByRole('button', { name: 'Settings' }).click();
      const out = page.getByRole('button', { name: 'Sign out' });
      await out.scrollIntoViewIfNeeded();
      await isOnTop(out, `Sign out, ${size}`);
      await page.keyboard.press('Escape');
      await out.first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
      await until(`the picture below the alarms, 170 px high, full screen, ${size}`, async () => {
        const alarms = await top(page.getByRole('region', { name: 'Active alerts' }));
        const picture = await top(page.getByRole('application'));
        return picture.y >= alarms.y + alarms.height && picture.height >= 170;
      });
      await page.evaluate('document.exitFullscreen()');
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    }
    // The last size is that of a phone held upright: what is seen there is told below the picture, not over it.
    await page.getByRole('button', { name: 'Where is that?' }).click();
    await page.getByRole('region', { name: 'Where is that?' }).waitFor();
    await until('the card below the picture', async () => {
      const card = await top(page.getByRole('region', { name: 'Where is that?' }));
      const picture = await top(page.getByRole('application'));
      return card.y >= picture.y + picture.height;
    });
    await page.getByRole('region', { name: 'Where is that?' }).getByRole('button', { name: 'Close' }).click();
  });

  it('what stands at the top of the picture moves below alarms that cover it', async () => {
    const topPx = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    const time = page.getByRole('region', { name: 'Video', exact: true }).getByText(/^\d+:\d\d$/);
    const alarms = page.getByRole('region', { name: 'Active alerts' });
    await until('the time of the recording below the alarms', async () => {
      if (!(await isRecording(client)) || !(await time.isVisible())) return false;
      // As two alarms, or one in large letters, need; the page sets it, too, when the height of its alarms changes.
      await page.evaluate(`document.documentElement.style.setProperty('--alerts-over', '160px')`);
      return (await topPx(time)) > (await topPx(alarms)) + 152;
    });
    await client.recordings.stopRecording();
  });

  it('full screen keeps alarms, and the command with the altitude, and nothing else but the picture', async () => {
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await alarmsAndCommandsAreOnTop('full screen');
    const altitude = page.getByText('Altitude').and(page.locator('[data-react-aria-top-layer] *'));
    await altitude.waitFor();
    await isCovered(page.getByRole('button', { name: 'Horizon' }));
    await isCovered(page.getByRole('navigation').getByRole('link'));
    await page.getByRole('link', { name: /1 warning/ }).click();
    await page.getByRole('region', { name: 'Notifications', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  it('a message is whole and beside what silences it, in the largest letters too', async () => {
    const message = page.getByRole('listitem').getByText('Kite secondary autopilot failed.');
    // The longer a warning has lasted, the more room its time takes.
    await client.sim.advanceClock({ seconds: 700 });
    await page
      .getByRole('listitem')
      .getByText(/^[1-9]\d min \d\d s$/)
      .first()
      .waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const text of ['100', '150']) {
        await page.evaluate(`document.documentElement.dataset.text = '${text}'`);
        const where = `${width} x ${height}, ${text} %`;
        const cutPx = () =>
          message.evaluate((element) => {
            const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element as unknown as Record<
              string,
              number
            >;
            return [Number(scrollWidth) - Number(clientWidth), Number(scrollHeight) - Number(clientHeight)];
          });
        await until(`${where}: the message not cut off`, async () => (await cutPx()).every((px) => px <= 1));
        await until(`${where}: room for the message`, async () => {
          const box = await message.boundingBox();
          return box !== null && box.width > box.height;
        });
        // The altitude in the bar is within the frame of its state, and the end of the bar is visible.
        const altitude = page.getByRole('banner').getByText(/^\d+\.\d m$/);
        const isWithin = () =>
          altitude.evaluate((element) => {
            interface Box {
              readonly parentElement: Box;
              getBoundingClientRect(): { readonly left: number; readonly right: number };
            }
            const own = element as unknown as Box;
            const [text, frame] = [own.getBoundingClientRect(), own.parentElement.getBoundingClientRect()];
            return text.left >= frame.left && text.right <= frame.right;
          });
        await until(`${where}: the altitude within its frame`, isWithin);
        await isOnTop(page.getByRole('button', { name: 'Settings' }), `Settings, ${where}`);
        await alarmsAndCommandsAreOnTop(where);
      }
    }
    await page.evaluate("document.documentElement.dataset.text = '100'");
  });

  it('in the colours of the system no letters have the colour of the ground that they are given there', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    // Behind letters on a button or a label the browser draws its own ground, unless that keeps its colours.
    const unseen = await page.evaluate<readonly string[]>(`(() => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return [...document.querySelectorAll('body *')]
        .filter((element) => element instanceof HTMLElement)
        .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
        .filter((element) => element.checkVisibility() && getComputedStyle(element).color === ground)
        .filter((element) => getComputedStyle(element).forcedColorAdjust !== 'none')
        .map(({ textContent }) => textContent);
    })()`);
    await page.emulateMedia({ forcedColors: null });
    assert.deepEqual(unseen, []);
  });

  it('menus and dialogs lie below them, and leave them to be pressed', async () => {
    const settings = page.getByRole('dialog', { name: 'Settings' });
    for (const [size, text] of [
      [[1280, 800], '100'],
      [[390, 844], '150'],
    ] as const) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.evaluate(`document.documentElement.dataset.text = '${text}'`);
      await laidOut(page);
      await page.getByRole('button', { name: 'Settings' }).click();
      await settings.waitFor();
      await alarmsAndCommandsAreOnTop(`menu, ${size.join(' x ')}, ${text} %`);
      if (size[0] < 700) {
        await until('the menu above Land', async () => {
          const [box, land] = [await settings.boundingBox(), await command(/^Land/).boundingBox()];
          return box !== null && land !== null && box.y + box.height <= land.y;
        });
      }
      await page.keyboard.press('Escape');
      await settings.waitFor({ state: 'detached' });
    }
    await page.evaluate("document.documentElement.dataset.text = '100'");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Recordings' }).click();
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('dialog').waitFor();
    await alarmsAndCommandsAreOnTop('dialog');
    await silence().click();
    await page.locator('[data-alarm=acknowledged]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('a film plays in the place of the picture, below them, and a Fatal notification gives the picture back', async () => {
    await page.getByRole('link', { name: 'Recordings' }).click();
    await page.getByRole('button', { name: 'Play Colour' }).first().click();
    const film = page.getByRole('region', { name: /^Colour, / });
    await film.locator('video').waitFor();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await isOnTop(command(/^Land/), `Land, film, ${width} x ${height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'All flights' }).click();
    await page
      .getByRole('listitem', { name: /^Flight of / })
      .first()
      .getByRole('button', { name: 'Replay' })
      .click();
    const replay = page.getByRole('region', { name: /^Replay of / });
    await replay.waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await isOnTop(command(/^Land/), `Land, replay, ${width} x ${height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await replay.getByRole('button', { name: 'Back to live' }).click();
    await page.getByRole('link', { name: 'Recordings', exact: true }).last().click();
    await page.getByRole('button', { name: 'Play Colour' }).first().click();
    await film.locator('video').waitFor();
    await page.keyboard.press('Escape');
    await film.first().waitFor({ state: 'detached' });
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: 'Play Colour' }).first().click();
    await film.locator('video').waitFor();
    // Under a dialog the command still commands.
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await holdKey(command(/^Land/), 'Enter', () =>
      client.topic('flight/state').until(({ flight_state }) => flight_state === 'Landing'),
    );
    await isOnTop(command(/^Abort/), 'Abort, dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await client.sim.injectFault({ type: 'motor_failure' });
    await page.getByRole('application').waitFor();
    await film.first().waitFor({ state: 'detached' });
  });
});
