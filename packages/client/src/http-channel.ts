import { API_BASE, type Operation, type Reply } from '@kitestring/station-contract/operation.ts';
import { ApiError, apiError } from './api-error.ts';
import type { ByteRange, CallOptions } from './call-options.ts';
import { ConnectionError, reasonOf } from './connection-error.ts';
import { pause } from './pause.ts';
import type { Platform } from './platform.ts';
import { isPublished, methodOf, path, type RequestInput } from './request.ts';
import { retryDelayMs } from './retry.ts';
import type { TokenSource } from './token-source.ts';

interface HttpChannelOptions {
  /** Base URL of the station, `http://127.0.0.1:3128`. */
  readonly stationUrl: string;
  readonly platform: Platform;
  readonly timeoutMs: number;
  /** Attempts of one operation, the first included. */
  readonly maxAttempts: number;
}

/** A 2xx answer. A file is left in `response` for the caller to read, without a timeout; anything else is `text`. */
export interface SuccessResponse {
  readonly status: number;
  readonly response: Response;
  readonly text: string;
}

/** Sends operations with a token and timeouts, and retries those that are safe to repeat. */
export class HttpChannel {
  readonly #options: HttpChannelOptions;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
  }

  /** @throws ApiError, ConnectionError, or the reason of `signal` */
  async send(
    op: Operation,
    input: RequestInput,
    tokens: TokenSource,
    options: CallOptions = {},
  ): Promise<SuccessResponse> {
    let isRenewed = false;
    const startedMs = this.#options.platform.nowMs();
    for (let attempt = 1; ; attempt += 1) {
      // Outside the retries: a token request has its own.
      const token = needsToken(op) ? await unlessAborted(tokens.token(), options.signal) : undefined;
      try {
        return await this.#attempt(op, input, token, options);
      } catch (error) {
        // 401 is sent before anything is done, so a command may be repeated too; once, or a wrong clock would loop
        // here.
        const isRefused = token !== undefined && error instanceof ApiError && error.status === 401;
        if (isRefused && !isRenewed && tokens.refused(token)) {
          isRenewed = true;
          continue;
        }
        const { maxAttempts, platform } = this.#options;
        const delayMs = attempt < maxAttempts ? retryDelayMs(op, error, attempt, platform.random()) : undefined;
        if (delayMs === undefined)
          throw attempt === 1 ? error : afterAttempts(error, attempt, this.#passedMs(startedMs));
        await pause(platform, delayMs, options.signal);
      }
    }
  }

  async #attempt(
    op: Operation,
    input: RequestInput,
    token: string | undefined,
    { range, signal, timeoutMs = this.#timeoutMsOf(op) }: CallOptions,
  ): Promise<SuccessResponse> {
    const timeout = new AbortController();
    const cancelTimeout = this.#options.platform.schedule(timeoutMs, () => timeout.abort());
    try {
      const response = await this.#options.platform.fetch(`${this.#options.stationUrl}${path(op, input)}`, {
        method: methodOf(op),
        redirect: 'error',
        headers: headers(input, token, range),
        signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      });
      return await answerOf(op, response);
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#faultOf(op, error, timeout.signal.aborted ? timeoutMs : undefined);
    } finally {
      cancelTimeout();
    }
  }

  #passedMs(startedMs: number): number {
    return this.#options.platform.nowMs() - startedMs;
  }

  #timeoutMsOf({ answersWithinS = 0 }: Operation): number {
    return Math.max(this.#options.timeoutMs, answersWithinS * 1000);
  }

  /** @param timedOutMs the timeout that expired, if that ended the request */
  #faultOf(op: Operation, error: unknown, timedOutMs: number | undefined): unknown {
    if (error instanceof ApiError || error instanceof ConnectionError) return error;
    const url = `${this.#options.stationUrl}${isPublished(op) ? API_BASE : ''}`;
    if (timedOutMs !== undefined) {
      return new ConnectionError('TIMEOUT', `no answer from ${url} in ${timedOutMs / 1000} s`, { cause: error });
    }
    return new ConnectionError('UNREACHABLE', `cannot reach ${url}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The whole wait: that of the last attempt alone would be too short by far. */
function afterAttempts(error: unknown, attempts: number, passedMs: number): unknown {
  if (!(error instanceof ConnectionError) || error.code !== 'TIMEOUT') return error;
  const message = `${error.message}, ${attempts} times within ${Math.round(passedMs / 1000)} s`;
  return new ConnectionError('TIMEOUT', message, { cause: error });
}

const needsToken = ({ access }: Operation): boolean => access !== 'open' && access !== 'key';

/**
 * One token is requested for all callers together; a caller that is aborted leaves the request running for the others.
 */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason);
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
  });
}

function headers(
  { body }: RequestInput,
  token: string | undefined,
  range: ByteRange | undefined,
): Record<string, string> {
  return {
    ...(range !== undefined && { range: `bytes=${range.first}-${range.last ?? ''}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    // Without one a cookie may sign in, or nothing.
    ...(token !== undefined && token !== '' && { authorization: `Bearer ${token}` }),
  };
}

async function answerOf(op: Operation, response: Response): Promise<SuccessResponse> {
  const isFile = response.ok && isBinary(op.replies?.[200]);
  const text = isFile ? '' : await response.text();
  if (response.ok) return { status: response.status, response, text };
  throw apiError(response.status, text, response.headers.get('retry-after'));
}

const isBinary = (reply: Reply | undefined): boolean =>
  reply !== undefined && 'kind' in reply && reply.kind === 'binary';
