// The test files that `npm test -- PATH...` runs, and `npm test -- --changed`: those that a change can reach, by the dependencies that
// packages declare.
import { execFileSync } from 'node:child_process';
import { isAbsolute, relative } from 'node:path';
import { manifests } from '../packages.mjs';

const isBelow = (folder) => (file) => file === folder || file.startsWith(`${folder}/`);

/**
 * @param args what stands behind the options
 * @param files all test files, relative to the root
 * @returns the chosen files; undefined where none is named @throws Error that names a path without a test
 */
export function chosenFiles(args, files, root) {
  const chosen = args.flatMap((arg) => {
    const path = (isAbsolute(arg) ? relative(root, arg) : arg).replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '');
    const found = [path, `packages/${path}`]
      .map((place) => files.filter(isBelow(place)))
      .find(({ length }) => length > 0);
    if (found === undefined)
      throw new Error(`no test file at ${arg}: name a *.test.ts, a folder, or a package such as station`);
    return found;
  });
  return args.length === 0 ? undefined : new Set(chosen);
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
  return new Set(changed.flatMap((path) => (files.includes(path) ? [path] : files.filter(reach(path, dependencies)))));
}

function reach(path, dependencies) {
  // Dependencies and the runner itself.
  if (/^(package(-lock)?\.json|tsconfig.*|scripts\/(tests\/.*|run-tests\.mjs))$/.test(path)) return () => true;
  const folder = [...dependencies.keys()].find((one) => isBelow(one)(path));
  const reached = new Set(folder === undefined ? [] : [folder]);
  if (path.startsWith('scenarios/')) reached.add('packages/station/app/test/scenarios');
  // Helpers of tests are imported by other packages' tests, too. A set is walked also over what is added meanwhile.
  const isOfTests = path.startsWith(`${folder}/test/`) && !path.includes('/support/');
  for (const one of isOfTests ? [] : reached)
    for (const [dependent, needs] of dependencies) if (needs.includes(one)) reached.add(dependent);
  return (file) => file.startsWith('test/') || [...reached].some((one) => isBelow(one)(file));
}

function packageDependencies(root) {
  const packages = manifests(root);
  const folders = new Map(packages.map(({ folder, name }) => [name, folder]));
  const needs = ({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folders.get(name) ?? []);
  return new Map(packages.map((one) => [one.folder, needs(one)]));
}

/** Since this branch left the one it is pushed to, or main: committed, staged and new files. */
function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const forked = (branch) => {
    try {
      return git('merge-base', 'HEAD', branch).trim();
    } catch {
      return undefined;
    }
  };
  const base = forked('@{upstream}') ?? forked('main') ?? 'HEAD';
  return `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter(Boolean);
}
