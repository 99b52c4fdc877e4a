import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractTypes } from './contract-types.ts';

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
  const outDir = mkdtempSync(join(tmpdir(), 'kitestring-client-types-'));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const options = ['-p', join(PACKAGE, 'tsconfig.build.json'), '--outDir', outDir];
    execFileSync(process.execPath, [tsc, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
    const folder = join(outDir, 'client/src');
    const files = readdirSync(folder);
    return new Map(files.map((file) => [file.replace('.d.ts', ''), readFileSync(join(folder, file), 'utf8')]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
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
