import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import { ConsoleUnderTest } from './support/console-page.ts';
import { otherClient } from './support/other-client.ts';

describe('the page on a station of API 1.0.0', { skip: await missingChromium() }, () => {
  it('flies as ever, without what the version does not have', async () => {
    const env = { KITESTRING_API_VERSION: '1.0.0', KITESTRING_SIM_SPEED: '20' };
    await using console = await ConsoleUnderTest.start({ env });
    const page = await console.open();
    const flight = page.getByRole('region', { name: 'Flight', exact: true });
    const term = (name: string) => flight.getByRole('term').getByText(name, { exact: true });
    await term('Lids').waitFor();
    await becomes(() => flight.getByRole('button', { name: 'Open lids' }).count(), 0);
    await becomes(() => term('Parking brake').count(), 0);
    await page.getByRole('link', { name: 'System' }).click();
    const system = page.getByRole('region', { name: 'System', exact: true });
    for (const text of ['RTB', '1.0.0']) await system.getByText(text, { exact: true }).waitFor();
    await using client = otherClient(console.station.url);
    await client.flight.takeOff();
    await flight.getByRole('status').getByText('Flying', { exact: true }).waitFor();
    await flight.getByRole('button', { name: 'Land' }).waitFor();
    await client.flight.land();
    await flight.getByRole('status').getByText('Standby', { exact: true }).waitFor();
    assert.deepEqual(console.complaints, []);
  });
});
