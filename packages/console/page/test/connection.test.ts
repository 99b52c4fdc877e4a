import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, signIn, structureFaults } from './support/console-page.ts';
import { button, panel, shows } from './support/flight-panel.ts';

const FAST = 20;

/** Passes requests on, but no upgrade: as a proxy that was set up for web pages alone. @returns its address, and what ends it */
async function naiveProxy(to: string) {
  const server = createServer((incoming, outgoing) => {
    const { connection: _, upgrade: __, ...headers } = incoming.headers;
    const passed = request(new URL(incoming.url ?? '/', to), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.dispose]: end };
}

describe('the page names what fails', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  before(async () => {
    console = await ConsoleUnderTest.start({ env: { KITESTRING_SIM_SPEED: String(FAST) } });
    client = console.client();
    await client.sim.setWind({ speed_mps: 0, turbulence: 'none' });
  });
  after(() => console[Symbol.asyncDispose]());

  it('a proxy that passes no WebSocket: the connection and the proxy, and never the Kite', async () => {
    using proxy = await naiveProxy(console.station.url);
    const page = await console.open({ url: proxy.url, hasPicture: false });
    await shows(page, 'No data yet').waitFor();
    const notice = page.getByText(/^Live connection down for \d+ s\. Data is stale, alarms may be missing\. A proxy /);
    await notice.waitFor();
    await button(page, 'Take off').and(page.locator('[aria-disabled=true]')).waitFor();
    assert.equal(await page.getByText('from the Kite').count(), 0);
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    const active = page.getByRole('region', { name: 'Active now' });
    await active.getByText('Waiting for data from the station.').first().waitFor();
    assert.equal(await active.getByText(/^No (?:alarm|active notifications)\.$/).count(), 0);
    await becomes(() => page.title().then((title) => title.includes('Station link lost')), true);
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    await page.context().close();
  });

  it('a session that ends in flight: title, sound, old marks, and the sign-in over a page that stays as it is', async () => {
    const page = await console.open({ hasPicture: false });
    await client.flight.takeOff();
    await shows(page, 'Flying').waitFor();
    await page.getByRole('link', { name: 'Control', exact: true }).click();
    await page.getByRole('region', { name: 'Control', exact: true }).waitFor();
    assert.deepEqual(await structureFaults(page), []);
    await endSession(page);
    await page.locator('[data-attention=signInEnded][data-heard=signInEnded]').waitFor({ state: 'attached' });
    await becomes(() => page.title(), '● Session ended in flight');
    await page.getByText(/^Session ended \d+ s ago\. Data is stale, new alarms are not shown\.$/).waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.locator('[data-figure=altitude] [data-stale]').first().waitFor();
    await panel(page).locator('[data-stale]').getByText('Flying').first().waitFor();
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
    await signIn(page);
    await becomes(() => page.title().then((title) => title.includes('●')), false);
    await page.getByRole('region', { name: 'Control', exact: true }).waitFor();
    await page.locator('[data-figure=altitude]:not(:has([data-stale]))').waitFor();
  });

  async function endSession(page: Page): Promise<void> {
    const { sessions } = await client.admin.listSessions();
    const own = sessions.filter(({ name }) => name === 'console').at(-1) ?? assert.fail('no session of a page');
    await client.admin.revokeSession({ id: own.id });
    await page.bringToFront();
  }
});
