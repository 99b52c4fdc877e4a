import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { httpAgents, type NodePlatformOptions, trustFault } from '@kitestring/client/node.ts';
import { Answer } from './answer.ts';
import type { HttpExchange } from './exchange.ts';

export interface HttpRequest {
  readonly method?: string;
  /** From the root of the server, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Longest wait for the whole answer. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** More of an answer is not read: no answer of the API is as long. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;

/** Requests as they are written here, to the letter: no retries, no redirects, no headers beside those of HTTP itself. */
export class HttpLink implements Disposable {
  readonly url: URL;
  readonly agents: ReturnType<typeof httpAgents>;

  constructor(url: URL, trust: NodePlatformOptions) {
    this.url = url;
    this.agents = httpAgents(trust);
  }

  get agent() {
    return this.url.protocol === 'https:' ? this.agents.https : this.agents.http;
  }

  /** @throws LinkFault when there is no answer; ConnectionError when the certificate is not trusted */
  send(request: HttpRequest): Promise<Answer> {
    const { method = 'GET', path, headers = {}, body, timeoutMs = TIMEOUT_MS } = request;
    const startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const send = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
      const { hostname, port } = this.url;
      const options = { host: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers, agent: this.agent };
      const outgoing = send(options, (message) => {
        readBody(message).then(
          (bytes) => resolve(new Answer(exchangeOf(request, message, bytes), bytes, performance.now() - startedMs)),
          (error) => fail(error),
        );
      });
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(linkFault(error, request));
      };
      const timer = setTimeout(() => outgoing.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs);
      outgoing.on('error', fail);
      outgoing.on('close', () => clearTimeout(timer));
      outgoing.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }
}

/** A request that got no answer. */
export class LinkFault extends Error {
  override readonly name = 'LinkFault';
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
  const { statusCode = 0, rawHeaders } = message;
  const headers: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  const isText = /json|text|^$/.test(message.headers['content-type'] ?? '');
  const body = isText ? bytes.toString() : `(${bytes.length} bytes of ${message.headers['content-type']})`;
  return { request: requestOf(request), answer: { status: statusCode, headers, body } };
}
