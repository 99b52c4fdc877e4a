import type { Static, TSchema } from 'typebox';
import type { Scope } from './auth/scope.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { FlightState } from './flight/flight-state.ts';
import type { ByVersion } from './versions.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Base path of the published API, below the root of the server. */
export const API_BASE = '/api';

/** Scopes of which one suffices. */
interface AnyOf {
  readonly anyOf: readonly Scope[];
}
export const anyOf = (...scopes: readonly Scope[]): AnyOf => ({ anyOf: scopes });

/**
 * Who may call: a token with all of these scopes, or with any of them; `open` needs none; `key` takes an API key
 * instead.
 */
type Access = readonly Scope[] | AnyOf | 'open' | 'key' | 'any-token';

/** A reply without a body. */
export const Nothing = { kind: 'nothing' } as const;
export type Nothing = typeof Nothing;

/** A reply that is a file of one of these types, not JSON. */
export interface Binary {
  readonly kind: 'binary';
  readonly mediaTypes: readonly string[];
}
export const binary = (...mediaTypes: readonly string[]): Binary => ({ kind: 'binary', mediaTypes });

export type Reply = TSchema | Nothing | Binary;

export const isBinary = (reply: Reply): reply is Binary => 'kind' in reply && reply.kind === 'binary';
export const isNothing = (reply: Reply): reply is Nothing => 'kind' in reply && reply.kind === 'nothing';
/** Whether the reply is JSON with this schema. */
export const isJson = (reply: Reply): reply is TSchema => !('kind' in reply);

/** An example that the reference shows, and that a test sends. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/**
 * One operation of the local API: the single definition of its path, permissions, input, output and refusals. Types,
 * validation, OpenAPI, the typed client and the docs are derived from it.
 */
interface OperationDefinition<
  Body extends TSchema | undefined = TSchema | undefined,
  Params extends TSchema | undefined = TSchema | undefined,
  Query extends TSchema | undefined = TSchema | undefined,
  Replies extends Readonly<Record<number, Reply>> = Readonly<Record<number, Reply>>,
> {
  /** Dotted name, derived from the path without version and separators: `flight.control.altitude`. */
  readonly id: string;
  /** `GET` when absent. */
  readonly method?: Method;
  /** Prefix of `path`; `API_BASE` when absent. */
  readonly base?: string;
  /** Path below the base, with `{name}` for parameters, as published. */
  readonly path: string;
  /** One line for lists. */
  readonly summary: string;
  /** Effect, refusals, and resulting state. Markdown. */
  readonly description: string;
  readonly access: Access;
  /** Exempt from the rate limit of requests. */
  readonly isUnlimited?: boolean;
  /** True where requests without a valid token are not counted either. */
  readonly isUncounted?: boolean;
  /** Response timeout for clients, seconds, if longer than usual. */
  readonly answersWithinS?: number;
  readonly body?: Body;
  /** Schema that the body is validated against, if more is accepted than the published schema `body`. */
  readonly accepts?: TSchema;
  /** Accepted media types of the body. JSON only when absent. */
  readonly bodyTypes?: readonly string[];
  /** Its path answers OPTIONS, which the protocol of its clients asks for; other paths answer it to browsers only. */
  readonly hasOptions?: true;
  /** A request without a body is one with `{}`. */
  readonly isBodyOptional?: boolean;
  /** The code of every finding about the body, where the published document defines a single status for them. */
  readonly malformedBody?: ErrorCode;
  /** Properties that the body's schema does not name: refused (default) or ignored. */
  readonly unknownProperties?: 'refuse' | 'ignore';
  readonly params?: Params;
  readonly query?: Query;
  readonly cookies?: TSchema;
  /** Request headers that it reads, in addition to those of HTTP itself; the handler validates their values. */
  readonly headers?: TSchema;
  /** 204 without a body when absent. */
  readonly replies?: Replies;
  /** Schema of its error bodies, if it extends `Error`. */
  readonly errorReply?: TSchema;
  /**
   * Every refusal specific to this operation, none when absent; those that any request can get are added by kind (see
   * `generalErrors`).
   */
  readonly errors?: readonly ErrorCode[];
  readonly examples?: readonly Example[];
  /** Example of the reply with the lowest status. */
  readonly replyExample?: unknown;
  /** Deprecated parts of the request. */
  readonly deprecation?: Deprecation;
  /** Further paths below the base, which the document does not list. */
  readonly aliases?: readonly string[];
  /** Flight states in which it is possible, where they are fewer than the station allows. */
  readonly flightStates?: readonly FlightState['flight_state'][];
  /** Differences in older versions. Those of its schemas are declared with the schemas. */
  readonly versions?: ByVersion<OperationDifference>;
}

