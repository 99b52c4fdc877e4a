import type { BodyOf, Operation, ParamsOf, QueryOf } from '@kitestring/contract/operation.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Refusal, Result } from '@kitestring/station/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FlatHeaders } from './answers.ts';
import type { FileParts } from './send-file.ts';

/** An answer with a status or headers of its own. `body` is JSON; without it the answer is empty. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: FlatHeaders;
}

/** An answer of bytes: a picture, a description of a session. */
export interface BytesAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** `no-cache`: may be kept, and is asked for again before it is used. */
  readonly cacheControl: 'no-cache' | 'no-store';
  readonly headers?: FlatHeaders;
}

/** A file that is open, or parts of it; whoever answers closes it. */
export interface FileAnswer extends FileParts {
  readonly status: 200 | 206;
  readonly mediaType: string;
  readonly headers?: FlatHeaders;
}

/** A refusal with headers of its own. */
export interface Failure {
  readonly refusal: Refusal;
  readonly headers?: FlatHeaders;
}

/** The connection was taken over; there is nothing to answer. */
export const TAKEN_OVER = Symbol('taken over');

/** What a handler gives back: what the station said, or an answer of its own. */
export type Outcome = Result<unknown> | Answer | BytesAnswer | FileAnswer | Failure | typeof TAKEN_OVER;

/** What a handler is given: everything that was checked, and the request itself. */
export interface Call<Body = unknown, Params = unknown, Query = unknown> {
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface CallerCall<Body = unknown, Params = unknown, Query = unknown> extends Call<Body, Params, Query> {
  readonly caller: Caller;
}

type Handler = (call: CallerCall) => Outcome | Promise<Outcome>;

/** How one operation is answered: by a handler, or with the state of a topic. */
export type Route =
  | {
      readonly kind: 'handler';
      readonly operation: Operation;
      readonly handle: Handler;
      /** One path of the operation, which the parameters of another operation would match otherwise. */
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
  handle: (call: CallerCall<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => Outcome | Promise<Outcome>,
): Route {
  // The pipeline has checked body, parameters and query against the schemas from which these types come.
  return { kind: 'handler', operation, handle: handle as Handler };
}

/** The same for one path of the operation, that with these parameters: it goes before what else would match the path. */
export function routeAt<O extends Operation>(
  operation: O,
  params: ParamsOf<O> & Readonly<Record<string, string>>,
  handle: (call: CallerCall<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => Outcome | Promise<Outcome>,
): Route {
  return { kind: 'handler', operation, handle: handle as Handler, params };
}

/** An operation that anybody may call. */
export function openRoute<O extends Operation>(
  operation: O,
  handle: (call: Call<BodyOf<O>, ParamsOf<O>, QueryOf<O>>) => Outcome | Promise<Outcome>,
): Route {
  return { kind: 'handler', operation, handle: handle as Handler };
}

/** An operation that answers with the bytes of a topic. @param refusal a reason why there are none now */
export function stateRoute(
  operation: Operation,
  topic: { readonly bytes: Uint8Array },
  refusal?: () => Refusal | undefined,
): Route {
  return { kind: 'state', operation, topic, refusal };
}
