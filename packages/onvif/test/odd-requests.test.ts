import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '@kitestring/lab-testing/until.ts';
import { readXml } from '../src/soap/read-xml.ts';
import { digestAnswer } from './support/digest.ts';
import { JPEG, TestDevice } from './support/scripted-camera.ts';
import { securityHeader, soapMessage } from './support/soap-client.ts';

const WSA = 'http://www.w3.org/2005/08/addressing';
const QUESTION = soapMessage('tds:GetHostname');
const withHeader = (header: string) => soapMessage('tds:GetHostname', header);
const mustUnderstand = (name: string, more = '') => `<x:${name} xmlns:x="urn:x" s:mustUnderstand="true" ${more}/>`;
const replyTo = (address: string, name = 'ReplyTo') =>
  `<w:MessageID xmlns:w="${WSA}">id-1</w:MessageID><w:${name} xmlns:w="${WSA}"><w:Address>${address}</w:Address></w:${name}>`;

interface OddRequest {
  readonly body?: string | Uint8Array;
  readonly headers?: readonly string[];
  readonly start?: string;
  /** Name of the addressee in the header; empty: none. */
  readonly host?: string;
}

/** All that comes by the connection of a request. */
async function answer(
  { server }: TestDevice,
  { body = '', headers = [], host = 'camera', start = 'POST /onvif/device_service HTTP/1.1' }: OddRequest,
): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  const own = [
    ...(host === '' ? [] : [`Host: ${host}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${[start, ...own, ...headers].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return received(socket);
}

async function received(socket: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const ANSWERED = /^HTTP\/1\.1 200 .*<tt:Name>tower</s;

/** Requests that clients may send, each with its answer. */
const REQUESTS: Readonly<Record<string, readonly [request: OddRequest, answer: RegExp]>> = {
  'a byte order mark': [{ body: `\ufeff${QUESTION}` }, ANSWERED],
  'UTF-16, little endian': [
    {
      body: utf16(`<?xml version="1.0" encoding="utf-16"?>${QUESTION}`),
      headers: ['Content-Type: application/soap+xml; charset=utf-16'],
    },
    ANSWERED,
  ],
  'UTF-16, big endian': [{ body: utf16(QUESTION).swap16() }, ANSWERED],
  'UTF-16, broken off': [{ body: utf16(QUESTION).subarray(0, -1) }, /^HTTP\/1\.1 400 .*ter:WellFormed/s],
  'Latin-1': [
    { body: Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?><!--\u00e9-->${QUESTION}`, 'latin1') },
    /^HTTP\/1\.1 400 .*neither UTF-8 nor UTF-16/s,
  ],
  'a compressed body': [
    { body: gzipSync(QUESTION), headers: ['content-encoding: gzip'] },
    /^HTTP\/1\.1 415 .*ter:WellFormed.*Content-Encoding .*gzip/s,
  ],
  'a body that is said to be plain': [{ body: QUESTION, headers: ['content-encoding: identity'] }, ANSWERED],
  'a message in parts': [
    { body: `--a\r\n\r\n${QUESTION}\r\n--a--`, headers: ['Content-Type: multipart/related; boundary=a'] },
    /^HTTP\/1\.1 415 .*MTOM/s,
  ],
  'Expect: 100-continue': [
    { body: QUESTION, headers: ['expect: 100-continue'] },
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
  ],
  'HTTP/1.0 without a host': [{ body: QUESTION, start: 'POST / HTTP/1.0', host: '' }, ANSWERED],
  'a host by IPv6': [
    { body: soapMessage('tds:GetServices <IncludeCapability>false</IncludeCapability>'), host: '[fd00::7]:8000' },
    /<tds:XAddr>http:\/\/\[fd00::7\]:8000\/onvif/,
  ],
  'a whole address as its target': [
    { body: QUESTION, start: 'POST http://camera/onvif/device_service HTTP/1.1' },
    ANSWERED,
  ],
  'a header that must be understood': [
    { body: withHeader(mustUnderstand('Session')) },
    /^HTTP\/1\.1 500 .*<s:Value>s:MustUnderstand<\/s:Value><\/s:Code>.*Session is not understood/s,
  ],
  'one for another role': [
    { body: withHeader(mustUnderstand('Session', 's:role="http://www.w3.org/2003/05/soap-envelope/role/none"')) },
    ANSWERED,
  ],
  'one of SOAP 1.1': [
    { body: soapMessage('tds:GetHostname', '<x:Y xmlns:x="urn:x" s:mustUnderstand="1"/>', '1.1') },
    /^HTTP\/1\.1 500 .*<faultcode>s:MustUnderstand</s,
  ],
  'headers that are understood': [
    { body: withHeader(`<w:To xmlns:w="${WSA}" s:mustUnderstand="1">x</w:To><Security s:mustUnderstand="true"/>`) },
    ANSWERED,
  ],
  'an answer to the sender': [{ body: withHeader(replyTo(`${WSA}/anonymous`)) }, ANSWERED],
  'an answer to an address': [
    { body: withHeader(replyTo('http://10.0.0.1/answers')) },
    /^HTTP\/1\.1 400 .*<wsa:RelatesTo>id-1<.*wsa:InvalidAddressingHeader<.*wsa:OnlyAnonymousAddressSupported</s,
  ],
  'faults to an address': [
    { body: withHeader(replyTo('http://10.0.0.1/faults', 'FaultTo')) },
    /wsa:OnlyAnonymousAddressSupported<.*FaultTo/s,
  ],
  'a wrong request in SOAP 1.1': [
    { body: soapMessage('tptz:Stop', replyTo('http://10.0.0.1/answers'), '1.1') },
    /^HTTP\/1\.1 500 .*<faultcode>s:Client</s,
  ],
  'a page of the service': [
    { start: 'GET /onvif/device_service?wsdl HTTP/1.1' },
    /^HTTP\/1\.1 405 .*\r\nAllow: POST\r\n/s,
  ],
  'another method for a picture': [
    { start: 'PUT /onvif/snapshot/zoom HTTP/1.1' },
    /^HTTP\/1\.1 405 .*\r\nAllow: GET, HEAD\r\n/s,
  ],
  'a page of another path': [{ start: 'GET /index.html HTTP/1.1' }, /^HTTP\/1\.1 404 /],
};

