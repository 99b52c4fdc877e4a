import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltFolder, builtFolder } from './built-folder.ts';

/** The page comes with the libraries of a hub. */
export const HUB_PAGE: BuiltFolder = builtFolder(() =>
  dirname(fileURLToPath(import.meta.resolve('@kitestring/hub/page/files.json'))),
);
