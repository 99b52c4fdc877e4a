import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { LIMITS } from './limits.ts';

/** Result of reading a message. If it does not match its schema, `message` names the field. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

interface Validator {
  Check(value: unknown): boolean;
  Errors(value: unknown): readonly { readonly instancePath: string; readonly message: string }[];
}

const validators = new WeakMap<TSchema, Validator>();
/** Compiled at the first message, because a station without a hub needs none. */
function compiledValidator(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const compiled = Compile(schema) as unknown as Validator;
  validators.set(schema, compiled);
  return compiled;
}

/** Nesting of objects and arrays: more than any message has, and less than what overflows a JSON writer. */
const LEVELS_MAX = 64;

const isTooDeep = (value: unknown, levels = LEVELS_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads one JSON message. Properties that are not in the schema are ignored; nothing is converted. */
export function readMessage<Schema extends TSchema>(
  schema: Schema,
  bytes: Uint8Array,
  bytesMax: number = LIMITS.messageBytes,
): Read<Static<Schema>> {
  if (bytes.length > bytesMax) return { ok: false, message: `${bytes.length} bytes, at most ${bytesMax}` };
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    return { ok: false, message: 'not JSON in UTF-8' };
  }
  return checkMessage(schema, value);
}

export function checkMessage<Schema extends TSchema>(schema: Schema, value: unknown): Read<Static<Schema>> {
  if (isTooDeep(value))
    return { ok: false, message: `message has more than ${LEVELS_MAX} levels of objects and lists` };
  const validator = compiledValidator(schema);
  if (validator.Check(value)) return { ok: true, value: value as Static<Schema> };
  const [first] = validator.Errors(value);
  return { ok: false, message: `${first?.instancePath.slice(1).replaceAll('/', '.') || 'message'} ${first?.message}` };
}

const encoder = new TextEncoder();

/** Encodes a message. The schema only gives the type; the value is not validated. */
export const messageBytes = <Schema extends TSchema>(_schema: Schema, message: Static<Schema>): Uint8Array =>
  encoder.encode(JSON.stringify(message));
