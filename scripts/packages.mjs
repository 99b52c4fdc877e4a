// The packages of the workspace: below `packages`, alone or in a family of packages.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that may be packages, for patterns of files: `${PACKAGES}/src`. */
export const PACKAGES = 'packages/{*,*/*}';

/** @returns the folder of each package, relative to the root, by its name without `@kitestring/` */
export function packageFolders(root) {
  return new Map(manifests(root).map(({ folder, name }) => [name.replace('@kitestring/', ''), folder]));
}

/** @returns the manifest of each package, and its folder relative to the root */
export function manifests(root) {
  return globSync(`${PACKAGES}/package.json`, { cwd: root }).map((file) => ({
    folder: dirname(file.replaceAll('\\', '/')),
    ...JSON.parse(readFileSync(join(root, file), 'utf8')),
  }));
}
