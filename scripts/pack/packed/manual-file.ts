import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ServedFile, servedFile } from '@kitestring/manual/served-file.ts';

/** Names of files, none of which leads out of the folder. */
const NAME = /^(?:[a-z][\w-]*\/)?[a-z][\w-]*\.(?:css|html|js|png|svg|web[mp])$/;

/** A file of the manual, which was made when the package was packed; undefined if there is none of this name. */
export async function manualFile(name: string): Promise<ServedFile | undefined> {
  if (!NAME.test(name)) return undefined;
  const path = fileURLToPath(new URL(`../pages/manual/${name}`, import.meta.url));
  const [bytes, packed] = await Promise.all([ifThere(path), ifThere(`${path}.gz`)]);
  return bytes && servedFile(name, bytes, packed);
}

async function ifThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
