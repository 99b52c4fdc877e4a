import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page that was built when its package was packed. */
export interface BuiltFolder {
  readonly builder: string;
  find(): { readonly isBuilt: true; readonly folder: string };
  builtIn(): string;
  publish(): void;
  removeOlderThan(): void;
  listedNames(folder: string): readonly string[];
}

/** @param folder called when the page is served */
export const builtFolder = (folder: () => string): BuiltFolder => ({
  builder: '',
  find: () => ({ isBuilt: true, folder: folder() }),
  builtIn: folder,
  publish: () => {},
  removeOlderThan: () => {},
  listedNames: (place) => JSON.parse(readFileSync(join(place, 'files.json'), 'utf8')) as readonly string[],
});
