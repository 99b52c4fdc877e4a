// The test files that `npm test -- PATH...` runs, and `npm test -- --changed`: those that a change can reach, by the dependencies that
// packages declare.
import { execFileSync } from 'node:child_process';
import { isAbsolute, relative } from 'node:path';
import { manifests } from '../packages.mjs';

/**
 * @param args what stands behind the options
 * @param files all test files, relative to the root
 * @returns the chosen files; undefined where none is named @throws Error that names a path without a test
 */
export function chosenFiles(args, files, root) {
  if (args.length === 0) return undefined;
  return new Set(args.flatMap((arg) => filesAt(arg, files, root)));
}

function filesAt(arg, files, root) {
  const path = (isAbsolute(arg) ? relative(root, arg) : arg).replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '');
  const isBelow = (place) => (file) => file === place || file.startsWith(`${place}/`);
  for (const place of [path, `packages/${path}`]) {
    const found = files.filter(isBelow(place));
    if (found.length > 0) return found;
  }
  throw new Error(`no test file at ${arg}: name a *.test.ts, a folder, or a package such as station`);
}

/** @returns the chosen test files, and what they were chosen for, in a line @throws Error where git tells no changes */
export function changedTests(files, root) {
  const changed = changedFiles(root);
  const chosen = reachedTests(changed, files, packageDependencies(root));
  return { chosen, text: `${changed.length} changed files reach ${chosen.size} of ${files.length} test files` };
}

/**
 * @param changed paths relative to the root
 * @param files all test files
 * @param dependencies of each folder of a package the folders of the packages that it declares
 */
export function reachedTests(changed, files, dependencies) {
  const isTest = new Set(files);
  return new Set(changed.flatMap((path) => (isTest.has(path) ? [path] : files.filter(reach(path, dependencies)))));
}

function reach(path, dependencies) {
  // Dependencies and the runner itself.
  if (/^(package(-lock)?\.json|tsconfig.*|scripts\/(tests\/.*|run-tests\.mjs))$/.test(path)) return () => true;
  const folder = folderOf(path, dependencies);
  const judgesAll = (file) => file.startsWith('test/');
  if (folder === undefined) {
    const runsScenarios = path.startsWith('scenarios/') ? 'packages/station/app/test/scenarios/' : undefined;
    return (file) => judgesAll(file) || (runsScenarios !== undefined && file.startsWith(runsScenarios));
  }
  // Helpers of tests are imported by other packages' tests, too.
  const isOfTests = path.startsWith(`${folder}/test/`) && !path.includes('/support/');
  const reached = isOfTests ? new Set([folder]) : dependents(folder, dependencies);
  return (file) => judgesAll(file) || reached.has(folderOf(file, dependencies));
}

/** The package that a file belongs to. */
const folderOf = (path, dependencies) => [...dependencies.keys()].find((folder) => path.startsWith(`${folder}/`));

/** The package itself, and all that depend on it, directly or not. */
function dependents(folder, dependencies) {
  const reached = new Set([folder]);
  // A set is walked in the order of its making, also over what is added meanwhile.
  for (const one of reached)
    for (const [dependent, needs] of dependencies) if (needs.includes(one)) reached.add(dependent);
  return reached;
}

function packageDependencies(root) {
  const packages = manifests(root);
  const folders = new Map(packages.map(({ folder, name }) => [name, folder]));
  return new Map(
    packages.map(({ dependencies, devDependencies, folder }) => [
      folder,
      Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folders.get(name) ?? []),
    ]),
  );
}

/** Since this branch left the one it is pushed to, or main: committed, staged and new files. */
function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const forked = (branch) => {
    try {
      return git('merge-base', 'HEAD', branch);
    } catch {
      return undefined;
    }
  };
  const base = forked('@{upstream}') ?? forked('main') ?? 'HEAD';
  const lines = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n');
  return lines.filter(Boolean);
}
