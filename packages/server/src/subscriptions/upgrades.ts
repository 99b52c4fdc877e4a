import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONNECTION_COOKIE } from '@kitestring/contract/subscriptions/operations.ts';
import { BEARER_SUBPROTOCOL_PREFIX, ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from '@kitestring/contract/topics.ts';
import type { FastifyReply } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FlatHeaders } from '../http/answers.ts';
import { rawError } from '../http/raw-error.ts';
import type { Upgrade } from '../listen/http-servers.ts';
import { StrictFrames } from './strict-frames.ts';

/** We read nothing that a client sends, so nothing long is worth having. */
const CLIENT_MESSAGE_MAX_BYTES = 65_536;
/** How long the other side may take to answer our goodbye. */
const CLOSE_TIMEOUT_MS = 5000;

const OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: CLIENT_MESSAGE_MAX_BYTES,
  closeTimeout: CLOSE_TIMEOUT_MS,
  handleProtocols: chooseSubprotocol,
};

export interface OpenedWebSocket {
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
}

/** Turns requests into WebSockets. Which requests may is decided elsewhere, as for every request. */
export class Upgrades {
  readonly #asked = new WeakMap<IncomingMessage, Upgrade>();
  readonly #cookies = new WeakMap<IncomingMessage, string>();
  readonly #server: WebSocketServer;
  readonly #headers: FlatHeaders;

  /** @param headers of every answer */
  constructor(headers: FlatHeaders) {
    this.#headers = headers;
    this.#server = new WebSocketServer(OPTIONS);
    this.#server.on('headers', (lines, request) => lines.push(...this.#extraHeaders(request)));
    this.#server.on('wsClientError', (error, socket) => this.#refuse(error, socket));
  }

  /** Remembers that this request asks to become a WebSocket. */
  note(request: IncomingMessage, upgrade: Upgrade): void {
    this.#asked.set(request, upgrade);
  }

  isAskedBy(request: IncomingMessage): boolean {
    return this.#asked.has(request);
  }

  /**
   * Answers 101.
   * @param connectionId goes into the cookie that names the connection; no cookie when undefined
   * @param opened called at once, unless the handshake is wrong
   */
  accept(reply: FastifyReply, connectionId: string | undefined, opened: (it: OpenedWebSocket) => void): void {
    const request = reply.request.raw;
    const upgrade = this.#asked.get(request);
    if (upgrade === undefined) throw new Error('the request asks for no upgrade');
    const { socket, head } = upgrade;
    if (connectionId !== undefined) this.#cookies.set(request, connectionId);
    reply.hijack();
    reply.raw.detachSocket(request.socket);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      readStrictly(webSocket, socket);
      opened({ webSocket, socket });
    });
  }

  #extraHeaders(request: IncomingMessage): string[] {
    const fields = [...this.#headers];
    const id = this.#cookies.get(request);
    const lines =
      id === undefined ? [] : [`Set-Cookie: ${CONNECTION_COOKIE}=websocket:${id}; Path=/; HttpOnly; SameSite=Strict`];
    for (let index = 0; index < fields.length; index += 2) lines.push(`${fields[index]}: ${fields[index + 1]}`);
    return lines;
  }

  #refuse(error: Error, socket: Duplex): void {
    const refusal = { code: 'MALFORMED_HTTP', message: `the WebSocket handshake is wrong: ${error.message}` } as const;
    socket.end(rawError(refusal, [...this.#headers, 'Sec-WebSocket-Version', '13']), () => socket.destroy());
  }
}

/** Listens beside the library, and before it. */
function readStrictly(webSocket: WebSocket, socket: Duplex): void {
  const frames = new StrictFrames();
  const read = (chunk: Buffer) => {
    const fault = frames.read(chunk);
    if (fault === undefined) return;
    socket.off('data', read);
    webSocket.close(fault.code, fault.reason);
  };
  socket.prependListener('data', read);
}

/** A browser fails unless one of its offers is chosen: its token comes back only where it offered nothing else. */
function chooseSubprotocol(offers: ReadonlySet<string>): string | false {
  for (const known of [ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL]) if (offers.has(known)) return known;
  for (const offer of offers) if (offer.startsWith(BEARER_SUBPROTOCOL_PREFIX)) return offer;
  return false;
}
