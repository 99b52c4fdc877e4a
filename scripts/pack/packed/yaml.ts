import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

const require = createRequire(import.meta.url);

/** The YAML library, a file of its own: most starts neither read nor write YAML. */
export const yaml = (): typeof Yaml => require('./yaml.cjs');
