import type { TSchema } from 'typebox';

/** A field of an answer, with its schema. */
export interface AnswerField {
  /** Names with dots; `[]` for each item: `boards[].id`. */
  readonly path: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

/** The used part of a JSON Schema. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxLength?: number;
}

/** All fields below a schema. */
export function answerFields(schema: TSchema, prefix = ''): AnswerField[] {
  return below(schema as FieldSchema, prefix);
}

function below(schema: FieldSchema, prefix: string): AnswerField[] {
  if (schema.items !== undefined) return below(schema.items, `${prefix}[]`);
  const object = objectOf(schema);
  return Object.entries(object?.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [
      { path, schema: property, isRequired: object?.required?.includes(name) ?? false },
      ...below(property, path),
    ];
  });
}

/** The object of a choice between an object and null. */
const objectOf = (schema: FieldSchema): FieldSchema | undefined =>
  schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;

/** Values at a path, and the number of objects without it. */
interface Occurrences {
  readonly values: readonly unknown[];
  readonly missing: number;
}

export function occurrences(value: unknown, path: string): Occurrences {
  let holders: unknown[] = [value];
  const parts = path.split('.').flatMap((part) => part.split(/(\[\])/).filter((piece) => piece !== ''));
  let missing = 0;
  for (const [index, part] of parts.entries()) {
    if (part === '[]') {
      holders = holders.flatMap((holder) => (Array.isArray(holder) ? holder : []));
      continue;
    }
    const objects = holders.filter((holder) => typeof holder === 'object' && holder !== null && !Array.isArray(holder));
    const having = objects.filter((holder) => Object.hasOwn(holder as object, part));
    if (index === parts.length - 1) missing = objects.length - having.length;
    holders = having.map((holder) => (holder as Record<string, unknown>)[part]);
  }
  return { values: holders, missing };
}
