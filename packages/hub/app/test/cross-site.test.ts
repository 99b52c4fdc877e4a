import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { missingChromium, type OpenBrowser, sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { HubProcess } from './support/hub-process.ts';

/** Attempts of a page to use the sign-in of its visitor at the hub. */
interface Attempts {
  /** Whether the answer of a change could be read. */
  readonly change: string;
  readonly read: string;
  readonly socket: string;
}

/** Runs in the page. */
async function attack(hub: string): Promise<Attempts> {
  const outcome = (request: Promise<Response>) => request.then(({ status }) => `read ${status}`).catch(() => 'blocked');
  const simple = {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'text/plain' },
    body: '{}',
  } as const;
  // Sent by the browser without asking the hub first; the answer is hidden from the page.
  await fetch(`${hub}/fleet/v1/enrolments`, { ...simple, mode: 'no-cors' });
  const socket = new Promise<string>((resolve) => {
    const opening = new WebSocket(`${hub.replace('http', 'ws')}/fleet/v1/live`);
    opening.onopen = () => resolve('open');
    opening.onerror = () => resolve('refused');
  });
  return {
    change: await outcome(
      fetch(`${hub}/fleet/v1/enrolments`, { ...simple, headers: { 'Content-Type': 'application/json' } }),
    ),
    read: await outcome(fetch(`${hub}/fleet/v1/stations`, { credentials: 'include' })),
    socket: await socket,
  };
}

describe('a page of another origin', { skip: missingNatsServer() || (await missingChromium()) }, () => {
  const hub = new HubProcess();
  // Another port of the same host is the same site: the browser sends the cookie along, SameSite or not.
  const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<p>page</p>'));
  let opened: OpenBrowser | undefined;
  let origin: string;
  before(async () => {
    await hub.start();
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    opened = await sharedBrowser();
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    site.closeAllConnections();
    site.close();
    await hub[Symbol.asyncDispose]();
  });

  it('changes and reads nothing with the sign-in of its visitor, in a real browser that sends the cookie', async () => {
    // The hub forbids its plain answers to load anything: that would stop its own page here as well.
    const context = await opened?.browser.newContext({ bypassCSP: true });
    assert.ok(context);
    try {
      const page = await context.newPage();
      // This answer has the hub's origin and no scripts: the page of the hub may load itself again at any time.
      await page.goto(`${hub.url}/fleet/v1/health`);
      const signIn = (key: string) =>
        fetch('/fleet/v1/session', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ api_key: key }),
        }).then(({ status }) => status);
      assert.equal(await page.evaluate(signIn, hub.key), 201);
      const invitations = async () => (await hub.ask('enrolments')).body.enrolments.length;
      // From its own origin the cookie does all of it.
      assert.deepEqual((await page.evaluate(attack, hub.url)).socket, 'open');
      const own = await invitations();
      assert.ok(own >= 1);
      const answers: string[] = [];
      page.on('response', (answer) => answers.push(`${answer.request().method()} ${answer.status()}`));
      await page.goto(origin);
      assert.deepEqual(await page.evaluate(attack, hub.url), { change: 'blocked', read: 'blocked', socket: 'refused' });
      assert.equal(await invitations(), own);
      // Refused as a foreign page with the cookie of a sign-in: without one it is 401.
      assert.ok(answers.includes('POST 403') && !answers.includes('POST 401'), answers.join());
      assert.equal((await context.cookies(hub.url)).find(({ name }) => name === 'ks')?.sameSite, 'Lax');
      assert.equal(await page.evaluate('document.cookie'), '', 'no script sees it');
    } finally {
      await context.close();
    }
  });
});
