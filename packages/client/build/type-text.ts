/** A JSON schema as the contract writes it. */
export interface Schema {
  readonly $id?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** `Error` is a class of the language. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorReply' };
/** Type of map values that the JSON schema does not describe. */
const ANY_VALUE = 'string | number | boolean';

/** Writes schemas as types of TypeScript: one with a name is written once, and referred to from everywhere else. */
export class TypeTexts {
  readonly #declarations = new Map<string, string>();
  readonly #schemas = new Map<string, string>();

  /** All named types so far, as declarations with docstrings, by name. */
  get declarations(): string {
    return [...this.#declarations]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n\n');
  }

  /** The type of a value. @throws Error for a schema that it cannot write, or two of one name */
  text(schema: Schema): string {
    if (schema.$id === undefined) return this.#inline(schema);
    const name = RENAMED[schema.$id] ?? schema.$id;
    const json = JSON.stringify(schema);
    if (this.#schemas.has(name)) {
      if (this.#schemas.get(name) !== json) throw new Error(`two schemas have the name ${name}`);
      return name;
    }
    this.#schemas.set(name, json);
    const text = this.#inline(schema);
    const declaration = text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
    this.#declarations.set(name, `${docText(schema, '')}${declaration}`);
    return name;
  }

  #inline(schema: Schema): string {
    const { allOf, anyOf, const: value, enum: values, items, oneOf, type } = schema;
    if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
    if (value !== undefined) return JSON.stringify(value);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return choices.map((one) => this.text(one)).join(' | ');
    if (allOf !== undefined) return allOf.map((one) => `(${this.text(one)})`).join(' & ');
    if (type === 'array') return items === undefined ? 'unknown[]' : `Array<${this.text(items)}>`;
    if (type === 'object') return this.#object(schema);
    if (type === 'integer') return 'number';
    if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
    throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`);
  }

  #object({ additionalProperties, patternProperties, properties = {}, required = [] }: Schema): string {
    const pattern = Object.values(patternProperties ?? {})[0];
    const rest = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    const members = Object.entries(properties).map(([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      const text = `${key}${required.includes(name) ? '' : '?'}: ${this.text(schema).replaceAll('\n', '\n  ')};`;
      return `${docText(schema, '  ')}  ${text}`;
    });
    if (rest !== undefined) return `Record<string, ${this.text(rest)}>`;
    if (members.length > 0) return `{\n${members.join('\n')}\n}`;
    return additionalProperties === true ? `Readonly<Record<string, ${ANY_VALUE}>>` : '{}';
  }
}

/** The description and the range as a docstring; empty without a description. */
export function docText(schema: Schema, indent: string): string {
  const range = rangeText(schema);
  const description = schema.description ?? '';
  const isOpen = range !== '' && description !== '' && !/[.!?]$/.test(description);
  const text = `${description}${isOpen ? '.' : ''} ${range}`.trim().replaceAll('*/', '*\\/');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('\n', `\n${indent} * `)} */\n`;
}

function rangeText({ exclusiveMaximum, exclusiveMinimum, maximum, minimum }: Schema): string {
  const bounds = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ].filter((bound) => bound !== false);
  return bounds.length === 0 ? '' : `Range: ${bounds.join(', ')}.`;
}
