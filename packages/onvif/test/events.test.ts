import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

const FLYING = '<wsnt:Topic>tns1:Device/Trigger/DigitalInput</wsnt:Topic>';

describe('events by ONVIF', () => {
  const signed = (device: TestDevice, call: string, user = 'admin') => {
    const password = device.users.find(user)?.password ?? '';
    return soapMessage(call, securityHeader({ user, password, createdMs: device.station.clock.nowUs() / 1000 }));
  };
  const subscribe = async (device: TestDevice, content = '', user = 'admin') => {
    const { text } = await post(device.url, signed(device, `tev:CreatePullPointSubscription ${content}`, user));
    return /<wsa:Address>(.*?)</.exec(text)?.[1] ?? text;
  };
  const messages = (text: string): readonly string[] =>
    [
      ...text.matchAll(
        /PropertyOperation="(\w+)">(?:<tt:Source\/>|<tt:Source><tt:SimpleItem Name="\w+" Value="(\w+)"\/><\/tt:Source>)<tt:Data><tt:SimpleItem Name="\w+" Value="(\w+)"/g,
      ),
    ].map(([, operation, source = '-', value]) => `${operation} ${source} ${value}`);

  it('begin with the state of all properties, then come the moment that one changes', async () => {
    await using device = await TestDevice.start();
    const manager = await subscribe(device);
    const first = await post(manager, signed(device, 'tev:PullMessages'));
    assert.deepEqual(messages(first.text), ['Initialized flying false', 'Initialized - false']);
    const pulled = post(manager, signed(device, 'tev:PullMessages <Timeout>PT60S</Timeout>'));
    await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
    const second = await post(manager, signed(device, 'tev:PullMessages'));
    assert.match(second.text, /UnableToGetMessages/);
    device.station.takeOff();
    assert.deepEqual(messages((await pulled).text), ['Changed flying true']);
    assert.match((await post(manager, signed(device, 'wsnt:Unsubscribe'))).text, /UnsubscribeResponse/);
    assert.equal(device.station.listenerCount, 0);
  });

  it('survive a connection that is lost in the middle of a pull', async () => {
    await using device = await TestDevice.start();
    const manager = await subscribe(device);
    await post(manager, signed(device, 'tev:PullMessages'));
    const body = signed(device, 'tev:PullMessages <Timeout>PT60S</Timeout>');
    const socket = connect(device.server.port, '127.0.0.1');
    socket.write(
      `POST ${new URL(manager).pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
    socket.destroy();
    await until('the pull to end', () => !device.server.hasWaitingPull || undefined);
    device.station.takeOff();
    assert.deepEqual(messages((await post(manager, signed(device, 'tev:PullMessages'))).text), ['Changed flying true']);
  });

  it('end by themselves when they are not pulled, and the station is not observed any more', async () => {
    await using device = await TestDevice.start();
    const manager = await subscribe(device, '<InitialTerminationTime>PT60S</InitialTerminationTime>');
    device.station.clock.advance(59);
    assert.equal((await post(manager, signed(device, 'tev:PullMessages'))).status, 200);
    device.station.clock.advance(59);
    assert.match(
      (await post(manager, signed(device, 'wsnt:Renew <TerminationTime>PT90S</TerminationTime>'))).text,
      /TerminationTime/,
    );
    device.station.clock.advance(91);
    assert.equal(device.station.listenerCount, 0);
    assert.match((await post(manager, signed(device, 'tev:PullMessages'))).text, /ResourceUnknown/);
  });

  it('answer a pull without messages at its timeout', async () => {
    await using device = await TestDevice.start();
    const manager = await subscribe(
      device,
      '<Filter><TopicExpression>tns1:Device/HardwareFailure//.|tns1:Device/Nothing</TopicExpression></Filter>',
    );
    assert.equal(messages((await post(manager, signed(device, 'tev:PullMessages'))).text).length, 1);
    const pulled = post(manager, signed(device, 'tev:PullMessages <Timeout>PT30S</Timeout>'));
    await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
    device.station.takeOff();
    device.station.clock.advance(30);
    assert.deepEqual(messages((await pulled).text), []);
    assert.doesNotMatch((await pulled).text, new RegExp(FLYING));
  });

  it('are bounded for each user, and are the user’s own', async () => {
    await using device = await TestDevice.start();
    const call =
      'tds:CreateUsers <User><Username>vms</Username><Password>a long password</Password><UserLevel>User</UserLevel></User>';
    await post(device.url, signed(device, call));
    const managers = [];
    for (let count = 0; count < 10; count += 1) managers.push(await subscribe(device));
    const [oldest = ''] = managers;
    assert.match(await subscribe(device), /MaxPullPoints/);
    assert.match(await subscribe(device, '', 'vms'), /^http/);
    assert.match((await post(oldest, signed(device, 'tev:PullMessages', 'vms'))).text, /ResourceUnknown/);
    for (const manager of managers.slice(1)) {
      await post(manager, signed(device, 'wsnt:Renew <TerminationTime>PT300S</TerminationTime>'));
    }
    device.station.clock.advance(59);
    await post(oldest, signed(device, 'tev:PullMessages'));
    device.station.clock.advance(2);
    assert.match(await subscribe(device), /^http/);
    assert.equal((await post(oldest, signed(device, 'tev:SetSynchronizationPoint'))).status, 200);
  });
});
