import type { TSchema } from 'typebox';

/** Where the text of a time has its `T`. */
const SEPARATOR_AT = 'YYYY-MM-DD'.length;

/**
 * Reads times of a query as forms write them: an empty one counts as absent, and the space in place of `T` by Python's
 * `str(datetime)` is accepted. An invalid time is left for the validation.
 */
export function queryTimes(schema: TSchema): (query: unknown) => unknown {
  const { properties } = schema as { properties?: Readonly<Record<string, { readonly format?: string }>> };
  const names = Object.entries(properties ?? {})
    .filter(([, { format }]) => format === 'date-time')
    .map(([name]) => name);
  if (names.length === 0) return (query) => query;
  return (query) => {
    const read: Record<string, unknown> = { ...(query as object) };
    for (const name of names) {
      const text = read[name];
      if (text === '') delete read[name];
      else if (typeof text === 'string' && text[SEPARATOR_AT] === '+') read[name] = spaced(text);
    }
    return read;
  };
}

const spaced = (text: string): string => `${text.slice(0, SEPARATOR_AT)} ${text.slice(SEPARATOR_AT + 1)}`;
