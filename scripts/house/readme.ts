import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders } from '../packages.mjs';
import { DOORS } from './doors.ts';
import { PLAN } from './plan.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = packageFolders(ROOT);
const NOTE = '<!-- Generated from scripts/house by `npm run docs`; not to be edited by hand. -->';

/** The README of each package that has none written by hand, by its path from the root. */
export function readmes(): ReadonlyMap<string, string> {
  return new Map(Object.keys(DOORS).map((name) => [`${folderOf(name)}/README.md`, readme(name)]));
}

function readme(name: string): string {
  const folder = folderOf(name);
  const { description, exports = {} } = manifest(folder);
  const reading = (DOORS[name] ?? []).map(([file, text]) => `- [${file}](${file}): ${text}`);
  const about = [`# ${folder.slice('packages/'.length)}`, '', description, ''];
  const facts = [`- **Front door:** ${frontDoor(Object.keys(exports))}`, `- **Used by:** ${usersOf(name)}.`];
  return `${[NOTE, '', ...about, ...facts, '', 'Begin with:', '', ...reading].join('\n')}\n`;
}

/** Imports that other packages may use. */
function frontDoor(exports: readonly string[]): string {
  const files = exports.filter((path) => !path.startsWith('./test/'));
  if (files.length === 0) return 'none, it is a program.';
  if (files.some((path) => /^\.\/\*/.test(path))) return 'every file of `src`.';
  return `${files.length === 1 ? 'one file' : `${files.length} files`}, named by \`exports\` in [package.json](package.json).`;
}

/** More users than this are "most packages": their names would say nothing. */
const NAMED_USERS = 8;

function usersOf(name: string): string {
  const users = Object.entries(PLAN).filter(([, { imports }]) => imports.includes(name));
  if (users.length > NAMED_USERS) return 'most packages';
  if (users.length === 0) return name === 'lab-testing' ? 'tests' : 'people';
  return users.map(([user]) => folderOf(user).slice('packages/'.length)).join(', ');
}

interface Manifest {
  readonly description: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const manifest = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

const folderOf = (name: string): string => FOLDERS.get(name) ?? name;
