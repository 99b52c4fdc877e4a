import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface ChildPermissions {
  /** Readable folders and files, besides the code. */
  readonly reads: readonly string[];
  /** Folders and files that may be read, written and created. */
  readonly writes: readonly string[];
  readonly mayUseNetwork: boolean;
}

/**
 * Flags of Node that confine a child process to its code, its own folders, native codecs and threads: it cannot start
 * programs, nor read database or keys (https://nodejs.org/api/permissions.html). Native code is not confined by them.
 * Empty where the running Node has no such flags, and on Windows.
 * @param entry URL of the child's first file, in one of our packages
 */
export function permissionFlags(entry: string, { mayUseNetwork, reads, writes }: ChildPermissions): readonly string[] {
  // A confined process cannot sync files, and Windows has no other way to ensure that a recording is on the disk.
  const isConfinable = process.allowedNodeEnvironmentFlags.has('--permission') && process.platform !== 'win32';
  if (!isConfinable) return [];
  const readable = [...codeFolders(entry), ...reads, ...writes];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.flatMap((path) => flags('--allow-fs-read', path)),
    ...writes.flatMap((path) => flags('--allow-fs-write', path)),
    // Older versions confine files only.
    ...(mayUseNetwork && process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
  ];
}

export const fullAccessFlags = (path: string): readonly string[] =>
  ['--allow-fs-read', '--allow-fs-write'].flatMap((flag) => flags(flag, path));

/** A folder with everything that will be in it, also if it does not exist yet. */
const flags = (flag: string, path: string): readonly string[] => [`${flag}=${path}`, `${flag}=${join(path, '*')}`];

/** Folders with the code of a package of ours and its imports: all our packages, and `node_modules` above it. */
export function codeFolders(entry: string): readonly string[] {
  const packageFolder = folderWithManifest(dirname(realpathSync(fileURLToPath(entry))));
  const folders = [ownPackages(packageFolder)];
  for (let folder = packageFolder; folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) folders.push(realpathSync(modules));
  }
  return folders;
}

/** The folder of all our packages, families included: the one beside `node_modules`, in a clone. */
function ownPackages(packageFolder: string): string {
  for (let folder = dirname(packageFolder); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(dirname(folder), 'node_modules'))) return folder;
  }
  return dirname(packageFolder);
}

function folderWithManifest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return folderWithManifest(dirname(folder));
}
