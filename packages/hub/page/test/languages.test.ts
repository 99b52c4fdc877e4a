import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BROWSERS, patientRequests } from '@kitestring/console-page/test/support/console-page.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '@kitestring/console-ui/languages.ts';
import { missingChromium, sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import type { Browser } from 'playwright-core';
import { loadWords } from '../src/words/words.ts';
import { ScriptedHub } from './support/scripted-hub.ts';
import { FLEET, NO_ALARMS, SEEN } from './support/thousand-stations.ts';

describe('the page of a hub in every language', { skip: await missingChromium() }, () => {
  const ended = new AsyncDisposableStack();
  let browser: Browser;
  let hub: ScriptedHub;
  before(async () => {
    hub = ended.use(await ScriptedHub.start());
    const [station] = FLEET;
    assert.ok(station);
    hub.stations = [{ ...station, flight_state: 'Flying', alarms: { ...NO_ALARMS, critical: 1 } }];
    hub.alarms = [{ id: '1', sid: station.sid, code: 30030, severity: 'Critical', message: 'Torn.', began: SEEN }];
    ({ browser } = ended.use(await sharedBrowser()));
  });
  after(() => ended.disposeAsync());

  for (const [index, language] of LANGUAGES.entries()) {
    it(`loads, signs in, shows flight and alarm in the language of the browser, and loads again in another: ${language}`, async () => {
      hub.isSignedIn = false;
      const words = await loadWords(language);
      const { theme, ...look } = BROWSERS[language];
      const context = await browser.newContext(look);
      await context.addInitScript(patientRequests);
      await context.addInitScript(`localStorage['kitestring.preferences'] ??= '${JSON.stringify({ theme })}'`);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(hub.url);
      await page.getByRole('heading', { name: words.signIn.title }).waitFor();
      await page.getByLabel(words.signIn.key, { exact: true }).fill('a key');
      await page.getByRole('button', { name: words.signIn.submit, exact: true }).click();
      await page.getByText(words.states.flight.Flying).first().waitFor();
      await page.getByRole('navigation', { name: words.shell.sections }).locator('[href$=alarms]').click();
      await page.getByRole('article', { name: 'Torn.' }).getByText(words.severities.Critical).waitFor();

      const other = LANGUAGES[(index + 1) % LANGUAGES.length] ?? 'en';
      const others = await loadWords(other);
      await page.getByRole('button', { name: words.shell.settings }).click();
      await page.getByRole('button', { name: new RegExp(words.shell.language) }).click();
      await page.getByRole('option', { name: LANGUAGE_NAMES[other], exact: true }).click();
      await page.reload();
      await page.getByRole('navigation', { name: others.shell.sections }).waitFor();
      await context.close();
      assert.deepEqual(complaints, []);
    });
  }
});
