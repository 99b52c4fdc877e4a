import { isOperation } from '@kitestring/client/bound-operations.ts';
import { MODULES } from '@kitestring/client/operations.ts';
import { headingAnchor } from '@kitestring/manual/heading-anchor.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { emittedDeclarations } from '../../packages/client/build/declarations.ts';
import { operationHeading, pageOf } from './api-reference.ts';
import { type DeclarationDoc, docsOf } from './declaration-docs.ts';

const NOTE = '<!-- Generated from the docstrings of packages/client by `npm run docs`. Change them, not this file. -->';

const INTRODUCTION =
  'What [@kitestring/client](../../packages/client/README.md) exports, from its docstrings. `@kitestring/client` has everything but what is under "Node", which `@kitestring/client/node` has. The types of requests, answers and messages are exported, too, by the names that they have in the [API](api.md).';

/** docs/reference/client.md. */
export function clientMarkdown(): string {
  const declarations = emittedDeclarations();
  const sections = exportsOf('index', declarations).map(declarationSection);
  const nodes = exportsOf('node-index', declarations).map(declarationSection);
  return [
    '# Reference of the TypeScript client',
    NOTE,
    INTRODUCTION,
    '## Classes, functions and options',
    ...sections,
    '## Node',
    ...nodes,
    '## Operations',
    'Each takes the parameters of the path, the body and the query, as far as it has them, and then `CallOptions`. The link leads to what it does, a call, the answers and the refusals. Every one can be refused with the [errors](errors.md) that any request can get as well.',
    ...Object.entries(MODULES).map(([name, module]) => moduleSection(name, module)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Re-exports of an entry. */
function exportsOf(entry: string, declarations: ReadonlyMap<string, string>): DeclarationDoc[] {
  const lists = [
    ...(declarations.get(entry) ?? '').matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([\w-]+)\.ts';/gm),
  ];
  return lists.flatMap(([, names = '', file = '']) => {
    const docs = docsOf(declarations.get(file) ?? '');
    return names
      .split(',')
      .map((name) => name.replace('type ', '').trim())
      .filter((name) => name !== '')
      .map((name) => found(docs.get(name), `${file}: ${name}`));
  });
}

function found(doc: DeclarationDoc | undefined, what: string): DeclarationDoc {
  if (doc === undefined || doc.text === '') throw new Error(`${what} is exported and has no docstring`);
  return doc;
}

function declarationSection({ kind, members, name, signature, text }: DeclarationDoc): string {
  const code = kind === 'type' || kind === 'function' ? [`\`\`\`ts\n${signature}\n\`\`\``] : [];
  const lines = members.map((member) => `- \`${member.signature}\`${member.text === '' ? '' : `: ${member.text}`}`);
  const base = /^\w+ \w+(?:<.*?>)? extends (.+)$/.exec(signature)?.[1];
  const extended = kind === 'interface' && base !== undefined ? [`Has what \`${base}\` has, and:`] : [];
  return [`### ${name}`, text, ...code, ...extended, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}

function moduleSection(name: string, module: object): string {
  const operations = Object.entries(module).filter(([, value]) => isOperation(value)) as [string, Operation][];
  const links = operations.map(
    ([method, op]) => `[\`${method}\`](${pageOf(op)}#${headingAnchor(operationHeading(op))})`,
  );
  return [`### client.${name}`, links.join(', ')].join('\n\n');
}