/** An operation as `operation` declares it. */
export interface Operation<
  Body extends TSchema | undefined = TSchema | undefined,
  Params extends TSchema | undefined = TSchema | undefined,
  Query extends TSchema | undefined = TSchema | undefined,
  Replies extends Readonly<Record<number, Reply>> = Readonly<Record<number, Reply>>,
> extends OperationDefinition<Body, Params, Query, Replies> {
  readonly method: Method;
  readonly replies: Replies;
  readonly errors: readonly ErrorCode[];
}

/** Fields of a body that a client should no longer send. */
export interface Deprecation {
  readonly fields: readonly string[];
  /** Since when (RFC 9745), and until when they are accepted (RFC 8594): RFC 3339. */
  readonly since: string;
  readonly sunset: string;
}

/** How an operation differs in one version from the next newer one; `absent`: the path answers 404. */
export type OperationDifference =
  | 'absent'
  | {
      readonly description?: string;
      readonly replies?: Readonly<Record<number, Reply>>;
      readonly accepts?: TSchema;
      readonly headers?: TSchema;
      readonly errors?: readonly ErrorCode[];
      readonly examples?: readonly Example[];
      readonly replyExample?: unknown;
      readonly deprecation?: undefined;
      readonly aliases?: readonly string[];
      readonly flightStates?: Operation['flightStates'];
      /** Fields of the body that this version does not know: it ignores them, so that a client means nothing by them. */
      readonly ignores?: readonly string[];
    };

/** Declares one operation; keeps its exact types. */
export function operation<
  const Body extends TSchema | undefined = undefined,
  const Params extends TSchema | undefined = undefined,
  const Query extends TSchema | undefined = undefined,
  const Replies extends Readonly<Record<number, Reply>> = { readonly 204: Nothing },
>(definition: OperationDefinition<Body, Params, Query, Replies>): Operation<Body, Params, Query, Replies> {
  const replies = definition.replies ?? ({ 204: Nothing } as Readonly<Record<number, Reply>> as Replies);
  return { method: 'GET', errors: [], ...definition, replies };
}

type StaticOf<S> = S extends Nothing ? undefined : S extends TSchema ? Static<S> : undefined;

export type BodyOf<O> = O extends Operation<infer B, infer _P, infer _Q, infer _R> ? StaticOf<B> : never;
export type ParamsOf<O> = O extends Operation<infer _B, infer P, infer _Q, infer _R> ? StaticOf<P> : never;
export type QueryOf<O> = O extends Operation<infer _B, infer _P, infer Q, infer _R> ? StaticOf<Q> : never;
export type RepliesOf<O> = O extends Operation<infer _B, infer _P, infer _Q, infer R> ? R : never;
/** The JSON value of the reply to a request that succeeded; of several replies that of 200. */
export type ResultOf<O> =
  RepliesOf<O> extends { readonly 200: infer S }
    ? StaticOf<S>
    : RepliesOf<O> extends { readonly 201: infer S }
      ? StaticOf<S>
      : RepliesOf<O> extends { readonly 202: infer S }
        ? StaticOf<S>
        : undefined;

/** The path below the root of the server, with `{name}` for parameters. */
export const fullPath = ({ base = API_BASE, path }: Operation): string => base + path;

/** Sets of scopes of which a token must have all of one; undefined where no token is checked. */
export function grantsOf(access: Access): readonly (readonly Scope[])[] | undefined {
  if (access === 'open' || access === 'key') return undefined;
  if (access === 'any-token') return [[]];
  return 'anyOf' in access ? access.anyOf.map((scope) => [scope]) : [access];
}

