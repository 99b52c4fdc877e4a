// The station that `npm run dev` restarts at each change, from its sources. Code that has not changed is kept compiled between restarts.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { useRolledLibraries } from '../../packages/cli/src/libraries/rolled-libraries.mjs';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/kitestring', import.meta.url)));
useRolledLibraries();
const { main } = await import('../../packages/cli/src/main.ts');
await main(process.argv.slice(2));
