import type { JsonSchema } from '../encode/rounded-json.ts';

/** JSON Schema keywords about the values of a message; others are dropped. */
const KEPT = ['description', 'format', 'enum', 'minimum', 'maximum', 'x-unit', 'x-decimals', 'required'] as const;

type SourceSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a schema of the contract for log viewers: every field has one type. A nullable field becomes optional, an
 * enumeration a text.
 */
export function messageSchema(source: object): JsonSchema {
  const schema = source as SourceSchema;
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly SourceSchema[] | undefined;
  if (alternatives !== undefined) {
    const some = alternatives.find(({ type }) => type !== 'null') ?? {};
    return messageSchema({ ...some, description: schema.description ?? some.description });
  }
  return {
    type: schemaType(schema),
    ...Object.fromEntries(KEPT.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]]))),
    ...(schema.properties !== undefined && {
      properties: mapped(schema.properties as Readonly<Record<string, object>>),
    }),
    ...(schema.items !== undefined && { items: messageSchema(schema.items as object) }),
  };
}

const mapped = (properties: Readonly<Record<string, object>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, messageSchema(schema)]));

function schemaType({ type, enum: choices, const: only }: SourceSchema): string {
  if (typeof type === 'string') return type;
  const example = only ?? (choices as readonly unknown[] | undefined)?.[0];
  return typeof example === 'object' || example === undefined ? 'object' : typeof example;
}
