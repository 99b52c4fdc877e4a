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

/**
 * Reads a query as RFC 3986 has it: `+` is a plus, because a time with the offset `+00:00` is what our queries hold and
 * many clients do not encode it. A name that comes twice gives a list; what cannot be decoded stays as it is.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  if (text === '') return NONE;
  const found: Record<string, string | string[]> = Object.create(null);
  for (const part of text.split('&')) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    add(found, decode(name), decode(rest.join('=')));
  }
  return found;
}

const NONE: Record<string, string | string[]> = Object.freeze(Object.create(null));

function add(found: Record<string, string | string[]>, name: string, value: string): void {
  const before = found[name];
  if (before === undefined) found[name] = value;
  else found[name] = [...(Array.isArray(before) ? before : [before]), value];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
