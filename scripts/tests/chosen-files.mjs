// The test files that `npm test -- PATH...` runs, and `npm test -- --changed`: those that a change can reach, by the dependencies that
// packages declare.
import { spawnSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { manifests } from '../packages.mjs';

const isBelow = (folder) => (file) => file === folder || file.startsWith(`${folder}/`);

/** @returns the test files below a path, which may also be one below `packages` */
export function filesAt(path, files, root) {
  const inside = relative(root, resolve(root, path)).replaceAll('\\', '/');
  const found = [inside, `packages/${inside}`].flatMap((place) => files.filter(isBelow(place)));
  if (found.length === 0)
    throw new Error(`no test file at ${path}: name a *.test.ts, a folder, or a package such as station`);
  return found;
}

/** Paths since this branch left the one it is pushed to, or main: committed, staged and new files. */
export function changedFiles(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const changes = ['@{upstream}', 'main', 'HEAD'].map((branch) => git('diff', '--name-only', '--merge-base', branch));
  const found = changes.find(({ status }) => status === 0);
  if (found === undefined) throw new Error(`--changed: git tells no changes: ${changes[2].stderr}`);
  return `${found.stdout}${git('ls-files', '--others', '--exclude-standard').stdout}`.split('\n').filter(Boolean);
}

/** @returns the folders of the packages that each declares, by its own folder */
export function packageDependencies(root) {
  const packages = manifests(root);
  const folders = new Map(packages.map(({ folder, name }) => [name, folder]));
  const needs = ({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies });
  return new Map(packages.map((one) => [one.folder, needs(one).map((name) => folders.get(name))]));
}

/** @param changed paths relative to the root @param files all test files @param dependencies those of `packageDependencies` */
export function reachedTests(changed, files, dependencies) {
  const reaches = changed.map((path) => (files.includes(path) ? isBelow(path) : reach(path, dependencies)));
  return files.filter((file) => reaches.some((isReached) => isReached(file)));
}

function reach(path, dependencies) {
  // Dependencies and the runner itself.
  if (/^(package(-lock)?\.json|tsconfig.*|scripts\/(tests\/.*|run-tests\.mjs))$/.test(path)) return () => true;
  const reached = new Set([...dependencies.keys()].filter((folder) => isBelow(folder)(path)));
  if (path.startsWith('scenarios/')) reached.add('packages/station/app/test/scenarios');
  // Helpers of tests are imported by other packages' tests, too. A set is walked also over what is added meanwhile.
  const isOfTests = [...reached].some((folder) => path.startsWith(`${folder}/test/`)) && !path.includes('/support/');
  for (const one of isOfTests ? [] : reached)
    for (const [dependent, needs] of dependencies) if (needs.includes(one)) reached.add(dependent);
  return (file) => file.startsWith('test/') || [...reached].some((one) => isBelow(one)(file));
}
