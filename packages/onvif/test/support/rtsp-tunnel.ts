import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';

interface TunnelEnd {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/**
 * A port of this machine whose connections go through a tunnel of RTSP over HTTP, as a client makes one.
 * @param lineEnd after each piece of base64
 */
export async function rtspTunnel(t: TestContext, { host, path, port }: TunnelEnd, lineEnd = ''): Promise<number> {
  const relay = createServer(async (socket) => {
    const [down, up] = [connect(port, host), connect(port, host)];
    for (const one of [socket, down, up]) {
      one.on('error', () => {});
      t.after(() => one.destroy());
    }
    socket.on('close', () => {
      down.destroy();
      up.destroy();
    });
    const head = (method: string) =>
      `${method} ${path} HTTP/1.1\r\nx-sessioncookie: ${socket.remotePort}\r\nAccept: application/x-rtsp-tunnelled\r\nContent-Length: 32767\r\n\r\n`;
    down.write(head('GET'));
    let text = '';
    while (!text.includes('\r\n\r\n')) text += String((await once(down, 'data'))[0]);
    down.pipe(socket);
    up.write(head('POST'));
    socket.on('data', (bytes: Buffer) => up.write(bytes.toString('base64') + lineEnd));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  t.after(() => relay.close());
  return (relay.address() as AddressInfo).port;
}
