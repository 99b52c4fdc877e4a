import { readFileSync } from 'node:fs';

/** Version of the package, whose code is in a folder beside its manifest. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
