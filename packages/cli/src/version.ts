import { readFileSync } from 'node:fs';

const packageJson = new URL('../package.json', import.meta.url);

/** Version of the software. */
export const VERSION: string = JSON.parse(readFileSync(packageJson, 'utf8')).version;
