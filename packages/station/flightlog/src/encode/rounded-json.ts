import type { ByteWriter, Decimals } from './byte-writer.ts';

/** Part of a JSON schema that determines the encoding of a value. */
export interface JsonSchema {
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema | undefined;
  readonly description?: string | undefined;
  readonly 'x-unit'?: string | undefined;
  /** Number of decimals, where the unit does not determine it. */
  readonly 'x-decimals'?: Decimals | undefined;
}

/** Writes one value as JSON. */
export type WriteJson = (out: ByteWriter, value: unknown) => void;

/** One step below the resolution of people and sensors. */
const DECIMALS_OF_UNIT: Readonly<Record<string, Decimals>> = {
  m: 3,
  'm/s': 3,
  '°': 2,
  N: 2,
  V: 2,
  A: 3,
  W: 1,
  '%': 2,
  '°C': 2,
  '0 to 1': 4,
};
const DECIMALS_WITHOUT_UNIT: Decimals = 3;

const encoder = new TextEncoder();
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const LIST_OPEN = 0x5b;
const LIST_CLOSE = 0x5d;

/** Returns an encoder for values of this schema, with rounded numbers. Undefined and non-finite values are left out. */
export function writer(schema: JsonSchema): WriteJson {
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined ? writeAny : objectWriter(schema.properties);
    case 'array':
      return schema.items === undefined ? writeAny : listWriter(schema.items);
    case 'number':
    case 'integer':
      return numberWriter(schema);
    default:
      return writeAny;
  }
}

const TRUE = encoder.encode('true');
const FALSE = encoder.encode('false');

const writeAny: WriteJson = (out, value) => {
  if (typeof value === 'boolean') out.bytes(value ? TRUE : FALSE);
  else if (typeof value === 'string') out.quoted(value);
  else out.text(JSON.stringify(value));
};

function numberWriter(schema: JsonSchema): WriteJson {
  const ofUnit = DECIMALS_OF_UNIT[schema['x-unit'] ?? ''] ?? DECIMALS_WITHOUT_UNIT;
  const decimals = schema.type === 'integer' ? 0 : (schema['x-decimals'] ?? ofUnit);
  return (out, value) => out.decimal(value as number, decimals);
}

function objectWriter(properties: Readonly<Record<string, JsonSchema>>): WriteJson {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    first: encoder.encode(`${JSON.stringify(name)}:`),
    next: encoder.encode(`,${JSON.stringify(name)}:`),
    write: writer(schema),
  }));
  return (out, value) => {
    out.byte(OPEN);
    let isFirst = true;
    for (const { name, first, next, write } of fields) {
      const member = (value as Record<string, unknown>)[name];
      if (!isThere(member)) continue;
      out.bytes(isFirst ? first : next);
      isFirst = false;
      write(out, member);
    }
    out.byte(CLOSE);
  };
}

function listWriter(items: JsonSchema): WriteJson {
  const write = writer(items);
  return (out, value) => {
    out.byte(LIST_OPEN);
    const list = value as readonly unknown[];
    for (let index = 0; index < list.length; index++) {
      if (index > 0) out.byte(COMMA);
      const item = list[index];
      if (isThere(item)) write(out, item);
      else out.text('null');
    }
    out.byte(LIST_CLOSE);
  };
}

const isThere = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
