import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = join(import.meta.dirname, '..', '..', 'contract', 'src');
const OPERATIONS = /\/contract\/src\/.+\/[\w-]*operations\.ts$/;
const ERRORS = /\/contract\/src\/errors\/(?!error-definition)[\w-]+\.ts$/;
const TOPICS = /\/contract\/src\/topics\.ts$/;

/** A call that makes a schema: without effect, so that it goes where nobody looks at the schema. */
const SCHEMA =
  /(?<![\w.])(?:Type\.\w+|Timestamp|named|LatitudeDeg|KiteLatitudeDeg|LongitudeDeg|ElevationM|AccuracyM|AngleNedDeg)(?=\()/g;

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
      return ERRORS.test(id) ? slimModule(await exportsOf(id), slimErrors) : null;
    },
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null;
      const slim = TOPICS.test(id) ? code.replaceAll(/^ +message: \w+,$/gm, '') : code;
      return slim.replaceAll(SCHEMA, '/* @__PURE__ */ $&');
    },
  };
}

const exportsOf = async (path: string): Promise<Values> => import(pathToFileURL(path).href);

/** A module with the same names. @throws Error for a value that can be neither kept nor left out */
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
  if (Array.isArray(value)) return `[${value.map((one) => nameOf.get(one) ?? JSON.stringify(slim(one)))}]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(slim(value as Values) ?? {});
  if (typeof value === 'function') throw new Error(`${name} is a function: give it a module of its own`);
  return JSON.stringify(value);
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
