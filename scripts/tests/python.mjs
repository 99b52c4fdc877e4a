// The Python environment of the tests, in node_modules, with exactly the pinned packages. scripts/test-programs.mjs
// creates it; tests only look for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const ENVIRONMENT = join(ROOT, 'node_modules/.cache/kitestring/python');
const REQUIREMENTS = ['clients/python/requirements-test.txt', 'test/python-tools/requirements.txt'].map((name) =>
  join(ROOT, name),
);
const STAMP = join(ENVIRONMENT, 'requirements.sha256');
const OLDEST = [3, 10];

/** The programs of the environment, by name. */
export const pythonProgram = (name) => join(ENVIRONMENT, 'bin', name);

/** @returns why no environment with the pinned packages exists, in one line; false if it exists */
export function whyNoPython() {
  if (systemPython() === undefined) return `no Python ${OLDEST.join('.')} or newer with venv and pip`;
  if (!existsSync(STAMP)) return 'the Python packages of the tests are not installed';
  return readFileSync(STAMP, 'utf8') === wanted()
    ? false
    : 'the Python packages of the tests are not those that are pinned';
}

/** Creates the environment and replaces an older one. @returns the error in one line; undefined if created */
export function installPython(timeoutMs) {
  const python = systemPython();
  if (python === undefined) return whyNoPython();
  const endMs = performance.now() + timeoutMs;
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  const steps = [
    [python, '-m', 'venv', ENVIRONMENT],
    [
      pythonProgram('pip'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      ...REQUIREMENTS.flatMap((file) => ['-r', file]),
    ],
  ];
  for (const [program, ...args] of steps) {
    const timeout = Math.max(1, Math.round(endMs - performance.now()));
    const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout });
    if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? `${args[0]} failed`;
  }
  writeFileSync(STAMP, wanted());
  return undefined;
}

/** A Python of the machine that is new enough and has venv. */
function systemPython() {
  const check = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${OLDEST.join(', ')}))`;
  const runs = (name) => spawnSync(name, ['-c', check], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  return ['python3', 'python'].find(runs);
}

/** Stamp of a complete environment: pinned packages and interpreter. */
function wanted() {
  const { stdout } = spawnSync(systemPython() ?? 'python3', ['--version'], { encoding: 'utf8' });
  return createHash('sha256')
    .update(REQUIREMENTS.map((file) => readFileSync(file, 'utf8')).join(''))
    .update(stdout ?? '')
    .digest('hex');
}
