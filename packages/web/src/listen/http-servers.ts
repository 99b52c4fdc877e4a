import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PeerProgress } from '@kitestring/os/send-queues.ts';
import { TLS_RULES } from '@kitestring/os/tls-rules.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { FlatHeaders } from '../http/answers.ts';
import { nodeHttp, nodeHttps } from '../http/node-http.ts';
import { excessRefusal } from '../http/query.ts';
import { errorParts } from '../http/raw-error.ts';
import { watchChunks } from './chunk-watch.ts';
import { answerClientError } from './client-error.ts';
import type { EndedConnections } from './ended-connections.ts';
import { type Deadlines, HEADERS_MAX_BYTES } from './http-limits.ts';
import { overfull } from './queue-watch.ts';
import { isHost, readAbsoluteTarget } from './request-host.ts';
import type { TlsMode } from './tls-mode.ts';

/** Key and certificate chain, PEM. */
export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

/** A connection that requests an upgrade to a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

export interface HttpServersOptions {
  readonly listener: RequestListener;
  /** Receives an exception of the listener; it must never throw. */
  readonly onBug: (error: unknown) => void;
  /** Headers of every response. */
  readonly headers: FlatHeaders;
  readonly tls: TlsPair;
  readonly tlsMode: TlsMode;
  readonly deadlines: Deadlines;
  readonly ended: EndedConnections;
  /** Whether a request names this station as its host. */
  readonly isKnownHost: (request: IncomingMessage) => boolean;
  /** Whether the body of the current request has a deadline of its own. */
  readonly hasOwnDeadline?: ((stream: Duplex) => boolean) | undefined;
  /** Called for an upgrade request, before the listener. */
  readonly onUpgrade: (request: IncomingMessage, upgrade: Upgrade) => void;
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => void;

const NO_HOST = refusal('MALFORMED_HTTP.noHost');
const SEVERAL_HOSTS = refusal('MALFORMED_HTTP.severalHosts');
const INVALID_HOST = refusal('MALFORMED_HTTP.invalidHost');
const UNKNOWN_HOST = refusal('UNKNOWN_HOST');
const UNKNOWN_CODING = refusal('MALFORMED_HTTP.unknownCoding');
const NO_TUNNEL = refusal('MALFORMED_HTTP.noTunnel');
const UNKNOWN_EXPECTATION = refusal('MALFORMED_HTTP.unknownExpectation');
const BUG = refusal('INTERNAL_ERROR.unlogged');
const HTTPS_REQUIRED = refusal('HTTPS_REQUIRED');
/** RFC 9110 section 15.5.22: a 426 names the required protocol. */
const UPGRADE_TO_TLS = ['Upgrade', 'TLS/1.2', 'Connection', 'Upgrade'];
/** A `Host` that may be used in a Location: a name or an address, with or without a port. */
const HOST = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

const STOPPING = refusal('SHUTTING_DOWN');

/** One HTTP and one HTTPS server with the same handler. They receive accepted connections and do not listen. */
export class HttpServers {
  readonly #options: HttpServersOptions;
  readonly #plain: Server;
  readonly #secure: SecureServer;
  /** Output streams: sockets, and TLS streams over them. */
  readonly #streams = new Set<Socket>();
  /** Connections with a response that was unread for the deadline. */
  readonly #unread = new WeakMap<Socket, PeerProgress>();
  /** Response to the newest request of each connection. */
  readonly #newest = new WeakMap<Duplex, ServerResponse<IncomingMessage>>();
  #isStopping = false;

