import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { httpAgents } from '@kitestring/client/node.ts';
import { CommandFault } from '../context.ts';
import { type RecordedRequest, recordedRequest, SeenBody } from './recorded-request.ts';

/** One client has few connections; more are a mistake. */
const CONNECTIONS_MAX = 128;
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 60_000;
/** Longer than the longest answer of a station, the advance of a simulated clock. */
const ANSWER_WITHIN_MS = 660_000;

/** Headers that are about one connection (RFC 9110 section 7.6.1). */
const OF_CONNECTION = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

interface RequestProxyOptions {
  /** Base URL of the station. */
  readonly stationUrl: string;
  readonly agents: ReturnType<typeof httpAgents>;
  readonly port: number;
  /** Whether JSON bodies are recorded, secrets masked. */
  readonly hasBodies: boolean;
  readonly onRequest: (request: RecordedRequest) => void;
}

/**
 * A proxy on this machine in front of a station: passes everything through, WebSockets too, and tells each request. Only
 * the sizes of bodies are looked at, and their beginning where it is asked for.
 */
export class RequestProxy implements AsyncDisposable {
  readonly #options: RequestProxyOptions;
  readonly #server: Server;
  readonly #upgraded = new Set<Duplex>();

  private constructor(options: RequestProxyOptions) {
    this.#options = options;
    this.#server = createServer({ headersTimeout: HEADERS_WITHIN_MS, requestTimeout: REQUEST_WITHIN_MS });
    this.#server.maxConnections = CONNECTIONS_MAX;
    this.#server.on('request', (request, response) => this.#pass(request, response));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** @throws CommandFault when the port cannot be used */
  static async start(options: RequestProxyOptions): Promise<RequestProxy> {
    const proxy = new RequestProxy(options);
    try {
      await once(proxy.#server.listen(options.port, '127.0.0.1'), 'listening');
    } catch (error) {
      throw new CommandFault(`--proxy: port ${options.port} cannot be used: ${(error as Error).message}`);
    }
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#upgraded) socket.destroy();
    await closed;
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    if (!isOwnHost(request)) {
      refuse(response, 421, OTHER_HOST);
      return;
    }
    const seen = seeing(request, this.#options);
    const upstream = this.#ask(request, {});
    request.on('data', seen.request.add).pipe(upstream);
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedHeaders(answer.rawHeaders));
      answer.on('data', seen.answer.add).pipe(response);
      answer.once('end', () => seen.ended(answer.statusCode));
      answer.on('error', (error) => {
        seen.ended(undefined, error.message);
        response.destroy(error);
      });
    });
    upstream.on('error', (error) => {
      seen.ended(undefined, error.message);
      if (response.headersSent) response.destroy();
      else refuse(response, 502, unreachable(error));
    });
    response.once('close', () => {
      if (response.writableFinished) return;
      seen.ended(undefined, 'the client closed the connection');
      upstream.destroy();
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!isOwnHost(request)) {
      socket.end(headText(421, 'Misdirected Request', ['Connection', 'close']));
      return;
    }
    const seen = seeing(request, this.#options);
    const upstream = this.#ask(request, { connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' });
    socket.on('error', () => upstream.destroy());
    upstream.once('upgrade', (answer, other, otherHead) => {
      socket.write(
        headText(101, 'Switching Protocols', [
          ...passedHeaders(answer.rawHeaders),
          'Connection',
          'Upgrade',
          'Upgrade',
          'websocket',
        ]),
      );
      this.#join(socket, other, seen);
      if (head.length > 0) other.write(head);
      if (otherHead.length > 0) socket.write(otherHead);
    });
    upstream.once('response', (answer) => {
      socket.write(
        headText(answer.statusCode ?? 502, answer.statusMessage ?? '', [
          ...passedHeaders(answer.rawHeaders),
          'Connection',
          'close',
        ]),
      );
      answer.on('data', seen.answer.add).pipe(socket);
      answer.once('end', () => seen.ended(answer.statusCode));
    });
    upstream.on('error', (error) => {
      seen.ended(undefined, error.message);
      socket.destroy();
    });
    upstream.end();
  }

  /** Until one of them ends. */
  #join(client: Duplex, station: Duplex, seen: SeenRequest): void {
    client.on('data', seen.request.add).pipe(station);
    station.on('data', seen.answer.add).pipe(client);
    for (const [one, other] of [
      [client, station],
      [station, client],
    ] as const) {
      this.#upgraded.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        this.#upgraded.delete(one);
        other.destroy();
        seen.ended(101);
      });
    }
  }

  #ask(request: IncomingMessage, headers: Readonly<Record<string, string>>): ClientRequest {
    const { agents, stationUrl } = this.#options;
    const { hostname, pathname, port, protocol } = new URL(stationUrl);
    const isTls = protocol === 'https:';
    const passed = request.headersDistinct;
    const own = Object.fromEntries(Object.entries(passed).filter(([name]) => !OF_CONNECTION.has(name)));
    return (isTls ? httpsRequest : httpRequest)({
      agent: agents[isTls ? 'https' : 'http'],
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: `${pathname.replace(/\/$/, '')}${request.url ?? '/'}`,
      headers: { ...own, ...headers },
      timeout: headers.upgrade === undefined ? ANSWER_WITHIN_MS : 0,
    }).once('timeout', function (this: ClientRequest) {
      this.destroy(new Error('the station did not answer in time'));
    });
  }
}

/** A request on its way. */
interface SeenRequest {
  readonly request: SeenBody;
  readonly answer: SeenBody;
  /** Tells it, once. */
  readonly ended: (status: number | undefined, fault?: string) => void;
}

function seeing(
  { headers: { authorization }, method = 'GET', url: target = '/' }: IncomingMessage,
  { hasBodies, onRequest }: Pick<RequestProxyOptions, 'hasBodies' | 'onRequest'>,
): SeenRequest {
  const startedMs = performance.now();
  const [request, answer] = [new SeenBody(), new SeenBody()];
  let isTold = false;
  const ended = (status: number | undefined, fault?: string) => {
    if (isTold) return;
    isTold = true;
    const durationMs = performance.now() - startedMs;
    onRequest(
      recordedRequest({ method, target, authorization, status, fault, durationMs, request, answer, hasBodies }),
    );
  };
  return { request, answer, ended };
}

/** Name and value one after the other, as they came. */
function passedHeaders(rawHeaders: readonly string[]): string[] {
  const passed: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (!OF_CONNECTION.has(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}

function headText(status: number, message: string, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} ${message}\r\n`;
  for (let index = 0; index + 1 < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return `${text}\r\n`;
}

/** In DNS rebinding a page of another site names its own host, which leads to this machine. */
const isOwnHost = ({ headers: { host = 'localhost' } }: IncomingMessage): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);

const OTHER_HOST = {
  code: 'UNKNOWN_HOST',
  message: 'the header Host must name this machine, as localhost or 127.0.0.1',
};

const unreachable = ({ message }: Error) => ({
  code: 'STATION_UNREACHABLE',
  message: `the station did not answer: ${message}`,
});

function refuse(response: ServerResponse, status: number, reason: object): void {
  const body = JSON.stringify(reason);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}
