import { parse } from 'node:querystring';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { TSchema } from 'typebox';

/** A JSON number as text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Position of the `T` in a time. */
const SEPARATOR_AT = 'YYYY-MM-DD'.length;

type QueryReader = (query: unknown) => unknown;

/** Converts texts to numbers where the schema requires them. An invalid number is left for the validation. */
export const queryNumbers = (schema: TSchema): QueryReader =>
  reader(
    schema,
    ({ type }) => type === 'number' || type === 'integer',
    (text) => (NUMBER.test(text) ? Number(text) : text),
  );

/**
 * Reads times of a query as sent by forms: an empty one counts as absent, and a space instead of `T`, as in Python's
 * `str(datetime)`, is accepted. An invalid time is left for the validation.
 */
export const queryTimes = (schema: TSchema): QueryReader =>
  reader(
    schema,
    ({ format }) => format === 'date-time',
    (text) => {
      if (text === '') return undefined;
      return text[SEPARATOR_AT] === '+' ? `${text.slice(0, SEPARATOR_AT)} ${text.slice(SEPARATOR_AT + 1)}` : text;
    },
  );

interface QueryProperty {
  readonly type?: string;
  readonly format?: string;
}

/** @param read undefined: as if the parameter were absent */
function reader(
  schema: TSchema,
  isRead: (property: QueryProperty) => boolean,
  read: (text: string) => unknown,
): QueryReader {
  const { properties } = schema as { properties?: Readonly<Record<string, QueryProperty>> };
  const names = Object.keys(properties ?? {}).filter((name) => isRead(properties?.[name] ?? {}));
  if (names.length === 0) return (query) => query;
  return (query) => {
    const values: Record<string, unknown> = { ...(query as object) };
    for (const name of names) {
      const text = values[name];
      if (typeof text !== 'string') continue;
      const value = read(text);
      if (value === undefined) delete values[name];
      else values[name] = value;
    }
    return values;
  };
}

/** Far more than any operation accepts. */
const PARAMETERS_MAX = 32;

/** Checked before parsing: TOO_MANY_PARAMETERS. Counts separators, which costs less than it saves. */
export function excessRefusal(what: 'query' | 'form', text: string): Refusal | undefined {
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

/** Microseconds of a time in a query; the schema has checked its form. */
export const parseTime = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseTimestamp(text);
