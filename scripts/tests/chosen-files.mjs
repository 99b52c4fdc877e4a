// Test files named by `npm test -- PATH...`: files, folders or packages.
import { isAbsolute, relative } from 'node:path';

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
