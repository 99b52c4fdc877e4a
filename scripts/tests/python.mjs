// The Python environment of the tests, in node_modules, with exactly the pinned packages. scripts/test-programs.mjs
// creates it; tests only look for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithin } from './installation.mjs';

const ROOT = join(import.meta.dirname, '../..');
const ENVIRONMENT = join(ROOT, 'node_modules/.cache/kitestring/python');
const REQUIREMENTS = ['clients/python/requirements-test.txt', 'test/python-tools/requirements.txt'];
const STAMP = join(ENVIRONMENT, 'requirements.sha256');
const IS_USABLE = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/** The programs of the environment, by name. */
export const pythonProgram = (name) => join(ENVIRONMENT, 'bin', name);

/** @returns why no environment with the pinned packages exists, in one line; false if it exists */
export function whyNoPython() {
  const python = systemPython();
  if (python === undefined) return 'no Python 3.10 or newer with venv and pip';
  if (!existsSync(STAMP)) return 'the Python packages of the tests are not installed';
  return readFileSync(STAMP, 'utf8') === stamp(python)
    ? false
    : 'the Python packages of the tests are not those that are pinned';
}

/** Creates the environment and replaces an older one. @throws Error with the fault in one line */
export function installPython(timeoutMs) {
  const python = systemPython();
  if (python === undefined) throw new Error(String(whyNoPython()));
  const run = runWithin(timeoutMs, ROOT);
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  run(python, ['-m', 'venv', ENVIRONMENT]);
  const files = REQUIREMENTS.flatMap((file) => ['-r', file]);
  run(pythonProgram('pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-deps', ...files]);
  writeFileSync(STAMP, stamp(python));
}

/** A Python of the machine that is new enough and has venv. */
const systemPython = () =>
  ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', IS_USABLE], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  );

/** Hash of a complete environment: pinned packages and interpreter. */
function stamp(python) {
  const { stdout } = spawnSync(python, ['--version'], { encoding: 'utf8' });
  const pinned = REQUIREMENTS.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('');
  return createHash('sha256')
    .update(`${pinned}${stdout ?? ''}`)
    .digest('hex');
}
