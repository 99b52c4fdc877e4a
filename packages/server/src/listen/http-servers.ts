import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLS_RULES } from '@kitestring/media/rtsp/tls-rules.ts';
import type { Refusal } from '@kitestring/station/refusal.ts';
import type { FlatHeaders } from '../http/answers.ts';
import { excessOf } from '../http/query.ts';
import { errorParts, rawError } from '../http/raw-error.ts';
import type { TlsMode } from '../tls/tls-mode.ts';
import { watchChunks } from './chunk-watch.ts';
import { answerClientError } from './client-error.ts';
import type { EndedConnections } from './ended-connections.ts';
import { type Deadlines, HEADERS_MAX_BYTES } from './http-limits.ts';
import { PipelinedAnswers } from './pipelined-answers.ts';
import { overfull } from './queue-watch.ts';

/** Key and certificate chain, PEM. */
export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

/** A connection that asks to become a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

export interface HttpServersParts {
  readonly listener: RequestListener;
  /** Told what the listener threw, which it never should. */
  readonly onBug: (error: unknown) => void;
  /** Headers of every answer. */
  readonly headers: FlatHeaders;
  readonly tls: TlsPair;
  readonly tlsMode: TlsMode;
  readonly deadlines: Deadlines;
  readonly ended: EndedConnections;
  /** Whether a request names this station as its host. */
  readonly isKnownHost: (request: IncomingMessage) => boolean;
  /** Told of a request that asks for an upgrade, before the listener gets it. */
  readonly onUpgrade: (request: IncomingMessage, upgrade: Upgrade) => void;
}

