import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { Discovery } from '../src/discovery/discovery.ts';
import { readXml, textAt } from '../src/soap/read-xml.ts';
import { question } from './support/probe.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

/** A client on this machine, and what it was answered. */
class Seeker implements Disposable {
  readonly answers: string[] = [];
  readonly #socket: Socket = createSocket('udp4');
  readonly #device: TestDevice;

  constructor(device: TestDevice) {
    this.#device = device;
    this.#socket.on('message', (bytes) => this.answers.push(String(bytes)));
  }

  send(datagram: string | Uint8Array): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#socket.send(datagram, this.#device.server.discoveryPort ?? 0, '127.0.0.1', resolve);
    return promise;
  }

  /** Sends these, then a probe that is answered: datagrams of one sender stay in order. @returns their answers */
  async ask(...datagrams: (string | Uint8Array)[]): Promise<readonly string[]> {
    this.answers.length = 0;
    for (const datagram of datagrams) await this.send(datagram);
    await this.send(question('<Probe/>', 'urn:uuid:last'));
    await until('the last answer', () => {
      this.#device.station.clock.advance(0.5);
      return this.answers.some((answer) => answer.includes('urn:uuid:last')) || undefined;
    });
    return this.answers.filter((answer) => !answer.includes('urn:uuid:last'));
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

describe('WS-Discovery', () => {
  it('answers a probe for a camera with its address, within the time that the specification gives', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    using seeker = new Seeker(device);
    const types = '<Types xmlns:any="http://www.onvif.org/ver10/network/wsdl">any:NetworkVideoTransmitter</Types>';
    const scope = '<Scopes>onvif://www.onvif.org/name</Scopes>';
    for (const body of ['<Probe/>', `<Probe>${types}<Scopes/></Probe>`, `<Probe>${scope}</Probe>`]) {
      const [answer = '', ...more] = await seeker.ask(question(body, 'urn:uuid:2'));
      assert.equal(more.length, 0);
      const match = readXml(Buffer.from(answer));
      assert.equal(textAt(match, 'Header', 'RelatesTo'), 'urn:uuid:2');
      const found = ['Body', 'ProbeMatches', 'ProbeMatch'] as const;
      assert.equal(textAt(match, ...found, 'XAddrs'), device.url);
      assert.match(textAt(match, ...found, 'Scopes') ?? '', /onvif:\/\/www.onvif.org\/name\/tower/);
      assert.deepEqual(answer.match(/Profile\/\w+/g), ['Profile/M', 'Profile/S']);
    }
  });

  it('answers to its own name, and not to questions about others', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    using seeker = new Seeker(device);
    const [probed = ''] = await seeker.ask(question('<Probe/>', 'urn:uuid:2'));
    const own = /<a:Address>(.*?)</.exec(probed)?.[1] ?? '';
    const resolve = (name: string) =>
      question(`<Resolve><w:EndpointReference><w:Address>${name}</w:Address></w:EndpointReference></Resolve>`);
    assert.match((await seeker.ask(resolve(own)))[0] ?? '', /ResolveMatch>.*XAddrs/);
    const others = [
      resolve('urn:uuid:another'),
      question('<Probe><Types>Printer</Types></Probe>'),
      question('<Probe><Scopes>onvif://www.onvif.org/name/tow</Scopes></Probe>'),
      question('<Probe><Scopes MatchBy="http://example.com/ldap">onvif://www.onvif.org/name</Scopes></Probe>'),
      question('<Hello/>'),
    ];
    assert.deepEqual(await seeker.ask(...others), []);
  });

  it('is silent to hostile datagrams', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    using seeker = new Seeker(device);
    const probe = question('<Probe/>');
    const hostile = [
      `<!DOCTYPE a [<!ENTITY b "bbbb">]>${probe}`,
      probe.replace('<Probe/>', `<Probe>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</Probe>`),
      `${probe}${' '.repeat(5000)}`,
      Buffer.from([0xff, 0xfe]),
      '',
      probe.replaceAll('MessageID', 'Message'),
    ];
    assert.deepEqual(await seeker.ask(...hostile), []);
    assert.deepEqual(device.bugs, []);
  });

  for (const [name, port, isLate] of [
    ['from a forged port, to which nothing can be sent', 0, false],
    ['that comes while it says goodbye', 3702, true],
  ] as const) {
    it(`answers no probe ${name}`, async () => {
      const sockets: Socket[] = [];
      const made = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
      const device = () => ({ endpoint: 'urn:uuid:1', scopes: [], addresses: ['http://127.0.0.1/'] });
      const realClock = new VirtualClock();
      subscribe('udp.socket', made);
      const deps = { device, isDiscoverable: () => true, realClock, log: SILENT_LOG };
      const discovery = await Discovery.open(deps, { host: '127.0.0.1', port: 0 });
      unsubscribe('udp.socket', made);
      const ended = isLate ? discovery?.[Symbol.asyncDispose]() : undefined;
      sockets[0]?.emit('message', Buffer.from(question('<Probe/>')), { address: '127.0.0.1', family: 'IPv4', port });
      await ended;
      realClock.advance(1);
      if (!isLate) await discovery?.[Symbol.asyncDispose]();
      assert.equal(sockets.length, 1);
    });
  }

  it('amplifies nothing: a source gets ten answers a second', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    using seeker = new Seeker(device);
    for (let count = 0; count < 50; count += 1) await seeker.send(question('<Probe/>'));
    await until('ten answers', () => {
      device.station.clock.advance(0.05);
      return seeker.answers.length >= 10 || undefined;
    });
    const [answer = ''] = seeker.answers;
    assert.ok(answer.length < 1500, `${answer.length} bytes fit into one packet`);
    device.station.clock.advance(0.5);
    await seeker.ask();
    // The time that this test itself let pass, 0.5 s at least, is worth further ones.
    assert.ok(seeker.answers.length <= 25, String(seeker.answers.length));
  });

  it('can be switched off by an administrator, and stays off', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    using seeker = new Seeker(device);
    const admin = (call: string) => {
      const createdMs = device.station.clock.nowUs() / 1000;
      return post(
        device.url,
        soapMessage(call, securityHeader({ user: 'admin', password: device.password, createdMs })),
      );
    };
    const mode = async (to: string) => (await admin(`tds:SetDiscoveryMode <DiscoveryMode>${to}</DiscoveryMode>`)).text;
    assert.match((await admin('tds:GetDiscoveryMode')).text, />Discoverable</);
    await mode('NonDiscoverable');
    assert.match((await admin('tds:GetDiscoveryMode')).text, />NonDiscoverable</);
    await seeker.send(question('<Probe/>', 'urn:uuid:unheard'));
    assert.match(await mode('sometimes'), /DiscoveryMode must be Discoverable or NonDiscoverable/);
    await mode('Discoverable');
    device.station.clock.advance(1);
    assert.deepEqual(await seeker.ask(), []);
  });

  it('is off without its port', async () => {
    await using device = await TestDevice.start();
    assert.equal(device.server.discoveryPort, undefined);
    const createdMs = device.station.clock.nowUs() / 1000;
    const { text } = await post(
      device.url,
      soapMessage(
        'tds:SetDiscoveryMode <DiscoveryMode>Discoverable</DiscoveryMode>',
        securityHeader({ user: 'admin', password: device.password, createdMs }),
      ),
    );
    assert.match(text, /OperationProhibited.*onvif.discovery/);
  });
});
