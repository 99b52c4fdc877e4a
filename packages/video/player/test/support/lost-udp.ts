/** A network that loses every UDP packet between a page and the station, whichever browser it is and whatever it heeds. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Page } from 'playwright-core';

/** Foundation, component and transport, priority and address; then the port. */
const CANDIDATE_PORT = /^(a=candidate:\S+ \d+ udp \d+ \S+) \d+/gim;

/**
 * The station answers offers with the one address that browsers are to send to; the page is given a port in its place
 * where all is taken and nothing is answered.
 * @returns how many packets have been lost so far; `end` ends the loss, but mends no answer that was given
 */
export async function loseUdp(page: Page): Promise<AsyncDisposable & { lost(): number; end(): Promise<void> }> {
  let lost = 0;
  const hole = createSocket('udp4', () => {
    lost += 1;
  });
  hole.bind(0, '127.0.0.1');
  await once(hole, 'listening');
  const { port } = hole.address();
  await page.route(
    (url) => url.pathname.endsWith('/whep'),
    async (route) => {
      const response = await route.fetch();
      const answer = await response.text();
      await route.fulfill({ response, body: answer.replaceAll(CANDIDATE_PORT, `$1 ${port}`) });
    },
  );
  const end = () => page.unrouteAll({ behavior: 'ignoreErrors' });
  return {
    lost: () => lost,
    end,
    async [Symbol.asyncDispose]() {
      await end();
      hole.close();
    },
  };
}
