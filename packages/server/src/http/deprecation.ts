import type { Deprecation, Operation } from '@kitestring/contract/operation.ts';
import type { FlatHeaders } from './answers.ts';
import type { CallerInput, HandlerResult, Route } from './route.ts';

type Handle = Extract<Route, { kind: 'handler' }>['handle'];

/** RFC 9745 writes the time as a structured field, RFC 8594 as an HTTP date. */
const headersOf = ({ since, sunset }: Deprecation): FlatHeaders => [
  'Deprecation',
  `@${Date.parse(since) / 1000}`,
  'Sunset',
  new Date(sunset).toUTCString(),
];

/** The handler of an operation, which tells a client that used deprecated fields so when it has succeeded. */
export function withDeprecation({ deprecation, replies }: Operation, handle: Handle): Handle {
  if (deprecation === undefined) return handle;
  const headers = headersOf(deprecation);
  const status = Math.min(...Object.keys(replies).map(Number));
  const told = (result: HandlerResult): HandlerResult =>
    typeof result === 'object' && 'ok' in result && result.ok ? { status, body: result.value, headers } : result;
  return (call: CallerInput) => {
    const { body } = call;
    const isUsed = deprecation.fields.some((field) => (body as Readonly<Record<string, unknown>>)[field] !== undefined);
    const result = handle(call);
    if (!isUsed) return result;
    return result instanceof Promise ? result.then(told) : told(result);
  };
}
