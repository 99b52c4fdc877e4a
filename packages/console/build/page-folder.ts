import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = join(import.meta.dirname, '..');
/** Written last, so that a folder that has it is whole. */
export const PAGE_LIST = 'files.json';

/** Sources that the page is made of: when one of them changes, it is built anew. */
const SOURCES = [
  PACKAGE,
  ...['client', 'contract', 'player'].map((name) => join(PACKAGE, '..', name, 'src')),
  join(PACKAGE, 'package.json'),
];
const LEFT_OUT = new Set(['node_modules', 'test', 'look']);

/** Where the built page is, or belongs. */
export interface PageFolder {
  readonly folder: string;
  readonly isBuilt: boolean;
}

/**
 * The folder of the page as its sources are now: beside the installed packages, or in a temporary folder where nothing
 * can be written there.
 */
export function pageFolder(): PageFolder {
  const name = fingerprint();
  const shared = join(cacheFolder(), name);
  if (existsSync(join(shared, PAGE_LIST))) return { folder: shared, isBuilt: true };
  const folder = canWrite(dirname(shared)) ? shared : join(mkdtempSync(join(tmpdir(), 'kitestring-console-')), name);
  return { folder, isBuilt: false };
}

/** Builds of sources that are no more. */
export function removeOlderThan(folder: string): void {
  for (const other of readdirSync(dirname(folder))) {
    const path = join(dirname(folder), other);
    if (path !== folder && !other.endsWith('.part')) rmSync(path, { recursive: true, force: true });
  }
}

function cacheFolder(): string {
  const vite = fileURLToPath(import.meta.resolve('vite'));
  const modules = vite.slice(0, vite.lastIndexOf('node_modules') + 'node_modules'.length);
  return join(modules, '.cache/kitestring/console');
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Names, sizes and times of change: reading a few hundred files at every start would take longer than it may. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesOf)) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${relative(PACKAGE, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !LEFT_OUT.has(name));
  return entries.flatMap((entry) => filesOf(join(path, entry.name))).sort();
}
