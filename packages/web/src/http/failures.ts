import { randomUUID } from 'node:crypto';
import type { Log } from '@kitestring/base/log.ts';
import { SecretsBusyFault } from '@kitestring/base/secrets-busy-fault.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { readTraceparent } from '@kitestring/base/trace-context.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { Answers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { RefusalAnswer } from './route.ts';

/** Answers for exceptions of handlers. */
export class Failures {
  readonly #answers: Answers;
  readonly #log: Log;
  readonly #onStoreFault: (fault: unknown) => void;

  /** @param onStoreFault called when a request failed because of the store */
  constructor(answers: Answers, log: Log, onStoreFault: (fault: unknown) => void) {
    this.#answers = answers;
    this.#log = log;
    this.#onStoreFault = onStoreFault;
  }

  /** @param before called with the refusal before it is sent */
  answer(
    exchange: Exchange,
    operation: Operation | undefined,
    error: unknown,
    before: (refusal: Refusal) => void,
  ): void {
    const { refusal, headers } = failure(error, operation) ?? this.#bug(exchange, operation, error);
    if (refusal.code === 'STORE_UNUSABLE') this.#onStoreFault(error);
    // Discard the rest: a client that is still sending would not read a response on a closed connection.
    exchange.request.resume();
    before(refusal);
    if (!exchange.response.headersSent) this.#answers.refuse(exchange, operation, refusal, headers);
  }

  /** Details go to the log only; the response has their number, or that of the trace. */
  #bug({ request }: Exchange, operation: Operation | undefined, error: unknown): RefusalAnswer {
    const requestId = readTraceparent(request.headers.traceparent?.toString())?.traceId ?? randomUUID();
    this.#log.error({ err: error, requestId, operation: operation?.id }, 'a request failed');
    return { refusal: refusal('INTERNAL_ERROR.logged', { request: requestId }) };
  }
}

/** Undefined for an unexpected exception. */
function failure(error: unknown, operation: Operation | undefined): RefusalAnswer | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SecretsBusyFault) return BUSY;
  if (error instanceof StoreFault && operation?.errors.includes('STORE_UNUSABLE')) {
    return error.code === 'STORE_IN_USE' ? STORE_IN_USE : STORE_UNUSABLE;
  }
  return undefined;
}

const BUSY: RefusalAnswer = {
  refusal: refusal('STATION_BUSY.keys'),
  headers: ['Retry-After', '1'],
};

/** File and cause are logged for the operator. */
const STORE_UNUSABLE: RefusalAnswer = { refusal: refusal('STORE_UNUSABLE.unwritable') };

const STORE_IN_USE: RefusalAnswer = { refusal: refusal('STORE_UNUSABLE.inUse'), headers: ['Retry-After', '1'] };
