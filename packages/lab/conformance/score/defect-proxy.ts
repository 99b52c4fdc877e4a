import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import WebSocket, { WebSocketServer } from 'ws';
import type { DefectChange, Diverted, PassingAnswer, PassingRequest } from './defect.ts';

/** First byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;
/** Hop-by-hop headers. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

interface DefectProxyOptions {
  /** First part of the paths of the API, `/api/v1/`. */
  readonly base: string;
  /** Key and certificate for a change of TLS. */
  readonly tls?: TlsPair;
  /** Called with each request as received, upgrades included. */
  readonly onRequest?: (request: PassingRequest, isUpgrade: boolean) => void;
}

/** A station with a defect: a proxy between the kit and a station, on its own port. */
export class DefectProxy implements AsyncDisposable {
  readonly #station: URL;
  /** First part of the paths of the API, with the slash at its end. */
  readonly #base: string;
  readonly #change: DefectChange;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #http: Server;
  readonly #tcp = createTcpServer((socket) => this.#connected(socket));
  readonly #webSockets: WebSocketServer;
  readonly #sockets = new Set<Duplex>();
  readonly #tls: TlsPair | undefined;
  readonly #onRequest: DefectProxyOptions['onRequest'];
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor(stationUrl: string, change: DefectChange, { base, tls, onRequest }: DefectProxyOptions) {
    this.#onRequest = onRequest;
    this.#station = new URL(stationUrl);
    this.#base = base;
    this.#change = change;
    this.#tls = tls;
    this.#http = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
    this.#http.on('upgrade', (incoming, socket, head) => void this.#upgrade(incoming, socket, head));
    this.#http.keepAliveTimeout = 60_000;
    this.#webSockets = new WebSocketServer({ noServer: true, autoPong: change.isDeafToPings !== true });
  }

