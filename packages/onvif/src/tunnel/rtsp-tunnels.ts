import { connect, type Socket } from 'node:net';
import { addressGroup, shownAddress } from '@kitestring/base/client-address.ts';
import { Base64Stream } from './base64-stream.ts';

const TUNNELS_MAX = 32;
const PER_ADDRESS_MAX = 8;
/** A tunnel without its second connection is of no use. */
const SECOND_WITHIN_MS = 15_000;
const HEAD_MAX_BYTES = 4096;
const HEAD = /^(GET|POST) (\S{1,256}) HTTP\/1\.[01]\r\n/;
const COOKIE = /\r\nx-sessioncookie:[ \t]*([\x21-\x7e]{1,128})[ \t]*\r\n/i;
/** First byte of a packet of media within RTSP. */
const MEDIA = 0x24;
const TYPE = 'application/x-rtsp-tunnelled';
const OPENED = `HTTP/1.0 200 OK\r\nConnection: close\r\nCache-Control: no-store\r\nPragma: no-cache\r\nContent-Type: ${TYPE}\r\n\r\n`;

interface RtspTunnelsDeps {
  /** Port of the RTSP server that has a stream at this path; undefined where none has. */
  readonly rtspPort: (path: string) => Promise<number | undefined>;
  /** Called with each connection of a tunnel that carries media: its client has signed in at the RTSP server. */
  readonly onMedia: (socket: Socket) => void;
}

interface Tunnel {
  readonly client: string;
  readonly down: Socket;
  readonly rtsp: Socket;
  /** Requests come by it; the last one where there were more. */
  up?: Socket;
}

/**
 * RTSP over HTTP, for clients that reach the port of the services only: answers go down a GET, requests come up a POST in
 * base64, both with the same cookie. Each tunnel is one connection to the RTSP server, which asks for the credentials.
 */
export class RtspTunnels {
  readonly #deps: RtspTunnelsDeps;
  readonly #tunnels = new Map<string, Tunnel>();
  /** Clients of tunnels whose stream is being looked up, by cookie. */
  readonly #opening = new Map<string, string>();

  constructor(deps: RtspTunnelsDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#tunnels.size;
  }

  /** @param first bytes of the connection. @returns whether it is one of a tunnel, and taken */
  take(socket: Socket, first: Buffer): boolean {
    const end = first.subarray(0, HEAD_MAX_BYTES).indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = first.subarray(0, end + 2).toString('latin1');
    const [, method = '', path = ''] = HEAD.exec(head) ?? [];
    const [, cookie] = COOKIE.exec(head) ?? [];
    if (method === '' || cookie === undefined) return false;
    socket.setTimeout(0);
    socket.setNoDelay(true);
    if (method === 'GET') void this.#open(socket, cookie, path);
    else this.#attach(socket, cookie, first.subarray(end + 4));
    return true;
  }

  close(): void {
    for (const { down, rtsp } of [...this.#tunnels.values()]) {
      down.destroy();
      rtsp.destroy();
    }
  }

  async #open(down: Socket, cookie: string, path: string): Promise<void> {
    const client = addressGroup(down.remoteAddress);
    const clients = [...[...this.#tunnels.values()].map((tunnel) => tunnel.client), ...this.#opening.values()];
    const ofClient = clients.filter((one) => one === client).length;
    const isTaken = this.#tunnels.has(cookie) || this.#opening.has(cookie);
    const isFull = clients.length >= TUNNELS_MAX || ofClient >= PER_ADDRESS_MAX;
    if (isTaken || isFull) {
      refuse(down, isTaken ? '400 Bad Request' : '503 Service Unavailable');
      return;
    }
    this.#opening.set(cookie, client);
    const port = await this.#deps.rtspPort(path).catch(() => undefined);
    this.#opening.delete(cookie);
    if (port === undefined) refuse(down, '404 Not Found');
    else if (!down.destroyed) this.#join(down, { client, cookie, port });
  }

  #join(
    down: Socket,
    { client, cookie, port }: { readonly client: string; readonly cookie: string; readonly port: number },
  ) {
    // By the address that the client reached: at the RTSP server a client of the network must not look like this machine.
    const own = shownAddress(down.localAddress ?? '127.0.0.1');
    const rtsp = connect({ host: own, localAddress: own, port });
    const tunnel: Tunnel = { client, down, rtsp };
    this.#tunnels.set(cookie, tunnel);
    down.setTimeout(SECOND_WITHIN_MS, () => down.destroy());
    const end = () => {
      this.#tunnels.delete(cookie);
      down.destroy();
      rtsp.destroy();
    };
    for (const socket of [down, rtsp]) socket.once('error', end).once('close', end);
    // The server of the port leaves a connection half open.
    down.once('end', end);
    down.write(OPENED);
    const findMedia = (chunk: Buffer) => {
      if (chunk[0] !== MEDIA) return;
      rtsp.off('data', findMedia);
      this.#deps.onMedia(down);
      if (tunnel.up !== undefined) this.#deps.onMedia(tunnel.up);
    };
    rtsp.on('data', findMedia).pipe(down);
    // Requests come by the other connection: bytes that come by this one are dropped.
    down.resume();
  }

  #attach(up: Socket, cookie: string, rest: Buffer): void {
    const tunnel = this.#tunnels.get(cookie);
    if (tunnel === undefined || tunnel.client !== addressGroup(up.remoteAddress)) {
      refuse(up, '404 Not Found');
      return;
    }
    const { down, rtsp } = tunnel;
    tunnel.up = up;
    down.setTimeout(0);
    const decoder = new Base64Stream();
    const take = (chunk: Buffer) => {
      const bytes = decoder.push(chunk);
      if (bytes === undefined) down.destroy();
      else if (!rtsp.write(bytes)) {
        up.pause();
        rtsp.once('drain', () => up.resume());
      }
    };
    up.once('error', () => up.destroy()).once('end', () => up.destroy());
    down.once('close', () => up.destroy());
    if (rest.length > 0) take(rest);
    up.on('data', take);
    up.resume();
  }
}

function refuse(socket: Socket, status: string): void {
  socket.once('error', () => socket.destroy());
  socket.end(`HTTP/1.0 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
