import { oauthError } from '@kitestring/station-contract/auth/oauth-error.ts';
import { requestToken } from '@kitestring/station-contract/auth/operations.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Refusal } from '@kitestring/station-contract/refusal.ts';
import { signIn } from '@kitestring/station-contract/station/account-operations.ts';
import { signInWithPasskey } from '@kitestring/station-contract/station/passkey-operations.ts';
import type { ObservedAnswer, TrafficObserver } from '../traffic/traffic-observer.ts';
import type { Cors } from './cors.ts';
import type { Exchange } from './exchange.ts';
import type { LatinBody } from './latin-body.ts';
import type { RequestCounts } from './request-counts.ts';
import type { BytesAnswer, FileAnswer, StreamAnswer } from './route.ts';
import { EMPTY, sendFile } from './send-file.ts';

/** Alternating header names and values, the fastest form for `writeHead`. */
export type FlatHeaders = readonly string[];

export const JSON_TYPE = 'application/json; charset=utf-8';
const NO_HEADERS: FlatHeaders = [];
/** Operations whose answer is a token. */
const GRANT_TOKENS: ReadonlySet<string> = new Set([requestToken.id, signIn.id, signInWithPasskey.id]);

interface AnswersOptions {
  /** Part of every response, so that a simulated aircraft is not mistaken for a real one. */
  readonly simulated: boolean;
  readonly cors: Cors;
  readonly counts: RequestCounts;
  /** Told about every answer; optional. */
  readonly observer?: TrafficObserver | undefined;
  /** Further fields for the body of an error; called once for each. */
  readonly errorFields?: (exchange: Exchange, refusal: Refusal) => object;
}

/** Browsers must not sniff types, frame a response, or let it load anything. */
const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
const NO_FRAMES = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** A response without the common headers. */
interface Sent {
  readonly status: number;
  readonly mediaType?: string;
  readonly body?: Uint8Array;
  readonly headers?: FlatHeaders;
  /** Cacheable by browsers: only pages and scripts. 0: cached with revalidation. */
  readonly maxAgeS?: number;
  /** Content-Security-Policy of a page that loads resources. */
  readonly policy?: string;
}

/**
 * The single output of the server. It writes status, headers and bytes in one call without serialisation: payloads are
 * ready bytes, often the same for many clients.
 */