/** Whether requests are counted, so that too many are refused. */
export const isLimited = ({ access, isUncounted = false, isUnlimited = false }: Operation): boolean =>
  access !== 'open' && !isUnlimited && !isUncounted;

/** Refusals of requests that reach no operation: unknown path or method, or malformed HTTP. */
export const UNROUTED_ERRORS = [
  'MALFORMED_HTTP',
  'TOO_MANY_PARAMETERS',
  'BODY_TOO_FRAGMENTED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'HTTPS_REQUIRED',
  'UNKNOWN_HOST',
] as const satisfies readonly ErrorCode[];

/** Refusals of a hub, for a station that it cannot reach. */
export const FLEET_REFUSALS = [
  'STATION_OFFLINE',
  'STATION_NOT_LIVE',
  'NO_CONSOLE',
  'INVITATION_UNENCRYPTED',
  'COMMAND_ID_REUSED',
  'GROUP_NAME_TAKEN',
  'GROUP_IN_USE',
  'TOO_MANY_GROUPS',
  'TOO_MANY_WEBHOOKS',
  'SIGN_IN_PROVIDER_AWAY',
  'OUTCOME_UNKNOWN',
] as const satisfies readonly ErrorCode[];

/** Refusals of a replay, which serves a recording: of commands, and of what the recording does not contain. */
export const REPLAY_REFUSALS = ['REPLAY_READ_ONLY', 'NOT_IN_RECORDING'] as const satisfies readonly ErrorCode[];

const TOKEN_ERRORS = [
  'MISSING_TOKEN',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'PLUGIN_DISABLED',
] as const satisfies readonly ErrorCode[];
// Marked: the bundle of the client leaves it out.
const ANY_TOKEN_ERRORS = /* @__PURE__ */ TOKEN_ERRORS.filter((code) => code !== 'INSUFFICIENT_SCOPE');

const BODY_ERRORS = [
  'MALFORMED_JSON',
  'INVALID_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ErrorCode[];

function tokenErrors(access: Access): readonly ErrorCode[] {
  if (access === 'open' || access === 'key') return [];
  return access === 'any-token' ? ANY_TOKEN_ERRORS : TOKEN_ERRORS;
}

const bodyErrors = ({ malformedBody }: Operation): readonly ErrorCode[] =>
  malformedBody === undefined ? BODY_ERRORS : [malformedBody, 'BODY_TOO_LARGE'];

const queryErrors = ({ query }: Operation): readonly ErrorCode[] => (query === undefined ? [] : ['INVALID_REQUEST']);

/** Refusals common to all operations of the same kind: they come from the server, not from the station. */
export function generalErrors(op: Operation): readonly ErrorCode[] {
  return [
    ...tokenErrors(op.access),
    ...(op.method === 'GET' ? queryErrors(op) : bodyErrors(op)),
    // Requests without a valid token are counted everywhere.
    ...(isLimited(op) || (grantsOf(op.access) !== undefined && !op.isUncounted) ? (['RATE_LIMITED'] as const) : []),
    // An operation that defines its own 500 does not send the usual one.
    ...(500 in op.replies ? [] : (['INTERNAL_ERROR'] as const)),
    'SHUTTING_DOWN',
  ];
}

/** Every refusal of an operation, each once, by rising status. */
export function errors(op: Operation): readonly ErrorCode[] {
  const codes = [...new Set([...op.errors, ...generalErrors(op)])];
  return codes.sort((a, b) => ERRORS[a].status - ERRORS[b].status);
}

/**
 * Schema that the server validates a body against: unknown properties are refused, unless they are ignored. A union of
 * schemas has no properties of its own: each of its members states what it refuses.
 */
export function checkedBody(op: Operation): TSchema | undefined {
  const schema = op.accepts ?? op.body;
  if (schema === undefined || op.unknownProperties === 'ignore' || 'oneOf' in schema) return schema;
  return { ...schema, additionalProperties: false };
}
