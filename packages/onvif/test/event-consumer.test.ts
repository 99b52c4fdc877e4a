import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { pushEvents } from '../src/events/event-consumer.ts';
import { announcement, EventFilter, EventSubscription } from '../src/events/subscription.ts';
import { Consumer } from './support/consumer.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

describe('events that are sent', () => {
  const ask = async (device: TestDevice, call: string, url = device.url) => {
    device.station.clock.advance(0.02);
    const createdMs = device.station.clock.nowUs() / 1000;
    return post(url, soapMessage(call, securityHeader({ user: 'admin', password: device.password, createdMs })));
  };
  const subscribe = async (device: TestDevice, url: string, more = '') => {
    const reference = `<ConsumerReference><Address>${url}</Address></ConsumerReference>`;
    const { text } = await ask(device, `wsnt:Subscribe ${reference}${more}`);
    return /<wsnt:SubscriptionReference><wsa:Address>(.*?)</.exec(text)?.[1] ?? text;
  };

  it('begin with all states, then come at each change, until it is unsubscribed', async () => {
    await using device = await TestDevice.start();
    await using consumer = await Consumer.start();
    const manager = await subscribe(device, consumer.url);
    await until('the first states', () => consumer.notified.length === 1);
    assert.match(consumer.notified[0] ?? '', /<wsnt:Notify>.*Initialized.*flying.*Initialized/);
    device.station.takeOff();
    await until('the change', () => consumer.notified.length === 2);
    assert.match(consumer.notified[1] ?? '', /Changed.*flying.*Value="true"/);
    assert.match((await ask(device, 'tev:SetSynchronizationPoint', manager)).text, /SetSynchronizationPointResponse/);
    await until('all states again', () => consumer.notified.length === 3);
    assert.match((await ask(device, 'tev:PullMessages', manager)).text, /messages of this subscription are sent/);
    assert.match(
      (await ask(device, 'wsnt:Renew <TerminationTime>PT5M</TerminationTime>', manager)).text,
      /TerminationTime/,
    );
    await ask(device, 'wsnt:Unsubscribe', manager);
    assert.equal(device.station.listenerCount, 0);
  });

  it('go to the subscriber alone: a station sends no request to an address that a client names', async () => {
    await using device = await TestDevice.start();
    const forged = {
      'http://10.0.0.1:8080/': /at the address of the subscriber, 127.0.0.1/,
      'http://localhost:8080/': /at the address of the subscriber/,
      'http://127.0.0.1:22/': /must be 80 or at least 1024, got 22/,
      'https://127.0.0.1:8443/': /must be an address http/,
      'http://admin:secret@127.0.0.1:8080/': /must be an address http/,
      'file:///etc/passwd': /must be an address http/,
      [`http://127.0.0.1:8080/${'a'.repeat(600)}`]: /at most 512 characters/,
      '': /ConsumerReference\/Address is missing/,
    };
    for (const [url, reason] of Object.entries(forged)) assert.match(await subscribe(device, url), reason);
    assert.equal(device.station.listenerCount, 0);
  });

  it('end at their time, and with a consumer that takes none of three tries', async () => {
    await using device = await TestDevice.start();
    await using consumer = await Consumer.start();
    await subscribe(device, consumer.url, '<InitialTerminationTime>PT60S</InitialTerminationTime>');
    await until('the first states', () => consumer.notified.length === 1);
    device.station.clock.advance(62);
    assert.equal(device.station.listenerCount, 0);
    consumer.notified.length = 0;
    // A redirect is not followed.
    consumer.answer = (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    await subscribe(device, consumer.url);
    await until('the end', () => {
      device.station.clock.advance(0.5);
      return device.station.listenerCount === 0;
    });
    assert.equal(consumer.notified.length, 3);
  });

  it('wait for a slow consumer in one bounded queue, and never in a second request', async () => {
    await using device = await TestDevice.start();
    await using consumer = await Consumer.start();
    const held: ServerResponse[] = [];
    consumer.answer = (response) => void held.push(response);
    const manager = await subscribe(device, consumer.url);
    await until('the first states', () => held.length === 1);
    // All of them in less of the device's time than the consumer has for an answer.
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => ask(device, 'tev:SetSynchronizationPoint', manager)));
    }
    assert.equal(held.length, 1);
    consumer.answer = (response) => response.writeHead(200).end();
    held[0]?.writeHead(200).end();
    await until('the rest', () => consumer.notified.length === 11);
    const messages = consumer.notified
      .slice(1)
      .join('')
      .match(/<wsnt:NotificationMessage>/g);
    assert.equal(messages?.length, 1000);
  });

  it('leave nothing behind, however many were sent', async () => {
    await using consumer = await Consumer.start();
    const given = { id: 'one', user: 'admin', filter: new EventFilter({}), lifetimeMs: 60_000, nowMs: 0 };
    const subscription = new EventSubscription({ ...given, isPushed: true });
    const pushed = pushEvents(subscription, new URL(consumer.url), new VirtualClock());
    for (let count = 1; count <= 20; count += 1) {
      subscription.add(announcement('Media/ProfileChanged', { source: [['Token', String(count)]], data: [] }, 0));
      await until('the message', () => consumer.notified.length === count);
    }
    const listeners = getEventListeners(subscription.ended, 'abort').length;
    assert.ok(listeners < 3, `${listeners} wait for the end`);
    subscription.end();
    await pushed;
  });
});
