import type { TSchema } from 'typebox';
import type { Expectations } from '../expectations.ts';
import { shown } from '../expectations.ts';
import type { HttpExchange } from '../link/exchange.ts';
import { type AnswerField, type FieldSchema, occurrences } from './fields.ts';

/** RFC 3339 with an offset. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Asserts one field of a response: its presence, its type, and that each value is permitted. */
export function judgeField(
  expect: Expectations,
  { path, schema, isRequired }: AnswerField,
  value: unknown,
  exchange: HttpExchange,
): void {
  const { values, missing } = occurrences(value, path);
  if (isRequired && (values.length > 0 || missing > 0)) expect.equal(missing, 0, `objects without ${path}`, exchange);
  if (values.length === 0) return;
  const mistyped = values.filter((one) => !hasType(one, schema));
  expect.that(mistyped.length === 0, `${path} must be ${typeName(schema)}, got ${shown(mistyped[0])}`, exchange);
  judgeRange(expect, path, schema, values, exchange);
  if (schema.enum !== undefined) {
    const foreign = values.filter((one) => !schema.enum?.includes(one));
    const list = schema.enum.map(shown).join(', ');
    expect.that(foreign.length === 0, `${path} must be one of ${list}, got ${shown(foreign[0])}`, exchange);
  }
  if (schema.format === 'date-time') {
    const malformed = values.filter(
      (one) => typeof one !== 'string' || !DATE_TIME.test(one) || Number.isNaN(Date.parse(one)),
    );
    expect.that(malformed.length === 0, `${path} must be a time after RFC 3339, got ${shown(malformed[0])}`, exchange);
  }
}

/** Asserts the type of a whole body; its fields are checked separately. */
export const judgeType = (expect: Expectations, schema: TSchema, value: unknown, exchange: HttpExchange): boolean =>
  expect.that(
    hasType(value, schema as FieldSchema),
    `the body must be JSON of the type ${typeName(schema as FieldSchema)}, got ${shown(value)}`,
    exchange,
  );

function judgeRange(
  expect: Expectations,
  path: string,
  schema: FieldSchema,
  values: readonly unknown[],
  exchange: HttpExchange,
): void {
  const rules = rangeRules(schema);
  if (rules.length === 0) return;
  const outside = values.find((one) => typeof one === 'number' && rules.some(({ holds }) => !holds(one)));
  const limits = rules.map(({ text }) => text).join(' and ');
  expect.that(outside === undefined, `${path} must be ${limits}, got ${shown(outside)}`, exchange);
}

interface RangeRule {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

function rangeRules({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FieldSchema): RangeRule[] {
  const rules: RangeRule[] = [];
  if (minimum !== undefined) rules.push({ text: `at least ${minimum}`, holds: (value) => value >= minimum });
  if (exclusiveMinimum !== undefined)
    rules.push({ text: `over ${exclusiveMinimum}`, holds: (value) => value > exclusiveMinimum });
  if (maximum !== undefined) rules.push({ text: `at most ${maximum}`, holds: (value) => value <= maximum });
  if (exclusiveMaximum !== undefined)
    rules.push({ text: `below ${exclusiveMaximum}`, holds: (value) => value < exclusiveMaximum });
  return rules;
}

const typeName = ({ type, anyOf, enum: choices }: FieldSchema): string =>
  type ?? (anyOf !== undefined ? anyOf.map(typeName).join(' or ') : choices !== undefined ? 'string' : 'any');

function hasType(value: unknown, schema: FieldSchema): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => hasType(value, one));
  switch (schema.type ?? (schema.enum === undefined ? undefined : 'string')) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}
