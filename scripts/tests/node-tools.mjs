// Generators and parsers of npm that tests hold against our documents. They are large (97 MiB), so `npm ci` does not bring them: they are
// installed apart, as their lock file says, when scripts/test-programs.mjs may install; tests only look whether they are there.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'test/node-tools');
const LOCK = join(SOURCE, 'package-lock.json');

/** The folder in whose node_modules they are. */
export const NODE_TOOLS = join(ROOT, 'node_modules/.cache/kitestring/node-tools');
const STAMP = join(NODE_TOOLS, 'installed-lock.json');

/** @returns why they are not there, in a line; false where they are */
export function whyNoNodeTools() {
  if (!existsSync(STAMP)) return 'the generators of npm that tests use are not installed';
  const isPinned = readFileSync(STAMP, 'utf8') === readFileSync(LOCK, 'utf8');
  return isPinned ? false : 'the generators of npm that tests use are not those that are pinned';
}

/** Installs them, in place of those that there are. @returns what went wrong, in a line; undefined when they are there */
export function installNodeTools(timeoutMs) {
  rmSync(NODE_TOOLS, { recursive: true, force: true });
  mkdirSync(NODE_TOOLS, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(SOURCE, name), join(NODE_TOOLS, name));
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { error, status, stderr } = spawnSync('npm', options, {
    cwd: NODE_TOOLS,
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'npm did not work';
  writeFileSync(STAMP, readFileSync(LOCK));
  return undefined;
}
