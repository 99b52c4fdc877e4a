import type { ServerResponse } from 'node:http';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf } from '@kitestring/station-contract/operation.ts';
import type { Refusal, Result } from '@kitestring/station-contract/refusal.ts';
import type { FlatHeaders } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { FileBody } from './send-file.ts';

/** A response with its own status or headers. `body` is JSON; without it the response is empty. */
interface JsonAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: FlatHeaders;
}

/** A response of bytes: a picture, an SDP description. */
export interface BytesAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** `no-cache`: cacheable, with revalidation before each use. */
  readonly cacheControl: 'no-cache' | 'no-store';
  readonly headers?: FlatHeaders;
}

/** An open file, or parts of it; closed after sending. */
export interface FileAnswer extends FileBody {
  readonly status: 200 | 206;
  readonly mediaType: string;
  readonly headers?: FlatHeaders;
}

/** A response that is sent gradually, until its writer or the client ends it. */
export interface StreamAnswer {
  /** 200 when absent. */
  readonly status?: number;
  readonly mediaType?: string | undefined;
  /** `no-store` when absent. */
  readonly cacheControl?: string | undefined;
  readonly headers?: FlatHeaders;
  /** Called once, after the headers. Ends the response, and stops when it closes. */
  readonly write: (response: ServerResponse) => void;
}

/** A refusal with its own headers. */
export interface RefusalAnswer {
  readonly refusal: Refusal;
  readonly headers?: FlatHeaders;
}

/** The connection was taken over; no response follows. */
export const TAKEN_OVER = Symbol('taken over');

/** Result of a handler: the station's result, or a response of its own. */
export type HandlerResult =
  | Result<unknown>
  | JsonAnswer
  | BytesAnswer
  | FileAnswer
  | StreamAnswer
  | RefusalAnswer
  | typeof TAKEN_OVER;

/** Input of a handler: validated parts, and the exchange itself. */
interface HandlerInput<Body = unknown, Params = unknown, Query = unknown> {
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly exchange: Exchange;
}

export interface CallerInput<Body = unknown, Params = unknown, Query = unknown>
  extends HandlerInput<Body, Params, Query> {
  readonly caller: Caller;
}

type Handler = (call: CallerInput) => HandlerResult | Promise<HandlerResult>;

/** How an operation is answered: by a handler, or with the state of a topic. */
export type Route =
  | {
      readonly kind: 'handler';
      readonly operation: Operation;
      readonly handle: Handler;
      /** A concrete path of the operation that the parameters of another operation would match as well. */
      readonly params?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'state';
      readonly operation: Operation;
      readonly topic: { readonly bytes: Uint8Array };
      readonly refusal: (() => Refusal | undefined) | undefined;
    };

/** An operation that needs a token. */
export function route<O extends Operation>(
  operation: O,
  handle: (call: CallerInput<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => HandlerResult | Promise<HandlerResult>,
): Route {
  // The pipeline has validated body, parameters and query against the schemas of these types.
  return { kind: 'handler', operation, handle: handle as Handler };
}

/** Route for one concrete path of the operation; it has priority over parameterised matches. */
export function routeAt<O extends Operation>(
  operation: O,
  params: Partial<ParamsOf<O>> & Readonly<Record<string, string>>,
  handle: (call: CallerInput<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => HandlerResult | Promise<HandlerResult>,
): Route {
  return { kind: 'handler', operation, handle: handle as Handler, params };
}

/** A public operation. */
export function openRoute<O extends Operation>(
  operation: O,
  handle: (call: HandlerInput<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => HandlerResult | Promise<HandlerResult>,
): Route {
  return { kind: 'handler', operation, handle: handle as Handler };
}

/** An operation that returns the bytes of a topic. @param refusal reason why there are none now */
export function stateRoute(
  operation: Operation,
  topic: { readonly bytes: Uint8Array },
  refusal?: () => Refusal | undefined,
): Route {
  return { kind: 'state', operation, topic, refusal };
}
