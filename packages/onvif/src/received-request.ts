import type { IncomingMessage, ServerResponse } from 'node:http';
import { shownAddress } from '@kitestring/base/client-address.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { OnvifRequest } from '@kitestring/station-contract/sim/onvif.ts';
import type { OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { usernameToken } from './auth/wsse.ts';
import type { SoapRequest } from './soap/envelope.ts';
import { textAt } from './soap/read-xml.ts';
import type { SoapFault } from './soap/soap-fault.ts';

const ACTION_MAX = 256;
const NAME_MAX = 64;
/** A reason of its own: without one each request would make an exception with its stack. */
const CLOSED = 'the connection has closed';

/** A simulated camera in the hands of a tester. */
export interface CameraLab {
  /** Bugs of real cameras that it has now. */
  readonly quirks: ReadonlySet<OnvifQuirkName>;
  /** Receives each request with its result. */
  note(request: Omit<OnvifRequest, 'number' | 'quirks'>): void;
}

/** A signal made where it is waited for: most requests need none. */
class LateSignal {
  isAborted = false;
  #made: AbortController | undefined;

  get signal(): AbortSignal {
    this.#made ??= new AbortController();
    if (this.isAborted) this.#made.abort(CLOSED);
    return this.#made.signal;
  }

  abort(): void {
    this.isAborted = true;
    this.#made?.abort(CLOSED);
  }
}

/** One request in progress, with what is known of it. */
export class ReceivedRequest {
  /** As service:name. */
  operation = '?';
  soap: SoapRequest | undefined;
  fault: SoapFault | undefined;
  isCut = false;
  readonly #gone = new LateSignal();
  readonly #over = new LateSignal();
  readonly #request: IncomingMessage;
  readonly #client: string;
  readonly #beganMs = performance.now();
  readonly #timeMs = Date.now();

  constructor(request: IncomingMessage, response: ServerResponse) {
    response.once('close', () => {
      if (!response.writableFinished) this.#gone.abort();
      this.#over.abort();
    });
    this.#request = request;
    // Copied because the socket clears it on close.
    this.#client = shownAddress(request.socket.remoteAddress ?? 'unknown');
  }

  /** Aborts when the client has gone before its answer. */
  readonly gone = (): AbortSignal => this.#gone.signal;

  /** Aborts when the answer is sent, or the client has gone. */
  readonly over = (): AbortSignal => this.#over.signal;

  /** Closes the connection without an answer. */
  readonly cut = (): void => {
    this.isCut = true;
    this.#request.socket.destroy();
  };

  /** @param status of the answer */
  entry(status: number): Omit<OnvifRequest, 'number' | 'quirks'> {
    const { fault, soap } = this;
    const { action, signIn, user } = shownIn(this.#request, soap);
    return {
      time: formatTimestamp(this.#timeMs * 1000),
      client: this.#client,
      operation: this.operation,
      ...(action !== undefined && { action: action.slice(0, ACTION_MAX) }),
      ...(soap !== undefined && { soap: soap.version }),
      sign_in: signIn,
      ...(user !== undefined && { user: user.slice(0, NAME_MAX) }),
      status: this.isCut || this.#gone.isAborted ? 0 : status,
      ...(fault !== undefined && { fault: fault.subcodes.join('/') || fault.side, reason: fault.message }),
      duration_ms: Math.round(performance.now() - this.#beganMs),
    };
  }
}

function shownIn({ headers }: IncomingMessage, soap: SoapRequest | undefined) {
  const token = usernameToken(soap?.header);
  const { authorization } = headers;
  const isDigest = /^digest /i.test(authorization ?? '');
  const ofHeader = authorization === undefined ? 'none' : isDigest ? 'digest' : 'other';
  const signIn: OnvifRequest['sign_in'] =
    token === undefined ? ofHeader : authorization === undefined ? 'wsse' : isDigest ? 'both' : 'other';
  const [, ofType] = /\baction="?([^";]+)/.exec(headers['content-type'] ?? '') ?? [];
  const action = ofType ?? String(headers.soapaction ?? '').replaceAll('"', '');
  const user = textAt(token, 'Username') ?? /\busername="([^"]*)"/.exec(authorization ?? '')?.[1];
  return { action: action === '' ? undefined : action, signIn, user };
}