  static async open(stationUrl: string, change: DefectChange, options: DefectProxyOptions): Promise<DefectProxy> {
    const proxy = new DefectProxy(stationUrl, change, options);
    await new Promise<void>((resolve) => proxy.#tcp.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#tcp.address() as AddressInfo).port}`;
  }

  #connected(socket: Socket): void {
    this.#track(socket);
    socket.once('data', (chunk) => {
      socket.pause();
      socket.unshift(chunk);
      if (chunk[0] === TLS_HANDSHAKE) this.#secure(socket);
      else this.#http.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #secure(socket: Socket): void {
    const { tls } = this.#change;
    if (tls !== undefined && this.#tls !== undefined) {
      createTlsServer({ ...this.#tls, ...tls, ciphers: 'DEFAULT@SECLEVEL=0' }, (secured) => {
        this.#track(secured);
        this.#http.emit('connection', secured);
      }).emit('connection', socket);
      return;
    }
    const station = connect(Number(this.#station.port), this.#station.hostname);
    this.#track(station);
    socket.pipe(station).pipe(socket);
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const original = requestOf(this.#base, incoming, await buffer(incoming));
    const asked = this.#change.request?.(original) ?? original;
    this.#onRequest?.(original, false);
    if ('answer' in asked && asked.sent !== undefined) this.#forwardLater(asked.sent);
    if (!('answer' in asked) && this.#change.isRepeated?.(asked) === true) await this.#forward(asked);
    const answer = 'answer' in asked ? asked.answer : await this.#forward(asked);
    const { status, headers, body } = this.#change.answer?.(answer, original) ?? answer;
    const isEmpty = original.method === 'HEAD' || status === 204 || status === 304;
    outgoing.writeHead(status, { ...headers, ...(!isEmpty && { 'content-length': body.length }) } as Record<
      string,
      string
    >);
    outgoing.end(isEmpty ? undefined : body);
  }

  #forwardLater({ afterMs, request }: NonNullable<Diverted['sent']>): void {
    this.#delay(afterMs, () => void this.#forward(request));
  }

  /** Ends with the proxy. */
  #delay(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #forward({ method, path, query, headers, body }: PassingRequest): Promise<PassingAnswer> {
    const { hostname, port } = this.#station;
    const whole = path.startsWith('/') ? path : this.#base + path;
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
    const options = {
      hostname,
      port,
      method,
      path: whole + query,
      headers: { ...headers, ...length },
      agent: this.#agent,
    };
    return new Promise((resolve) => {
      const outgoing = httpRequest(options, (message) => {
        void buffer(message).then((bytes) =>
          resolve({ status: message.statusCode ?? 0, headers: headersOf(message), body: bytes }),
        );
      });
      outgoing.on('error', (error) => resolve({ status: 502, headers: {}, body: Buffer.from(error.message) }));
      outgoing.end(body);
    });
  }

  async #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#track(socket);
    const original = requestOf(this.#base, incoming, Buffer.alloc(0));
    this.#onRequest?.(original, true);
    const asked = this.#change.request?.(original) ?? original;
    if ('answer' in asked) return refuse(socket, asked.answer);
    const offered = asked.headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? [];
    const { authorization, cookie, origin } = asked.headers;
    const headers = Object.fromEntries(
      Object.entries({ authorization, cookie, origin }).filter(([, value]) => value !== undefined),
    );
    const url = `ws://${this.#station.host}${this.#base}${asked.path}${asked.query}`;
    const station = new WebSocket(url, offered, { autoPong: false, headers: headers as Record<string, string> });
    station.on('error', () => {});
    let answer: PassingAnswer = { status: 101, headers: {}, body: Buffer.alloc(0) };
    const waiting: string[] = [];
    const early = (data: WebSocket.RawData) => waiting.push(data.toString());
    station.on('message', early);
    station.on('unexpected-response', (_request, response) => {
      void buffer(response).then((body) => {
        const refused = { status: response.statusCode ?? 0, headers: headersOf(response), body };
        refuse(socket, this.#change.answer?.(refused, original) ?? refused);
        station.terminate();
      });
    });
    station.on('upgrade', (response) => {
      answer = { ...answer, headers: headersOf(response) };
    });
    station.on('open', () => {
      answer = this.#change.answer?.(answer, original) ?? answer;
      if (answer.status !== 101) {
        refuse(socket, answer);
        station.terminate();
        return;
      }
      this.#join(incoming, socket, head, station, answer, asked.path.replace(/\/subscribe$/, ''), (listener) => {
        station.off('message', early);
        for (const text of waiting) listener(text);
      });
    });
  }

  /** Connects a client with the station. @param flush forwards bytes received before */
  #join(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    station: WebSocket,
    { headers }: PassingAnswer,
    topic: string,
    flush: (listener: (text: string) => void) => void,
  ): void {
    const cookies = headers['set-cookie'] ?? [];
    const lines = (typeof cookies === 'string' ? [cookies] : cookies).map((cookie) => `Set-Cookie: ${cookie}`);
    this.#webSockets.once('headers', (list) => list.push(...lines));
    this.#webSockets.options.handleProtocols = () => station.protocol || false;
    this.#webSockets.handleUpgrade(incoming, socket, head, (client) => {
      const pass = (text: string) => {
        for (const one of this.#change.message?.(text, topic) ?? [text]) {
          if (typeof one === 'string') client.send(one);
          else if (one.afterMs === undefined) client.send(one.text, { binary: one.isBinary === true });
          else this.#delay(one.afterMs, () => client.send(one.text));
        }
      };
      flush(pass);
      station.on('message', (data) => pass(data.toString()));
      station.on('ping', (data) => {
        if (this.#change.pings !== 'none') client.ping(data);
        if (this.#change.pings !== undefined) station.pong(data);
      });
      // Pongs come from the client, not from the proxy: the station must notice a client that has disconnected.
      client.on('pong', (data) => station.pong(data));
      station.on('close', (code) => {
        if (this.#change.close === 'never') return;
        client.close(this.#change.close ?? (code >= 1000 && code !== 1005 && code !== 1006 ? code : 1011));
      });
      client.on('close', () => station.terminate());
      client.on('error', () => {});
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#tcp.close(resolve));
  }
}

function requestOf(
  base: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): PassingRequest {
  const [path = '', query] = url.split(/\?(.*)/s);
  const kept = Object.entries(headers).filter(
    ([name, value]) => typeof value === 'string' && ![...OF_CONNECTION, 'upgrade', 'content-length'].includes(name),
  );
  return {
    method,
    path: path.startsWith(base) ? path.slice(base.length) : path,
    query: query === undefined ? '' : `?${query}`,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body,
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_CONNECTION.includes(name));
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

function refuse(socket: Duplex, { status, headers, body }: PassingAnswer): void {
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const head = [`HTTP/1.1 ${status} Refused`, ...lines, `content-length: ${body.length}`, 'connection: close', '', ''];
  socket.end(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
}
