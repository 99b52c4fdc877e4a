import type { TSchema } from 'typebox';
import type { FieldFormat } from './format.ts';

/** The JSON Schema keywords that the forms use, and two of our own. */
export interface FormKeywords {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly properties?: Readonly<Record<string, FormKeywords>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, FormKeywords>>;
  readonly items?: FormKeywords;
  readonly anyOf?: readonly FormKeywords[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly default?: unknown;
  readonly description?: string;
  /** Meaning of a scalar. */
  readonly 'x-format'?: FieldFormat;
  /** Selects one of several forms by the presence of this key. */
  readonly 'x-key'?: string;
}

export const keywords = (schema: TSchema): FormKeywords => schema as FormKeywords;

/** Values of an enumerated scalar; undefined for any other form. */
export const choicesOf = ({ enum: names, const: only }: FormKeywords): readonly (string | number)[] | undefined =>
  names ?? (only === undefined ? undefined : [only]);

/** Permitted values of a form, as text. */
export function allowedText(form: FormKeywords): string {
  const choices = choicesOf(form);
  if (choices !== undefined) return choices.join(', ');
  if (form.anyOf !== undefined) return form.anyOf.map(variantText).join(', ');
  switch (form.type) {
    case 'object':
      return form.properties === undefined ? 'a mapping' : `a mapping with ${Object.keys(form.properties).join(', ')}`;
    case 'array':
      return 'a list';
    case 'boolean':
      return 'true, false';
    case 'string':
      return form.maxLength === undefined ? 'text' : `text of at most ${form.maxLength} characters`;
    case undefined:
      return 'anything';
    default:
      return numberText(form);
  }
}

const variantText = (variant: FormKeywords): string =>
  variant['x-key'] === undefined ? allowedText(variant) : `{ ${variant['x-key']}: ... }`;

function numberText({ type, minimum, exclusiveMinimum, maximum }: FormKeywords): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (exclusiveMinimum !== undefined && maximum !== undefined) {
    return `${kind} above ${exclusiveMinimum}, at most ${maximum}`;
  }
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
  return minimum === undefined ? kind : `${kind} of at least ${minimum}`;
}
