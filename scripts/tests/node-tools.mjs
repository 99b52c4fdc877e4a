// npm generators and parsers that test our documents. They are large (97 MiB), so `npm ci` does not install them: they have their own lock
// file. scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'test/node-tools');
const LOCK = join(SOURCE, 'package-lock.json');

/** Folder of their node_modules. */
export const NODE_TOOLS = join(ROOT, 'node_modules/.cache/kitestring/node-tools');
const STAMP = join(NODE_TOOLS, 'installed-lock.json');

/** @returns why they are absent, in one line; false if installed */
export function whyNoNodeTools() {
  if (!existsSync(STAMP)) return 'the generators of npm that tests use are not installed';
  const isPinned = readFileSync(STAMP, 'utf8') === readFileSync(LOCK, 'utf8');
  return isPinned ? false : 'the generators of npm that tests use are not those that are pinned';
}

/** Installs them and replaces older ones. @returns the error in one line; undefined if installed */
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
  if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'npm failed';
  writeFileSync(STAMP, readFileSync(LOCK));
  return undefined;
}