  constructor(options: HttpServersOptions) {
    this.#options = options;
    const http = httpOptions(options.deadlines);
    const handshakeTimeout = options.deadlines.silenceMs;
    this.#plain = nodeHttp.createServer(http);
    this.#secure = nodeHttps.createServer({ ...http, ...TLS_RULES, ...options.tls, handshakeTimeout });
    for (const server of [this.#plain, this.#secure]) this.#attach(server);
  }

  /** Serves a connection that starts with TLS. */
  acceptSecure(socket: Socket): void {
    if (this.#options.tlsMode === 'off') {
      socket.destroy();
      return;
    }
    this.#secure.emit('connection', socket);
  }

  acceptPlain(socket: Socket): void {
    this.#plain.emit('connection', socket);
  }

  /** Uses another key and certificate for later connections. */
  renewTls(tls: TlsPair): void {
    this.#secure.setSecureContext({ ...TLS_RULES, ...tls });
  }

  /** From now on responds 503 and closes idle connections; busy ones close after their response. */
  beginStop(): void {
    this.#isStopping = true;
    this.closeIdle();
  }

  /** Ends the longest queues while the sum of all exceeds the limit, including WebSockets. Called periodically. */
  boundQueues(): void {
    // The end of a destroyed one is not reported yet.
    for (const stream of overfull(this.#streams.values().filter(({ destroyed }) => !destroyed))) {
      this.#options.ended.add('queues_full');
      stream.destroy();
    }
  }

  /** Closes connections that are idle between two requests. */
  closeIdle(): void {
    for (const server of [this.#plain, this.#secure]) server.closeIdleConnections();
  }

  /** Ends all remaining connections, and the check for overdue requests. */
  stop(): void {
    for (const server of [this.#plain, this.#secure]) {
      server.closeAllConnections();
      // It never listened; this is the only possible error.
      server.close(() => {});
    }
  }

  #attach(server: Server | SecureServer): void {
    const { deadlines, headers, tlsMode } = this.#options;
    server.timeout = deadlines.unreadMs;
    server.on(server === this.#plain ? 'connection' : 'secureConnection', (stream: Socket) => {
      this.#streams.add(stream);
      stream.once('close', () => this.#streams.delete(stream));
    });
    const isRefused = tlsMode === 'https_only' && server === this.#plain;
    const respond: RequestHandler = isRefused ? this.#insist.bind(this) : this.#answer.bind(this);
    const answer: RequestHandler = (request, response) => this.#inTurn(request, response, respond);
    server.on('request', (request, response) => answer(request, response));
    server.on('checkContinue', (request, response) => {
      inviteBody(request, response);
      answer(request, response);
    });
    const refuseWith = (refusal: Refusal): RequestHandler => {
      return (request, response) => this.#inTurn(request, response, () => refuse(response, refusal, headers));
    };
    server.on('checkExpectation', refuseWith(UNKNOWN_EXPECTATION));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, { socket, head }, answer));
    server.on('connect', (request, socket, head) => this.#upgrade(request, { socket, head }, refuseWith(NO_TUNNEL)));
    server.on('clientError', (error, socket) => {
      // Node reports it once for each request.
      const isLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (isLate && this.#options.hasOwnDeadline?.(socket)) return;
      answerClientError(error, { ...this.#options, socket, newest: this.#newest.get(socket) });
    });
    // Node starts its deadline checks when a server starts to listen, which these two never do.
    server.emit('listening');
  }

  /**
   * No traffic for the deadline. A client may wait for a response, but not leave one unread. The system may buffer more
   * than a slow reader takes in that time, so progress is checked after half of it.
   */
  readonly #endUnread = (stream: Socket): void => {
    const { deadlines, ended } = this.#options;
    if (stream.writableLength === 0) {
      this.#unread.delete(stream);
      stream.setTimeout(deadlines.unreadMs);
      return;
    }
    const known = this.#unread.get(stream);
    const progress = known ?? new PeerProgress(stream);
    const hasTaken = progress.hasTaken();
    if (known === undefined || hasTaken) {
      this.#unread.set(stream, progress);
      stream.setTimeout(deadlines.unreadMs / 2);
      return;
    }
    ended.add('unread');
    stream.destroy();
  };

  /**
   * Handles a request once the one before it on its connection is answered and sent: only then Node gives the response
   * its socket. Pipelined requests that change something must not overtake each other (RFC 9112 section 9.3.2): a
   * take-off is read with its body, an abort without one. Nothing is handled after an answer that closes the connection
   * (section 9.6).
   */
  #inTurn(request: IncomingMessage, response: ServerResponse<IncomingMessage>, respond: RequestHandler): void {
    const stream = request.socket;
    const before = this.#newest.get(stream);
    this.#newest.set(stream, response);
    const take = () => {
      if (stream.writable && !response.headersSent) respond(request, response);
    };
    if (response.socket !== null) {
      take();
      return;
    }
    // Nothing more is read while a request waits, which bounds the queue. Paused after the packet: Node continues to
    // read after each request in it.
    let isWaiting = true;
    queueMicrotask(() => {
      if (isWaiting) stream.pause();
    });
    before?.once('finish', () => {
      isWaiting = false;
      if (this.#newest.get(stream) === response) stream.resume();
      take();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    response.on('timeout', this.#endUnread);
    const { headers } = this.#options;
    const hosts = hostLines(request);
    readAbsoluteTarget(request);
    const excess = excessRefusal('query', request.url ?? '');
    if (this.#isStopping) refuse(response, STOPPING, headers);
    // RFC 9112 section 3.2: such requests must get a 400.
    else if (hosts === 0 && request.httpVersion === '1.1') refuse(response, NO_HOST, headers);
    else if (hosts > 1) refuse(response, SEVERAL_HOSTS, headers);
    else if (!isHost(request.headers.host)) refuse(response, INVALID_HOST, headers);
    else if (!this.#options.isKnownHost(request)) refuse(response, UNKNOWN_HOST, headers);
    else if (!isLastChunked(request)) refuse(response, UNKNOWN_CODING, headers);
    else if (excess !== undefined) refuse(response, excess, headers);
    else {
      this.#listen(request, response as Parameters<RequestListener>[1]);
      watchChunks(request, response, (refusal) => refuse(response, refusal, headers));
    }
  }

  /** HTTPS only: reads are redirected; commands are refused, so that clients do not send them unencrypted. */
  #insist(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    const { headers } = this.#options;
    readAbsoluteTarget(request);
    request.resume();
    const location = this.#options.isKnownHost(request) ? secureLocation(request) : undefined;
    if (this.#isStopping) refuse(response, STOPPING, headers);
    else if (location === undefined) refuse(response, HTTPS_REQUIRED, [...headers, ...UPGRADE_TO_TLS]);
    else {
      response.shouldKeepAlive = false;
      response.writeHead(308, [...headers, 'Location', location, 'Content-Length', '0', 'Connection', 'close']);
      response.end();
    }
  }

  /** A bug must cost one request, not the flight. */
  #listen(...[request, response]: Parameters<RequestListener>): void {
    const { headers, listener, onBug } = this.#options;
    try {
      listener(request, response);
    } catch (error) {
      onBug(error);
      if (response.headersSent) response.destroy();
      else refuse(response, BUG, headers);
    }
  }

  /** An upgrade passes the same checks as every request; only its own route takes over the connection, after the previous answers were written. */
  #upgrade(request: IncomingMessage, upgrade: Upgrade, answer: RequestHandler): void {
    const { socket } = upgrade;
    socket.on('error', () => socket.destroy());
    // Node no longer does it.
    socket.on('timeout', () => this.#endUnread(socket as Socket));
    const before = this.#newest.get(socket);
    const take = () => this.#takeUpgrade(request, upgrade, answer);
    if (before === undefined || (before.writableEnded && before.socket === null)) take();
    else before.once('finish', take);
  }

  #takeUpgrade(request: IncomingMessage, { socket, head }: Upgrade, answer: RequestHandler): void {
    if (!socket.writable) return;
    const response = new nodeHttp.ServerResponse(request);
    // After a refused upgrade the connection has no parser any more.
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.on('finish', () => socket.end(() => socket.destroy()));
    this.#options.onUpgrade(request, { socket, head });
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
  // A request without Host gets our own response.
  requireHostHeader: false,
  shouldUpgradeCallback: isWebSocketRequest,
});

/** Other upgrades (`h2c`, which curl offers on request) are ignored. */
function isWebSocketRequest({ method, headers, httpVersion }: IncomingMessage): boolean {
  // RFC 6455 section 4.1: requires HTTP/1.1.
  if (httpVersion !== '1.1') return false;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && !hasBody;
}

/**
 * RFC 9110 section 10.1.1: a body is invited with 100 only when it is read. If the headers decide alone, the answer is
 * sent at once; it ends the connection, because the body may follow or not.
 */
function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    if (response.headersSent) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}

function secureLocation({ headers: { host, upgrade }, method, url = '' }: IncomingMessage): string | undefined {
  const isRead = (method === 'GET' || method === 'HEAD') && upgrade === undefined;
  return isRead && url.startsWith('/') && host !== undefined && HOST.test(host) ? `https://${host}${url}` : undefined;
}

/** Node keeps the first of several and discards the others silently. */
function hostLines({ rawHeaders }: IncomingMessage): number {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

/** RFC 9112 section 6.3: with another last coding, the end of the body is unknown. */
const isLastChunked = ({ headers: { 'transfer-encoding': coding } }: IncomingMessage): boolean =>
  coding === undefined || coding.split(',').at(-1)?.trim().toLowerCase() === 'chunked';

function refuse(response: ServerResponse<IncomingMessage>, refusal: Refusal, headers: FlatHeaders): void {
  const { status, fields, body } = errorParts(refusal, headers);
  response.shouldKeepAlive = false;
  response.writeHead(status, [...fields]);
  response.end(body);
}
