import { fileURLToPath } from 'node:url';
import { type BuiltFolder, builtFolder } from './built-folder.ts';

export const CONSOLE_PAGE: BuiltFolder = builtFolder(() => fileURLToPath(new URL('../pages/console', import.meta.url)));
