import type { JsonObject } from './components.ts';
import { isObject } from './components.ts';

/** Keywords whose value is data, which may only look like a schema. */
const DATA = new Set(['example', 'value', 'enum', 'default', 'required', 'scopes', 'mapping']);

/**
 * The same document as OpenAPI 3.0.4, for generators that read no later version. It describes the same requests and
 * answers; only the notation of schemas and of the licence differs.
 * @param document OpenAPI 3.1
 */
export function asOpenApi30(document: JsonObject): JsonObject {
  const { info, ...rest } = document as { info: { license: { name: string } } } & JsonObject;
  const license = { name: info.license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' };
  return { ...(converted(rest) as JsonObject), openapi: '3.0.4', info: { ...info, license } };
}

/** Everything except schemas is copied. */
function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => {
    if (DATA.has(key)) return [key, member];
    if (key === 'schema' && isObject(member)) return [key, schema30(member)];
    return [key, key === 'schemas' && isObject(member) ? mapped(member) : converted(member)];
  });
  return Object.fromEntries(members);
}

const mapped = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema30(schema as JsonObject)]));

function schema30({
  anyOf,
  const: only,
  examples,
  exclusiveMinimum,
  exclusiveMaximum,
  ...rest
}: JsonObject): JsonObject {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, member30(key, member)])),
    ...(Array.isArray(anyOf) && alternatives30(anyOf)),
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

function member30(key: string, member: unknown): unknown {
  if (DATA.has(key)) return member;
  if (Array.isArray(member)) return member.map((one) => (isObject(one) ? schema30(one) : one));
  if (!isObject(member)) return member;
  if (key === 'discriminator') return member;
  return key === 'properties' ? mapped(member) : schema30(member);
}

/** OpenAPI 3.0 has no type null: a schema states next to its type that it may be null. */
function alternatives30(schemas: readonly JsonObject[]): JsonObject {
  const others = schemas.filter(({ type }) => type !== 'null').map(schema30);
  if (others.length === schemas.length) return { anyOf: others };
  return { [others.length === 1 ? 'allOf' : 'anyOf']: others, nullable: true };
}
