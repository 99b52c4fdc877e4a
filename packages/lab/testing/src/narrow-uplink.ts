import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SharedLine } from './shared-line.ts';

/** Size of the buffer before the line, after which datagrams are dropped: large, as in mobile networks. */
const BUFFER_BYTES = 256 * 1024;
/** Overhead of UDP, IP and the radio link. */
const OVERHEAD_BYTES = 40;

/**
 * The uplink of a station to a relay over WHIP, emulated locally: datagrams to the relay pass a line with a rate and a
 * buffer; those back are not delayed. WHIP requests pass through it as well, because the addresses in them must be
 * replaced.
 */
export class NarrowUplink implements AsyncDisposable {
  /** Datagrams dropped by the full buffer or at random. */
  lost = 0;
  /** Latency from the line to the relay. */
  latencyMs = 0;
  /** Random loss of datagrams, 0 to 1. */
  lossShare = 0;
  /** Local port for TCP to the relay; absent: TCP is not offered. */
  tcpPort: number | undefined;
  readonly #line: SharedLine;
  readonly #relayUrl: string;
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #byClient = new Map<number, Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #relayPort = 0;
  #heldBytes = 0;
  #bytes = 0;

  private constructor(relayUrl: string, line: SharedLine) {
    this.#relayUrl = relayUrl;
    this.#line = line;
    this.#server = createServer((request, response) => void this.#pass(request, response));
    this.#socket = createSocket('udp4').on('message', (datagram, from) => this.#up(datagram, from));
  }

  /** @param line rate, or a line shared with others */
  static async start(relayUrl: string, line: number | SharedLine): Promise<NarrowUplink> {
    const uplink = new NarrowUplink(relayUrl, typeof line === 'number' ? new SharedLine(line) : line);
    uplink.#server.listen(0, '127.0.0.1');
    uplink.#socket.bind(0, '127.0.0.1');
    await Promise.all([once(uplink.#server, 'listening'), once(uplink.#socket, 'listening')]);
    return uplink;
  }

  /** Address of the WHIP endpoint. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/whip/v1`;
  }

  get kbps(): number {
    return this.#line.kbps;
  }

  set kbps(kbps: number) {
    this.#line.kbps = kbps;
  }

  /** Wait of a datagram sent now for the line. */
  get waitMs(): number {
    return this.#line.waitMs;
  }

  /** Bytes sent to the relay, network overhead included. */
  get bytes(): number {
    return this.#bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#byClient.values()) socket.close();
    this.#socket.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #up(datagram: Buffer, from: RemoteInfo): void {
    if (this.#heldBytes > BUFFER_BYTES) {
      this.lost += 1;
      return;
    }
    const bytes = datagram.length + OVERHEAD_BYTES;
    this.#heldBytes += bytes;
    const arrivesMs = this.#line.take(bytes) + this.latencyMs;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#heldBytes -= bytes;
      this.#bytes += bytes;
      if (Math.random() < this.lossShare) this.lost += 1;
      else this.#socketOf(from).send(datagram, this.#relayPort, '127.0.0.1');
    }, arrivesMs - performance.now());
    this.#timers.add(timer);
  }

  #socketOf({ address, port }: RemoteInfo): Socket {
    const present = this.#byClient.get(port);
    if (present !== undefined) return present;
    const socket = createSocket('udp4').on('message', (datagram) => this.#socket.send(datagram, port, address));
    this.#byClient.set(port, socket);
    return socket;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '', 'content-type': type = 'application/sdp' } = request.headers;
    const { 'x-livekit-clientinfo': client } = request.headers;
    const isStation = mayPublish(authorization);
    const body = Buffer.concat(chunks).toString();
    // Without the station's candidates the relay cannot bypass the line.
    const offer = isStation ? body.replaceAll(/^a=candidate:.*\r?\n/gm, '') : body;
    const answer = await fetch(new URL(request.url ?? '', this.#relayUrl), {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        'content-type': type,
        ...(client !== undefined && { 'x-livekit-clientinfo': String(client) }),
      },
      ...(offer !== '' && { body: offer }),
    });
    const location = answer.headers.get('location');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/sdp',
      ...(location !== null && { location: new URL(location, this.#relayUrl).pathname }),
    });
    const text = await answer.text();
    response.end(isStation ? this.#here(text) : text);
  }

  /** Replaces the relay's addresses by those of this line, so that no other path remains. */
  #here(sdp: string): string {
    return sdp.replaceAll(/^a=candidate:.*\r?\n/gm, (line) => {
      const [start = '', component, protocol = '', priority, , port = '', ...rest] = line.split(' ');
      if (component !== '1') return '';
      const isUdp = protocol.toLowerCase() === 'udp';
      if (isUdp) this.#relayPort = Number(port);
      const herePort = isUdp ? this.#socket.address().port : this.tcpPort;
      if (herePort === undefined) return '';
      return [start, component, protocol, priority, '127.0.0.1', herePort, ...rest].join(' ');
    });
  }
}

/** Whether a LiveKit token belongs to a station: viewers and the hub are not behind the line. */
function mayPublish(authorization: string): boolean {
  const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return payload.includes('"canPublish":true');
}
