import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { className, docstring, literal } from './python-text.ts';

export interface Schema extends JsonObject {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/**
 * The schemas of the documents as Python types: a frozen dataclass for each object, created on first use. Absent values
 * are `None`.
 */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #definitions = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  resolve(schema: Schema): Schema {
    const name = refName(schema);
    return name === undefined ? schema : this.#schema(name);
  }

  /** @param hint name of the class, where the schema is an object without a name of its own */
  typeOf(schema: Schema, hint: string): string {
    const name = refName(schema);
    if (name !== undefined) return this.#named(name);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return choices.map((choice) => this.typeOf(choice, hint)).join(' | ');
    if (schema.format === 'date-time') return 'datetime';
    if (schema.type === 'array') return `tuple[${schema.items ? this.typeOf(schema.items, hint) : 'Any'}, ...]`;
    if (schema.type === 'object') return this.#objectType(schema, hint);
    return SCALARS[schema.type ?? ''] ?? 'Any';
  }

  /** The module with all types used. */
  definitions(): string {
    return [...this.#definitions.values()].join('\n\n');
  }

  #named(name: string): string {
    if (this.#definitions.has(name)) return name;
    const schema = this.#schema(name);
    if (schema.type === 'object' && schema.properties !== undefined) this.#define(name, schema);
    else {
      const isUnion = schema.oneOf !== undefined;
      const type = this.typeOf(schema, name);
      // Python evaluates an alias when the module is loaded: its classes must come first.
      this.#definitions.set(
        name,
        `${name}: TypeAlias = ${isUnion ? `(\n    ${type.replaceAll(' | ', '\n    | ')}\n)` : type}\n${docstring([schema.description], '')}`,
      );
    }
    return name;
  }

  #objectType(schema: Schema, hint: string): string {
    if (schema.properties === undefined) {
      const { additionalProperties: values } = schema;
      return `dict[str, ${typeof values === 'object' ? this.typeOf(values, hint) : 'Any'}]`;
    }
    this.#define(hint, schema);
    return hint;
  }

  #define(name: string, schema: Schema): void {
    if (this.#definitions.has(name)) return;
    this.#definitions.set(name, '');
    const fields = Object.entries(schema.properties ?? {}).map(([field, type]) =>
      this.#field(name, field, type, schema),
    );
    this.#definitions.delete(name);
    this.#definitions.set(
      name,
      `@dataclass(frozen=True, kw_only=True, slots=True)\nclass ${name}:\n${docstring([schema.description ?? name], '    ')}\n${fields.join('')}`,
    );
  }

  #field(owner: string, name: string, schema: Schema, { required = [] }: Schema): string {
    const type = this.typeOf(schema, className(owner, name));
    const always = required.includes(name) && !type.endsWith('| None');
    const value = schema.const === undefined ? (always ? '' : ' = None') : ` = ${literal(schema.const)}`;
    const optional = always || type.endsWith('| None') ? type : `${type} | None`;
    const shown = SECRET.test(name) && type === 'str' ? ` = field(${always ? '' : 'default=None, '}repr=False)` : value;
    return `    ${name}: ${optional}${shown}\n${docstring([schema.description], '    ')}`;
  }

  #schema(name: string): Schema {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`no schema ${name} in the documents`);
    return schema;
  }
}

/** Fields that must not be logged; addresses of video contain a ticket. */
const SECRET = /^(?!masked_)(.*_)?(token|secret|password|key)$|^rtsps?_url$/;

const refName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);
