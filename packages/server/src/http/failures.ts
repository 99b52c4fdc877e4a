import { randomUUID } from 'node:crypto';
import type { Operation } from '@kitestring/contract/operation.ts';
import type { Refusal } from '@kitestring/station/refusal.ts';
import type { FastifyReply } from 'fastify';
import { SecretsBusy } from '../hash-lanes.ts';
import { StoreFault } from '../store/store-fault.ts';
import type { Answers } from './answers.ts';
import { BODY_MAX_BYTES, bodyRefusal } from './body.ts';
import type { Log } from './log.ts';
import type { RequestWatch } from './request-watch.ts';
import type { Failure } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route answers; undefined for pages and for requests that reached no route. */
    operation?: Operation;
    /** Told how requests of the route ended; undefined where nobody wants to know. */
    watch?: RequestWatch;
  }
}

/** Errors of Fastify that a client causes, in our words. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  FST_ERR_BAD_URL: { code: 'MALFORMED_HTTP', message: 'the path is not percent-encoded correctly' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'NOT_FOUND', message: 'there is nothing at this path: a part of it is too long' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'BODY_TOO_LARGE', message: `the body must be at most ${BODY_MAX_BYTES} bytes` },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'the Content-Type is not a media type' },
};

const MALFORMED: Refusal = { code: 'MALFORMED_HTTP', message: 'the request is not HTTP that can be read' };

/** Answers what was thrown: by Fastify because of a client, or by our own code because of a bug. */
export class Failures {
  readonly #answers: Answers;
  readonly #log: Log;
  readonly #onStoreFault: (fault: unknown) => void;

  /** @param onStoreFault told when a request failed because of the store */
  constructor(answers: Answers, log: Log, onStoreFault: (fault: unknown) => void) {
    this.#answers = answers;
    this.#log = log;
    this.#onStoreFault = onStoreFault;
  }

  /** @returns what was answered */
  answer(reply: FastifyReply, operation: Operation | undefined, error: unknown): Refusal {
    const { refusal, headers } = failureOf(error, operation) ?? this.#bug(operation, error);
    if (refusal.code === 'STORE_UNUSABLE') this.#onStoreFault(error);
    // A client that is still sending would not read an answer if the connection were closed under it.
    reply.removeHeader('connection');
    reply.request.raw.resume();
    if (!reply.raw.headersSent) this.#answers.refuse(reply, operation, refusal, headers);
    return refusal;
  }

  /** What went wrong is for the log only; its number leads there. */
  #bug(operation: Operation | undefined, error: unknown): Failure {
    const requestId = randomUUID();
    this.#log.error({ err: error, requestId, operation: operation?.id }, 'a request failed');
    const message = `internal error; it is in the log as request ${requestId}`;
    return { refusal: { code: 'INTERNAL_ERROR', message } };
  }
}

/** Undefined for what should not have happened. */
function failureOf(error: unknown, operation: Operation | undefined): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SecretsBusy) return BUSY;
  if (error instanceof StoreFault && operation?.errors.includes('STORE_UNUSABLE')) return STORE_UNUSABLE;
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const isOfBody = refusal.code === 'UNSUPPORTED_MEDIA_TYPE' && operation !== undefined;
  return { refusal: isOfBody ? bodyRefusal(operation, refusal) : refusal };
}

const BUSY: Failure = {
  refusal: { code: 'STATION_BUSY', message: 'too many API keys are being checked, try again in 1 s' },
  headers: ['Retry-After', '1'],
};

/** Which file it is and why is for the operator, who finds it in the log. */
const STORE_UNUSABLE: Failure = { refusal: { code: 'STORE_UNUSABLE', message: 'the store cannot be written' } };

/** What a client caused in Fastify's own code. */
function refusalOf(error: Error): Refusal | undefined {
  const known = 'code' in error ? REFUSALS[String(error.code)] : undefined;
  if (known !== undefined) return known;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? MALFORMED : undefined;
}
