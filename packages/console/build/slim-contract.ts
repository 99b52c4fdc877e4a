import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = join(import.meta.dirname, '..', '..', 'contract', 'src');
const OPERATIONS = /\/contract\/src\/.+\/[\w-]*operations\.ts$/;
const ERRORS = /\/contract\/src\/errors\/(?!error-definition)[\w-]+\.ts$/;
const TOPICS = /\/contract\/src\/topics\.ts$/;
const MAKES_SCHEMAS = /from '(?:typebox|(?:\.\.?\/)+schema\.ts)'/;

/** A call that makes a schema: without effect, so that it goes where nobody looks at the schema. */
const SCHEMA =
  /(?<![\w.])(?:Type\.\w+|Timestamp|named|LatitudeDeg|KiteLatitudeDeg|LongitudeDeg|ElevationM|AccuracyM|AngleNedDeg)(?=[<(])/g;

/** Its manifest does not say so, but a module of it that nobody uses does nothing. */
const NO_EFFECT = { test: /\/node_modules\/typebox\//, sideEffects: false };

type Values = Readonly<Record<string, unknown>>;

/**
 * Leaves out of the page what only the station and its documents need of the contract: schemas, descriptions, examples. A
 * client sends by method and path and reads by status; that is a tenth of it. @param onSource is told of every file that decides
 */
export function slimContract(onSource: (path: string) => void): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { treeshake: { moduleSideEffects: [NO_EFFECT] } } } }),
    buildStart() {
      for (const file of globSync('**/*.ts', { cwd: CONTRACT })) {
        if (!file.endsWith('.test.ts')) onSource(join(CONTRACT, file));
      }
    },
    async load(id) {
      if (OPERATIONS.test(id)) return slimModule(await exportsOf(id), slimOperation);
      if (ERRORS.test(id)) return slimModule(await exportsOf(id), slimErrors);
      if (!id.startsWith(CONTRACT) || !MAKES_SCHEMAS.test(readFileSync(id, 'utf8'))) return null;
      const exports = await exportsOf(id);
      // Those with functions keep what these need; what is left are schemas that nobody looks at.
      return Object.values(exports).some(isFunction) ? null : slimModule(exports, withoutSchemas);
    },
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null;
      const slim = TOPICS.test(id) ? code.replaceAll(/^ +message: \w+,$/gm, '') : code;
      return slim.replaceAll(SCHEMA, '/* @__PURE__ */ $&');
    },
  };
}

const exportsOf = async (path: string): Promise<Values> => import(pathToFileURL(path).href);

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A module with the same names; what is left out is an empty object. @throws Error for a value that can be neither kept nor left out */
function slimModule(exports: Values, slim: (value: Values) => Values | undefined): string {
  const nameOf = new Map(Object.entries(exports).map(([name, value]) => [value, name]));
  const entries = Object.entries(exports).sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)));
  return entries.map(([name, value]) => `export const ${name} = ${textOf(name, value, nameOf, slim)};`).join('\n');
}

function textOf(
  name: string,
  value: unknown,
  nameOf: ReadonlyMap<unknown, string>,
  slim: (value: Values) => Values | undefined,
): string {
  if (Array.isArray(value)) return `[${value.map((one) => partOf(one, nameOf) ?? textOf(name, one, nameOf, slim))}]`;
  if (isObject(value)) return JSON.stringify(slim(value) ?? {});
  if (isFunction(value)) throw new Error(`${name} is a function: give it a module of its own`);
  return JSON.stringify(value);
}

/** The name of an operation that is exported, too. */
const partOf = (value: unknown, nameOf: ReadonlyMap<unknown, string>) =>
  isObject(value) ? nameOf.get(value) : undefined;

/** TypeBox marks schemas, at whatever depth. Undefined for what is nothing else. */
function withoutSchemas(value: Values): Values | undefined {
  if (Object.getOwnPropertyNames(value).some((name) => name.startsWith('~'))) return undefined;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    isObject(part) && !Array.isArray(part) ? withoutSchemas(part) : part,
  ]);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

/** What a client sends and reads by. Undefined for what is no operation: a schema, which no client looks at. */
function slimOperation(value: Values): Values | undefined {
  if (!('method' in value && 'replies' in value)) return undefined;
  const { access, answersWithinS, base, id, method, path, replies } = value;
  const parts = ['body', 'params', 'query'].filter((part) => value[part] !== undefined).map((part) => [part, true]);
  const kinds = Object.entries(replies as Readonly<Record<string, { kind?: unknown }>>).map(([status, reply]) => [
    status,
    'kind' in reply ? { kind: reply.kind } : {},
  ]);
  return {
    id,
    method,
    base,
    path,
    access,
    answersWithinS,
    ...Object.fromEntries(parts),
    replies: Object.fromEntries(kinds),
  };
}

/** Status and templates of the messages. */
const slimErrors = (table: Values): Values =>
  Object.fromEntries(
    Object.entries(table as Readonly<Record<string, Values>>).map(([code, { message, status }]) => [
      code,
      { status, message },
    ]),
  );