type Answer = (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => void;

const NO_HOST: Refusal = { code: 'MALFORMED_HTTP', message: 'the request has no header Host' };
const SEVERAL_HOSTS: Refusal = { code: 'MALFORMED_HTTP', message: 'the request has more than one header Host' };
const UNKNOWN_HOST: Refusal = {
  code: 'UNKNOWN_HOST',
  message: 'the header Host names another host than this station; name it in network.hosts if it leads here',
};
const NO_TUNNEL: Refusal = { code: 'MALFORMED_HTTP', message: 'this is no proxy: CONNECT is not served' };
const UNKNOWN_EXPECTATION: Refusal = {
  code: 'MALFORMED_HTTP',
  message: 'the only expectation that is met is 100-continue',
};
const BUG: Refusal = { code: 'INTERNAL_ERROR', message: 'internal error' };
const HTTPS_REQUIRED: Refusal = {
  code: 'HTTPS_REQUIRED',
  message: 'this station speaks HTTPS only: use https:// and wss:// at the same host and port',
};
/** RFC 9110 section 15.5.22: a 426 says to what. */
const UPGRADE_TO_TLS = ['Upgrade', 'TLS/1.2', 'Connection', 'Upgrade'];
/** What a header Host may be for a Location to be made of it: a name or an address, with or without a port. */
const HOST = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

const STOPPING: Refusal = { code: 'SHUTTING_DOWN', message: 'the station is stopping' };

/** One HTTP and one HTTPS server with the same answers. They get their connections handed in, and listen nowhere. */
export class HttpServers {
  readonly #parts: HttpServersParts;
  readonly #plain: Server;
  readonly #secure: SecureServer;
  /** What answers are written to: sockets, and what TLS has made of them. */
  readonly #streams = new Set<Socket>();
  /** Answers that wait for others on the same connection; most connections never have any. */
  readonly #pipelined = new WeakMap<Socket, PipelinedAnswers>();
  #isStopping = false;

  constructor(parts: HttpServersParts) {
    this.#parts = parts;
    const options = httpOptions(parts.deadlines);
    const handshakeTimeout = parts.deadlines.silenceMs;
    this.#plain = createServer(options);
    this.#secure = createSecureServer({ ...options, ...TLS_RULES, ...parts.tls, handshakeTimeout });
    for (const server of [this.#plain, this.#secure]) this.#attach(server);
  }

  /** Serves a connection on which TLS has begun. */
  acceptSecure(socket: Socket): void {
    if (this.#parts.tlsMode === 'off') {
      socket.destroy();
      return;
    }
    this.#secure.emit('connection', socket);
  }

  acceptPlain(socket: Socket): void {
    this.#plain.emit('connection', socket);
  }

  /** Uses another key and certificate for the connections to come. */
  renewTls(tls: TlsPair): void {
    this.#secure.setSecureContext({ ...TLS_RULES, ...tls });
  }

  /** Answers 503 from now on and ends the connections that rest; those with a request end after their answer. */
  beginStop(): void {
    this.#isStopping = true;
    this.closeIdle();
  }

  /** Ends the longest queues while all together are too long, WebSockets included. To be called now and then. */
  boundQueues(): void {
    for (const { stream } of overfull(this.#queues())) {
      this.#parts.ended.add('queues_full');
      stream.destroy();
    }
  }

  /** What waits for each client: what its connection was given, and answers to requests that came before it had read the last. */
  *#queues() {
    for (const stream of this.#streams) {
      // Its end is not told yet.
      if (stream.destroyed) continue;
      yield { stream, writableLength: stream.writableLength + (this.#pipelined.get(stream)?.waitingBytes ?? 0) };
    }
  }

  /** Ends the connections that rest between two requests. */
  closeIdle(): void {
    for (const server of [this.#plain, this.#secure]) server.closeIdleConnections();
  }

  /** Ends what is left, and the checks for overdue requests. */
  stop(): void {
    for (const server of [this.#plain, this.#secure]) {
      server.closeAllConnections();
      // It never listened, which is all that this could complain about.
      server.close(() => {});
    }
  }

  #attach(server: Server | SecureServer): void {
    const { deadlines, headers, tlsMode } = this.#parts;
    server.timeout = deadlines.unreadMs;
    server.on(server === this.#plain ? 'connection' : 'secureConnection', (stream: Socket) => {
      this.#streams.add(stream);
      stream.once('close', () => this.#streams.delete(stream));
    });
    const isRefused = tlsMode === 'https_only' && server === this.#plain;
    const answer = isRefused ? this.#insist.bind(this) : this.#answer.bind(this);
    server.on('request', (request, response) => answer(request, response));
    server.on('checkExpectation', (_request, response) => refuse(response, UNKNOWN_EXPECTATION, headers));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, { socket, head }, answer));
    server.on('connect', (_request, socket: Duplex) => endWith(socket, rawError(NO_TUNNEL, headers)));
    server.on('clientError', (error, socket) => answerClientError(error, socket, this.#parts));
    // Node starts to watch over deadlines when a server begins to listen, which these two never do.
    server.emit('listening');
  }

  /** Nothing came and nothing went for so long. A client that waits for an answer may; one that leaves it unread may not. */
  readonly #endUnread = (stream: Socket): void => {
    if (stream.writableLength === 0) {
      stream.setTimeout(this.#parts.deadlines.unreadMs);
      return;
    }
    this.#parts.ended.add('unread');
    stream.destroy();
  };

  #answer(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    response.on('timeout', this.#endUnread);
    if (response.socket === null) this.#notePipelined(request.socket, response);
    const { headers } = this.#parts;
    const hosts = hostLines(request);
    const excess = excessOf('query', request.url ?? '');
    if (this.#isStopping) refuse(response, STOPPING, headers);
    // RFC 9112 section 3.2: such requests must get a 400.
    else if (hosts === 0 && request.httpVersion === '1.1') refuse(response, NO_HOST, headers);
    else if (hosts > 1) refuse(response, SEVERAL_HOSTS, headers);
    else if (!this.#parts.isKnownHost(request)) refuse(response, UNKNOWN_HOST, headers);
    else if (excess !== undefined) refuse(response, excess, headers);
    else {
      this.#listen(request, response as Parameters<RequestListener>[1]);
      watchChunks(request, response, (refusal) => refuse(response, refusal, headers));
    }
  }

  #notePipelined(stream: Socket, response: ServerResponse): void {
    let answers = this.#pipelined.get(stream);
    if (answers === undefined) {
      answers = new PipelinedAnswers();
      this.#pipelined.set(stream, answers);
    }
    answers.add(response);
  }

  /** Where only HTTPS is spoken: what only reads is sent there, the rest must not get used to be sent in the clear. */
  #insist(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    const { headers } = this.#parts;
    request.resume();
    const location = this.#parts.isKnownHost(request) ? secureLocation(request) : undefined;
    if (this.#isStopping) refuse(response, STOPPING, headers);
    else if (location === undefined) refuse(response, HTTPS_REQUIRED, [...headers, ...UPGRADE_TO_TLS]);
    else {
      response.writeHead(308, [...headers, 'Location', location, 'Content-Length', '0', 'Connection', 'close']);
      response.end();
    }
  }

  /** A bug must cost one request, not the flight. */
  #listen(...[request, response]: Parameters<RequestListener>): void {
    const { headers, listener, onBug } = this.#parts;
    try {
      listener(request, response);
    } catch (error) {
      onBug(error);
      if (response.headersSent) response.destroy();
      else refuse(response, BUG, headers);
    }
  }

  /** An upgrade goes the way of every request; only a route that means it takes the connection over. */
  #upgrade(request: IncomingMessage, { socket, head }: Upgrade, answer: Answer): void {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    // A connection that asked for an upgrade and did not get it has no parser any more.
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.on('finish', () => socket.end(() => socket.destroy()));
    this.#parts.onUpgrade(request, { socket, head });
    answer(request, response);
  }
}

const httpOptions = ({ headersMs, requestMs, keepAliveMs, checkMs }: Deadlines) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: checkMs,
  maxHeaderSize: HEADERS_MAX_BYTES,
  noDelay: true,
  // A request without Host gets our own answer.
  requireHostHeader: false,
  shouldUpgradeCallback: isWebSocketRequest,
});

/** Other upgrades (`h2c`, which curl offers with every request when told to) are answered as if they had not been asked. */
function isWebSocketRequest({ method, headers, httpVersion }: IncomingMessage): boolean {
  // RFC 6455 section 4.1: the request is of HTTP/1.1 at least.
  if (httpVersion !== '1.1') return false;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && !hasBody;
}

function secureLocation({ headers: { host, upgrade }, method, url = '' }: IncomingMessage): string | undefined {
  const isRead = (method === 'GET' || method === 'HEAD') && upgrade === undefined;
  return isRead && url.startsWith('/') && host !== undefined && HOST.test(host) ? `https://${host}${url}` : undefined;
}

/** Node keeps the first of several and says nothing of the others. */
function hostLines({ rawHeaders }: IncomingMessage): number {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

function refuse(response: ServerResponse<IncomingMessage>, refusal: Refusal, headers: FlatHeaders): void {
  const { status, fields, body } = errorParts(refusal, headers);
  response.writeHead(status, [...fields]);
  response.end(body);
}

function endWith(socket: Duplex, bytes: Buffer): void {
  socket.end(bytes, () => socket.destroy());
}
