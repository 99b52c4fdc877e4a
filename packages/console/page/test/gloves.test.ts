import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { LANGUAGES, type Language } from '@kitestring/console-ui/languages.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import { loadWords } from '../src/words/words.ts';
import { accessibilityFaults, ConsoleUnderTest } from './support/console-page.ts';
import { faultsInView } from './support/faults-in-view.ts';
import { laidOut } from './support/laid-out.ts';
import { LIVE_VIDEO } from './support/live-picture.ts';
import { speak } from './support/speak.ts';

const FAST = 20;
const TABLETS = [
  [1024, 768],
  [1180, 820],
] as const;
const PHONES = [
  [390, 844],
  [844, 390],
] as const;
/** The part of an element that is used here: tests are checked without the types of browsers. */
interface BoxElement {
  readonly clientWidth: number;
  readonly scrollWidth: number;
  readonly textContent: string;
}
const IN_FLIGHT = { isInFlight: true, isTouched: true, isColorOnly: false };

describe('the seat on a tablet and a phone, in gloves', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  let page: Page;
  let shown: Language = 'en';
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { ...LIVE_VIDEO, KITESTRING_SIM_SPEED: String(FAST) } });
    client = console.client();
    page = await console.open({ hasTouch: true, hasPicture: false, viewport: { width: 1024, height: 768 } });
    await client.flight.takeOff();
    await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 40 });
    await client.topic('flight/state').until(({ is_changing_altitude }) => is_changing_altitude === false);
  });
  after(() => console[Symbol.asyncDispose]());

  /** How much of the panel is below its edge, pixels. */
  const hiddenPx = (panel: Locator) =>
    panel.evaluate((element) => {
      const { clientHeight, scrollHeight } = (element as unknown as { readonly parentElement: Record<string, number> })
        .parentElement;
      return Number(scrollHeight) - Number(clientHeight);
    });

  async function assertWhole(): Promise<void> {
    for (const language of LANGUAGES) {
      await speak(page, shown, language);
      shown = language;
      const { flight } = await loadWords(language);
      for (const [width, height] of TABLETS) {
        await page.setViewportSize({ width, height });
        const where = `${language}, ${width} x ${height}`;
        await becomes(() => faultsInView(page, IN_FLIGHT), [], where);
        await becomes(() => hiddenPx(page.getByRole('region', { name: flight.title, exact: true })), 0, where);
      }
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        const where = `${language}, ${width} x ${height}`;
        await page.evaluate('scrollTo(0, 0)');
        await becomes(() => faultsInView(page, IN_FLIGHT), [], where);
        // Held flat it has its sections below the picture, and alarms cover others that are scrolled to.
        await page.evaluate("document.querySelector('nav').scrollIntoView({ block: 'end' })");
        const faultsOfLinks = async () =>
          (await faultsInView(page, IN_FLIGHT)).filter((fault) => fault.startsWith('a._link'));
        await becomes(faultsOfLinks, [], where);
      }
    }
    await page.setViewportSize({ width: 1024, height: 768 });
  }

  /** Texts of elements that are shown in part, or elements narrower than that; those for screen readers have one pixel. */
  const cutTexts = (elements: Locator, leastPx = 0) =>
    elements.evaluateAll(
      (found, least) =>
        (found as unknown as readonly BoxElement[]).flatMap(({ clientWidth, scrollWidth, textContent }) => {
          const isCut = clientWidth > 1 && (scrollWidth > clientWidth + 1 || clientWidth < least);
          return isCut ? [`${textContent}: ${scrollWidth} px in ${clientWidth} px`] : [];
        }),
      leastPx,
    );

  it('has every control of the flight 56 px high and wide and without scrolling, in every language', assertWhole);

  it('has them so with text of 150 % beside the picture', async () => {
    await speak(page, shown, 'de');
    shown = 'de';
    await page.evaluate("document.documentElement.dataset.text = '150'");
    for (const [width, height] of [TABLETS[0], PHONES[1]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate('scrollTo(0, 0)');
      await becomes(() => faultsInView(page, IN_FLIGHT), [], `${width} x ${height}`);
    }
    await page.evaluate("document.documentElement.dataset.text = '100'");
  });

  it('names on a phone held upright what a pilot needs in flight, and has the rest behind More, in every language and letter size', async () => {
    for (const language of LANGUAGES) {
      await speak(page, shown, language);
      shown = language;
      const { handoff, shell } = await loadWords(language);
      const bar = page.getByRole('navigation', { name: shell.parts, exact: true });
      for (const textSize of ['100', '125', '150']) {
        await page.evaluate(`document.documentElement.dataset.text = '${textSize}'`);
        for (const width of [390, 360, 320]) {
          await page.setViewportSize({ width, height: 740 });
          const where = `${language}, ${textSize} %, ${width} px`;
          const names = [shell.notifications, shell.pins, shell.handoff, shell.help, shell.more];
          await becomes(
            () => bar.getByRole('link').locator(':scope > span:last-child').allTextContents(),
            names,
            where,
          );
          await becomes(() => cutTexts(bar.getByRole('link'), 56), [], where);
          await becomes(() => cutTexts(page.getByRole('link', { name: handoff.chip('') }).locator('span')), [], where);
        }
      }
      await page.evaluate("document.documentElement.dataset.text = '100'");
      const more = bar.getByRole('link', { name: shell.more, exact: true });
      await more.press('Enter');
      const rest = page.getByRole('navigation', { name: shell.more, exact: true });
      const restNames = [shell.recordings, shell.system, shell.simulator];
      await becomes(() => rest.getByRole('link').allTextContents(), restNames);
      await becomes(() => accessibilityFaults(page), []);
      await rest.getByRole('link', { name: shell.system, exact: true }).press('Enter');
      await page.getByRole('region', { name: shell.system, exact: true }).press('Escape');
      await page.locator(':focus').and(more).waitFor();
    }
    await page.setViewportSize({ width: 1024, height: 768 });
  });

  it('has them so with an alarm', async () => {
    await client.sim.injectFault({ type: 'secondary_autopilot' });
    await page.locator('[data-sounding]').waitFor();
    await assertWhole();
    await page.evaluate("document.documentElement.dataset.text = '150'");
    const message = page
      .getByRole('region', { name: (await loadWords(shown)).notifications.strip })
      .getByRole('listitem');
    const isWide = async () => {
      const { height, width } = (await message.first().boundingBox()) ?? { height: 0, width: 0 };
      return width > height;
    };
    await becomes(isWide, true);
    await page.evaluate("document.documentElement.dataset.text = '100'");
  });

  it('moves nothing of the camera when it lands on batteries that tell their time', async () => {
    const { camera, flight } = await loadWords(shown);
    const panel = page.getByRole('region', { name: flight.title, exact: true });
    const topPx = async () => {
      const box = await page.getByRole('region', { name: camera.title, exact: true }).boundingBox();
      return Math.round(box?.y ?? Number.NaN);
    };
    // It was a phone, and in large letters, until now.
    await laidOut(page);
    const before = await topPx();
    await client.sim.setClock({ paused: true });
    await client.sim.injectFault({ type: 'main_power_loss' });
    await client.sim.advanceClock({ seconds: 15 });
    await panel.getByRole('status').getByText(flight.states.SafetyLanding.name, { exact: true }).waitFor();
    await panel
      .getByText(/≈\d+ min/)
      .first()
      .waitFor();
    await becomes(topPx, before);
  });
});
