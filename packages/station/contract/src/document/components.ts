import type { TSchema } from 'typebox';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value is a map of names to schemas. */
const MAPS = new Set(['properties', 'patternProperties']);
/** Keywords whose value is data and not a schema. */
const DATA = new Set(['examples', 'enum', 'const', 'default', 'required']);

/**
 * Turns schemas into those of a document: a schema with a name (`$id`) is written once, under `components.schemas`, and
 * referred to everywhere else.
 */
export class Components {
  readonly #schemas: JsonObject = {};
  readonly #examples: JsonObject = {};
  readonly #closed: ReadonlySet<string>;

  /** @param closed names of objects that refuse unknown properties */
  constructor(closed: ReadonlySet<string> = new Set()) {
    this.#closed = closed;
  }

  /** The schema for the document: a reference, if it has a name. */
  schema(schema: TSchema): JsonObject {
    return this.#convert({ ...schema });
  }

  /** All named schemas so far, by name. */
  get schemas(): JsonObject {
    return Object.fromEntries(Object.entries(this.#schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Writes an example once and refers to it. */
  example(name: string, example: JsonObject): JsonObject {
    this.#examples[name] = example;
    return { $ref: `#/components/examples/${name}` };
  }

  get examples(): JsonObject {
    return this.#examples;
  }

  #convert(schema: JsonObject): JsonObject {
    const { $id: name, ...rest } = schema;
    if (typeof name !== 'string') return this.#members(rest);
    if (!(name in this.#schemas)) {
      const members = this.#members(rest);
      this.#schemas[name] = this.#closed.has(name) ? { ...members, additionalProperties: false } : members;
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #members(schema: JsonObject): JsonObject {
    const members = Object.entries(schema).map(([key, value]) => [key, this.#member(key, value)]);
    // The validator needs no type beside an enum; code generators do.
    const { enum: values } = schema;
    const type = Array.isArray(values) ? { type: typeof values[0] === 'number' ? 'integer' : 'string' } : {};
    // Some generators make a number without a format a 32-bit float, which misses a latitude by 0.2 m.
    const format = schema.type === 'number' ? { format: 'double' } : {};
    return { ...type, ...format, ...Object.fromEntries(members) };
  }

  #member(key: string, value: unknown): unknown {
    if (DATA.has(key)) return value;
    if (Array.isArray(value)) return value.map((item) => (isObject(item) ? this.#convert(item) : item));
    if (!isObject(value)) return value;
    if (!MAPS.has(key)) return this.#convert(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, isObject(member) ? this.#convert(member) : member]),
    );
  }
}
