import { oauthError } from '@kitestring/contract/auth/oauth-error.ts';
import { ERRORS } from '@kitestring/contract/errors.ts';
import type { Operation } from '@kitestring/contract/operation.ts';
import type { Refusal } from '@kitestring/station/refusal.ts';
import type { FastifyReply } from 'fastify';
import type { Cors } from './cors.ts';
import type { LatinBody } from './latin-body.ts';
import type { RequestCounts } from './request-counts.ts';
import type { BytesAnswer, FileAnswer } from './route.ts';
import { sendFile } from './send-file.ts';

/** Header names and values in turn, as `writeHead` takes them fastest. */
export type FlatHeaders = readonly string[];

export const JSON_TYPE = 'application/json; charset=utf-8';
const NO_HEADERS: FlatHeaders = [];
const EMPTY = Buffer.alloc(0);

export interface AnswersParts {
  /** Said in every answer, so that nobody takes a simulated aircraft for a real one. */
  readonly simulated: boolean;
  readonly cors: Cors;
  readonly counts: RequestCounts;
}

/** Browsers neither guess types nor show an answer inside a page, nor let it load anything. */
const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
const NO_FRAMES = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** What is sent: everything but the headers that all answers have. */
export interface Sent {
  readonly status: number;
  readonly mediaType?: string;
  readonly body?: Uint8Array;
  readonly headers?: FlatHeaders;
  /** May be kept by browsers: pages and scripts. Nothing else may. */
  readonly maxAgeS?: number;
  /** The Content-Security-Policy of a page, which loads more than nothing. */
  readonly policy?: string;
}

/**
 * The one way out of the server. It writes status, headers and bytes in one go, past Fastify's serialisers: what is sent
 * is bytes already, most often the same bytes for many clients.
 */
export class Answers {
  readonly #parts: AnswersParts;
  #common: FlatHeaders;
  /** Of every answer, whatever it is. */
  #everywhere: FlatHeaders;
  /** Of every answer that is no page. */
  #besidePages: FlatHeaders;
  #stateHead: FlatHeaders;

  constructor(parts: AnswersParts) {
    this.#parts = parts;
    this.#everywhere = [...(parts.simulated ? ['Kitestring-Aircraft', 'simulated'] : []), ...NO_SNIFFING];
    this.#besidePages = [...this.#everywhere, ...NO_FRAMES];
    this.#common = ['Cache-Control', 'no-store', ...this.#besidePages];
    this.#stateHead = [...this.#common, 'Content-Type', JSON_TYPE];
  }

