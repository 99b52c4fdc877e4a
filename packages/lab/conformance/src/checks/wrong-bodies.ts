import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { TSchema } from 'typebox';
import type { FieldSchema } from '../schema/fields.ts';
import { validBody } from './valid-bodies.ts';

/** An invalid body, wrong in one respect. */
export interface WrongBody {
  /** Part of the id: `nan`. */
  readonly name: string;
  /** Description of the error. */
  readonly text: string;
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** The field that the message must name. */
  readonly field?: string;
}

const MALFORMED = { status: 400, code: 'MALFORMED_JSON' } as const;
const INVALID = { status: 400, code: 'INVALID_REQUEST' } as const;
/** At most thirty at once are permitted, so a sample is used. */
const OF_TOKEN_REQUESTS = ['half', 'nan', 'array', 'charset', 'oversize', 'text-plain', 'client-secret-number'];
const OVERSIZE_BYTES = 66_000;
const DEEP = 200;

/** Errors that are detected before the meaning of the fields is evaluated. */
export function wrongBodies(op: Operation): readonly WrongBody[] {
  const valid = validBody(op) ?? {};
  const text = JSON.stringify(valid);
  const [first = 'x'] = Object.keys(valid);
  const oneMember = (value: string) => `{"${first}": ${value}}`;
  const all: WrongBody[] = [
    { name: 'half', text: 'JSON that ends early', body: text.slice(0, -1), ...MALFORMED },
    { name: 'nan', text: 'NaN', body: oneMember('NaN'), ...MALFORMED },
    { name: 'infinity', text: 'Infinity', body: oneMember('Infinity'), ...MALFORMED },
    {
      name: 'twice',
      text: 'a key twice',
      body: `{"${first}": ${JSON.stringify(valid[first])}, ${text.slice(1)}`,
      ...MALFORMED,
    },
    {
      name: 'deep',
      text: 'nesting that is too deep',
      body: oneMember('['.repeat(DEEP) + ']'.repeat(DEEP)),
      ...MALFORMED,
    },
    { name: 'not-utf8', text: 'bytes that are not UTF-8', body: notUtf8(first), ...MALFORMED },
    { name: 'array', text: 'an array for the object', body: `[${text}]`, ...INVALID },
    { name: 'null', text: 'null for the object', body: 'null', ...INVALID },
    {
      name: 'charset',
      text: 'an array for the object, as JSON with a charset',
      body: `[${text}]`,
      type: 'application/json; charset=utf-8',
      ...INVALID,
    },
    {
      name: 'oversize',
      text: 'more than 64 KiB',
      body: text.padEnd(OVERSIZE_BYTES),
      status: 413,
      code: 'BODY_TOO_LARGE',
    },
    {
      name: 'text-plain',
      text: 'another media type',
      body: text,
      type: 'text/plain',
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    ...fieldCases(op, valid),
  ];
  const few = op.access === 'key' ? all.filter(({ name }) => OF_TOKEN_REQUESTS.includes(name)) : all;
  return few.map((one) => asOf(op, one));
}

const notUtf8 = (name: string) =>
  Buffer.concat([Buffer.from(`{"${name}": "`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);

/** If the published document has a single status for invalid bodies, it is that one. */
function asOf({ malformedBody }: Operation, wrong: WrongBody): WrongBody {
  if (malformedBody === undefined || wrong.status === 413) return wrong;
  return { ...wrong, status: 422, code: malformedBody };
}

function fieldCases(op: Operation, valid: Readonly<Record<string, unknown>>): WrongBody[] {
  const { properties = {}, required = [] } = (op.accepts ?? op.body ?? {}) as TSchema & FieldSchema;
  const cases: WrongBody[] = [];
  const add = (name: string, text: string, value: object, field: string) =>
    cases.push({ name, text, body: JSON.stringify(value), field, ...INVALID });
  if (op.unknownProperties !== 'ignore')
    add('unknown-property', 'a property that it does not know', { ...valid, pann: 1 }, 'pann');
  for (const field of required) {
    const { [field]: _, ...others } = valid;
    add(`without-${dashed(field)}`, `no ${field}`, others, field);
  }
  for (const [field, schema] of Object.entries(properties)) {
    for (const [name, text, value] of wrongValues(schema)) {
      add(`${dashed(field)}-${name}`, `${field}: ${text}`, { ...valid, [field]: value }, field);
    }
  }
  return cases;
}

const dashed = (name: string) => name.replaceAll('_', '-');

function wrongValues(schema: FieldSchema): (readonly [string, string, unknown])[] {
  if (schema.enum !== undefined) return [['no-such-value', 'none of its values', 'NoSuchValue']];
  if (schema.type === 'string') {
    const { maxLength } = schema;
    const wrong: [string, string, unknown][] = [['number', 'a number for a text', 5]];
    if (maxLength === undefined) return wrong;
    return [...wrong, ['too-long', `more than ${maxLength} characters`, 'x'.repeat(maxLength + 1)]];
  }
  if (schema.type !== 'number') return [];
  const wrong: (readonly [string, string, unknown])[] = [
    ['text', 'a number as a text', '1'],
    ['true', 'true for a number', true],
  ];
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (minimum !== undefined) wrong.push(['below-minimum', `below ${minimum}`, minimum - 0.01]);
  if (exclusiveMinimum !== undefined)
    wrong.push(['at-minimum', `${exclusiveMinimum}, which is excluded`, exclusiveMinimum]);
  if (maximum !== undefined) wrong.push(['above-maximum', `above ${maximum}`, maximum + 0.01]);
  if (exclusiveMaximum !== undefined)
    wrong.push(['at-maximum', `${exclusiveMaximum}, which is excluded`, exclusiveMaximum]);
  return wrong;
}
