// The packages that bring Node bring its C++ headers too, 67 MB, for building native code. Nothing here is built from C++, so they
// are removed once. Install scripts, which could do it earlier, are switched off (docs/adr/0001).
import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The node_modules of a clone. An installation in another project has none at this place. */
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Starting the command has priority. */
const DELAY_MS = 2000;

/** Removes the headers of this Node package while something else runs. Neither delays the end of the process nor fails. */
export function removeHeadersSoon(packageName) {
  if (packageName === undefined) return;
  setTimeout(() => void removeHeaders(path.join(NODE_MODULES, packageName)), DELAY_MS).unref();
}

/** Resolves when they are gone, or cannot be removed: a read-only disk, another process that removes them too. */
export async function removeHeaders(packageFolder) {
  if (!isFolder(packageFolder)) return;
  await rm(path.join(packageFolder, 'include'), { recursive: true, force: true }).catch(() => {});
}

/** A linked package is not ours. */
function isFolder(name) {
  return lstatSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
