import { isOperation } from '@kitestring/client/bound-operations.ts';
import { MODULES } from '@kitestring/client/operations.ts';
import { fullPath, isBinary, type Operation } from '@kitestring/station-contract/operation.ts';
import { hasPythonMethod } from '../python-client/python-files.ts';
import { type DocumentOperation, namesOf } from '../python-client/python-operations.ts';
import { className, literal } from '../python-client/python-text.ts';

/** An operation in three languages, one line each; undefined where a client does not have it. */
export interface OperationSamples {
  readonly curl: string;
  readonly typescript: string | undefined;
  readonly python: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const METHODS: ReadonlyMap<Operation, string> = new Map(
  Object.entries(MODULES).flatMap(([module, operations]) =>
    Object.entries(operations)
      .filter(([, value]) => isOperation(value))
      .map(([name, op]): [Operation, string] => [op as Operation, `client.${module}.${name}`]),
  ),
);

/** @param described the operation in the document of its API */
export function operationSamples(op: Operation, described: DocumentOperation): OperationSamples | undefined {
  if (/^(un)?subscribe/.test(op.id)) return undefined;
  const params = example(op.params);
  const query = example(op.query);
  const body = op.examples?.[0]?.value as Values | undefined;
  return {
    curl: curlLine(op, { params, query, body }),
    typescript: typescriptLine(op, { params, query, body }),
    python: hasPythonMethod(op.id) ? pythonLine(described, { ...params, ...query }, body) : undefined,
  };
}

interface Inputs {
  readonly params: Values;
  readonly query: Values;
  readonly body: Values | undefined;
}

/** Examples of the required properties. */
function example(schema: object | undefined): Values {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: readonly unknown[] }>>;
    required?: readonly string[];
  };
  return Object.fromEntries(
    required.map((name) => [name, properties[name]?.example ?? properties[name]?.examples?.[0]] as const),
  );
}

function curlLine(op: Operation, { body, params, query }: Inputs): string {
  const path = fullPath(op).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = new URLSearchParams(query as Record<string, string>).toString();
  const address = `$URL${path}${asked === '' ? '' : `?${asked}`}`;
  // The token comes through a pipe, as a key does: every user of the machine can read arguments.
  const isOpen = op.access === 'open';
  const isKey = op.access === 'key';
  return [
    isKey ? `printf %s "$KEY" | curl` : isOpen ? 'curl' : 'call',
    op.method !== 'GET' && !(op.method === 'POST' && (body !== undefined || isKey)) && `-X ${op.method}`,
    quotedIfNeeded(address),
    isKey && '--data-urlencode client_secret@-',
    body !== undefined && !isKey && `--json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    Object.values(op.replies).some(isBinary) && '-O',
  ]
    .filter(Boolean)
    .join(' ');
}

const quotedIfNeeded = (address: string): string => (/[&?]/.test(address) ? `"${address}"` : address);

function typescriptLine(op: Operation, { body, params, query }: Inputs): string | undefined {
  const method = METHODS.get(op);
  if (method === undefined) return undefined;
  const args = [
    op.params !== undefined && objectText(params),
    op.body !== undefined && objectText(body ?? {}),
    Object.keys(query).length > 0 && objectText(query),
  ];
  return `await ${method}(${args.filter(Boolean).join(', ')})`;
}

function objectText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(objectText).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${objectText(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function pythonLine(described: DocumentOperation, asked: Values, body: Values | undefined): string {
  const [group = '', name = ''] = namesOf(described);
  const fault = FAULTS[described.operationId];
  const args =
    fault === undefined || body === undefined
      ? argumentsText({ ...asked, ...body })
      : faultText(body, className(String(body.type), fault));
  return `client.${group}.${name}(${args})`;
}

/** Operations whose body is one of several classes, by the end of the names of the classes. */
const FAULTS: Readonly<Record<string, string>> = { 'sim.faults.inject': 'fault', 'sim.wire_faults.add': 'wire_fault' };

function faultText({ parameters, type: _, ...fields }: Values, name: string): string {
  const own = parameters === undefined ? [] : [`parameters=${name}Parameters(${argumentsText(parameters as Values)})`];
  return `${name}(${[argumentsText(fields), ...own].filter((text) => text !== '').join(', ')})`;
}

const argumentsText = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${literal(value)}`)
    .join(', ');
