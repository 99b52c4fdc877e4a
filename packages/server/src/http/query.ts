import { parse } from 'node:querystring';
import { type Refusal, refusal } from '@kitestring/station/refusal.ts';
import type { TSchema } from 'typebox';

/** A JSON number as text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Converts texts to numbers where the schema requires them. An invalid number is left for the validation. */
export function queryNumbers(schema: TSchema): (query: unknown) => unknown {
  const { properties } = schema as { properties?: Readonly<Record<string, { readonly type?: string }>> };
  const names = Object.entries(properties ?? {})
    .filter(([, { type }]) => type === 'number' || type === 'integer')
    .map(([name]) => name);
  if (names.length === 0) return (query) => query;
  return (query) => {
    const read: Record<string, unknown> = { ...(query as object) };
    for (const name of names) {
      const text = read[name];
      if (typeof text === 'string' && NUMBER.test(text)) read[name] = Number(text);
    }
    return read;
  };
}

/** Far more than any operation takes. */
const PARAMETERS_MAX = 32;

/** Checked before parsing: TOO_MANY_PARAMETERS. Counts separators, which costs less than it saves. */
export function excessOf(what: 'query' | 'form', text: string): Refusal | undefined {
  let at = what === 'query' ? text.indexOf('?') : 0;
  if (at < 0) return undefined;
  for (let count = 0; count < PARAMETERS_MAX; count += 1) {
    at = text.indexOf('&', at) + 1;
    if (at === 0) return undefined;
  }
  return refusal('TOO_MANY_PARAMETERS', { part: what, most: PARAMETERS_MAX });
}

/**
 * Parses a query by RFC 3986: `+` is a plus, because times with the offset `+00:00` are common and many clients do not
 * encode it. A repeated name gives a list; invalid encoding is left unchanged.
 */
export function parseQuery(text: string): Query {
  // A present name has a value.
  return text === '' ? NONE : (parse(text.replaceAll('+', '%2B')) as Query);
}

type Query = Record<string, string | string[]>;

const NONE: Query = Object.freeze(Object.create(null));
