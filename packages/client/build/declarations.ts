import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTypes } from './contract-types.ts';
import { emittedFiles } from './emitted-files.ts';

const PACKAGE = join(import.meta.dirname, '..');
const ENTRIES = ['index', 'node-index'];

/** Writes the types of what is published: those of the sources, with the types of the contract beside them. */
export function buildDeclarations(folder: string): void {
  const { contract, operations } = contractTypes();
  const emitted = emittedDeclarations();
  const textOf = (name: string) => (name === 'operations' ? operations : published(emitted.get(name) ?? ''));
  for (const [name, text] of reachable(textOf)) writeFileSync(join(folder, `${name}.d.ts`), text);
  writeFileSync(join(folder, 'contract.d.ts'), contract);
}

/** Output of the compiler for the sources of the entries, by file name, without internal declarations. */
export function emittedDeclarations(): ReadonlyMap<string, string> {
  return emittedFiles(join(PACKAGE, 'tsconfig.build.json'), 'client/src');
}

/** Types of the contract come from the file beside; its own modules are not published. */
const published = (text: string): string =>
  text
    .replaceAll(/from '@kitestring\/station-contract\/[^']+'/g, "from './contract.js'")
    .replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1.js'");

/** The files that the entries need, the entries among them. */
function reachable(textOf: (name: string) => string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (name: string): void => {
    if (name === 'contract' || texts.has(name)) return;
    const text = textOf(name);
    texts.set(
      name,
      name === 'index' ? `${text}export type * from './contract.js';\nexport type * from './operations.js';\n` : text,
    );
    for (const [, imported = ''] of (texts.get(name) ?? '').matchAll(/from '\.\/([\w-]+)\.js'/g)) add(imported);
  };
  for (const entry of ENTRIES) add(entry);
  return texts;
}
