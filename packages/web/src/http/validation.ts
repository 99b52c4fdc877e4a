import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type RefusalDetail, type Result, refusal } from '@kitestring/station-contract/refusal.ts';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Format } from 'typebox/format';

// The published examples have a space between date and time (RFC 3339 section 5.6), which the validator's format
// refuses.
Format.Set('date-time', (text) => parseTimestamp(text) !== undefined);

const SHOWN_LENGTH = 40;
/** Length of a message; what does not fit is in the details only. */
const FAULT_LENGTH = 1500;

/** One error of the schema validation, in the form of JSON Schema validators. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Validates a value; INVALID_REQUEST names every invalid field, its limit and the received value. */
export type SchemaCheck = (value: unknown) => Result<unknown>;

/**
 * Returns the validation of a schema, which is compiled at the first value: compiling all of them took a quarter of a start.
 * @param where prefix of the details: empty for a body (their paths are JSON pointers), `query` or `params`
 */
export function checkOf(schema: TSchema, where: '' | 'query' | 'params' = ''): SchemaCheck {
  const choice = unionIn(schema);
  return choice === undefined ? plainCheck(schema, where) : choiceCheck(choice, where);
}

/** Compiled validators, for all stations of this process. */
const validators = new WeakMap<TSchema, Validator>();

function compiledValidator(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

function plainCheck(schema: TSchema, where: string): SchemaCheck {
  return (value) => {
    const validator = compiledValidator(schema);
    if (validator.Check(value)) return ok(value);
    // The validator stops at its eighth error, so a response stays short.
    const findings = validator.Errors(value) as readonly SchemaError[];
    return wrong(
      findings.flatMap((finding) => refusalDetails(finding, value)),
      where,
    );
  };
}

function wrong(details: readonly RefusalDetail[], where: string): Result<never> {
  return {
    ok: false,
    refusal: {
      ...refusal('INVALID_REQUEST', { fault: faultText(details, where) }),
      details: details.map(({ path, message }) => ({ path: `${where}${path}`, message })),
    },
  };
}

function faultText(details: readonly RefusalDetail[], where: string): string {
  const faults = details.map(({ path, message }) => `${fieldName(path, where)} ${message}`);
  const isTooLong = (count: number) => faults.slice(0, count).join('; ').length > FAULT_LENGTH;
  let count = faults.length;
  while (count > 1 && isTooLong(count)) count -= 1;
  return [...faults.slice(0, count), ...(count < faults.length ? [`${faults.length - count} more`] : [])].join('; ');
}

/** Schemas with a discriminator property. */
interface DiscriminatedUnion {
  readonly property: string;
  readonly checks: ReadonlyMap<string, TSchema>;
}

function unionIn(schema: TSchema): DiscriminatedUnion | undefined {
  const { oneOf, discriminator } = schema as {
    oneOf?: readonly { properties: Readonly<Record<string, { readonly const?: string }>> }[];
    discriminator?: { readonly propertyName: string };
  };
  if (oneOf === undefined || discriminator === undefined) return undefined;
  const { propertyName: property } = discriminator;
  return { property, checks: new Map(oneOf.map((one) => [String(one.properties[property]?.const), one as TSchema])) };
}

/** Checks the discriminator first: the other errors depend on it. */
function choiceCheck({ property, checks: schemas }: DiscriminatedUnion, where: string): SchemaCheck {
  const checks = new Map([...schemas].map(([name, schema]) => [name, plainCheck(schema, where)]));
  const names = [...checks.keys()].join(', ');
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return wrong([{ path: '', message: `must be an object, got ${shown(value)}` }], where);
    }
    const name = Object.hasOwn(value, property) ? (value as Record<string, unknown>)[property] : undefined;
    const check = typeof name === 'string' ? checks.get(name) : undefined;
    if (check !== undefined) return check(value);
    const rule =
      name === undefined ? `is missing; it must be one of ${names}` : `must be one of ${names}, got ${shown(name)}`;
    return wrong([{ path: `/${property}`, message: rule }], where);
  };
}

function refusalDetails(finding: SchemaError, value: unknown): RefusalDetail[] {
  const { instancePath: path, params, keyword } = finding;
  if (keyword === 'required') {
    return names(params.requiredProperties).map((name) => ({
      path: `${path}/${toPointer(name)}`,
      message: 'is missing',
    }));
  }
  // An unknown property is reported twice: by its own name, and by the object that must not have it.
  if (keyword === 'boolean') return [{ path, message: 'is not a known property' }];
  if (keyword === 'additionalProperties') return [];
  if (keyword === 'minProperties') return [{ path, message: 'must name at least one property' }];
  const found = valueAt(value, path);
  const got = Array.isArray(found) && keyword.endsWith('Items') ? found.length : shown(found);
  return [{ path, message: `${ruleText(finding)}, got ${got}` }];
}

function ruleText({ keyword, params, message }: SchemaError): string {
  if (keyword === 'enum') return `must be one of ${names(params.allowedValues).map(quoted).join(', ')}`;
  if (keyword === 'minItems' || keyword === 'maxItems') {
    const { limit } = params;
    return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  }
  if (keyword === 'format' && params.format === 'date-time') return 'must be an RFC 3339 date and time';
  if (keyword === 'type') return `must be ${names([params.type].flat()).map(typeName).join(' or ')}`;
  return message;
}

/** `a number`, `an object`; arrays are called lists. */
const typeName = (type: string): string =>
  type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`.replace('an array', 'a list');

const quoted = (text: string): string => (text === '' ? '""' : text);

/** `altitude` for `/altitude`; the value itself is named by its kind. */
function fieldName(path: string, where: string): string {
  if (path === '') return where === '' ? 'the body' : where;
  return path.slice(1).split('/').map(fromPointer).join('.').slice(0, SHOWN_LENGTH);
}

function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.entries(found).find(([name]) => name === fromPointer(part))?.[1];
  }
  return found;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has no Infinity, but a query may have it.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
/** RFC 6901. */
const toPointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const fromPointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
