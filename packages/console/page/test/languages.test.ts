import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '@kitestring/console-ui/languages.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import { loadWords } from '../src/words/words.ts';
import { BROWSERS, ConsoleUnderTest } from './support/console-page.ts';
import { hold } from './support/presses.ts';

const FAST = 20;
describe('the page in every language', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { KITESTRING_SIM_SPEED: String(FAST) } });
    client = console.client();
    await client.sim.setWind({ speed_mps: 0, turbulence: 'none' });
  });
  after(() => console[Symbol.asyncDispose]());

  for (const [index, language] of LANGUAGES.entries()) {
    it(`loads, signs in, flies and alarms in the language of the browser, and loads again in another: ${language}`, async () => {
      const words = await loadWords(language);
      const { theme, ...browser } = BROWSERS[language];
      const page = await console.open({ ...browser, preferences: { theme }, isSignedIn: false, hasPicture: false });
      await page.getByRole('heading', { name: words.shell.signIn.title }).waitFor();
      await page.getByLabel(words.shell.signIn.key, { exact: true }).fill(TEST_API_KEY);
      await page.getByRole('button', { name: words.shell.signIn.submit }).click();

      const flight = page.getByRole('region', { name: words.flight.title, exact: true });
      const shows = (state: keyof typeof words.flight.states) =>
        flight.getByRole('status').getByText(words.flight.states[state].name, { exact: true });
      await shows('StandBy').waitFor();
      await client.sim.setClock({ paused: true });
      await hold(flight.getByRole('button', { name: words.flight.takeOff }), shows('TakingOff'));
      await client.sim.setClock({ paused: false });
      await shows('Flying').waitFor();

      await client.sim.injectFault({ type: 'secondary_autopilot' });
      const alarms = page.getByRole('region', { name: words.notifications.strip });
      await alarms.getByText(words.notifications.severities.Critical).first().waitFor();
      await page.locator('[data-sounding]').waitFor();
      // On the tab until it is silenced.
      await becomes(() => page.title().then((title) => title.startsWith('● ')), true);
      await alarms.getByRole('button', { name: words.notifications.sound.acknowledgeHint }).click();
      await becomes(() => page.title().then((title) => title.includes('●')), false);
      await client.sim.clearFaults();

      const other = LANGUAGES[(index + 1) % LANGUAGES.length] ?? 'en';
      const others = await loadWords(other);
      await page.getByRole('button', { name: words.shell.settings }).click();
      await page.getByRole('button', { name: new RegExp(words.shell.language) }).click();
      await page.getByRole('option', { name: LANGUAGE_NAMES[other], exact: true }).click();
      await page.getByRole('region', { name: others.flight.title, exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: others.shell.signIn.title }).waitFor();

      await client.flight.land();
      await client.topic('flight/state').until(({ flight_state }) => flight_state === 'StandBy');
      await page.context().close();
      assert.deepEqual(console.complaints, []);
    });
  }
});
