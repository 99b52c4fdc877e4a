import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { assertDescribedMessage } from './support/described.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly numbers: readonly number[];
}

/** In the hub: no message is repeated because a busy machine let its receiver stand for the ten seconds of an answer. */
const PATIENT = `const { timeout } = AbortSignal;
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, 180_000))`;

describe('webhooks of a hub', { skip: missingNatsServer() }, () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(PATIENT)}`;
  const hub = new HubProcess(['--webhooks-allow-networks', '127.0.0.1'], { NODE_OPTIONS: preload });
  const received: Received[] = [];
  /** Status of the next answers, then 204; 0: none. */
  let statuses: number[] = [];
  let receiver: Server;
  let url = '';
  let station: TestStation;
  const event = async () => {
    station.journal.seal(1, 'link.up', {});
    await station.sendAll();
  };
  const numbers = () => received.flatMap((one) => one.numbers);
  before(async () => {
    receiver = createServer(async (request, response) => {
      const text = Buffer.concat(await Array.fromAsync(request)).toString();
      const { data } = JSON.parse(text) as { data: { events?: readonly FleetEvent[] } };
      const status = statuses.shift() ?? 204;
      received.push({ headers: request.headers, text, numbers: data.events?.map(({ n }) => n) ?? [] });
      if (status > 0) response.writeHead(status, { Location: `${url}/elsewhere` }).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    await hub.start();
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
  });
  after(async () => {
    await station?.connection?.close();
    receiver.closeAllConnections();
    receiver.close();
    await hub[Symbol.asyncDispose]();
  });

  let id = '';
  let key: Buffer;
  const shown = async (): Promise<Answer> =>
    (await hub.ask('webhooks')).body.webhooks.find((one: { id: string }) => one.id === id);

  it('post events in order, signed with a secret that is shown once, and can be tested', async () => {
    const { body, status } = await hub.ask('webhooks', { body: { url, after: 0 } });
    assert.equal(status, 201);
    id = body.webhook.id;
    key = Buffer.from(body.secret.replace('whsec_', ''), 'base64');
    await event();
    await until('the events', () => numbers().length === 2);
    assert.deepEqual(numbers(), [1, 2]);
    const { headers, text } = received[0] as Received;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60);
    assert.ok(!JSON.stringify((await hub.ask('webhooks')).body).includes('whsec_'));
    const tested = await hub.ask(`webhooks/${id}/test`, { method: 'POST' });
    assert.deepEqual([tested.status, tested.body.delivered, tested.body.outcome], [200, true, '204']);
    const messages = received.map((one) => JSON.parse(one.text));
    // A slow machine sends the two events apart.
    assert.deepEqual([...new Set(messages.map(({ type }) => type))], ['fleet.events', 'fleet.test']);
    for (const message of messages) assertDescribedMessage('fleet.webhook', message.type.slice(6), message);
  });

  it('repeat a message that was not taken, the same one, and go on with what came meanwhile', async () => {
    received.length = 0;
    statuses = [500, 302];
    await event();
    await until('the failure', () => received.length >= 1);
    await event();
    await until('the events', () => numbers().at(-1) === 4);
    assert.deepEqual(
      received.map((one) => one.numbers),
      [[3], [3], [3], [4]],
    );
    assert.equal(new Set(received.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size, 1);
    const { deliveries } = (await hub.ask(`webhooks/${id}/deliveries`)).body;
    assert.deepEqual(
      deliveries.slice(0, 4).map(({ attempt, first, outcome }: Answer) => [first, attempt, outcome]),
      [
        [4, 1, '204'],
        [3, 3, '204'],
        [3, 2, '302: redirects are not followed'],
        [3, 1, '500'],
      ],
    );
    assert.equal((await shown()).after, 4);
  });

  it('stop at an address that is gone, and go on from their number when resumed', async () => {
    received.length = 0;
    statuses = [410];
    await event();
    await until('the pause', async () => (await shown()).state === 'paused');
    await event();
    statuses = [];
    assert.equal((await hub.ask(`webhooks/${id}/resume`, { method: 'POST' })).status, 204);
    await until('the events', () => numbers().at(-1) === 6);
    assert.deepEqual([...new Set(numbers())], [5, 6]);
  });

  it('go to no private address, take no nonsense, and only an administrator sees them', async () => {
    const add = async (body: object) => (await hub.ask('webhooks', { body })).body;
    const { webhook } = await add({ url: url.replace('127.0.0.1', '127.0.0.2'), severity: 'Fatal' });
    const { body } = await hub.ask(`webhooks/${webhook.id}/test`, { method: 'POST' });
    assert.deepEqual([body.delivered, /^127\.0\.0\.2 is not a public address/.test(body.outcome)], [false, true]);
    assert.equal((await hub.ask(`webhooks/${webhook.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await hub.ask(`webhooks/${webhook.id}/deliveries`)).body.code, 'NOT_FOUND');
    assert.equal((await add({ url: 'file:///etc/passwd' })).code, 'INVALID_REQUEST');
    assert.equal((await add({ url: 'https://a:b@hub.example/' })).code, 'INVALID_REQUEST');
    const { body: made } = await hub.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    assert.equal((await hub.ask('webhooks', { key: made.secret })).body.code, 'INSUFFICIENT_SCOPE');
    const { entries } = (await hub.ask('audit?limit=20')).body;
    assert.ok(entries.some(({ what }: Answer) => what === 'fleet.webhooks.remove'));
  });

  it('lose nothing when the hub is killed while a receiver has the message and has not answered', async () => {
    received.length = 0;
    statuses = [0];
    await event();
    await until('the message', () => received.length === 1);
    assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
    await hub.start();
    await until('the message again', () => received.length === 2);
    assert.deepEqual(received[1]?.numbers, received[0]?.numbers);
    await until('its note', async () => (await shown()).after === received[1]?.numbers.at(-1));
  });
});
