import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { Base64Stream } from '../src/tunnel/base64-stream.ts';
import { TestDevice } from './support/scripted-camera.ts';

/** A device, and an RTSP server that answers each line with the same line. */
class TunnelTest implements AsyncDisposable {
  readonly device: TestDevice;
  /** Addresses of those who came. */
  readonly clients: (string | undefined)[] = [];
  readonly sockets: Socket[] = [];
  readonly #echo = createServer((socket) => {
    this.clients.push(socket.remoteAddress);
    socket.on('error', () => {}).pipe(socket);
  });

  private constructor(device: TestDevice) {
    this.device = device;
  }

  static async start(): Promise<TunnelTest> {
    const test = new TunnelTest(await TestDevice.start());
    test.#echo.listen(0, '127.0.0.1');
    await once(test.#echo, 'listening');
    const { port } = test.#echo.address() as AddressInfo;
    const streams = await test.device.station.streams();
    test.device.station.streams = async () =>
      streams.map((stream) => ({ ...stream, rtsp_url: `rtsp://127.0.0.1:${port}/${stream.stream_id}` }));
    return test;
  }

  /** @returns the connection with the text that came by it */
  open(method: 'GET' | 'POST', cookie: string, path = '/zoom'): { readonly socket: Socket; text: string } {
    const socket = connect(this.device.server.port, '127.0.0.1');
    this.sockets.push(socket);
    const opened = { socket, text: '' };
    socket.on('error', () => {}).on('data', (chunk) => (opened.text += String(chunk)));
    socket.write(
      `${method} ${path} HTTP/1.1\r\nx-sessioncookie: ${cookie}\r\nAccept: application/x-rtsp-tunnelled\r\nContent-Length: 32767\r\n\r\n`,
    );
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await this.device[Symbol.asyncDispose]();
    this.#echo.close();
  }
}

describe('RTSP over HTTP', () => {
  it('carries requests up in base64 and answers down as they are, beyond the declared length', async () => {
    await using test = await TunnelTest.start();
    const down = test.open('GET', 'one');
    await until('the tunnel', () => down.text.includes('application/x-rtsp-tunnelled\r\n\r\n'));
    const up = test.open('POST', 'one');
    const request = `OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n${'x'.repeat(5000)}`;
    let sent = '';
    for (let count = 0; count < 10; count += 1) {
      sent += request;
      up.socket.write(Buffer.from(request).toString('base64'));
    }
    await until('the answers', () => down.text.endsWith(sent));
    assert.equal(up.text, '');
    assert.deepEqual(test.clients, ['127.0.0.1']);
    down.socket.destroy();
    await once(up.socket, 'close');
  });

  it('refuses a tunnel to nowhere, a cookie in use, and a POST without its GET', async () => {
    await using test = await TunnelTest.start();
    const other = test.open('GET', 'one', '/none');
    await until('the refusal', () => other.text.startsWith('HTTP/1.0 404'));
    const first = test.open('GET', 'two');
    await until('the tunnel', () => first.text.includes(' 200 '));
    const second = test.open('GET', 'two');
    await until('the second refusal', () => second.text.startsWith('HTTP/1.0 400'));
    const up = test.open('POST', 'three');
    await until('the third refusal', () => up.text.startsWith('HTTP/1.0 404'));
  });

  it('has the same bound for tunnels that are asked for at once', async () => {
    await using test = await TunnelTest.start();
    const { station } = test.device;
    const { streams } = station;
    const looked = Promise.withResolvers<void>();
    station.streams = async () => {
      await looked.promise;
      return streams();
    };
    const tunnels = Array.from({ length: 12 }, (_, number) => test.open('GET', `cookie-${number}`));
    await until('those that are too many', () => tunnels.filter(({ text }) => text.includes(' 503 ')).length === 4);
    looked.resolve();
    await until('all others', () => tunnels.filter(({ text }) => text.includes(' 200 ')).length === 8);
  });

  it('ends a tunnel with what is no base64, and has a bound for one address', async () => {
    await using test = await TunnelTest.start();
    const tunnels = Array.from({ length: 9 }, (_, number) => test.open('GET', `cookie-${number}`));
    await until('all answers', () => tunnels.every(({ text }) => text.includes('\r\n\r\n')));
    assert.equal(tunnels.filter(({ text }) => text.includes(' 200 ')).length, 8);
    const used = tunnels.findIndex(({ text }) => text.includes(' 200 '));
    test.open('POST', `cookie-${used}`).socket.write('{a request in clear text}\r\n\r\n');
    await once(tunnels[used]?.socket ?? assert.fail(), 'close');
  });
});

it('a tunnel that carries media stays when a crowd takes all connections', async () => {
  await using test = await TunnelTest.start();
  const down = test.open('GET', 'one');
  await until('the tunnel', () => down.text.includes('\r\n\r\n'));
  const up = test.open('POST', 'one');
  const packet = '$\0\0\u0004abcd';
  const send = () => up.socket.write(Buffer.from(packet).toString('base64'));
  send();
  await until('media', () => down.text.endsWith(packet));
  const crowd = Array.from({ length: 255 }, (_, number) =>
    connect({ port: test.device.server.port, host: '127.0.0.1', localAddress: `127.0.1.${number + 1}` }).on(
      'error',
      () => {},
    ),
  );
  test.sockets.push(...crowd);
  const [left] = await Promise.race(
    [...crowd, down.socket].map(async (socket) => [socket, await once(socket, 'close')]),
  );
  assert.notEqual(left, down.socket);
  send();
  await until('more media', () => down.text.endsWith(packet + packet));
});

describe('base64 in pieces', () => {
  it('is decoded at any border, with padding inside', () => {
    const encoded = ['a', 'bc', 'def', 'ghij'].map((text) => Buffer.from(text).toString('base64')).join('\r\n');
    for (let at = 0; at <= encoded.length; at += 1) {
      const stream = new Base64Stream();
      const parts = [encoded.slice(0, at), encoded.slice(at)].map((part) => stream.push(Buffer.from(part)));
      assert.equal(parts.join(''), 'abcdefghij');
    }
    assert.equal(new Base64Stream().push(Buffer.from('a=bc')), undefined);
  });
});
