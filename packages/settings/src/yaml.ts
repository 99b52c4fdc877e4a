import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

const require = createRequire(import.meta.url);

/** The YAML library, loaded on demand: most starts neither read nor write a file, and it has 72 modules. */
export const yaml = (): typeof Yaml => require('yaml');
