import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { missingChromium } from '@kitestring/testing/browser.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest } from './support/console-page.ts';
import { OperatorPage } from './support/operator-page.ts';
import { otherClient } from './support/other-client.ts';

/** The page asks for nothing less often than every 15 s. */
const QUIET_S = 31;

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
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByText('OK', { exact: true }).nth(1).waitFor();
  });

  it('asks the station less than once in two seconds while nothing happens', async () => {
    const operator = await OperatorPage.open(console, 'Anna');
    await operator.withClock();
    const { page } = operator;
    await using client = otherClient(console.station.url);
    const pageS = () => page.evaluate(() => performance.now() / 1000);
    const asked: string[] = [];
    let isBegun = false;
    const again: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // What is asked for the first time belongs to the page's beginning, which takes longer on a busy machine.
      if (isBegun && asked.includes(pathname)) again.push(pathname);
      asked.push(pathname);
    });
    await page.waitForRequest('**/health');
    const beganS = await pageS();
    isBegun = true;
    // The page and the station are a second older each time, and the states of that second have come.
    for (let second = 0; second < QUIET_S; second += 1) {
      await client.sim.advanceClock({ seconds: 1 });
      await page.clock.runFor(1000);
    }
    const perS = again.length / ((await pageS()) - beganS);
    assert.ok(again.some((path) => path.endsWith('/health')));
    assert.ok(perS < 0.5, `${perS.toFixed(2)} a second: ${again.join(' ')}`);
  });

  it('sends the position of the browser with the request for control, when the operator wants it', async () => {
    const page = await console.open();
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 38.9, longitude: -77, accuracy: 12 });
    await page.getByRole('link', { name: /^In control:/ }).click();
    await page.getByText('Send my position').click();
    // What is announced is that it is known, once; its figures change with every fix.
    await page.getByRole('status').getByText('Position known.').waitFor();
    await page.getByText('38.90000°, -77.00000° ± 12 m').waitFor();
    assert.equal(await page.getByRole('status').getByText('38.9').count(), 0);
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
