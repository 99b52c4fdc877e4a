import { createHash, type X509Certificate } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import WebSocket, { type RawData } from 'ws';
import { apiError } from './api-error.ts';
import { ConnectionError, reasonOf } from './connection-error.ts';
import { InvalidOptionError } from './invalid-option-error.ts';
import { defaultTime, type Platform, type Socket, type SocketEvents, type SocketRequest } from './platform.ts';
import { NoEnvelopeError } from './topic-link.ts';

/**
 * Trust over HTTPS; one of these options at most. Without any: the certificate authorities that Node trusts. `pin` and `ca` are
 * refused with an `http://` address, where nothing would be verified.
 */
export interface NodePlatformOptions {
  /**
   * Public key of the station, `sha256//<base64>`, as the station prints it. Only a certificate with this key is
   * accepted.
   */
  readonly pin?: string;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
  /** Accept any certificate: the connection is encrypted, but the server is not verified. */
  readonly insecure?: boolean;
}

/** Platform of Node. A pin is checked before anything is sent. @throws InvalidOptionError */
export function nodePlatform(options: NodePlatformOptions = {}): Platform {
  const agents = httpAgents(options);
  const agentOf = (url: string) => {
    checkTrust(options, url);
    return /^(https|wss):/.test(url) ? agents.https : agents.http;
  };
  return {
    ...defaultTime,
    checkUrl: (url) => checkTrust(options, url),
    fetch: (url, init) => fetchThrough(agentOf(url), url, init),
    openSocket: (request, events) => openSocket(agentOf(request.url), request, events),
  };
}

/** Connections of a client that trusts so, for those who send requests themselves. @throws InvalidOptionError */
export function httpAgents(options: NodePlatformOptions = {}) {
  checkTrust(options);
  return { http: new HttpAgent({ keepAlive: true }), https: httpsAgent(options) };
}

const PIN = /^sha256\/\/[A-Za-z0-9+/]{43}=$/;

/** @param url to which a request would go; absent before there is one @throws InvalidOptionError where an option would verify nothing */
export function checkTrust({ pin, ca, insecure }: NodePlatformOptions, url = 'https:'): void {
  const given = { pin, ca, insecure: insecure || undefined };
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length > 1) throw new InvalidOptionError(`${names.join(', ')}: give one of them, each excludes the others`);
  if (pin !== undefined && !PIN.test(pin)) {
    throw new InvalidOptionError(
      `pin: got "${pin}", allowed: sha256// and 44 characters of base64, as the station prints it`,
    );
  }
  if ((pin ?? ca) === undefined || /^(https|wss):/i.test(url)) return;
  throw new InvalidOptionError(
    `${names.join()}: needs an https:// address, got ${url}, where nothing would be verified`,
  );
}

function httpsAgent({ pin, ca, insecure }: NodePlatformOptions): HttpsAgent {
  if (pin !== undefined) return new PinningAgent(pin);
  return new HttpsAgent({
    keepAlive: true,
    ...(ca !== undefined && { ca }),
    ...(insecure === true && { rejectUnauthorized: false }),
  });
}

/** `sha256//<base64>` of a certificate's public key, the format of curl's --pinnedpubkey. */
export function pinOf(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return `sha256//${createHash('sha256').update(spki).digest('base64')}`;
}

type ConnectionCallback = (error: Error | null, socket: TLSSocket) => void;

/** Passes a connection on only if its public key is the pinned one, so that no other server receives a token. */
class PinningAgent extends HttpsAgent {
  readonly #pin: string;

  constructor(pin: string) {
    // A resumed session has no certificate to compare.
    super({ keepAlive: true, maxCachedSessions: 0 });
    this.#pin = pin;
  }

  override createConnection(options: RequestOptions, callback?: ConnectionCallback): undefined {
    const socket = connect({ ...(options as ConnectionOptions), rejectUnauthorized: false });
    const failed = (error: Error) => callback?.(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      const pin = certificate === undefined ? 'none' : pinOf(certificate);
      if (pin !== this.#pin) {
        socket.destroy(new ConnectionError('UNTRUSTED', `the station’s key is ${pin}, expected ${this.#pin}`));
        return;
      }
      socket.off('error', failed);
      callback?.(null, socket);
    });
    return undefined;
  }
}

/** The subset of fetch that the client uses, over an agent; Node's own fetch accepts no agent. */
function fetchThrough(agent: HttpAgent, url: string, init: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = agent instanceof HttpsAgent ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        agent,
        method: init.method ?? 'GET',
        headers: init.headers as Record<string, string>,
        ...(init.signal && { signal: init.signal }),
      },
      (message) => resolve(responseOf(message)),
    );
    request.once('error', (error) => reject(trustFault(error)));
    request.end(init.body as string | undefined);
  });
}

const WITHOUT_BODY = [204, 205, 304];

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (!WITHOUT_BODY.includes(status))
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}

/** Codes with which Node refuses a certificate; the message names the violated rule. */
const TRUST_CODE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS_CERT)/;

/** The error of a connection, or a `ConnectionError` where the certificate is not trusted. */
export function trustFault(error: Error & { code?: unknown }): Error {
  if (error instanceof ConnectionError || !TRUST_CODE.test(String(error.code))) return error;
  // Node adds how to start it otherwise, which does not help here.
  const reason = error.message.replace(/; if the root CA .*/, '');
  return new ConnectionError('UNTRUSTED', `the station’s certificate is not trusted: ${reason}`, { cause: error });
}

/** Statuses other than 101 come with a body that states the reason; more than this of it is ignored. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** A program that ends does not wait long for a station that is gone. */
const LIMITS = { handshakeTimeout: 10_000, closeTimeout: 1000, maxPayload: 16 * 1024 * 1024 };

function openSocket(agent: HttpAgent, { url, token, subprotocols }: SocketRequest, events: SocketEvents): Socket {
  let fault: Parameters<SocketEvents['closed']>[1];
  const socket = new WebSocket(url, [...subprotocols], {
    ...LIMITS,
    agent,
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('open', () => events.opened(socket.protocol));
  socket.on('message', (data: RawData) => events.message(data.toString()));
  socket.on('ping', () => events.alive());
  socket.on('unexpected-response', (_request, response) => {
    void readText(response).then((text) => {
      fault = apiError(response.statusCode ?? 0, text, response.headers['retry-after'] ?? null);
      socket.terminate();
    });
  });
  socket.on('error', (error) => {
    fault ??= socketFault(error, url);
  });
  socket.on('close', (code) => events.closed(code, fault));
  return { close: () => socket.close(1000) };
}

function socketFault(error: Error, url: string): ConnectionError {
  if (error.message === 'Server sent no subprotocol') return new NoEnvelopeError();
  const fault = trustFault(error);
  if (fault instanceof ConnectionError) return fault;
  return new ConnectionError('UNREACHABLE', `cannot reach ${url}: ${reasonOf(error)}`, { cause: error });
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // The part received so far is the answer; the status matters more than the rest of its body.
  }
  return Buffer.concat(chunks).toString();
}
