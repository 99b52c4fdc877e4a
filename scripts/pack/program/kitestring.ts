// First module of the packed program. All others are loaded after warnings and the cache of compiled code are as they should be.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { userFolder } from '@kitestring/os/user-folder.ts';
import { VERSION } from '../packed/version.ts';
import { quietWarnings } from './quiet-warnings.ts';

quietWarnings();
// Compiled once for all starts: it halves the time to the first answer. Where nothing can be written it does nothing.
enableCompileCache(join(userFolder('cache'), VERSION));
const { main } = await import('../../../packages/cli/src/main.ts');
await main(process.argv.slice(2));
