import {
  API_BASE,
  type Binary,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type RepliesOf,
  type ResultOf,
} from '@kitestring/station-contract/operation.ts';

type InputPart<Name extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [N in Name]: Value };
type OptionalInputPart<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [N in Name]?: Value };

/** Input of an operation: body, path and query parameters, if it has them. */
export type RequestOf<O> = InputPart<'body', BodyOf<O>> &
  InputPart<'params', ParamsOf<O>> &
  OptionalInputPart<'query', QueryOf<O>>;

/** Result of an operation: its JSON, the response itself for a file, undefined without a body. */
export type AnswerOf<O> = RepliesOf<O> extends { readonly 200: Binary } ? Response : ResultOf<O>;

/** The parts of a request without their types. */
export interface RequestInput {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
}

/** A bundle leaves out GET. */
export const methodOf = ({ method = 'GET' }: Operation): string => method;

/** Whether it belongs to the published API. In a bundle the path of any other has its base in it, such as `/station/v1`. */
export const isPublished = ({ base, path }: Operation): boolean => base === undefined && !/^\/\w+\/v\d/.test(path);

/** The path of an operation below the root of the station, with parameters and query filled in. */
export function path(op: Operation, { params, query }: RequestInput): string {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const { base = isPublished(op) ? API_BASE : '' } = op;
  const filled = `${base}${op.path}`.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
