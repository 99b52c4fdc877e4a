import type { JsonSchema } from '../encode/rounded-json.ts';

/** Words of JSON Schema that say something about the values of a message; the rest is for other readers. */
const KEPT = ['description', 'format', 'enum', 'minimum', 'maximum', 'x-unit', 'x-decimals', 'required'] as const;

type Source = Readonly<Record<string, unknown>>;

/**
 * A schema of the contract as viewers of logs read it: every field has one type. What may be null is optional here, and
 * a choice of texts is a text.
 */
export function messageSchema(source: object): JsonSchema {
  const schema = source as Source;
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly Source[] | undefined;
  if (alternatives !== undefined) {
    const some = alternatives.find(({ type }) => type !== 'null') ?? {};
    return messageSchema({ ...some, description: schema.description ?? some.description });
  }
  return {
    type: typeOf(schema),
    ...Object.fromEntries(KEPT.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]]))),
    ...(schema.properties !== undefined && {
      properties: mapped(schema.properties as Readonly<Record<string, object>>),
    }),
    ...(schema.items !== undefined && { items: messageSchema(schema.items as object) }),
  };
}

const mapped = (properties: Readonly<Record<string, object>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, messageSchema(schema)]));

function typeOf({ type, enum: choices, const: only }: Source): string {
  if (typeof type === 'string') return type;
  const example = only ?? (choices as readonly unknown[] | undefined)?.[0];
  return typeof example === 'object' || example === undefined ? 'object' : typeof example;
}
