import { ErrorReply } from '@kitestring/station-contract/error-reply.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { fullPath, grantsOf, isBinary, isNothing, type Operation } from '@kitestring/station-contract/operation.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { isOperation } from '../src/bound-operations.ts';
import { MODULES } from '../src/operations.ts';
import { docText, type Schema, TypeTexts } from './type-text.ts';

/** The types of the contract that the published client brings along, in place of the contract itself. */
interface ContractTypes {
  /** Named types, error codes and topics. */
  readonly contract: string;
  /** One interface for each module of operations. */
  readonly operations: string;
}

export function contractTypes(): ContractTypes {
  const types = new TypeTexts();
  const interfaces = Object.entries(MODULES).map(([name, module]) => moduleText(name, module, types));
  const topics = TOPICS.map(
    ({ message, name, summary }) =>
      `${docText({ description: summary }, '  ')}  ${JSON.stringify(name)}: ${types.text(message as Schema)};`,
  );
  types.text(ErrorReply as Schema);
  const codes = Object.entries(ERRORS).map(([code, { meaning }]) => `  /** ${meaning} */\n  | '${code}'`);
  const contract = [
    types.declarations,
    `/** Code of a refusal. */\nexport type ErrorCode =\n${codes.join('\n')};`,
    `/** Message of each topic. */\nexport interface TopicMessages {\n${topics.join('\n')}\n}`,
    'export type TopicName = keyof TopicMessages;',
    'export type TopicMessage<Name extends TopicName> = TopicMessages[Name];',
  ].join('\n\n');
  const head = "import type { CallOptions } from './call-options.js';\nimport type * as contract from './contract.js';";
  const operations = [head, ...interfaces].join('\n\n');
  return { contract: `${contract}\n`, operations: `${operations}\n` };
}

/** Name of the interface of a module, as `src/operations.ts` has it. */
const interfaceName = (module: string): string => `${module.charAt(0).toUpperCase()}${module.slice(1)}Operations`;

function moduleText(name: string, module: object, types: TypeTexts): string {
  const methods = Object.entries(module).filter(([, value]) => isOperation(value));
  const texts = methods.map(([method, op]) => methodText(method, op as Operation, types));
  return `export interface ${interfaceName(name)} {\n${texts.join('\n')}\n}`;
}

function methodText(name: string, op: Operation, types: TypeTexts): string {
  const parts = [
    op.params && `params: ${inside(op.params as Schema, types)}`,
    op.body && `body: ${inside(op.body as Schema, types)}`,
    op.query && `query?: ${inside(op.query as Schema, types)}`,
    'options?: CallOptions',
  ].filter(Boolean);
  return `${operationDoc(op)}  readonly ${name}: (${parts.join(', ')}) => Promise<${answerText(op, types)}>;`;
}

/** A type in a method: a named one by its module, so that no name of the contract meets one of the client. */
function inside(schema: Schema, types: TypeTexts): string {
  const { $id, items } = schema;
  if ($id !== undefined) return `contract.${types.text(schema)}`;
  if (items?.$id !== undefined) return `Array<contract.${types.text(items)}>`;
  return types.text(schema).replaceAll('\n', '\n  ');
}

function answerText({ replies }: Operation, types: TypeTexts): string {
  const reply = replies[200] ?? replies[201] ?? replies[202];
  if (reply === undefined || isNothing(reply)) return 'undefined';
  if (isBinary(reply)) return replies[200] === undefined ? 'undefined' : 'Response';
  return inside(reply as Schema, types);
}

function operationDoc(op: Operation): string {
  const { description, errors, method, summary } = op;
  const lines = [
    `${summary}. ${description}`,
    '',
    `\`${method} ${fullPath(op)}\`${accessText(op)}`,
    ...(errors.length === 0 ? [] : [`@throws ApiError with ${errors.map((code) => `\`${code}\``).join(', ')}`]),
  ];
  return `  /**\n${lines.map((line) => `   * ${line.replaceAll('*/', '*\\/').replaceAll('\n', '\n   * ')}`.trimEnd()).join('\n')}\n   */\n`;
}

function accessText(op: Operation): string {
  const grants = grantsOf(op.access)?.map((scopes) => scopes.join(' and ')) ?? [];
  const text = grants.filter(Boolean).join(' or ');
  return text === '' ? '' : `, scope ${text}`;
}
