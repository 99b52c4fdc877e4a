import Type, { type TProperties, type TSchema } from 'typebox';
import { type ApiVersion, type ByVersion, differencesUpTo, NEWEST_API_VERSION } from '../versions.ts';

/** How an object differs in one version from the next newer one. */
export interface SchemaDifference {
  /** Properties that this version lacks. */
  readonly without?: readonly string[];
  /** Properties that it has in addition, or with another schema. */
  readonly with?: TProperties;
  /** Converts the value of the next newer version to this one; called before `without` is applied. */
  readonly write?: (value: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Converts input of a client of this version to the form of the next newer version; called after `without` was applied. */
  readonly read?: (value: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** Stored separately from the schemas, which validators and documents read. */
const differences = new WeakMap<TSchema, ByVersion<SchemaDifference>>();

/** Declares the differences of an object by version. */
export function versioned<S extends TSchema>(schema: S, versions: ByVersion<SchemaDifference>): S {
  differences.set(schema, versions);
  return schema;
}

/** An object schema, as far as versions need it. */
interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** The schema in this version; the same object where it has no difference. */
export function schemaIn<S extends TSchema>(version: ApiVersion, schema: S): S;
export function schemaIn(version: ApiVersion, schema: TSchema): TSchema {
  if (version === NEWEST_API_VERSION) return schema;
  const members = membersIn(version, schema as Shape);
  const own = differencesUpTo(version, differences.get(schema)).filter(
    ({ with: added, without }) => added !== undefined || without !== undefined,
  );
  if (members === undefined && own.length === 0) return schema;
  return own.reduce(changed, { ...schema, ...members });
}

function membersIn(version: ApiVersion, { anyOf, items, properties }: Shape): Shape | undefined {
  const inVersion = (schema: TSchema) => schemaIn(version, schema);
  const members: Shape = {
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inVersion(one)])),
    }),
    ...(items !== undefined && { items: inVersion(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(inVersion) }),
  };
  const isSame =
    members.items === items &&
    (anyOf ?? []).every((one, index) => members.anyOf?.[index] === one) &&
    Object.entries(properties ?? {}).every(([name, one]) => members.properties?.[name] === one);
  return isSame ? undefined : members;
}

function changed(schema: TSchema, { with: added = {}, without = [] }: SchemaDifference): TSchema {
  const { properties = {}, required = [], ...rest } = schema as Shape & TSchema;
  const isKept = (name: string) => !without.includes(name);
  const kept = Object.entries({ ...properties, ...added }).filter(([name]) => isKept(name));
  const { required: requiredOfAdded = [] } = Type.Object(added) as Shape;
  const needed = kept
    .map(([name]) => name)
    .filter((name) => (name in added ? requiredOfAdded : required).includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    // OpenAPI 3.0 allows no empty list.
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Converts a value of the one version to another one. The input is not modified. */
type ValueWriter = (value: unknown) => unknown;

/** Conversion of values of this schema to this version; undefined where they are the same. */
export function valueWriterIn(version: ApiVersion, schema: TSchema): ValueWriter | undefined {
  if (version === NEWEST_API_VERSION) return undefined;
  const { anyOf, items, properties } = schema as Shape;
  if (items !== undefined) return listWriter(valueWriterIn(version, items));
  if (anyOf !== undefined) return choiceWriter(version, anyOf);
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) => {
    const write = valueWriterIn(version, member);
    return write === undefined ? [] : [[name, write] as const];
  });
  const own = differencesUpTo(version, differences.get(schema)).filter(
    ({ without, write }) => without !== undefined || write !== undefined,
  );
  return members.length + own.length === 0 ? undefined : objectWriter(members, own);
}

const listWriter = (write: ValueWriter | undefined): ValueWriter | undefined =>
  write === undefined ? undefined : (value) => (value as readonly unknown[]).map(write);

/** An object or null: the only union with differences. */
function choiceWriter(version: ApiVersion, schemas: readonly TSchema[]): ValueWriter | undefined {
  const writers = schemas.flatMap((schema) => valueWriterIn(version, schema) ?? []);
  if (writers.length > 1) throw new Error('a choice of several schemas with differences by version is not supported');
  const [write] = writers;
  return write === undefined ? undefined : (value) => (value === null ? null : write(value));
}

function objectWriter(
  members: readonly (readonly [string, ValueWriter])[],
  own: readonly SchemaDifference[],
): ValueWriter {
  return (value) => {
    let written: Record<string, unknown> = { ...(value as object) };
    for (const [name, write] of members) if (written[name] !== undefined) written[name] = write(written[name]);
    for (const { without = [], write } of own) {
      if (write !== undefined) written = write(written);
      for (const name of without) delete written[name];
    }
    return written;
  };
}

/**
 * How a valid body, or parameters, of this version is read; undefined where it is the same. What this version does not
 * know is left out, so that it means nothing where unknown properties are ignored.
 */
export function valueReaderIn(version: ApiVersion, schema: TSchema): ValueWriter | undefined {
  const own = differencesUpTo(version, differences.get(schema)).filter(
    ({ read, without }) => without !== undefined || read !== undefined,
  );
  if (own.length === 0) return undefined;
  return (value) => {
    let taken: Record<string, unknown> = { ...(value as object) };
    for (const { without = [] } of own) for (const name of without) delete taken[name];
    for (const { read } of own.toReversed()) if (read !== undefined) taken = read(taken);
    return taken;
  };
}
