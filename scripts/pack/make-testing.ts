import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { emittedFiles } from '../../packages/client/build/emitted-files.ts';
import { ROOT } from './own-modules.ts';
import { writeFile } from './write-file.ts';

const TESTING = join(ROOT, 'packages/testing');
const ENTRIES = ['index', 'jest', 'node-test', 'vitest'];
/** The oldest Node of `kitestring`. */
const TARGET = 'es2022';

/** A station in tests: a module for each framework. */
export async function makeTesting(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  await using build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(TESTING, `src/${name}.ts`)])),
    external: [/^node:/],
    platform: 'node',
    transform: { target: TARGET },
  });
  await build.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' });
  for (const [name, text] of emittedFiles(join(TESTING, 'tsconfig.build.json'), 'testing/src'))
    writeFile(join(dist, `${name}.d.ts`), text.replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1.js'"));
}
