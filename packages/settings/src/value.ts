import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Setting } from './setting.ts';
import { oneLine } from './settings-fault.ts';

/** The keywords of the schemas that settings use. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  /** A number or a word. */
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: string;
}

const keywords = (schema: TSchema): Keywords => schema as Keywords;

export const isList = (setting: Setting): boolean => keywords(setting.schema).type === 'array';
export const unitOf = (setting: Setting): string | undefined => keywords(setting.schema).unit;

/** Error message of a value, with the allowed values; undefined when valid. */
export function wrongValue(setting: Setting, value: unknown): string | undefined {
  const reason = Check(setting.schema, value) ? setting.refuse?.(value) : unquoted(setting.schema, value);
  if (reason === undefined) return undefined;
  const why = reason === '' ? '' : ` (${reason})`;
  return `got ${shown(setting, value)}${why}, allowed: ${allowedValues(setting)}`;
}

/** YAML reads a text such as 80 or true as a number or a truth value where it has no quotes. */
function unquoted(schema: TSchema, value: unknown): string {
  const isText = keywords(keywords(schema).items ?? schema).type === 'string';
  const isOther = [value].flat().some((one) => typeof one === 'number' || typeof one === 'boolean');
  return isText && isOther ? 'a text here needs quotes' : '';
}

/** The allowed values as text. */
export function allowedValues(setting: Setting): string {
  if (setting.allowed !== undefined) return setting.allowed;
  const { items } = keywords(setting.schema);
  return items === undefined ? allowedBySchema(setting.schema) : `a list of ${allowedBySchema(items)}`;
}

function allowedBySchema(schema: TSchema): string {
  const { type, enum: choices, minimum, maximum, unit } = keywords(schema);
  if (choices !== undefined) return choices.join(', ');
  if (type === 'boolean') return 'true, false';
  if (type === 'string') return 'text';
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  return `${kind} from ${minimum} to ${maximum}${unit === undefined ? '' : ` ${unit}`}`;
}

/** Parses a value of a variable or a flag. A text that does not fit the type is left for `wrongValue` to refuse. */
export function valueFromText(setting: Setting, text: string): unknown {
  const { items } = keywords(setting.schema);
  if (items === undefined) return scalarFromText(setting.schema, text);
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => scalarFromText(items, part));
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function scalarFromText(schema: TSchema, text: string): unknown {
  const { anyOf } = keywords(schema);
  const type = anyOf === undefined ? keywords(schema).type : keywords(anyOf[0] ?? schema).type;
  if ((type === 'number' || type === 'integer') && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function shown({ masked, secret }: Setting, value: unknown): string {
  if (secret === true) return 'a value that is not shown';
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = oneLine(JSON.stringify(typeof value === 'string' ? (masked?.(value) ?? value) : value));
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