describe('a request that clients may send', () => {
  for (const [name, [request, expected]] of Object.entries(REQUESTS)) {
    it(`${name}: gets its answer, or a fault that says why`, async () => {
      await using device = await TestDevice.start();
      const text = await answer(device, request);
      assert.match(text, expected);
      if (text.includes('<?xml')) readXml(Buffer.from(text.slice(text.indexOf('<?xml'))));
      assert.deepEqual(device.bugs, []);
    });
  }

  it('in chunks with extensions and a trailer, three at once: gets its answers in order', async () => {
    await using device = await TestDevice.start();
    const socket = connect(device.server.port, '127.0.0.1');
    const chunked = (text: string) => `${text.length.toString(16)};name=value\r\n${text}\r\n`;
    for (const [id, end] of [['id-1'], ['id-2'], ['id-3', 'Connection: close\r\n']]) {
      const text = withHeader(`<MessageID xmlns="${WSA}">${id}</MessageID>`);
      const body = `${chunked(text.slice(0, 100))}${chunked(text.slice(100))}0\r\nX-Trailer: a\r\n\r\n`;
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${end ?? ''}transfer-encoding: chunked\r\n\r\n${body}`);
    }
    const related = (await received(socket)).matchAll(/200 OK.*?<wsa:RelatesTo>(.*?)</gs);
    assert.deepEqual(
      [...related].map(([, id]) => id),
      ['id-1', 'id-2', 'id-3'],
    );
  });

  it('with a compressed transfer is refused by that name', async () => {
    await using device = await TestDevice.start();
    const socket = connect(device.server.port, '127.0.0.1');
    const body = gzipSync(QUESTION);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n');
    socket.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]));
    assert.match(await received(socket), /^HTTP\/1\.1 415 .*Transfer-Encoding/s);
  });

  it('with attributes of an extension means its own', async () => {
    await using device = await TestDevice.start();
    const createdMs = device.station.clock.nowUs() / 1000;
    const header = securityHeader({ user: 'admin', password: device.password, createdMs });
    const position = '<PanTilt xmlns:e="urn:e" e:x="9" x="0.5" e:y="9" y="1"/>';
    const call = `tptz:AbsoluteMove <ProfileToken>zoom</ProfileToken><Position>${position}</Position>`;
    assert.match(await answer(device, { body: soapMessage(call, header) }), /^HTTP\/1\.1 200 /);
    assert.equal(device.station.orders[0]?.[1].pan_ned, 90);
  });
});

describe('a boolean as 1 or 0', () => {
  it('asks for capabilities, and stops one axis alone', async () => {
    await using device = await TestDevice.start();
    const services = soapMessage('tds:GetServices <IncludeCapability>1</IncludeCapability>');
    assert.match(await answer(device, { body: services }), /<tds:Capabilities>/);
    const createdMs = device.station.clock.nowUs() / 1000;
    const header = securityHeader({ user: 'admin', password: device.password, createdMs });
    const stop = 'tptz:Stop <ProfileToken>zoom</ProfileToken><PanTilt>0</PanTilt><Zoom>1</Zoom>';
    assert.match(await answer(device, { body: soapMessage(stop, header) }), /^HTTP\/1\.1 200 /);
    assert.deepEqual(device.station.orders, []);
  });
});

describe('a picture by HTTP', () => {
  /** Its answer to a user, whose digest is of the target as it stands. */
  async function picture(device: TestDevice, method: string, target: string): Promise<string> {
    const start = `${method} ${target} HTTP/1.1`;
    const refused = await answer(device, { start });
    const { password } = device;
    const authorization = digestAnswer(refused, { user: 'admin', password, method, uri: target });
    return answer(device, { start, headers: [`authorization: ${authorization}`] });
  }

  it('is there with a query, by a whole address, and without its content', async () => {
    await using device = await TestDevice.start();
    for (const target of ['/onvif/snapshot/zoom?t=1', 'http://camera/onvif/snapshot/zoom'])
      assert.match(await picture(device, 'GET', target), /^HTTP\/1\.1 200 .*\r\nContent-Type: image\/jpeg\r\n/s);
    const head = await picture(device, 'HEAD', '/onvif/snapshot/zoom');
    assert.match(head, new RegExp(`^HTTP/1.1 200 .*\r\nContent-Length: ${JPEG.length}\r\n.*\r\n\r\n$`, 's'));
  });

  it('is one for all who ask while another is taken; one that is late is said to be there soon', async () => {
    await using device = await TestDevice.start();
    const taken: PromiseWithResolvers<Uint8Array | { code: string; message: string }>[] = [];
    const begun = [0, 1].map(() => Promise.withResolvers<void>());
    device.station.snapshot = () => {
      const one = Promise.withResolvers<Uint8Array | { code: string; message: string }>();
      taken.push(one);
      begun[taken.length - 1]?.resolve();
      return one.promise;
    };
    const first = picture(device, 'GET', '/onvif/snapshot/zoom');
    await begun[0]?.promise;
    const asked = device.verdicts.length;
    const later = Array.from({ length: 5 }, () => picture(device, 'GET', '/onvif/snapshot/zoom'));
    await until('the others', () => device.verdicts.length === asked + 5);
    taken[0]?.resolve({ code: 'VIDEO_UNAVAILABLE', message: 'there is no picture yet' });
    assert.match(await first, /^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/s);
    await begun[1]?.promise;
    taken[1]?.resolve(JPEG);
    for (const text of await Promise.all(later)) assert.match(text, /^HTTP\/1\.1 200 /);
    assert.equal(taken.length, 2);
  });
});
