import type { Refusal } from '@kitestring/station/refusal.ts';
import type { TSchema } from 'typebox';

/** A number as JSON writes it, which a query can only hold as text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Makes numbers of the texts that the schema wants as numbers. What is no number stays a text, for the check to refuse. */
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

/** Refused before it is read: TOO_MANY_PARAMETERS. Counts separators, for that costs less than what it saves. */
export function excessOf(what: 'query' | 'form', text: string): Refusal | undefined {
  let at = what === 'query' ? text.indexOf('?') : 0;
  if (at < 0) return undefined;
  for (let count = 0; count < PARAMETERS_MAX; count += 1) {
    at = text.indexOf('&', at) + 1;
    if (at === 0) return undefined;
  }
  return { code: 'TOO_MANY_PARAMETERS', message: `the ${what} has more than ${PARAMETERS_MAX} parameters` };
}

/**
 * Reads a query as RFC 3986 has it: `+` is a plus, because a time with the offset `+00:00` is what our queries hold and
 * many clients do not encode it. A name that comes twice gives a list; what cannot be decoded stays as it is.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  if (text === '') return NONE;
  const found: Record<string, string | string[]> = Object.create(null);
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    if (equals < 0) add(found, decode(part), '');
    else add(found, decode(part.slice(0, equals)), decode(part.slice(equals + 1)));
  }
  return found;
}

const NONE: Record<string, string | string[]> = Object.freeze(Object.create(null));

function add(found: Record<string, string | string[]>, name: string, value: string): void {
  const before = found[name];
  if (before === undefined) found[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else found[name] = [before, value];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
