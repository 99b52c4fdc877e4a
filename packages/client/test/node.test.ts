import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { InvalidOptionError } from '../src/invalid-option-error.ts';
import { KitestringClient } from '../src/kitestring-client.ts';
import { type NodePlatformOptions, nodePlatform } from '../src/node.ts';

/** A station of another maker: plain HTTP, published API only, no envelope. */
describe('nodePlatform over plain HTTP', () => {
  let server: Server;
  let client: KitestringClient;
  let url: string;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = new KitestringClient({ url, token: 'tok', platform: nodePlatform() });
  });
  afterEach(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
  });

  it('sends method, token and body, and reads the answer', async () => {
    const got: string[] = [];
    handle = async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
      if (request.method === 'POST') response.writeHead(204).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"flight_state":"StandBy"}');
    };
    await client.flight.setAltitudeSoftMax({ altitude: 30 });
    assert.deepEqual(await client.flight.getFlightState(), { flight_state: 'StandBy' });
    assert.deepEqual(got, [
      'POST /api/v1/flight/control/altitude_soft_max Bearer tok {"altitude":30}',
      'GET /api/v1/flight/state Bearer tok ',
    ]);
  });

  it('says why there is no connection', async () => {
    server.close();
    await once(server, 'close');
    await assert.rejects(client.flight.takeOff(), { code: 'UNREACHABLE', message: /ECONNREFUSED/ });
  });

  it('ends a request that takes too long', async () => {
    handle = () => {};
    await assert.rejects(client.flight.takeOff({ timeoutMs: 20 }), { code: 'TIMEOUT' });
  });

  it('waits a second for a station that does not answer the close of a subscription', async (t) => {
    server.on('upgrade', ({ headers }, socket) => {
      const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
      const offer = `Sec-WebSocket-Accept: ${accept.digest('base64')}\r\nSec-WebSocket-Protocol: kitestring.topics.v1`;
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${offer}\r\n\r\n`);
    });
    const upgraded = once(server, 'upgrade');
    const topic = client.topic('notifications/state');
    const live = new Promise<void>((resolve) => {
      topic.subscribe({ message: () => {}, status: (status) => status === 'live' && resolve() });
    });
    const [, socket] = await upgraded;
    await live;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const received = once(socket, 'data');
    topic.close();
    await received;
    t.mock.timers.tick(1000);
    await once(socket, 'end');
    socket.destroy();
  });

  it('subscribes to a station that knows no envelope', async () => {
    const sockets = new WebSocketServer({ server, handleProtocols: () => false });
    sockets.on('connection', (socket, request) => {
      assert.equal(request.headers.authorization, 'Bearer tok');
      socket.send('{"flight_state":"Flying"}');
    });
    const state = await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
    assert.deepEqual(state, { flight_state: 'Flying' });
    sockets.close();
  });

  it('reads why a subscription is refused', async () => {
    handle = (_request, response) => response.end();
    server.on('upgrade', (_request, socket) => {
      const body = '{"code":"INSUFFICIENT_SCOPE","message":"needs read"}';
      socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    });
    await assert.rejects(client.topic('flight/state')[Symbol.asyncIterator]().next(), {
      code: 'INSUFFICIENT_SCOPE',
      message: 'needs read',
    });
  });
});

describe('options of trust', () => {
  const pin = `sha256//${'A'.repeat(43)}=`;
  const ca = 'a certificate';
  const https = 'https://127.0.0.1:1';
  const clientOf = (url: string, options: NodePlatformOptions) =>
    new KitestringClient({ url, key: 'k', platform: nodePlatform(options) });

  it('are refused over http://, where a key would be sent to anybody', async () => {
    for (const options of [{ pin }, { ca }]) {
      assert.throws(() => clientOf('http://127.0.0.1:1', options), InvalidOptionError);
      await assert.rejects(async () => nodePlatform(options).fetch('http://127.0.0.1:1', {}), InvalidOptionError);
      const events = { opened: () => {}, message: () => {}, alive: () => {}, closed: () => {} };
      const request = { url: 'ws://127.0.0.1:1', token: 't', subprotocols: [] };
      assert.throws(() => nodePlatform(options).openSocket(request, events), InvalidOptionError);
    }
  });

  it('are refused where one makes another useless, or is malformed', () => {
    const wrong = [{ pin, ca }, { pin, insecure: true }, { ca, insecure: true }, { pin: 'sha256//abc' }, { pin: '' }];
    for (const options of wrong) assert.throws(() => clientOf(https, options), InvalidOptionError);
    for (const options of [{ pin }, { ca, insecure: false }, { insecure: true }]) clientOf(https, options);
  });

  it('and an address that is none is refused at once', () => {
    for (const url of ['', '127.0.0.1', 'ftp://127.0.0.1', '/api/v1']) {
      assert.throws(() => clientOf(url, {}), {
        name: 'InvalidOptionError',
        message: /url must be an address such as http/,
      });
    }
  });
});
