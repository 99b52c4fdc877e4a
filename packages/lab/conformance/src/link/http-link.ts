import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Fault } from '@kitestring/base/fault.ts';
import { checkTrust, httpAgents, type NodePlatformOptions, trustFault } from '@kitestring/client/node.ts';
import { Answer } from './answer.ts';
import { type HttpExchange, headerList } from './exchange.ts';
import { SILENCE_S, SLOW_S, whenSilent } from './when-silent.ts';

export interface HttpRequest {
  readonly method?: string;
  /** From the root of the server, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Maximum size of a response: no response of the API is as long. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Requests exactly as specified: no redirects, no retries except on a connection that has just closed, no headers
 * except those of HTTP itself.
 */
export class HttpLink implements Disposable {
  readonly url: URL;
  /** WebSockets use new connections, which a server cannot have closed as idle. */
  readonly upgrades: Agent;
  readonly #agent: Agent;
  #answers = 0;

  /** @throws InvalidOptionError if nothing would be verified */
  constructor(url: URL, trust: NodePlatformOptions) {
    checkTrust(trust, url.href);
    this.url = url;
    const scheme = url.protocol === 'https:' ? 'https' : 'http';
    this.#agent = httpAgents(trust)[scheme];
    this.upgrades = httpAgents(trust)[scheme];
  }

  /** @throws LinkFault without a response; ConnectionError if the certificate is not trusted */
  send(request: HttpRequest): Promise<Answer> {
    const { method = 'GET', path, headers = {}, body } = request;
    return new Promise((resolve, reject) => {
      const send = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
      const { hostname, port } = this.url;
      // Node gives the body of a DELETE no length, so that it would be read as the next request.
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const host = hostname.replace(/^\[|\]$/g, '');
      const options = { host, port, path, method, headers: { ...headers, ...length }, agent: this.#agent };
      let isAnswered = false;
      const outgoing = send(options, (message) => {
        isAnswered = true;
        readBody(message).then(
          (bytes) => {
            this.#answers += 1;
            resolve(new Answer(exchangeOf(request, message, bytes), bytes));
          },
          (error) => fail(error),
        );
      });
      const fail = (error: Error) => {
        stopWatching();
        reject(linkFault(error, request));
      };
      const silenceS = this.#answers === 0 ? SILENCE_S : SLOW_S;
      const stopWatching = whenSilent(
        () => outgoing.destroy(new Error(`no answer in ${silenceS} s`)),
        () => this.#answers,
        silenceS,
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // A server may close an idle connection at the moment of its reuse; that is not a fault.
        const isStale = outgoing.reusedSocket && !isAnswered && error.code === 'ECONNRESET';
        if (isStale) resolve(this.send(request));
        else fail(error);
      });
      outgoing.on('close', stopWatching);
      outgoing.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
    this.upgrades.destroy();
  }
}

/** A request without a response. */
export class LinkFault extends Fault {
  readonly exchange: HttpExchange;
  /** Error code of the system, `ECONNREFUSED`. */
  readonly code: string;

  constructor(message: string, exchange: HttpExchange, cause: Error & { code?: unknown }) {
    super(message, { cause });
    this.exchange = exchange;
    this.code = String(cause.code ?? '');
  }
}

function linkFault(error: Error & { code?: unknown }, request: HttpRequest): Error {
  const trust = trustFault(error);
  if (trust !== error || error.name === 'ConnectionError') return trust;
  return new LinkFault(`no answer: ${error.message || String(error.code)}`, { request: requestOf(request) }, error);
}

/** @throws Error when it is too long, or cut */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) throw new Error(`the answer is longer than ${ANSWER_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const requestOf = ({ method = 'GET', path, headers = {}, body }: HttpRequest): HttpExchange['request'] => ({
  method,
  path,
  headers: Object.entries(headers),
  ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body).toString() }),
});

function exchangeOf(request: HttpRequest, message: IncomingMessage, bytes: Buffer): HttpExchange {
  const { statusCode = 0 } = message;
  const isText = /json|text|^$/.test(message.headers['content-type'] ?? '');
  const body = isText ? bytes.toString() : `(${bytes.length} bytes of ${message.headers['content-type']})`;
  return { request: requestOf(request), answer: { status: statusCode, headers: headerList(message), body } };
}