  /**
   * The state of a topic: the way of almost all requests. The text has one character per byte, because Node writes a
   * text in one piece with the headers, and bytes in a second one.
   */
  state(reply: FastifyReply, operation: Operation, { text, length }: LatinBody): void {
    const { counts, cors } = this.#parts;
    const { quota, raw } = reply.request;
    counts.add(operation.id, 200);
    const head = [...this.#stateHead, 'Content-Length', length];
    if (quota) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    if (cors.isUsed) head.push(...cors.headers(raw.headers));
    reply.hijack();
    reply.raw.writeHead(200, head);
    reply.raw.end(text, 'latin1');
  }

  json(reply: FastifyReply, operation: Operation, status: number, value: unknown, headers = NO_HEADERS): void {
    this.#write(reply, operation.id, status, JSON_TYPE, Buffer.from(JSON.stringify(value)), headers);
  }

  bytes(reply: FastifyReply, operation: Operation, { bytes, cacheControl, ...rest }: BytesAnswer): void {
    const { headers = NO_HEADERS, mediaType, status } = rest;
    const common = ['Cache-Control', cacheControl, ...this.#besidePages];
    this.#write(reply, operation.id, status, mediaType, bytes, headers, common);
  }

  empty(reply: FastifyReply, operation: Operation, status: number, headers = NO_HEADERS): void {
    this.#write(reply, operation.id, status, undefined, EMPTY, headers);
  }

  /** What is no operation of the API: a page, the metrics. @param name by which it is counted */
  send(reply: FastifyReply, name: string, sent: Sent): void {
    const { status, mediaType, body = EMPTY, headers = NO_HEADERS, maxAgeS, policy } = sent;
    const own = policy === undefined ? this.#besidePages : [...this.#everywhere, 'Content-Security-Policy', policy];
    const common = ['Cache-Control', maxAgeS === undefined ? 'no-store' : `max-age=${maxAgeS}`, ...own];
    this.#write(reply, name, status, mediaType, body, headers, common);
  }

  /** A file, as fast as the client takes it. A client that goes, or a disk that fails, ends the connection. */
  file(reply: FastifyReply, operation: Operation, { headers = NO_HEADERS, ...answer }: FileAnswer): void {
    const { counts, cors } = this.#parts;
    const { quota, raw } = reply.request;
    const { file, mediaType, pieces, status } = answer;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    counts.add(operation.id, status);
    // It may be kept, and has to be asked for: a recording that runs grows.
    const head = ['Cache-Control', 'no-cache', ...this.#besidePages, ...headers, ...cors.headers(raw.headers)];
    head.push('Content-Type', mediaType, 'Content-Length', String(length));
    if (quota) head.push('RateLimit-Policy', quota.policy.header, 'RateLimit', quota.header);
    reply.hijack();
    reply.raw.writeHead(status, head);
    if (raw.method === 'HEAD' || length === 0) {
      reply.raw.end();
      void file.close();
      return;
    }
    void sendFile(answer, reply.raw);
  }

  /** An error. @param operation undefined where the request reached none */
  refuse(reply: FastifyReply, operation: Operation | undefined, refusal: Refusal, headers = NO_HEADERS): void {
    const { status } = ERRORS[refusal.code];
    const body = Buffer.from(JSON.stringify(errorBody(refusal, operation)));
    this.#write(reply, operation?.id ?? 'none', status, JSON_TYPE, body, headers);
  }

  /** Every answer from now on is the last one on its connection, so that nobody asks again where nobody answers any more. */
  endConnections(): void {
    const end = ['Connection', 'close'];
    this.#common = [...this.#common, ...end];
    this.#everywhere = [...this.#everywhere, ...end];
    this.#besidePages = [...this.#besidePages, ...end];
    this.#stateHead = [...this.#stateHead, ...end];
  }

  /** Counts a request whose connection became a WebSocket. */
  takenOver(operation: Operation): void {
    this.#parts.counts.add(operation.id, 101);
  }

  /** Headers of an answer that somebody else writes: the upgrade to a WebSocket. */
  get commonHeaders(): FlatHeaders {
    return this.#common;
  }

  #write(
    reply: FastifyReply,
    name: string,
    status: number,
    mediaType: string | undefined,
    body: Uint8Array,
    headers: FlatHeaders,
    common = this.#common,
  ): void {
    const { counts, cors } = this.#parts;
    const { request } = reply;
    counts.add(name, status);
    const head = [...common, ...headers, ...cors.headers(request.raw.headers)];
    if (mediaType !== undefined) head.push('Content-Type', mediaType);
    if (status !== 204) head.push('Content-Length', String(body.length));
    // Not `!== null`: the errors of Fastify itself come with a request that has no such property.
    if (request.quota) {
      head.push('RateLimit-Policy', request.quota.policy.header, 'RateLimit', request.quota.header);
    }
    reply.hijack();
    reply.raw.writeHead(status, head);
    reply.raw.end(body);
  }
}

/** `{code, message[, details]}`, for a token request with the fields of RFC 6749 section 5.2 beside them. */
export function errorBody({ code, message, details }: Refusal, operation: Operation | undefined): object {
  return {
    code,
    message,
    ...(details !== undefined && { details }),
    ...(operation?.errorReply !== undefined && { error: oauthError(code), error_description: message }),
  };
}
