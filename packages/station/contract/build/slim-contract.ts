import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ERROR_CODES } from '../src/error-codes.ts';
import type { OperationDifference } from '../src/operation.ts';
import { TOPICS } from '../src/topics.ts';

const CONTRACT = join(import.meta.dirname, '..', 'src');
const OPERATIONS = /\/station\/contract\/src\/.+\/[\w-]*operations\.ts$/;
/** Operations of a fleet hub and their schemas, wherever they stand. */
const FLEET = /\/hub\/contract\/src\/fleet\/[\w-]+\.ts$/;
const ERRORS = /\/station\/contract\/src\/errors\/(?!error-definition)[\w-]+\.ts$/;
const ERROR_CODES_FILE = join(CONTRACT, 'error-codes.ts');
const NOTIFICATION_TABLE = /\/station\/contract\/src\/notifications\/dictionary\/(?!entry\.ts)[\w-]+\.ts$/;
const TOPICS_FILE = /\/station\/contract\/src\/topics\.ts$/;
const MAKES_SCHEMAS = /from '(?:typebox|(?:\.\.?\/)+schema\.ts)'/;

/** A call that creates a schema: it has no effect, so that it is removed if the schema is unused. */
const SCHEMA =
  /(?<![\w.])(?:Type\.\w+|Timestamp|named|versioned|LatitudeDeg|KiteLatitudeDeg|LongitudeDeg|ElevationM|AccuracyM|AngleNedDeg|Text|Quantity|Whole|YesNo|OneOf)(?=[<(])/g;

/** Its manifest does not say so, but an unused module of it has no effect. */
export const NO_EFFECT = { test: /\/node_modules\/typebox\//, sideEffects: false };

type Values = Readonly<Record<string, unknown>>;

interface SlimContractOptions {
  /** Called with every file that decides what is written. */
  readonly onSource?: (path: string) => void;
  /** A `page` also shows who may call, and the messages of refusals in its own language; a `client` only sends and reads. */
  readonly use: 'page' | 'client';
}

/**
 * A plugin of rolldown that leaves out of a bundle what only the station and its documents need of the contract: schemas,
 * descriptions, examples. A client sends by method and path and reads by status; that is a tenth of it. Give the bundler
 * `NO_EFFECT` as well.
 */
export function slimContract({ onSource = () => {}, use }: SlimContractOptions) {
  const slimOperation = use === 'page' ? operationOfPage : operationOfClient;
  return {
    name: 'slim-contract',
    buildStart() {
      for (const file of globSync('**/*.ts', { cwd: CONTRACT })) {
        if (!file.endsWith('.test.ts')) onSource(join(CONTRACT, file));
      }
    },
    async load(id: string) {
      // Its functions make schemas; a page that calls one does not build.
      if (FLEET.test(id)) return slimModule(withoutFunctions(await importAll(id)), slimOperation);
      if (OPERATIONS.test(id)) {
        const exports = await importAll(id);
        return slimModule(use === 'client' ? withoutLists(exports) : exports, slimOperation);
      }
      // One text is shorter than a list, which is shorter than the tables.
      if (use === 'client' && id === ERROR_CODES_FILE) {
        return `export const ERROR_CODES = '${[...ERROR_CODES].sort().join(' ')}'.split(' ');`;
      }
      if (ERRORS.test(id)) return slimModule(await importAll(id), errorsOfPage);
      if (NOTIFICATION_TABLE.test(id)) return slimModule(await importAll(id), notificationsOfPage);
      if (!id.startsWith(CONTRACT) || !MAKES_SCHEMAS.test(readFileSync(id, 'utf8'))) return null;
      const exports = await importAll(id);
      // Exports with functions keep their dependencies; the rest are unused schemas.
      return Object.values(exports).some(isFunction) ? null : slimModule(exports, withoutSchemas);
    },
    transform(code: string, id: string) {
      if (!id.startsWith(CONTRACT)) return null;
      const slim = TOPICS_FILE.test(id)
        ? code.replaceAll(/^ +(?:message: \w+|summary: *\n? *['`].*['`]),$/gm, '')
        : code;
      return slim.replaceAll(SCHEMA, '/* @__PURE__ */ $&');
    },
  };
}

const importAll = async (path: string): Promise<Values> => import(pathToFileURL(path).href);

const withoutFunctions = (exports: Values): Values =>
  Object.fromEntries(Object.entries(exports).filter(([, value]) => !isFunction(value)));

/** A client calls operations by their names. */
const withoutLists = (exports: Values): Values =>
  Object.fromEntries(Object.entries(exports).filter(([, value]) => !Array.isArray(value)));

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A module with the same names; what is left out is an empty object. @throws Error for a value that can be neither kept nor left out */
function slimModule(exports: Values, slim: (value: Values) => Values | undefined): string {
  const nameOf = new Map(Object.entries(exports).map(([name, value]) => [value, name]));
  const entries = Object.entries(exports).sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)));
  return entries.map(([name, value]) => `export const ${name} = ${text(name, value, nameOf, slim)};`).join('\n');
}

function text(
  name: string,
  value: unknown,
  nameOf: ReadonlyMap<unknown, string>,
  slim: (value: Values) => Values | undefined,
): string {
  if (Array.isArray(value)) return `[${value.map((one) => partOf(one, nameOf) ?? text(name, one, nameOf, slim))}]`;
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

/** The fields that a client needs for sending and reading. Undefined for a schema, which clients do not use. */
function operationOfPage(value: Values): Values | undefined {
  if (!('method' in value && 'replies' in value)) return undefined;
  const { access, answersWithinS, base, id, method, path, replies } = value;
  const parts = ['body', 'query'].filter((part) => value[part] !== undefined).map((part) => [part, true]);
  const kinds = Object.entries(replies as Readonly<Record<string, { kind?: unknown }>>).map(([status, reply]) => [
    status,
    'kind' in reply ? { kind: reply.kind } : {},
  ]);
  return {
    id,
    // In an order that compresses well: what operations share stands side by side.
    base,
    path,
    method,
    answersWithinS,
    access,
    ...Object.fromEntries(parts),
    ...slimVersions(value),
    replies: Object.fromEntries(kinds),
  };
}

/** By these ids a client asks why a subscription was refused. */
const READ_BY_ID: ReadonlySet<unknown> = new Set(TOPICS.map(({ operationId }) => operationId));

/**
 * Without who may call, which the station judges, and with replies that are files only: an empty one is read as such, all others are JSON.
 * The base stands in the path, and GET is not said.
 */
function operationOfClient(value: Values): Values | undefined {
  const operation = operationOfPage(value);
  if (operation === undefined) return undefined;
  const { access, base = '', id, method, path, replies, ...rest } = operation;
  const files = Object.entries(replies as Values).filter(([, reply]) => (reply as Values).kind === 'binary');
  return {
    path: `${base}${path}`,
    ...(method !== 'GET' && { method }),
    ...rest,
    ...(READ_BY_ID.has(id) && { id }),
    ...((access === 'open' || access === 'key') && { access }),
    ...(files.length > 0 && { replies: Object.fromEntries(files) }),
  };
}

/** Missing in an older version: the operation, or fields of its body. */
function slimVersions({ versions }: Values): Values {
  const slim = Object.entries((versions ?? {}) as Readonly<Record<string, OperationDifference>>).flatMap(
    ([version, difference]) => {
      if (difference === 'absent') return [[version, difference]];
      return difference.ignores === undefined ? [] : [[version, { ignores: difference.ignores }]];
    },
  );
  return slim.length === 0 ? {} : { versions: Object.fromEntries(slim) };
}

/** Status and templates of the messages. */
const errorsOfPage = (table: Values): Values =>
  Object.fromEntries(
    Object.entries(table as Readonly<Record<string, Values>>).map(([code, { message, status }]) => [
      code,
      { status, message },
    ]),
  );

/** A page gets the texts from the station. It translates messages of logs by their templates. */
const notificationsOfPage = (table: Values): Values =>
  Object.fromEntries(
    Object.entries(table as Readonly<Record<string, Values>>).map(([name, { code, message }]) => [
      name,
      { code, message, parameters: [] },
    ]),
  );
