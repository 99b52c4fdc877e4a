import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { className, docstring, literal } from './python-text.ts';
import type { PythonTypes, Schema } from './python-types.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly 'x-error-codes'?: readonly string[];
}

export interface DocumentOperation extends JsonObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly part: 'path' | 'query' | 'body';
  readonly description: string | undefined;
}

export interface PythonOperation {
  readonly group: string;
  /** The constant that describes the request. */
  readonly constant: string;
  /** Its method, `async` or not, at the indentation of a class. */
  method(isAsync: boolean): string;
}

interface OperationOptions {
  readonly operation: DocumentOperation;
  readonly method: string;
  /** Below the root of the station. */
  readonly path: string;
  /** Timeout in seconds, if longer than usual. */
  readonly answersWithinS: number | undefined;
  readonly versions: Operation['versions'];
  readonly types: PythonTypes;
}

/** Operations whose success has two meanings without a body to tell them apart. */
const WORDS_BY_STATUS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'handoff.control.request': { 201: 'granted', 202: 'queued' },
};

export function pythonOperation({
  answersWithinS,
  method,
  operation,
  path,
  types,
  versions,
}: OperationOptions): PythonOperation {
  const { operationId: id } = operation;
  const words = WORDS_BY_STATUS[id];
  const [group = '', name = ''] = namesOf(operation);
  const result =
    words === undefined ? resultOf(operation, types) : `Literal[${Object.values(words).map(literal).join(', ')}]`;
  const constantName = id.replaceAll('.', '_').toUpperCase();
  const options = [
    `${literal(id)}, ${literal(method.toUpperCase())}, ${literal(path)}, ${result}`,
    access(operation) !== 'token' && `access=${literal(access(operation))}`,
    answersWithinS !== undefined && `answers_within_s=${answersWithinS}`,
    words !== undefined &&
      `words={${Object.entries(words)
        .map(([status, word]) => `${status}: ${literal(word)}`)
        .join(', ')}}`,
    lackingText(versions),
  ].filter(Boolean);
  const args = argumentsOf(operation, types, className(group, name));
  return {
    group,
    constant: `${constantName}: Operation[${result}] = Operation(${options.join(', ')})\n`,
    method: (isAsync) => {
      const doc = docstring(
        [`${operation.summary}.`, operation.description, argumentsText(args), refusalsText(operation)],
        '        ',
      );
      const signature = `    ${isAsync ? 'async ' : ''}def ${name}(${signatureOf(args)}) -> ${result}:`;
      const passed = ['path', 'query', 'body'].map((part) => partText(part, args)).filter((text) => text !== '');
      const names = [...args.map((arg) => `${arg.name}=${arg.name}`), 'timeout_s=timeout_s'];
      const body = isAsync
        ? `return await self._call(operations.${constantName}, ${[...passed, 'timeout_s=timeout_s'].join(', ')})`
        : `return self._run(self._asynchronous.${name}(${names.join(', ')}))`;
      return `${signature}\n${doc}        ${body}\n`;
    },
  };
}

/** Whether API 1.0.0, the oldest that the client speaks, has the operation and knows the fields of its body. */
function lackingText(versions: Operation['versions']): string | undefined {
  const difference = versions?.['1.0.0'];
  const fields = difference === 'absent' ? [] : difference?.ignores;
  return (
    fields &&
    `lacking={"1.0.0": (${fields
      .map((name) => `${literal(name)}, `)
      .join('')
      .trim()})}`
  );
}

/** `flight.control.take_off` is `take_off` of `flight`; a name of one word is the `list`, or the value itself. */
export function namesOf({ operationId, responses }: DocumentOperation): readonly string[] {
  const [group = '', ...words] = operationId.split('.').filter((word) => word !== 'control');
  const isList = jsonOf(Object.values(responses)[0])?.type === 'array';
  return [group, words.length > 0 ? words.join('_') : isList ? 'list' : 'get'];
}

const jsonOf = (answer: Answer | undefined): Schema | undefined => answer?.content?.['application/json']?.schema;

function resultOf({ operationId, responses }: DocumentOperation, types: PythonTypes): string {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const json = jsonOf(good);
  if (json !== undefined) return types.typeOf(json, className(operationId, 'result'));
  return good?.content === undefined ? 'None' : 'bytes';
}

function access({ security = [] }: DocumentOperation): 'open' | 'key' | 'token' {
  if (security.some((one) => 'ApiKeyAuth' in one)) return 'key';
  return security.some((one) => Object.keys(one).length > 0) ? 'token' : 'open';
}

function argumentsOf(
  { parameters = [], requestBody }: DocumentOperation,
  types: PythonTypes,
  hint: string,
): readonly Argument[] {
  const given = parameters.flatMap(({ description, in: part, name, required = false, schema }): Argument[] =>
    part === 'path' || part === 'query'
      ? [{ name, part, description, isRequired: required, type: types.typeOf(schema, className(hint, name)) }]
      : [],
  );
  const all = [...given, ...bodyArguments(jsonOf(requestBody), types, hint)];
  const names = new Set(all.map(({ name }) => name));
  if (names.size !== all.length) throw new Error(`two arguments of ${hint} have one name`);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

function bodyArguments(schema: Schema | undefined, types: PythonTypes, hint: string): Argument[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = types.resolve(schema);
  if (properties === undefined) {
    return [{ name: 'body', part: 'body', description: undefined, isRequired: true, type: types.typeOf(schema, hint) }];
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    part: 'body',
    description: property.description,
    isRequired: required.includes(name),
    type: types.typeOf(property, className(hint, name)),
  }));
}

/** Required parameters may be positional; optional ones must be named. */
function signatureOf(args: readonly Argument[]): string {
  const texts = args.map(({ isRequired, type, name }) => {
    const accepted = type.replace(/^tuple\[(.*), \.\.\.\]/, 'Sequence[$1]');
    return isRequired
      ? `${name}: ${accepted}`
      : `${name}: ${accepted.endsWith('| None') ? accepted : `${accepted} | None`} = None`;
  });
  texts.splice(args.filter(({ isRequired }) => isRequired).length, 0, '*');
  return ['self', ...texts, 'timeout_s: float | None = None'].join(', ');
}

function partText(part: string, args: readonly Argument[]): string {
  const own = args.filter((arg) => arg.part === part);
  if (own.length === 0) return '';
  if (own.length === 1 && own[0]?.name === 'body') return 'body=body';
  return `${part}={${own.map(({ name }) => `${literal(name)}: ${name}`).join(', ')}}`;
}

const argumentsText = (args: readonly Argument[]): string | undefined =>
  args.some(({ description }) => description !== undefined)
    ? args
        .flatMap(({ description, name }) => (description === undefined ? [] : [`- \`${name}\`: ${description}`]))
        .join('\n')
    : undefined;

/** Refusals specific to the operation, without those that any request can get. */
function refusalsText({ responses }: DocumentOperation): string | undefined {
  const own = Object.entries(responses)
    .filter(([status]) => ['400', '404', '409', '416', '422', '502', '507'].includes(status))
    .flatMap(([status, { 'x-error-codes': codes = [] }]) =>
      codes.length > 0 ? [`${status} ${codes.join(', ')}`] : [],
    );
  return own.length === 0 ? undefined : `Refused with ${own.join('; ')}.`;
}