export class Answers {
  readonly #options: AnswersOptions;
  readonly #observer: TrafficObserver | undefined;
  #common: FlatHeaders;
  /** Headers of every response. */
  #everywhere: FlatHeaders;
  /** Headers of every answer except pages. */
  #besidePages: FlatHeaders;
  #stateHead: FlatHeaders;

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#observer = options.observer;
    this.#everywhere = [...(options.simulated ? ['Kitestring-Aircraft', 'simulated'] : []), ...NO_SNIFFING];
    this.#besidePages = [...this.#everywhere, ...NO_FRAMES];
    this.#common = ['Cache-Control', 'no-store', ...this.#besidePages];
    this.#stateHead = [...this.#common, 'Content-Type', JSON_TYPE];
  }

  /**
   * State of a topic: most requests. The text has one character per byte, because Node writes a text together with the
   * headers, but bytes separately.
   */
  state(exchange: Exchange, operation: Operation, { text, length }: LatinBody): void {
    const { quota, request, response } = exchange;
    const { counts, cors } = this.#options;
    counts.add(operation.id, 200);
    const head = [...this.#stateHead, 'Content-Length', length];
    if (quota !== null) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    if (cors.isUsed) head.push(...cors.headers(request.headers));
    response.writeHead(200, head);
    response.end(text, 'latin1');
    if (this.#observer?.isOn === true) this.#observer.stateRead(exchange, operation, text);
  }

  json(exchange: Exchange, operation: Operation, status: number, value: unknown, headers = NO_HEADERS): void {
    this.#write(exchange, operation.id, status, JSON_TYPE, Buffer.from(JSON.stringify(value)), headers);
    if (GRANT_TOKENS.has(operation.id) && status === 200) this.#observer?.tokenIssued(exchange, value);
    this.#note(exchange, operation.id, { status, body: value });
  }

  bytes(exchange: Exchange, operation: Operation, { bytes, cacheControl, ...rest }: BytesAnswer): void {
    const { headers = NO_HEADERS, mediaType, status } = rest;
    const common = ['Cache-Control', cacheControl, ...this.#besidePages];
    this.#write(exchange, operation.id, status, mediaType, bytes, headers, common);
    this.#note(exchange, operation.id, { status });
  }

  empty(exchange: Exchange, operation: Operation, status: number, headers = NO_HEADERS): void {
    // RFC 9110 section 15.4.5: a 304 has the Cache-Control of the 200 that it replaces, which is that of a file.
    const common = status === 304 ? ['Cache-Control', 'no-cache', ...this.#besidePages] : this.#common;
    this.#write(exchange, operation.id, status, undefined, EMPTY, headers, common);
    this.#note(exchange, operation.id, { status });
  }

  /** A response outside the API: a page, the metrics. @param name for the counters */
  send(exchange: Exchange, name: string, sent: Sent): void {
    const { status, mediaType, body = EMPTY, headers = NO_HEADERS, maxAgeS, policy } = sent;
    const own = policy === undefined ? this.#besidePages : [...this.#everywhere, 'Content-Security-Policy', policy];
    const common = ['Cache-Control', cacheControl(maxAgeS), ...own];
    this.#write(exchange, name, status, mediaType, body, headers, common);
    this.#note(exchange, name, { status });
  }

  /** A file, at the pace of the client. A client that disconnects, or a disk error, ends the connection. */
  file(exchange: Exchange, operation: Operation, { headers = NO_HEADERS, ...answer }: FileAnswer): void {
    const { quota, request, response } = exchange;
    const { counts, cors } = this.#options;
    const { file, mediaType, pieces, status } = answer;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    counts.add(operation.id, status);
    // Cacheable with revalidation: a running recording grows.
    const head = ['Cache-Control', 'no-cache', ...this.#besidePages, ...headers, ...cors.headers(request.headers)];
    head.push('Content-Type', mediaType, 'Content-Length', String(length));
    if (quota !== null) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    response.writeHead(status, head);
    this.#note(exchange, operation.id, { status });
    if (request.method === 'HEAD' || length === 0) {
      response.end();
      void file.close();
      return;
    }
    void sendFile(answer, response);
  }

  /** Headers now, the rest by the writer. A client that does not read is disconnected after the network’s deadline. */
  stream(exchange: Exchange, operation: Operation, { cacheControl = 'no-store', ...answer }: StreamAnswer): void {
    const { quota, request, response } = exchange;
    const { counts, cors } = this.#options;
    const { headers = NO_HEADERS, mediaType, status = 200, write } = answer;
    counts.add(operation.id, status);
    const head = ['Cache-Control', cacheControl, ...this.#besidePages, ...headers, ...cors.headers(request.headers)];
    if (mediaType !== undefined) head.push('Content-Type', mediaType);
    if (quota !== null) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    response.writeHead(status, head);
    this.#note(exchange, operation.id, { status });
    write(response);
  }

  /** An error. @param operation undefined if the request matched none */
  refuse(exchange: Exchange, operation: Operation | undefined, refusal: Refusal, headers = NO_HEADERS): void {
    const { status } = ERRORS[refusal.code];
    const body = { ...errorBody(refusal, operation), ...this.#options.errorFields?.(exchange, refusal) };
    const name = operation?.id ?? 'none';
    this.#write(exchange, name, status, JSON_TYPE, Buffer.from(JSON.stringify(body)), headers);
    this.#note(exchange, name, { status, code: refusal.code, body, retryAfterS: retryAfterIn(headers) });
  }

  /** From now on every response closes its connection. */
  endConnections(): void {
    const end = ['Connection', 'close'];
    this.#common = [...this.#common, ...end];
    this.#everywhere = [...this.#everywhere, ...end];
    this.#besidePages = [...this.#besidePages, ...end];
    this.#stateHead = [...this.#stateHead, ...end];
  }

  /** Counts a request whose connection became a WebSocket. */
  takenOver(exchange: Exchange, operation: Operation): void {
    this.#options.counts.add(operation.id, 101);
    this.#note(exchange, operation.id, { status: 101 });
  }

  /** Counts a request whose connection ended without an answer. */
  lost(exchange: Exchange, operation: Operation): void {
    this.#note(exchange, operation.id, { status: 0 });
  }

  /** Headers of a response that is written elsewhere: the upgrade to a WebSocket. */
  get commonHeaders(): FlatHeaders {
    return this.#common;
  }

  /** After the answer was written: a replacement has been recorded by then. */
  #note(exchange: Exchange, name: string, answer: ObservedAnswer): void {
    if (this.#observer?.isOn === true) this.#observer.answered(exchange, name, answer);
  }

  #write(
    { quota, request, response }: Exchange,
    name: string,
    status: number,
    mediaType: string | undefined,
    body: Uint8Array,
    headers: FlatHeaders,
    common = this.#common,
  ): void {
    const { counts, cors } = this.#options;
    counts.add(name, status);
    const head = [...common, ...headers, ...cors.headers(request.headers)];
    if (mediaType !== undefined) head.push('Content-Type', mediaType);
    if (status !== 204 && status !== 304) head.push('Content-Length', String(body.length));
    if (quota !== null) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    response.writeHead(status, head);
    response.end(body);
  }
}

function retryAfterIn(headers: FlatHeaders): number | undefined {
  const at = headers.indexOf('Retry-After');
  return at < 0 ? undefined : Number(headers[at + 1]);
}

const cacheControl = (maxAgeS: number | undefined): string => {
  if (maxAgeS === undefined) return 'no-store';
  return maxAgeS === 0 ? 'no-cache' : `max-age=${maxAgeS}`;
};

/** `{code, message[, details]}`; for a token request with the fields of RFC 6749 section 5.2. */
export function errorBody({ code, message, details }: Refusal, operation: Operation | undefined): object {
  return {
    code,
    message,
    ...(details !== undefined && { details }),
    ...(operation?.errorReply !== undefined && { error: oauthError(code), error_description: message }),
  };
}
