// Bundles the libraries into the folder given as the only argument. A separate process, because the bundler is native
// code.
import { rolldown } from 'rolldown';
import { ROLLED_NAMES, rolledFile } from './rolled-libraries.mjs';

const [folder = ''] = process.argv.slice(2);
const input = Object.fromEntries(ROLLED_NAMES.map((name) => [rolledFile(name).replace(/\.mjs$/, ''), name]));
await using bundle = await rolldown({ input, platform: 'node', preserveEntrySignatures: 'strict' });
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' });
