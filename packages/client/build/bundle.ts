import { join } from 'node:path';
import { NO_EFFECT, slimContract } from '@kitestring/station-contract/build/slim-contract.ts';
import { type RolldownOutput, rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '..', 'src');
/** The oldest that the client runs on: Node 20, browsers of 2023. */
const TARGET = 'es2022';

interface BundleOptions {
  /** Where it is written; nowhere when absent. */
  readonly folder?: string;
  readonly minify?: boolean;
  readonly entries?: Readonly<Record<string, string>>;
}

const ENTRIES = { index: join(SOURCE, 'index.ts'), 'node-index': join(SOURCE, 'node-index.ts') };

/** The client as JavaScript, with what it needs of the contract in it. */
export async function bundle({ entries = ENTRIES, folder, minify = false }: BundleOptions): Promise<RolldownOutput> {
  await using build = await rolldown({
    input: entries,
    external: [/^node:/, 'ws'],
    plugins: [slimContract({ use: 'client' })],
    transform: { target: TARGET },
    treeshake: { moduleSideEffects: [NO_EFFECT] },
  });
  const output = {
    format: 'esm',
    minify,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
  } as const;
  // Awaited here: the end of the function closes the build.
  return folder === undefined ? await build.generate(output) : await build.write({ ...output, dir: folder });
}
