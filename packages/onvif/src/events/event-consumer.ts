import { isIP } from 'node:net';
import { shownAddress } from '@kitestring/base/client-address.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { nodeHttp } from '@kitestring/web/http';
import { envelope } from '../soap/envelope.ts';
import { element, xml } from '../soap/markup.ts';
import { MEDIA_TYPE } from '../soap/namespaces.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import type { EventSubscription } from './subscription.ts';

const ACTION = 'http://docs.oasis-open.org/wsn/bw-2/NotificationConsumer/Notify';
const MESSAGES_MAX = 100;
const ADDRESS_MAX = 512;
const WITHIN_US = 15 * US_PER_S;
const TRIES = 3;
const AGAIN_US = US_PER_S;
/** Ports of services of a machine that are no consumer of events. */
const FIRST_PORT = 1024;
const WEB_PORT = 80;

/**
 * The address to which a subscriber wants its events: its own, or the station would send requests to whom it names.
 * @param client address of the subscriber @throws SoapFault
 */
export function consumerAddress(text: string, client: string): URL {
  const url = text.length <= ADDRESS_MAX ? URL.parse(text) : null;
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '')
    throw argumentFault(
      `ConsumerReference must be an address http://HOST:PORT/PATH of at most ${ADDRESS_MAX} characters`,
    );
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 || shownAddress(host) !== shownAddress(client))
    throw argumentFault(`ConsumerReference must be at the address of the subscriber, ${shownAddress(client)}`);
  const port = url.port === '' ? WEB_PORT : Number(url.port);
  if (port !== WEB_PORT && port < FIRST_PORT)
    throw argumentFault(`the port of ConsumerReference must be ${WEB_PORT} or at least ${FIRST_PORT}, got ${port}`);
  return url;
}

/** Sends the messages of a subscription to its consumer, one request at a time, until it ends. Resolves then, or when the consumer takes none. */
export async function pushEvents(subscription: EventSubscription, consumer: URL, realClock: Clock): Promise<void> {
  const { ended } = subscription;
  while (!ended.aborted) {
    await subscription.wait(ended, () => () => {});
    const messages = subscription.take(MESSAGES_MAX).map(({ message }) => message);
    if (messages.length === 0) continue;
    const text = envelope({ version: '1.2', action: ACTION }, element('wsnt:Notify', xml`${messages}`));
    if (!(await isDelivered(consumer, text, { ended, realClock }))) return;
  }
}

async function isDelivered(
  consumer: URL,
  text: string,
  { ended, realClock }: { readonly ended: AbortSignal; readonly realClock: Clock },
): Promise<boolean> {
  for (let tried = 1; !ended.aborted; tried += 1) {
    if (await isTaken(consumer, text, { ended, realClock })) return true;
    if (tried === TRIES) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = realClock.schedule(realClock.nowUs() + AGAIN_US, () => resolve());
    const over = () => resolve();
    ended.addEventListener('abort', over, { once: true });
    await promise;
    ended.removeEventListener('abort', over);
    cancel();
  }
  return false;
}

/** A consumer that reads or answers slowly is cut off; its answer is not read, and no redirect is followed. */
async function isTaken(
  consumer: URL,
  text: string,
  { ended, realClock }: { readonly ended: AbortSignal; readonly realClock: Clock },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = new AbortController();
  const cancel = realClock.schedule(realClock.nowUs() + WITHIN_US, () => late.abort());
  const body = Buffer.from(text);
  const headers = { 'Content-Type': MEDIA_TYPE['1.2'], 'Content-Length': body.length };
  const signal = AbortSignal.any([ended, late.signal]);
  const request = nodeHttp.request(consumer, { method: 'POST', headers, signal, agent: false }, (response) => {
    const { statusCode = 0 } = response;
    response.destroy();
    resolve(statusCode >= 200 && statusCode < 300);
  });
  request.once('error', () => resolve(false));
  request.end(body);
  return promise.finally(cancel);
}
