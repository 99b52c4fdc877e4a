import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import {
  BEARER_SUBPROTOCOL_PREFIX,
  ENVELOPE_SUBPROTOCOL,
  PLAIN_SUBPROTOCOL,
} from '@kitestring/station-contract/topics.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FlatHeaders } from '../http/answers.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RefusalAnswer } from '../http/route.ts';
import type { Upgrade } from '../listen/http-servers.ts';
import { StrictFrames } from './strict-frames.ts';

/** Client messages are ignored, so long ones are refused. */
const CLIENT_MESSAGE_MAX_BYTES = 65_536;
/** Timeout of the close handshake. */
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

/** Upgrades requests to WebSockets. Access is checked elsewhere, as for every request. */
export class Upgrades {
  readonly #asked = new WeakMap<IncomingMessage, Upgrade>();
  readonly #cookies = new WeakMap<IncomingMessage, string>();
  readonly #server: WebSocketServer;
  readonly #headers: FlatHeaders;
  /** Why the handshake of a request is invalid. */
  readonly #faults = new WeakMap<IncomingMessage, Error>();

  /** @param headers of every response */
  constructor(headers: FlatHeaders) {
    this.#headers = headers;
    this.#server = new WebSocketServer(OPTIONS);
    this.#server.on('headers', (lines, request) => lines.push(...this.#extraHeaders(request)));
    this.#server.on('wsClientError', (error, _socket, request) => this.#faults.set(request, error));
  }

  /** Records that this request asks for an upgrade. */
  note(request: IncomingMessage, upgrade: Upgrade): void {
    this.#asked.set(request, upgrade);
  }

  isAskedBy(request: IncomingMessage): boolean {
    return this.#asked.has(request);
  }

  /**
   * Responds with 101, unless the handshake is invalid.
   * @param cookie set by the answer; undefined: none
   * @param opened called at once
   * @returns the refusal of an invalid handshake
   */
  accept(
    { request, response }: Exchange,
    cookie: string | undefined,
    opened: (it: OpenedWebSocket) => void,
  ): RefusalAnswer | undefined {
    const upgrade = this.#asked.get(request);
    if (upgrade === undefined) throw new Error('the request asks for no upgrade');
    const { socket, head } = upgrade;
    if (cookie !== undefined) this.#cookies.set(request, cookie);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      response.detachSocket(request.socket);
      readStrictly(webSocket, socket);
      opened({ webSocket, socket });
    });
    const fault = this.#faults.get(request);
    if (fault === undefined) return undefined;
    const malformed = refusal('MALFORMED_HTTP.badHandshake', { fault: fault.message });
    return { refusal: malformed, headers: ['Sec-WebSocket-Version', '13'] };
  }

  #extraHeaders(request: IncomingMessage): string[] {
    const fields = [...this.#headers];
    const cookie = this.#cookies.get(request);
    const lines = cookie === undefined ? [] : [`Set-Cookie: ${cookie}`];
    for (let index = 0; index < fields.length; index += 2) lines.push(`${fields[index]}: ${fields[index + 1]}`);
    return lines;
  }
}

/** Reads in parallel to the library, and before it. */
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

/** A browser fails unless one of its offers is chosen: its token is echoed only if it offered nothing else. */
function chooseSubprotocol(offers: ReadonlySet<string>): string | false {
  for (const known of [ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL]) if (offers.has(known)) return known;
  for (const offer of offers) if (offer.startsWith(BEARER_SUBPROTOCOL_PREFIX)) return offer;
  return false;
}
